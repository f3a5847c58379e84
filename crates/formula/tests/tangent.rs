//! Tangent-S strings: reading and writing gives the same string, on golden vectors and on a real pool of
//! formulas.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/data.rs"]
mod data;

use formula::tangent_strings::{parse_opt, parse_slt};
use formula::write::tangent::{opt_string, slt_string};

#[test]
fn golden_layout_strings_are_kept() {
    let strings = [
        "[V!x[-[V!y[=[N!0]],a[N!2]]]]",
        "[V!f[M!()1x2,w[V!a[&comma;],e[V!b]]]]",
        "[M!()1x1,w[V!x[+[N!1]]]]",
        "[∑[O!divide,o[N!1],u[V!i]],o[V!n],u[V!i[=[N!1]]]]",
        "[O!root,c[N!3],w[V!x]]",
        "[M!()2x2,w[V!a,e[V!b,e[V!c,e[V!d]]]]]",
        "[M!1x1,b[V!z],w[V!x,b[V!y]]]",
        "[M!&lsqb;)1x2,w[N!0[&comma;],e[N!1]]]",
        "[?x[=[?,a[&quest;]]]]",
        "[box,w[V!ℝ[E!\\foo[V!𝒪[T!if x &comma;]]]]]",
        "",
    ];
    for string in strings {
        let tree = parse_slt(string).unwrap_or_else(|| panic!("`{string}` is a layout string"));
        assert_eq!(slt_string(&tree), string);
    }
}

#[test]
fn golden_operator_strings_are_kept() {
    let strings = [
        "[U!eq,0[O!minus,0[V!x],1[O!SUP,0[V!y],1[N!2]]],1[N!0]]",
        "[O!root,0[U!plus,0[V!x],1[N!1]],1[N!2]]",
        "[+!V!f,0[O!SUP,0[V!f],1[O!minus,0[N!1]]],1[V!x]]",
        "[U!and,0[O!lt,0[V!a],1[V!b]],1[O!lt,0[V!b],1[V!c]]]",
        "[+!O!SUB,0[O!SUP,0[O!SUB,0[O!sum],1[V!i]],1[C!infinity]],1[V!i]]",
        "[O!int,0[F!d,0[V!x]],1[W!],2[W!]]",
        "[M!M-2x1,0[M!R!,0[N!1]],1[M!R!,0[?a]]]",
        "[U!times,0[M!D-lsqb;&rsqb;,0[V!x]],1[O!interval(C-O),0[N!0],1[N!1]],2[M!S-1,0[F!c,0[V!a],1[V!b]]]]",
        "",
    ];
    for string in strings {
        let tree = parse_opt(string).unwrap_or_else(|| panic!("`{string}` is an operator string"));
        assert_eq!(opt_string(&tree), string);
    }
}

#[test]
fn what_is_no_tree_string_is_refused() {
    for string in [
        "V!x",
        "[V!x",
        "[V!x]]",
        "[V!x,a]",
        "[V!x,z[V!y]]",
        "[V!x[V!y][V!z]]",
        "[V!x,b[V!y],a[V!z]]",
        "[M!(1x1]",
    ] {
        assert!(parse_slt(string).is_none(), "`{string}`");
    }
    for string in ["V!x", "[U!plus,0]", "[U!plus,[V!x]]", "[x]", "[V!x]]"] {
        assert!(parse_opt(string).is_none(), "`{string}`");
    }
}

#[test]
fn a_long_baseline_is_no_problem() {
    let count = 200_000;
    let string = "[V!x".repeat(count) + &"]".repeat(count);
    assert_eq!(slt_string(&parse_slt(&string).unwrap()), string);
    let string = "[O!minus,0".repeat(count) + "[V!x]" + &"]".repeat(count);
    assert_eq!(opt_string(&parse_opt(&string).unwrap()), string);
}

/// Letters of most mathematical alphabets are plain letters in our strings.
fn plain_letters(string: &str) -> String {
    let told_apart = 0x1D49C..=0x1D59F;
    let plain = |c: char| match c as u32 {
        0x210E => "h".to_owned(),
        code if told_apart.contains(&code) || !(0x1D400..=0x1D7FF).contains(&code) => c.to_string(),
        _ => slt_string(&parse_slt(&format!("[{c}]")).unwrap()).trim_matches(['[', ']']).to_owned(),
    };
    string.chars().map(plain).collect()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn the_pool_of_formulas_is_written_as_it_was_read() {
    let pool = testkit::shared_bytes("formula-dev/pool.jsonl.gz");
    let mut seen = 0;
    let mut nameless = 0;
    let mut wrong = Vec::new();
    for line in String::from_utf8(pool).unwrap().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut check = |field: &str, rewrite: fn(&str) -> Option<String>| {
            let Some(string) = row[field].as_str() else { return };
            let string = unquoted(string);
            if string.contains("[[") {
                nameless += 1;
                return;
            }
            seen += 1;
            if rewrite(&string).as_deref() != Some(&plain_letters(&string)) {
                wrong.push(format!("{string}\n{}", rewrite(&string).unwrap_or_default()));
            }
        };
        check("slt", |string| Some(slt_string(&parse_slt(string)?)));
        check("opt", |string| Some(opt_string(&parse_opt(string)?)));
    }
    assert!(seen > 7_800, "only {seen} strings");
    assert_eq!(nameless, 2, "strings with a node that has no tag, an accident of the reference program");
    assert!(
        wrong.is_empty(),
        "{} of {seen} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

/// Some strings of the pool still carry the escaped quotes of the table they came from.
fn unquoted(string: &str) -> String {
    match string.strip_prefix("\\\"").and_then(|string| string.strip_suffix("\\\"")) {
        Some(inner) => inner.replace("\\\"\\\"", "\""),
        None => string.to_owned(),
    }
}
