//! Explanations are true: what is marked as the same is the same, and the renaming that is shown makes the query the hit.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "explanations/pairs.rs"]
mod pairs;

use std::fmt::Write as _;
use std::path::Path;

use formula::canonical::{canonical, renamed, same};
use formula::opt::{Font, Kind, NodeId, Opt};
use formula::{Notation, Options, read};
use index::formulas::Record;
use pairs::{Generator, mutants};
use rank::formulas::Query;
use rank::formulas::explanation::{Explainer, Explanation, Mark, Relation};
use similarity::identity::are_equal;

/// Pairs of formulas that are made here, and pairs of real formulas.
const GENERATED: usize = 20_000;
const REAL: usize = 20_000;

fn explain(query: &Query, hit: &str) -> Explanation {
    let formula = read(hit, Notation::Latex, &Options::default());
    Explainer::new(query).explain(&Record { slt: formula.slt, opt: formula.opt })
}

#[test]
fn reasons_are_those_of_the_golden_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/reasons.txt");
    let golden = std::fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    let mut count = 0;
    for line in golden.lines() {
        let columns: Vec<&str> = line.split(" ⇒ ").collect();
        let ([asked, hit, _], false) = (&columns[..], line.starts_with('#')) else {
            let _ = writeln!(written, "{line}");
            continue;
        };
        let reason = explain(&Query::read(asked, Notation::Latex), hit).reason;
        let _ = writeln!(written, "{asked} ⇒ {hit} ⇒ {reason}");
        count += 1;
    }
    assert!(count >= 60, "{count}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, written).unwrap();
        return;
    }
    for (expected, found) in golden.lines().zip(written.lines()) {
        assert_eq!(expected, found);
    }
}

#[test]
fn generated_pairs_are_explained_truly() {
    let mut generator = Generator::new(7);
    let mut counts = Counts::default();
    for _ in 0..GENERATED / 2 {
        let formula = generator.formula();
        counts.check(&formula, &generator.variation(&formula));
        let query = generator.formula();
        counts.check(&query, &formula);
    }
    println!("{counts:?}");
    assert!(counts.pairs >= GENERATED && counts.claims > GENERATED / 10, "{counts:?}");
    assert!(counts.algebra > 10 && counts.commuting > 10, "{counts:?}");
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn real_pairs_are_explained_truly() {
    let text = testkit::shared_text("formulas/mse-arqmath.txt.gz");
    let formulas: Vec<&str> = text.lines().filter(|line| (5..160).contains(&line.len())).collect();
    let mut generator = Generator::new(11);
    let mut counts = Counts::default();
    while counts.pairs < REAL {
        let query = formulas[generator.below(formulas.len())];
        counts.check(query, &generator.variation(query));
        counts.check(query, formulas[generator.below(formulas.len())]);
    }
    println!("{counts:?}");
    assert!(counts.claims > REAL / 10, "{counts:?}");
}

#[test]
fn a_formula_with_another_sign_is_never_wholly_the_same() {
    for formula in
        ["x^2+5x+6=0", "a+b-c", "e^{-x}+1", r"\frac{a-b}{c}+d", r"x<y+1", r"\sin x+\cos y", "2-3x+4"]
    {
        for mutant in mutants(formula) {
            let why = explain(&Query::read(formula, Notation::Latex), &mutant);
            assert!(why.marks.contains(&Some(Mark::Changed)), "{formula} and {mutant}: {:?}", why.relation);
            assert!(why.pairs.iter().any(|pair| pair.mark == Mark::Changed), "{formula} and {mutant}");
            assert!(why.mathml("h-").contains("m-changed"), "{formula} and {mutant}");
        }
    }
}

#[derive(Default, Debug)]
struct Counts {
    pairs: usize,
    claims: usize,
    algebra: usize,
    commuting: usize,
}

impl Counts {
    /// Explains a pair and checks what is said about it.
    fn check(&mut self, asked: &str, hit: &str) {
        let query = Query::read(asked, Notation::Latex);
        let why = explain(&query, hit);
        let shown = canonical(&why.formula.opt);
        self.pairs += 1;
        for pair in why.pairs.iter().filter(|pair| pair.mark == Mark::Exact) {
            let (one, two) = pair.nodes;
            assert_eq!(query.canonical.label(one), shown.label(two), "{asked} and {hit}: {pair:?}");
        }
        assert!(why.reason.ends_with('.') && !why.reason.contains('!'), "{asked} and {hit}: {}", why.reason);
        let renamed = substituted(&query.canonical, &why);
        let is_true = match why.relation {
            Relation::Identical | Relation::EqualByConvention => same(&query.canonical, &shown),
            Relation::EqualUpToNames | Relation::EqualIfProductsCommute => same(&renamed, &shown),
            Relation::EqualAsAlgebra => are_equal(&renamed, &shown),
            _ => return,
        };
        self.claims += 1;
        check_numbers(&why, asked);
        self.algebra += usize::from(why.relation == Relation::EqualAsAlgebra);
        self.commuting += usize::from(why.relation == Relation::EqualIfProductsCommute);
        assert!(is_true, "{asked} and {hit}: {:?} with {:?}", why.relation, why.substitution);
    }
}

/// Every letter of the hit with the number of a letter of the query is what is shown to replace that one.
fn check_numbers(why: &Explanation, asked: &str) {
    let shown = canonical(&why.formula.opt);
    let mut open: Vec<NodeId> = shown.root().into_iter().collect();
    while let Some(id) = open.pop() {
        open.extend(shown.children(id));
        let node = shown.node(id);
        let is_letter = matches!(node.kind, Kind::Variable | Kind::Function);
        let (Some(character), true) = (shown.symbol(id).as_char(), is_letter) else { continue };
        let Some(number) = why.variables.get(node.span.start as usize).copied().flatten() else { continue };
        let name = written(character, node.font);
        let replaced = why.substitution.iter().find(|one| one.number == number);
        let is_true = replaced.is_none_or(|one| one.to == name);
        assert!(is_true, "{asked} and {}: {name} has {number}, with {:?}", why.tex, why.substitution);
    }
}

/// The query after the replacements that are shown.
fn substituted(query: &Opt, why: &Explanation) -> Opt {
    let name_of = |id: NodeId| {
        let node = query.node(id);
        let character = query.symbol(id).as_char()?;
        let is_letter = matches!(node.kind, Kind::Variable | Kind::Function);
        let name = written(character, node.font);
        let replaced = why.substitution.iter().find(|one| is_letter && one.from == name)?;
        letter_of(&replaced.to)
    };
    canonical(&renamed(query, name_of))
}

const FONTS: [(Font, &str); 6] = [
    (Font::Bold, "\\mathbf{"),
    (Font::DoubleStruck, "\\mathbb{"),
    (Font::Script, "\\mathcal{"),
    (Font::Fraktur, "\\mathfrak{"),
    (Font::SansSerif, "\\mathsf{"),
    (Font::Monospace, "\\mathtt{"),
];

fn written(character: char, font: Font) -> String {
    match FONTS.iter().find(|(known, _)| *known == font) {
        Some((_, command)) => format!("{command}{character}}}"),
        None => character.to_string(),
    }
}

fn letter_of(tex: &str) -> Option<(char, Font)> {
    let font = FONTS.iter().find(|(_, command)| tex.starts_with(command));
    let letter = font.map_or(tex, |(_, command)| tex[command.len()..].trim_end_matches('}'));
    Some((letter.chars().next()?, font.map_or(Font::Plain, |(font, _)| *font)))
}
