//! Where our figures and the paper's are not about quite the same thing, in sentences.

/// Below every table.
pub(super) const NOTES: [&str; 7] = [
    "FA size is the size of the automaton that an algorithm itself gives: all reachable states for direct, the states of the abstraction for \
     refine, the minimal interface for learn. Our times include minimising and a word for each state, which the paper's don't.",
    "Bit array: by the code of the paper's Figure 4 all combinations of validity and location can be reached, 2^(k-1) states. The table in \
     the paper has 2^(k-2) + 2, which does not follow from the code.",
    "Device manager: how the location moves is not in the paper. Here reading and writing move it and releasing resets it, which \
     gives the paper's 2^(k-2) + 1 states.",
    "Data stream: the first row is printed as 14(2,12), but its 1,028 states are those of h = 2 and d = 10, which is what is run here.",
    "Refine shows single bits, as the paper's variables are all boolean. The abstraction is sliced, so that bits which no error depends on \
     cost nothing; direct and learn get the component as it is.",
    "Direct on decision diagrams counts states without listing them; its automaton is listed only after minimising.",
    "The paper's machine is twenty years older (3.0 GHz Pentium IV, 1 GB), and its symbolic versions were given the transition graph \
     explicitly, which it says cost them most of their time. Ours build the diagrams from the component's terms.",
];
