#![allow(missing_docs)]
use etiquette_logic::*;
use std::time::Instant;
fn go(name: &str, f: impl Fn(&mut TermPool) -> Term) {
    let mut pool = TermPool::new();
    let t = f(&mut pool);
    let mut s = Solver::new();
    s.set_conflict_limit(Some(300000));
    let i = Instant::now();
    let a = s.check(&pool, &[t]);
    println!("{name}: {a:?} {:?} {:?}", i.elapsed(), s.statistics());
}
fn main() {
    for w in [8, 12, 16, 32] {
        go(&format!("assoc {w}"), |p| {
            let v: Vec<Term> = (0..3).map(|i| p.new_variable(format!("{i}"), Sort::Bits(w))).collect();
            let b = |p: &mut TermPool, a, c| p.intern(Node::Binary(BinaryOp::Add, a, c));
            let x = b(p, v[0], v[1]);
            let x = b(p, x, v[2]);
            let y = b(p, v[1], v[2]);
            let y = b(p, v[0], y);
            let e = p.intern(Node::Binary(BinaryOp::Equal, x, y));
            p.intern(Node::Unary(UnaryOp::Not, e))
        });
    }
    for w in [4, 5, 6, 7] {
        go(&format!("mul comm {w}"), |p| {
            let v: Vec<Term> = (0..2).map(|i| p.new_variable(format!("{i}"), Sort::Bits(w))).collect();
            let x = p.intern(Node::Binary(BinaryOp::Mul, v[0], v[1]));
            let y = p.intern(Node::Binary(BinaryOp::Mul, v[1], v[0]));
            let e = p.intern(Node::Binary(BinaryOp::Equal, x, y));
            p.intern(Node::Unary(UnaryOp::Not, e))
        });
    }
    for w in [8, 16, 32] {
        go(&format!("div {w}"), |p| {
            let v: Vec<Term> = (0..2).map(|i| p.new_variable(format!("{i}"), Sort::Bits(w))).collect();
            let c = p.bits(w, 7);
            let q = p.signed_rem(v[0], c);
            let z = p.bits(w, 7);
            p.signed_less_equal(z, q)
        });
        go(&format!("bits {w}"), |p| {
            // x & (x-1) trick: x ^ (x & -x) == x & (x-1)
            let x = p.new_variable("x", Sort::Bits(w));
            let one = p.bits(w, 1);
            let n = p.negate(x);
            let l = p.bit_and(x, n);
            let a = p.bit_xor(x, l);
            let m = p.sub(x, one);
            let b = p.bit_and(x, m);
            p.distinct(a, b)
        });
        go(&format!("transitive {w}"), |p| {
            let v: Vec<Term> = (0..6).map(|i| p.new_variable(format!("{i}"), Sort::Bits(w))).collect();
            let mut c: Vec<Term> = (0..5).map(|i| p.signed_less(v[i], v[i + 1])).collect();
            c.push(p.signed_less(v[5], v[0]));
            p.all(c)
        });
        go(&format!("avg {w}"), |p| {
            // (x&y) + ((x^y)>>>1) <=u max
            let x = p.new_variable("x", Sort::Bits(w));
            let y = p.new_variable("y", Sort::Bits(w));
            let one = p.bits(w, 1);
            let a = p.bit_and(x, y);
            let b = p.bit_xor(x, y);
            let b = p.shift_right_logical(b, one);
            let s = p.add(a, b);
            let le = p.unsigned_less_equal(x, y);
            let bad = p.unsigned_less(y, s);
            p.and(le, bad)
        });
    }
}
