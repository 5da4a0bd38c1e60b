"""Learns a DFA with AALpy, for comparison with Etiquette's learners.

Reads {"alphabet": n, "accepting": [bool], "next": [[state]]} from standard input (state 0 is the initial one) and writes
{"version": text, "seconds": {learner: seconds}} to standard output. The equivalence oracle is AALpy's own perfect one,
the processor times include it, and AALpy's cache is off because a simulated DFA answers faster than the cache does. Ends with
status 3 where AALpy is not installed.
"""

import importlib.metadata
import json
import sys
import time

try:
    from aalpy.automata import Dfa, DfaState
    from aalpy.learning_algs import run_KV, run_Lstar
    from aalpy.oracles import PerfectKnowledgeEqOracle
    from aalpy.SULs import AutomatonSUL
except ImportError:
    sys.exit(3)


def build(description):
    states = [DfaState(f"q{index}", accepting) for index, accepting in enumerate(description["accepting"])]
    for state, row in zip(states, description["next"]):
        state.transitions = {letter: states[target] for letter, target in enumerate(row)}
    return Dfa(states[0], states)


def seconds(learn, description):
    alphabet = list(range(description["alphabet"]))
    target, reference = build(description), build(description)
    sul = AutomatonSUL(target)
    oracle = PerfectKnowledgeEqOracle(alphabet, sul, reference)
    begin = time.process_time()
    learned = learn(alphabet, sul, oracle, "dfa", cex_processing="rs", cache_and_non_det_check=False, print_level=0)
    elapsed = time.process_time() - begin
    assert len(learned.states) == len(description["accepting"]), "AALpy learned another number of states"
    return elapsed


def main():
    description = json.load(sys.stdin)
    times = {"L*": seconds(run_Lstar, description), "KV": seconds(run_KV, description)}
    json.dump({"version": importlib.metadata.version("aalpy"), "seconds": times}, sys.stdout)


if __name__ == "__main__":
    main()
