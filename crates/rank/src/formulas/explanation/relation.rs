//! How a hit is related to a query.

use formula::canonical::same;
use formula::opt::Opt;
use formula::signatures::Signatures;
use index::formulas::Record;
use similarity::containment::contains;
use similarity::identity::fingerprint;
use similarity::unification::{Match, Pattern};

use super::Explainer;

/// How a hit is related to a query, the closest relation first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Relation {
    /// They look the same.
    Identical,
    /// They differ in notation or the order of operands only.
    EqualByConvention,
    /// They differ in the names of variables only.
    EqualUpToNames,
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
            Relation::Instance => "the query with its wildcards filled in",
            Relation::EqualAsAlgebra => "algebraically equal after renaming (checked at random points)",
            Relation::SameShape => "same shape",
            Relation::Contains => "contains the query",
            Relation::PartOf => "part of the query",
            Relation::Similar => "similar",
        }
    }
}

/// The closest relation that holds. `stored` is the canonical tree of the record, `fit` how the query is in it.
pub(super) fn find(
    explainer: &Explainer<'_>,
    record: &Record,
    stored: &Opt,
    fit: Option<&Match>,
) -> Relation {
    let query = explainer.query;
    let signatures = Signatures::new(&record.slt, stored);
    let is_whole = fit.is_some_and(|matched| matched.whole);
    let equal = |one: u64, two: u64| one == two && one != 0;
    if explainer.pattern.has_wildcards() {
        return match fit {
            Some(_) if is_whole => Relation::Instance,
            Some(_) => Relation::Contains,
            None => Relation::Similar,
        };
    }
    if equal(query.signatures.visual, signatures.visual) {
        return Relation::Identical;
    }
    if same(&query.canonical, stored) {
        return Relation::EqualByConvention;
    }
    if is_whole {
        return Relation::EqualUpToNames;
    }
    if query.identity.is_some() && query.identity == fingerprint(stored) {
        return Relation::EqualAsAlgebra;
    }
    if equal(query.signatures.structure, signatures.structure) {
        return Relation::SameShape;
    }
    if fit.is_some() {
        return Relation::Contains;
    }
    if contains(&Pattern::new(stored), &query.canonical).is_some() {
        return Relation::PartOf;
    }
    Relation::Similar
}
