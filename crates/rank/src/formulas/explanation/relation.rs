//! How a hit is related to a query, and the correspondence that shows it.
//!
//! A relation that claims equality is only given together with the renaming that makes it true.

use formula::Formula;
use formula::canonical::{Letter, canonical, in_order_of, in_written_order, ordered_letters, renamed, same};
use formula::opt::Opt;
use formula::signatures::{Signatures, visual};
use formula::slt::Slt;
use index::formulas::Record;
use similarity::containment::contains;
use similarity::identity::renaming;
use similarity::unification::{Bindings, Candidate, Match, Names, Pattern, Where};

use super::Explainer;
use super::correspondence::Correspondence;
use super::letters::letter;
use super::numbers::{has_cross_of_capitals, needs_real_numbers};
use crate::formulas::Query;

/// How a hit is related to a query, the closest relation first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Relation {
    /// They look the same.
    Identical,
    /// They differ in notation or the order of operands only.
    EqualByConvention,
    /// They differ in the names of variables only.
    EqualUpToNames,
    /// They differ in the order of factors that may not commute, and perhaps in names.
    EqualIfProductsCommute,
    /// The hit is the query with something put in for each wildcard.
    Instance,
    /// They have the same value at every tested point, after renaming variables.
    EqualAsAlgebra,
    /// They differ in names and numbers only.
    SameShape,
    /// A part of the hit is the query, after renaming and with wildcards filled in.
    Contains,
    /// The hit is a part of the query, after renaming.
    PartOf,
    /// None of these.
    Similar,
}

impl Relation {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Identical => "identical",
            Relation::EqualByConvention => "equal-by-convention",
            Relation::EqualUpToNames => "equal-up-to-names",
            Relation::EqualIfProductsCommute => "equal-if-products-commute",
            Relation::Instance => "instance",
            Relation::EqualAsAlgebra => "equal-as-algebra",
            Relation::SameShape => "same-shape",
            Relation::Contains => "contains",
            Relation::PartOf => "part-of",
            Relation::Similar => "similar",
        }
    }

    /// A description, to follow "the formula is".
    pub fn words(self) -> &'static str {
        match self {
            Relation::Identical => "identical",
            Relation::EqualByConvention => "equal by convention",
            Relation::EqualUpToNames => "equal after renaming",
            Relation::EqualIfProductsCommute => "equal if products commute",
            Relation::Instance => "the query with its wildcards filled in",
            Relation::EqualAsAlgebra => "algebraically equal after renaming (checked at random points)",
            Relation::SameShape => "same shape",
            Relation::Contains => "contains the query",
            Relation::PartOf => "part of the query",
            Relation::Similar => "similar",
        }
    }
}

/// A relation with the correspondence that shows it.
pub(super) struct Found {
    pub(super) relation: Relation,
    pub(super) correspondence: Correspondence,
    /// Whether it holds only if products commute whose order may matter.
    pub(super) needs_commuting: bool,
    /// Whether it holds only if the letters are numbers, or if a `×` is the product of numbers.
    pub(super) needs_numbers: bool,
}

/// A query prepared for questions about the order of factors.
pub(super) struct Ordered {
    plain: Form,
    written: Form,
    careful: Form,
}

/// Which factors keep their order in a form.
#[derive(Clone)]
enum Order {
    Any,
    Written,
    Careful(Vec<Letter>),
}

impl Order {
    fn tree(&self, opt: &Opt) -> Opt {
        match self {
            Order::Any => canonical(opt),
            Order::Written => in_written_order(opt),
            Order::Careful(letters) => in_order_of(opt, letters),
        }
    }
}

/// A form of the query, as a tree and as a pattern.
struct Form {
    order: Order,
    tree: Opt,
    pattern: Pattern,
}

impl Form {
    fn new(opt: &Opt, order: Order) -> Form {
        let tree = order.tree(opt);
        Form { order, pattern: Pattern::new(&tree), tree }
    }

    /// The same form of the query with other letters; none if its nodes are others. A renamed tree is sorted anew.
    fn renamed(&self, opt: &Opt, renaming: &[(Letter, Letter)]) -> Option<Pattern> {
        let to = |from: Letter| renaming.iter().find(|pair| pair.0 == from).map(|pair| pair.1);
        let order = match &self.order {
            Order::Careful(letters) => {
                Order::Careful(letters.iter().map(|from| to(*from).unwrap_or(*from)).collect())
            }
            order => order.clone(),
        };
        let tree = order.tree(&renamed(opt, |id| to(letter(opt, id)?)));
        (tree.arena_len() == self.tree.arena_len()).then(|| Pattern::new(&tree))
    }
}

impl Ordered {
    pub(super) fn new(query: &Query) -> Ordered {
        let opt = &query.formula.opt;
        let letters = ordered_letters(opt);
        Ordered {
            plain: Form::new(opt, Order::Any),
            written: Form::new(opt, Order::Written),
            careful: Form::new(opt, Order::Careful(letters)),
        }
    }
}

/// The query in a hit.
struct Fit {
    matched: Match,
    needs_commuting: bool,
}

/// The closest relation that holds. `shown` is the canonical tree of the LaTeX that is shown for the record.
pub(super) fn find(explainer: &Explainer<'_>, record: &Record, formula: &Formula, shown: &Opt) -> Found {
    let query = explainer.query;
    let fit = fit(explainer, formula, shown);
    let needs_commuting = fit.as_ref().is_some_and(|fit| fit.needs_commuting);
    let is_whole = fit.as_ref().is_some_and(|fit| fit.matched.whole);
    let fitting = fit.map(|fit| Correspondence::of_fit(&query.canonical, shown, fit.matched));
    let found =
        |relation, correspondence| Found { relation, correspondence, needs_commuting, needs_numbers: false };
    let crosses = [&query.formula.slt, &record.slt].map(has_cross_of_capitals);
    let with_crosses = |found: Found| Found { needs_numbers: crosses[0] != crosses[1], ..found };
    let aligned = || Correspondence::of_alignment((&query.canonical, &explainer.tree), shown, None);
    if explainer.ordered.plain.pattern.has_wildcards() {
        return match fitting {
            Some(fitting) if is_whole => found(Relation::Instance, fitting),
            Some(fitting) => found(Relation::Contains, fitting),
            None => found(Relation::Similar, aligned()),
        };
    }
    let stored = canonical(&record.opt);
    let signatures = Signatures::new(&record.slt, &stored);
    let equal = |one: u64, two: u64| one == two && one != 0;
    if same(&query.canonical, &stored) {
        let relation = match () {
            () if looks_like(query, &record.slt) => Relation::Identical,
            () if is_equal_in_order(&query.formula.opt, &record.opt) => Relation::EqualByConvention,
            () => Relation::EqualIfProductsCommute,
        };
        return with_crosses(found(relation, fitting.unwrap_or_else(aligned)));
    }
    if let Some(fitting) = fitting.as_ref().filter(|fitting| is_whole && makes_equal(query, fitting, shown)) {
        let is_ordered = !needs_commuting && makes_equal_in_order(query, fitting, &formula.opt);
        let relation = if is_ordered { Relation::EqualUpToNames } else { Relation::EqualIfProductsCommute };
        return with_crosses(found(relation, fitting.clone()));
    }
    if let Some(algebra) = algebra(query, shown) {
        let needs_numbers = needs_real_numbers(&query.canonical, shown, &algebra);
        let ours = (&query.canonical, &explainer.tree);
        let correspondence = Correspondence::of_algebra(ours, shown, algebra);
        return Found { needs_numbers, ..found(Relation::EqualAsAlgebra, correspondence) };
    }
    if equal(query.signatures.structure, signatures.structure) {
        return found(Relation::SameShape, aligned());
    }
    if let Some(fitting) = fitting.filter(|_| !is_whole) {
        return found(Relation::Contains, fitting);
    }
    if let Some(part) = contains(&Pattern::new(shown), &query.canonical) {
        return found(Relation::PartOf, Correspondence::of_part(&query.canonical, shown, part));
    }
    found(Relation::Similar, aligned())
}

/// How the query is the hit or a part of it: the whole before a part, its own names before others, and factors in their
/// order before any order.
fn fit(explainer: &Explainer<'_>, formula: &Formula, shown: &Opt) -> Option<Fit> {
    let candidate = Candidate::new(shown);
    let ways = [Where::Whole, Where::Within].map(|place| [(place, Names::Kept), (place, Names::Renamed)]);
    ways.into_iter().flatten().find_map(|(place, names)| {
        let unify = |form: &Form, candidate: &Candidate, hit: &Opt| {
            let matched = form.pattern.unify_prepared(candidate, &mut Bindings::default(), place, names)?;
            Some(with_fewest_changes((form, &explainer.query.formula.opt), (candidate, hit), place, matched))
        };
        let forms = &explainer.ordered;
        let matched = unify(&forms.plain, &candidate, shown)?;
        let written = in_written_order(&formula.opt);
        if let Some(matched) = unify(&forms.written, &Candidate::new(&written), &written) {
            return Some(Fit { matched, needs_commuting: false });
        }
        let careful = in_order_of(&formula.opt, &ordered_letters(&formula.opt));
        Some(match unify(&forms.careful, &Candidate::new(&careful), &careful) {
            Some(matched) => Fit { matched, needs_commuting: false },
            None => Fit { matched, needs_commuting: true },
        })
    })
}

/// The match, or one that changes fewer letters: `x=a` is `x=λ` because `a` is `λ`, and not because `x` is `λ` and `a` is
/// `x`.
fn with_fewest_changes(
    (form, query): (&Form, &Opt),
    (candidate, hit): (&Candidate, &Opt),
    place: Where,
    found: Match,
) -> Match {
    let mut best = found;
    let mut renaming = letters_of(&form.tree, hit, &best);
    for at in 0..renaming.len() {
        let (from, to) = renaming[at];
        let Some(other) = renaming.iter().position(|pair| pair.1 == from && from != to) else { continue };
        let mut simpler = renaming.clone();
        simpler[at].1 = from;
        simpler[other].1 = to;
        let Some(pattern) = form.renamed(query, &simpler) else { continue };
        if let Some(matched) = pattern.unify_prepared(candidate, &mut Bindings::default(), place, Names::Kept)
        {
            (best, renaming) = (matched, simpler);
        }
    }
    best
}

/// The letter of the hit for each letter of the query.
fn letters_of(query: &Opt, hit: &Opt, matched: &Match) -> Vec<(Letter, Letter)> {
    let mut renaming: Vec<(Letter, Letter)> = Vec::new();
    for (one, two) in &matched.pairs {
        let (Some(from), Some(to)) = (letter(query, *one), letter(hit, *two)) else { continue };
        if !renaming.iter().any(|known| known.0 == from) {
            renaming.push((from, to));
        }
    }
    renaming
}

/// Whether a hit looks like the query, apart from the punctuation of the sentences around them.
fn looks_like(query: &Query, hit: &Slt) -> bool {
    let look = |slt: &Slt| visual(&slt.without_closing_punctuation());
    look(&query.formula.slt) == look(hit)
}

/// The renaming under which the values of query and hit are equal.
fn algebra(query: &Query, shown: &Opt) -> Option<Vec<(Letter, Letter)>> {
    query.identity?;
    renaming(&query.canonical, shown)
}

/// Whether two formulas that are equal by convention stay so if factors that may not commute keep their order.
fn is_equal_in_order(one: &Opt, two: &Opt) -> bool {
    let mut letters = ordered_letters(one);
    letters.extend(ordered_letters(two));
    same(&in_order_of(one, &letters), &in_order_of(two, &letters))
}

/// Whether the query is the hit after the renaming that is shown.
fn makes_equal(query: &Query, found: &Correspondence, shown: &Opt) -> bool {
    same(&canonical(&with_names_of(&query.canonical, found)), shown)
}

/// The same for factors in their order; letters that may not commute keep that property when they are renamed.
fn makes_equal_in_order(query: &Query, found: &Correspondence, hit: &Opt) -> bool {
    let one = with_names_of(&query.formula.opt, found);
    let mut letters = ordered_letters(hit);
    let renamed =
        |from: &Letter| found.renaming.iter().find(|pair| pair.0 == *from).map_or(*from, |pair| pair.1);
    letters.extend(ordered_letters(&query.formula.opt).iter().map(renamed));
    same(&in_order_of(&one, &letters), &in_order_of(hit, &letters))
}

fn with_names_of(tree: &Opt, found: &Correspondence) -> Opt {
    renamed(tree, |id| {
        let from = letter(tree, id)?;
        found.renaming.iter().find(|pair| pair.0 == from).map(|pair| pair.1)
    })
}
