//! The shape of a control-flow automaton: loop heads, orders, post-dominators.

use etiquette_logic::{Node, TermPool, UnaryOp};

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

    /// Nodes in depth-first postorder from `start`, without going on from nodes for which `stop` holds (but for `start`).
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

    /// Which nodes can reach the end of the call.
    pub fn reaching_end(&self) -> Vec<bool> {
        let mut reaching = vec![false; self.successors.len()];
        reaching[self.end()] = true;
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..self.end() {
                if !reaching[node] && self.successors[node].iter().any(|&next| reaching[next]) {
                    reaching[node] = true;
                    changed = true;
                }
            }
        }
        reaching
    }

    /// The immediate post-dominator of each node: the first node that every way to the end goes through. Nodes that can't
    /// reach the end are taken to lead there.
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
    let negates = |x, y| terms.node(x) == Node::Unary(UnaryOp::Not, y);
    match edges {
        [Edge { action: Action::Assume(a, _), .. }, Edge { action: Action::Assume(b, _), .. }] => {
            negates(*a, *b) || negates(*b, *a)
        }
        _ => false,
    }
}
