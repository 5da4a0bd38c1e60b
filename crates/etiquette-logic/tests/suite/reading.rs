//! Terms written as expressions and read back; texts that must be refused.

use etiquette_logic::{Sort, Symbol, TermPool, evaluate, expression, read_function, sort_text};
use proptest::prelude::*;

use crate::common::{Cooking, assignment, cases, recipe, values};

fn parameter_name(symbol: Symbol) -> String {
    format!("x!{}", symbol.index())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn what_is_read_has_the_same_value(recipe in recipe(20), values in values()) {
        let mut pool = TermPool::new();
        let symbols = recipe.symbols(&mut pool);
        let formulas = recipe.formulas(&mut pool, &symbols, Cooking::Plain);
        let parameters: Vec<String> = symbols
            .iter()
            .map(|&symbol| format!("({} {})", parameter_name(symbol), sort_text(pool.symbol_sort(symbol))))
            .collect();
        let arguments: Vec<_> = symbols.iter().map(|&symbol| pool.symbol(symbol)).collect();
        for formula in formulas {
            let body = expression(&pool, formula, &parameter_name);
            let text = format!("sat\n(model (define-fun other () Bool true)\n (define-fun f ({}) Bool {body}))", parameters.join(" "));
            let read = read_function(&mut pool, &text, "f", &arguments).expect("our own text");
            let value = assignment(&symbols, &values);
            prop_assert_eq!(evaluate(&pool, read, value), evaluate(&pool, formula, value), "{}", text);
        }
    }
}

fn refusal(body: &str) -> String {
    let mut pool = TermPool::new();
    let x = pool.new_variable("x", Sort::Bits(8));
    let text = format!("((define-fun f ((x (_ BitVec 8))) Bool {body}))");
    read_function(&mut pool, &text, "f", &[x]).expect_err(body).to_string()
}

#[test]
fn what_no_term_can_express_is_refused() {
    assert!(refusal("(exists ((y Bool)) y)").contains("Bool"));
    assert_eq!(refusal("(bvult x y)"), "`y` is not known");
    assert_eq!(refusal("(bvult x #b1)"), "`bvult` on 2 operands");
    assert_eq!(refusal("(and x x)"), "`and` on 2 operands");
    assert_eq!(refusal("((_ extract 8 0) x)"), "`(_ extract 8 0)` on 1 operands");
    assert_eq!(refusal("((_ zero_extend 57) x)"), "`(_ zero_extend 57)` on 1 operands");
    assert!(refusal("#x00000000000000000").contains("64 bits"));
    assert!(refusal("(let ((y true)) (and y z))").contains('z'));
    assert_eq!(refusal("()"), "an empty list");
}

#[test]
fn broken_texts_are_refused() {
    let mut pool = TermPool::new();
    for text in
        ["", "(", ")", "((define-fun f () Bool", "(define-fun g () Bool true)", "(define-fun f (x) Bool x)", "|", "\""]
    {
        assert!(read_function(&mut pool, text, "f", &[]).is_err(), "{text}");
    }
    let deep = format!("(define-fun f () Bool {}true{})", "(not ".repeat(100_000), ")".repeat(100_000));
    assert_eq!(
        read_function(&mut pool, &deep, "f", &[]).map_err(|error| error.to_string()),
        Err("lists nested too deep".into())
    );
}

#[test]
fn an_inner_name_hides_an_outer_one_only_inside() {
    let mut pool = TermPool::new();
    let x = pool.new_variable("x", Sort::Bool);
    let text = "(define-fun f ((x Bool)) Bool (and (let ((x (not x))) (not x)) x))";
    assert_eq!(read_function(&mut pool, text, "f", &[x]), Ok(x));
}
