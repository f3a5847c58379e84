//! The math tokens of an example worked out by hand, and of each rule.

#![allow(clippy::unwrap_used)]

mod support;

use formula::tangent_strings::parse_slt;
use similarity::l8::{Use, tokens};
use similarity::tree::{Order, SymbolTree};

fn of(string: &str, purpose: Use) -> Vec<String> {
    tokens(&SymbolTree::of_layout(&parse_slt(string).unwrap(), Order::Strings), purpose)
}

/// y_i^n = n + x^n. The formula comes from the description of the tool. The tokens below follow its rules by
/// hand, because the printed list has errors and counts places after a relation differently from the tool.
const EXAMPLE: &str = "[V!y[=[V!n[+[V!x,a[V!n]]]]],a[V!n],b[V!i]]";

#[test]
fn the_worked_example() {
    let mut found = of(EXAMPLE, Use::Index);
    assert_eq!(found.first().map(String::as_str), Some("#(start)#"));
    assert_eq!(found.last().map(String::as_str), Some("#(end)#"));
    found.retain(|token| !matches!(token.as_str(), "#(start)#" | "#(end)#"));
    found.sort();
    let mut expected: Vec<&str> = "\
        #(v!y,=,n)# #(v!y,v!i,b)# #(v!y,v!n,a)# #(=,v!n,n)# #(v!n,+,n)# #(+,v!x,n)# #(v!x,v!n,a)# \
        #(v!i,!0)# #(v!n,!0)# #(v!n,!0)# #(v!y,[n,a,b])# \
        #(v!y,=,n,-)# #(v!y,v!i,b,-)# #(v!y,v!n,a,-)# #(=,v!n,n,n)# #(v!n,+,n,-)# #(+,v!x,n,n)# #(v!x,v!n,a,nn)# \
        #(v!i,!0,b)# #(v!n,!0,a)# #(v!n,!0,nna)# #(v!y,[n,a,b],-)# \
        #{v!n,nna}# #{v!n,nna,-}# #{?v,nna}# #{?v,nna,-}# \
        #{v!n,-,a}# #{v!n,-,a,-}# #{?v,-,a}# #{?v,-,a,-}#"
        .split_whitespace()
        .collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn a_single_symbol_has_tokens() {
    assert_eq!(of("[V!X]", Use::Index), ["#(start)#", "#(v!x,!0)#", "#(v!x,!0,-)#", "#(end)#"]);
    assert!(of("", Use::Index).is_empty());
}

#[test]
fn places_beyond_seven_nodes_are_not_written() {
    let found = of("[V!a[V!b[V!c[V!d[V!e[V!f[V!g[V!h[V!i]]]]]]]]]", Use::Index);
    assert!(found.contains(&"#(v!g,v!h,n,6n)#".to_owned()), "{found:?}");
    assert!(found.contains(&"#(v!h,v!i,n)#".to_owned()));
    assert!(!found.iter().any(|token| token.starts_with("#(v!h,v!i,n,")));
}

#[test]
fn query_variables_match_anything_but_say_something() {
    let found = of("[?a[+[?b]],a[?c]]", Use::Query);
    assert!(found.contains(&"#(*,+,n)#".to_owned()), "{found:?}");
    assert!(found.contains(&"#(+,*,n)#".to_owned()), "{found:?}");
    assert!(!found.iter().any(|token| token.contains("*,*") || token.contains("*,!0")), "{found:?}");
}

#[test]
fn the_index_can_be_widened_for_query_variables() {
    let found = of("[V!x[+[N!1]]]", Use::IndexWithWildcards);
    for token in ["#(*,+,n)#", "#(v!x,*,n)#", "#(v!x,+,n)#", "#(*,n!1,n,n)#"] {
        assert!(found.contains(&token.to_owned()), "{token} in {found:?}");
    }
}

#[test]
fn signs_of_the_notation_are_spelled_out() {
    let found =
        of("[V!a[<[T!b C[*[O!divide,o[&comma;],u[O!root,w[M!&lsqb;&rsqb;1x1,w[V!x]]]]]]]]", Use::Index);
    for token in
        ["#(v!a,lt,n)#", "#(lt,t!bc,n)#", "#(t!bc,ast,n)#", "#(f!,comma,o)#", "#(r!,m!lsqbrsqb1x1,w)#"]
    {
        assert!(found.contains(&token.to_owned()), "{token} in {found:?}");
    }
}

#[test]
fn a_long_baseline_takes_linear_time() {
    let count = 50_000;
    let string = "[V!x".repeat(count) + &"]".repeat(count);
    assert!(of(&string, Use::Index).len() > count);
}

#[test]
fn the_golden_file_holds() {
    let blocks = support::blocks(include_str!("golden/l8.txt"), " ");
    assert!(blocks.len() >= 50);
    for block in blocks {
        let purpose = match block.settings[0].as_str() {
            "query" => Use::Query,
            "wide" => Use::IndexWithWildcards,
            _ => Use::Index,
        };
        let mut found = of(&block.tree, purpose);
        found.retain(|token| !matches!(token.as_str(), "#(start)#" | "#(end)#"));
        found.sort();
        assert_eq!(found, block.items, "{} {:?}", block.formula, block.settings);
    }
}
