#![allow(missing_docs)]
use etiquette_logic::*;
fn rng(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    f[11].parse::<f64>().unwrap() / 100.0
}
fn run(name: &str, backend: Backend, queries: u64, coefs: u64, growth: bool) {
    let mut pool = TermPool::new();
    let mut seed = 88172645463325252u64;
    let vars: Vec<Term> = (0..12)
        .map(|i| pool.new_variable(format!("v{i}"), Sort::Bits(32)))
        .collect();
    let mut solver = Solver::with_backend(backend);
    solver.set_conflict_limit(Some(20000));
    for &v in &vars {
        let lo = pool.bits(32, (-1000i64) as u64);
        let hi = pool.bits(32, 100000);
        let a = pool.signed_less_equal(lo, v);
        let b = pool.signed_less_equal(v, hi);
        solver.assert(&pool, a);
        solver.assert(&pool, b);
    }
    let start = cpu();
    let (mut sat, mut unsat) = (0, 0);
    for i in 0..queries {
        let mut terms = vec![];
        for _ in 0..4 {
            let n = if coefs == 1 {
                1 + rng(&mut seed) % 2
            } else {
                2 + rng(&mut seed) % 3
            };
            let mut sum = pool.bits(32, 0);
            for _ in 0..n {
                let v = vars[(rng(&mut seed) % 12) as usize];
                let c = if coefs == 1 {
                    [1, u64::MAX][(rng(&mut seed) % 2) as usize]
                } else {
                    (rng(&mut seed) % (2 * coefs + 1)).wrapping_sub(coefs)
                };
                let c = pool.bits(32, c);
                let p = pool.mul(v, c);
                sum = pool.add(sum, p);
            }
            let k = pool.bits(32, (rng(&mut seed) % 1000).wrapping_sub(500));
            terms.push(match rng(&mut seed) % 3 {
                0 => pool.equal(sum, k),
                1 => pool.signed_less(sum, k),
                _ => pool.signed_less(k, sum),
            });
        }
        if growth && i % 100 == 0 {
            let t = terms.pop().unwrap();
            if solver.check(&pool, &[t]) == Answer::Sat {
                solver.assert(&pool, t);
            }
        }
        match solver.check(&pool, &terms) {
            Answer::Sat => {
                sat += 1;
                assert!(terms.iter().all(|&t| solver.value(&pool, t) == 1));
            }
            Answer::Unsat => unsat += 1,
            _ => {}
        }
    }
    println!(
        "{name} {queries}: {:.2} s sat {sat} unsat {unsat} {:?}",
        cpu() - start,
        solver.statistics()
    );
}
fn step(backend: Backend) {
    let mut pool = TermPool::new();
    let mut seed = 88172645463325252u64;
    let vars: Vec<Term> = (0..10)
        .map(|i| pool.new_variable(format!("v{i}"), Sort::Bits(32)))
        .collect();
    let next: Vec<Term> = (0..10)
        .map(|i| pool.new_variable(format!("n{i}"), Sort::Bits(32)))
        .collect();
    let mut solver = Solver::with_backend(backend);
    for i in 0..10 {
        let one = pool.bits(32, 1);
        let s = pool.add(vars[i], vars[(i + 1) % 10]);
        let c = pool.signed_less(vars[i], vars[(i + 3) % 10]);
        let d = pool.add(vars[i], one);
        let e = pool.ite(c, s, d);
        let q = pool.equal(next[i], e);
        solver.assert(&pool, q);
    }
    let start = cpu();
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..10_000 {
        let mut terms = vec![];
        for j in 0..6 {
            let v = if j < 4 {
                vars[(rng(&mut seed) % 10) as usize]
            } else {
                next[(rng(&mut seed) % 10) as usize]
            };
            let k = pool.bits(32, (rng(&mut seed) % 20).wrapping_sub(10));
            terms.push(match rng(&mut seed) % 3 {
                0 => pool.equal(v, k),
                1 => pool.signed_less(v, k),
                _ => pool.signed_less(k, v),
            });
        }
        match solver.check(&pool, &terms) {
            Answer::Sat => sat += 1,
            Answer::Unsat => unsat += 1,
            _ => {}
        }
    }
    println!(
        "step 10000: {:.2} s sat {sat} unsat {unsat} {:?}",
        cpu() - start,
        solver.statistics()
    );
}
fn main() {
    let backend = match std::env::args().nth(1).as_deref() {
        #[cfg(feature = "cadical")]
        Some("cadical") => Backend::CaDiCaL,
        _ => Backend::BatSat,
    };
    run("difference", backend, 10000, 1, false);
    run("linear", backend, 1000, 4, false);
    run("asserting", backend, 1000, 4, true);
    step(backend);
    let start = cpu();
    let mut x = 1u64;
    let ops = [
        BinaryOp::Add,
        BinaryOp::SignedLess,
        BinaryOp::BitXor,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::ShiftLeft,
        BinaryOp::Equal,
    ];
    let mut seed = 5;
    let prog: Vec<BinaryOp> = (0..64).map(|_| ops[(rng(&mut seed) % 7) as usize]).collect();
    for i in 0..2_000_000u64 {
        for &op in &prog {
            x = apply_binary(op, 32, x, i & 0xffff_ffff)
        }
    }
    println!("apply_binary: {:.0} M/s ({x})", 128.0 / (cpu() - start));
}
