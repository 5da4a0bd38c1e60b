//! The shape of a control-flow automaton: loop heads, orders, post-dominators.

use etiquette_logic::TermPool;

use crate::component::{Action, Body, Edge, Location};

/// A body as successor lists, with one more node for the end of the call.
pub(crate) struct FlowGraph {
    /// For each location; the last entry is the end and has none.
    pub successors: Vec<Vec<usize>>,
}

impl FlowGraph {
    pub fn new(body: &Body) -> Self {
        let end = body.locations;
        let mut successors = vec![Vec::new(); end + 1];
        for edge in &body.edges {
            let to = edge.action.target().map_or(end, Location::index);
            if !successors[edge.from.index()].contains(&to) {
                successors[edge.from.index()].push(to);
            }
        }
        FlowGraph { successors }
    }

    /// The node that stands for the end of the call.
    pub fn end(&self) -> usize {
        self.successors.len() - 1
    }

    /// Nodes in depth-first postorder from `start`, without going on from nodes for which `stop` holds (but for
    /// `start`).
    pub fn postorder(&self, start: usize, stop: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.successors.len()];
        let mut stack = vec![(start, 0)];
        seen[start] = true;
        while let Some((node, position)) = stack.pop() {
            let open = node == start || !stop(node);
            match self.successors[node].get(position).filter(|_| open) {
                Some(&next) => {
                    stack.push((node, position + 1));
                    if !seen[next] {
                        seen[next] = true;
                        stack.push((next, 0));
                    }
                }
                None => order.push(node),
            }
        }
        order
    }

    /// The targets of back edges of a depth-first walk from the entry: every cycle goes through one of them.
    pub fn loop_heads(&self) -> Vec<bool> {
        let order = self.postorder(0, |_| false);
        let mut number = vec![usize::MAX; self.successors.len()];
        for (position, &node) in order.iter().enumerate() {
            number[node] = position;
        }
        let mut heads = vec![false; self.successors.len()];
        for &node in &order {
            for &next in &self.successors[node] {
                heads[next] |= number[next] >= number[node];
            }
        }
        heads
    }

    /// Which nodes lie on a cycle.
    pub fn on_cycles(&self) -> Vec<bool> {
        let mut on_cycle = vec![false; self.successors.len()];
        for node in self.cycles().into_iter().flatten() {
            on_cycle[node] = true;
        }
        on_cycle
    }

    /// The largest sets of nodes from each of which all others are reached: strongly connected components with more than
    /// one node, or with one that leads to itself (Kosaraju).
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let before = self.predecessors();
        let mut taken = vec![false; before.len()];
        let mut found = Vec::new();
        for node in self.postorder_of_all().into_iter().rev() {
            let component = reaching(&before, node, &mut taken);
            if component.len() > 1 || self.successors[node].contains(&node) && !component.is_empty() {
                found.push(component);
            }
        }
        found
    }

    /// All nodes in depth-first postorder, from wherever a walk can start.
    fn postorder_of_all(&self) -> Vec<usize> {
        let mut seen = vec![false; self.successors.len()];
        let mut order = Vec::new();
        for start in 0..self.successors.len() {
            let mut stack = if std::mem::replace(&mut seen[start], true) { Vec::new() } else { vec![(start, 0)] };
            while let Some((node, position)) = stack.pop() {
                let Some(&next) = self.successors[node].get(position) else {
                    order.push(node);
                    continue;
                };
                stack.push((node, position + 1));
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, 0));
                }
            }
        }
        order
    }

    /// Which nodes can reach the end of the call.
    pub fn reaching_end(&self) -> Vec<bool> {
        let mut reaching_end = vec![false; self.successors.len()];
        reaching(&self.predecessors(), self.end(), &mut reaching_end);
        reaching_end
    }

    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.successors.len()];
        for (node, next) in self.successors.iter().enumerate() {
            next.iter().for_each(|&next| before[next].push(node));
        }
        before
    }

    /// The immediate post-dominator of each node: the first node that every way to the end goes through. Nodes that
    /// can't reach the end are taken to lead there.
    pub fn post_dominators(&self) -> Vec<usize> {
        let reaching = self.reaching_end();
        let end = self.end();
        let forward = |node: usize| {
            if reaching[node] { self.successors[node].clone() } else { vec![end] }
        };
        let order = self.reverse_postorder_from_end(&forward);
        let mut rank = vec![usize::MAX; self.successors.len()];
        for (position, &node) in order.iter().enumerate() {
            rank[node] = position;
        }
        let mut dominator = vec![usize::MAX; self.successors.len()];
        dominator[end] = end;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().skip(1) {
                let known = forward(node).into_iter().filter(|&next| dominator[next] != usize::MAX);
                let Some(found) = known.reduce(|a, b| meet(&dominator, &rank, a, b)) else {
                    continue;
                };
                changed |= dominator[node] != found;
                dominator[node] = found;
            }
        }
        dominator
    }

    /// All nodes, those near the end first (a reverse postorder of the reversed graph).
    fn reverse_postorder_from_end(&self, forward: &impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
        let mut reversed = FlowGraph { successors: vec![Vec::new(); self.successors.len()] };
        for node in 0..self.end() {
            for next in forward(node) {
                reversed.successors[next].push(node);
            }
        }
        let mut order = reversed.postorder(self.end(), |_| false);
        order.reverse();
        order
    }
}

fn meet(dominator: &[usize], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if rank[a] > rank[b] {
            a = dominator[a];
        } else {
            b = dominator[b];
        }
    }
    a
}

/// Whether the edges are two conditions of which one is the other's negation: exactly one of them is open.
pub(crate) fn are_complements(terms: &TermPool, edges: &[Edge]) -> bool {
    match edges {
        [Edge { action: Action::Assume(a, _), .. }, Edge { action: Action::Assume(b, _), .. }] => {
            terms.complements(*a, *b)
        }
        _ => false,
    }
}

/// The nodes that lead to a node and were not taken before; now they are.
fn reaching(before: &[Vec<usize>], node: usize, taken: &mut [bool]) -> Vec<usize> {
    let (mut found, mut pending) = (Vec::new(), vec![node]);
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut taken[node], true) {
            found.push(node);
            pending.extend(&before[node]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::FlowGraph;

    /// A graph whose edges are the bits of a number.
    fn graph(nodes: usize, bits: u64) -> FlowGraph {
        let next = |node: usize| (0..nodes).filter(move |next| bits >> ((node * nodes + next) % 64) & 1 == 1).collect();
        FlowGraph { successors: (0..nodes).map(next).collect() }
    }

    #[test]
    fn cycles_are_where_a_walk_comes_back() {
        let mut bits = 1u64;
        for _ in 0..2000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let graph = graph(7, bits & (bits >> 13));
            let comes_back = |node: usize| {
                graph.successors[node].iter().any(|&next| graph.postorder(next, |_| false).contains(&node))
            };
            let expected: Vec<bool> = (0..7).map(comes_back).collect();
            assert_eq!(graph.on_cycles(), expected, "{:?}", graph.successors);
        }
    }
}
