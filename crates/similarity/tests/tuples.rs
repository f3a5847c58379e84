//! The tuples of the published systems, on the examples of their papers and programs.

#![allow(clippy::unwrap_used)]

mod support;

use formula::tangent_strings::{parse_opt, parse_slt};
use similarity::tree::{Order, SymbolTree};
use similarity::tuples::{Settings, tuples};

const NEIGHBOURS: Settings = Settings { window: Some(1), ends: true };

fn of_layout(string: &str, settings: Settings) -> Vec<String> {
    let tree = SymbolTree::of_layout(&parse_slt(string).unwrap(), Order::Tuples);
    tuples(&tree, settings)
}

fn of_operators(string: &str, settings: Settings) -> Vec<String> {
    tuples(&SymbolTree::of_operators(&parse_opt(string).unwrap()), settings)
}

/// `A D path location · …` as the lines it stands for.
fn expected(table: &str) -> Vec<String> {
    table.split(" · ").map(|tuple| tuple.split(' ').collect::<Vec<_>>().join("\t")).collect()
}

#[test]
fn layout_pairs_of_neighbours() {
    let cases = [
        (
            "[V!x[-[V!y[=[N!0]],a[N!2]]]]",
            "V!x - n - · - V!y n n · V!y N!2 a nn · N!2 0! n nna · V!y = n nn · = N!0 n nnn · N!0 0! n nnnn",
        ),
        (
            "[V!f[M!()1x2,w[V!a[&comma;],e[V!b]]]]",
            "V!f M!()1x2 n - · M!()1x2 V!a w n · V!a &comma; n nw · &comma; 0! n nwn · V!a V!b e nw · V!b 0! n nwe · M!()1x2 0! n n",
        ),
        (
            "[M!()1x1,w[V!x[+[N!1]]]]",
            "M!()1x1 V!x w - · V!x + n w · + N!1 n wn · N!1 0! n wnn · M!()1x1 0! n -",
        ),
        (
            "[∑[O!divide,o[N!1],u[V!i]],o[V!n],u[V!i[=[N!1]]]]",
            "∑ V!n o - · V!n 0! n o · ∑ O!divide n - · O!divide N!1 o n · N!1 0! n no · O!divide V!i u n · V!i 0! n nu · O!divide 0! n n · ∑ V!i u - · V!i = n u · = N!1 n un · N!1 0! n unn",
        ),
    ];
    for (string, table) in cases {
        assert_eq!(of_layout(string, NEIGHBOURS), expected(table), "{string}");
    }
}

#[test]
fn layout_pairs_within_two_edges() {
    let table = "V!x - n - · V!x V!y nn - · - V!y n n · - N!2 na n · - = nn n · V!y N!2 a nn · N!2 0! n nna · V!y = n nn · V!y N!0 nn nn · = N!0 n nnn · N!0 0! n nnnn";
    assert_eq!(of_layout("[V!x[-[V!y[=[N!0]],a[N!2]]]]", Settings::default()), expected(table));
}

#[test]
fn every_cell_of_a_matrix_ends_a_baseline() {
    let tuples = of_layout("[M!()2x2,w[V!a,e[V!b,e[V!c,e[V!d]]]]]", NEIGHBOURS);
    assert_eq!(tuples.iter().filter(|tuple| tuple.contains("\t0!\t")).count(), 5);
}

#[test]
fn operator_pairs_share_the_label_of_operands_without_an_order() {
    let table = "U!eq O!minus 0 - · O!minus V!x 0 0 · V!x 0! 0 00 · O!minus O!SUP 1 0 · O!SUP V!y 0 01 · V!y 0! 0 010 · O!SUP N!2 1 01 · N!2 0! 0 011 · U!eq N!0 0 - · N!0 0! 0 0";
    let string = "[U!eq,0[O!minus,0[V!x],1[O!SUP,0[V!y],1[N!2]]],1[N!0]]";
    assert_eq!(of_operators(string, NEIGHBOURS), expected(table));
}

#[test]
fn long_paths_are_runs() {
    let string = "[V!a[V!b[V!c[V!d[V!e[V!f[V!g,a[V!h]]]]]]]]";
    let settings = Settings { window: None, ends: false };
    let tuples = of_layout(string, settings);
    assert!(tuples.contains(&"V!a\tV!h\t6n1a\t-".to_owned()), "{tuples:?}");
    assert!(tuples.contains(&"V!g\tV!h\ta\t6n".to_owned()), "{tuples:?}");
    assert!(tuples.contains(&"V!b\tV!g\tnnnnn\tn".to_owned()), "{tuples:?}");
    assert_eq!(tuples.len(), 8 * 7 / 2);
}

#[test]
fn very_long_tuples_are_left_out() {
    let string = format!("[V!x[T!{}[V!y]]]", "a".repeat(192));
    assert_eq!(of_layout(&string, Settings { window: Some(1), ends: false }).len(), 0);
    // Two tags of 3 and 190 characters, the path, the place and three tabs make 198.
    let string = format!("[V!x[T!{}[V!y]]]", "a".repeat(188));
    assert_eq!(of_layout(&string, Settings { window: Some(1), ends: false }).len(), 2);
}

#[test]
fn a_long_baseline_takes_linear_time() {
    let count = 100_000;
    let string = "[V!x".repeat(count) + &"]".repeat(count);
    assert_eq!(of_layout(&string, NEIGHBOURS).len(), count);
    assert!(of_layout("", NEIGHBOURS).is_empty());
}

/// Window and ends of a block of the golden file.
fn settings(words: &[String]) -> Settings {
    Settings { window: words[1].parse().ok(), ends: words[2] == "ends" }
}

#[test]
fn the_golden_file_holds() {
    let blocks = support::blocks(include_str!("golden/tuples.txt"), " · ");
    assert!(blocks.iter().filter(|block| block.settings[0] == "slt").count() >= 50);
    assert!(blocks.iter().filter(|block| block.settings[0] == "opt").count() >= 50);
    for block in blocks {
        let settings = settings(&block.settings);
        let found = match block.settings[0].as_str() {
            "slt" => of_layout(&block.tree, settings),
            _ => of_operators(&block.tree, settings),
        };
        let found: Vec<String> = found.iter().map(|tuple| tuple.replace('\t', " ")).collect();
        assert_eq!(found, block.items, "{} {:?}", block.formula, block.settings);
    }
}
