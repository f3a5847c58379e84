//! A query finds every formula made from it by substituting its wildcards.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

#[path = "support/terms.rs"]
mod terms;

use std::collections::BTreeMap;

use formula::canonical::{canonical, same};
use formula::opt::Opt;
use formula::{sexpr, write};
use proptest::prelude::*;
use similarity::unification::{Bindings, Names, Pattern, Where};
use terms::substituted;

fn tree(text: &str) -> Opt {
    canonical(&sexpr::parse(text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message)))
}

/// An S-expression with these leaves.
fn expression(leaves: &'static [&'static str], depth: u32) -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(leaves).prop_map(str::to_owned);
    leaf.prop_recursive(depth, 12, 3, |inner| {
        let n_ary = (
            prop::sample::select(vec!["plus", "times", "union"]),
            prop::collection::vec(inner.clone(), 2..4),
        );
        let two = (
            prop::sample::select(vec!["divide", "sup", "sub", "eq", "lt", "f"]),
            inner.clone(),
            inner.clone(),
        );
        let one = (prop::sample::select(vec!["minus", "sin", "g", "factorial"]), inner);
        prop_oneof![
            3 => n_ary.prop_map(|(name, operands)| format!("({name} {})", operands.join(" "))),
            2 => two.prop_map(|(name, one, other)| format!("({name} {one} {other})")),
            1 => one.prop_map(|(name, operand)| format!("({name} {operand})")),
        ]
    })
}

const PATTERN_LEAVES: &[&str] = &["a", "b", "x", "1", "?u", "?v", "?w", "?u", "?"];
const LEAVES: &[&str] = &["a", "b", "c", "x", "y", "1", "2"];

/// Substitutes expressions for the wildcards of an S-expression.
fn planted(pattern: &str, terms: &BTreeMap<&str, String>) -> String {
    let mut text = pattern.to_owned();
    for name in ["?u", "?v", "?w", "?"] {
        text = text.replace(name, &terms[name]);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_put_in_is_found(
        pattern in expression(PATTERN_LEAVES, 3),
        u in expression(LEAVES, 2),
        v in expression(LEAVES, 2),
        w in expression(LEAVES, 1),
        anonymous in expression(LEAVES, 1),
    ) {
        let terms = BTreeMap::from([("?u", u), ("?v", v), ("?w", w), ("?", anonymous)]);
        let (query, candidate) = (tree(&pattern), tree(&planted(&pattern, &terms)));
        let mut bindings = Bindings::default();
        let found = Pattern::new(&query).unify(&candidate, &mut bindings, Where::Whole, Names::Kept);
        let shown = write::sexpr::write(&candidate);
        prop_assume!(found.is_some() || !bindings.ran_out());
        let Some(found) = found else { return Err(TestCaseError::fail(format!("{pattern} not in {shown}"))) };
        prop_assert!(found.whole);
        let again = substituted(&query, &candidate, &found);
        prop_assert!(same(&again, &candidate), "{} is not {}", write::sexpr::write(&again), shown);
    }

    #[test]
    fn renaming_finds_what_was_renamed(pattern in expression(LEAVES, 3)) {
        let renamed = pattern.replace(" a", " p").replace(" b", " q").replace(" x", " a").replace("(f ", "(h ");
        let (query, candidate) = (tree(&pattern), tree(&renamed));
        let mut bindings = Bindings::default();
        let found = Pattern::new(&query).unify(&candidate, &mut bindings, Where::Whole, Names::Renamed);
        prop_assert!(found.is_some() || bindings.ran_out());
    }
}

/// The LaTeX of every formula of a topic file.
fn topic_formulas(file: &str) -> Vec<String> {
    let text = testkit::shared_text(file);
    let annotations = text.split("encoding=\"application/x-tex\"").skip(1);
    let latex = annotations.filter_map(|rest| rest.split_once('>')?.1.split_once("</"));
    let unescape = |text: &str| text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    latex.map(|(latex, _)| unescape(latex)).collect()
}

/// A small generator of random numbers (xorshift) with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Replaces the wildcards of a tree's S-expression; those of one name get the same term.
fn plant(query: &Opt, terms: &[String], random: &mut Random) -> String {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let text = write::sexpr::write(query);
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find('?') {
        out.push_str(&rest[..start]);
        let end = rest[start..].find([' ', ')']).map_or(rest.len(), |length| start + length);
        let name = &rest[start..end];
        let is_operator = out.ends_with('(');
        let mut term = || {
            let term = &terms[random.below(terms.len())];
            if is_operator { "h".to_owned() } else { term.clone() }
        };
        let term =
            if name == "?" { term() } else { known.entry(name.to_owned()).or_insert_with(term).clone() };
        out.push_str(&term);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// Whether the S-expression of a query is complete. It loses bold letters and question marks in texts.
fn can_be_planted(query: &Opt) -> bool {
    let text = write::sexpr::write(query);
    let named = text.replace("(?", "(h");
    let of_letters = |text: &str| write::sexpr::write(&tree(text));
    !text.contains("\"?") && of_letters(&named) == named && (named != text || same(&tree(&text), query))
}

/// Short formulas of real posts, as S-expressions that read back as the same tree.
fn real_terms() -> Vec<String> {
    let list = testkit::shared_text("formulas/mse-arqmath.txt.gz");
    let written = list.lines().take(20_000).filter_map(|latex| {
        let term = terms::formula(latex);
        let text = write::sexpr::write(&term);
        let is_plain = term.arena_len() <= 15 && !text.contains(['?', '"', '\\', '_', '…']);
        let is_term = !["eq", "list", "formulae"].iter().any(|name| text.contains(name));
        (is_plain && is_term && !text.is_empty() && same(&tree(&text), &term)).then_some(text)
    });
    written.collect()
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn real_queries_find_what_was_planted() {
    let files = ["ntcir/ntcir11-main.xml", "ntcir/ntcir11-wikipedia.xml"];
    let topics: Vec<Vec<String>> = files.into_iter().map(topic_formulas).collect();
    let terms = real_terms();
    assert!(terms.len() > 500, "{} terms", terms.len());
    let mut random = Random(0x5eed);
    let (mut trials, mut found, mut ran_out, mut skipped) = (0, 0, 0, 0);
    for latex in topics.concat() {
        let query = terms::query(&latex);
        let pattern = Pattern::new(&query);
        if !pattern.has_wildcards() {
            continue;
        }
        if !can_be_planted(&query) {
            skipped += 1;
            continue;
        }
        for _ in 0..20 {
            let text = plant(&query, &terms, &mut random);
            let Ok(parsed) = sexpr::parse(&text) else { continue };
            let candidate = canonical(&parsed);
            trials += 1;
            let mut bindings = Bindings::default();
            let matched = pattern.unify(&candidate, &mut bindings, Where::Whole, Names::Kept);
            ran_out += usize::from(bindings.ran_out());
            match matched {
                Some(_) => found += 1,
                None => eprintln!(
                    "not found: {latex}\n  {}\n  {}",
                    write::sexpr::write(&query),
                    write::sexpr::write(&candidate)
                ),
            }
        }
    }
    eprintln!("{found} of {trials} found, {ran_out} ran out of steps, {skipped} queries skipped");
    assert!(skipped <= 12, "{skipped} queries cannot be written as S-expressions");
    assert!(trials > 200 && found * 100 >= trials * 99, "{found} of {trials} found, {ran_out} ran out");
}
