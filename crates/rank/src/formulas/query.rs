//! A formula that is searched for.

use formula::canonical::canonical;
use formula::opt::{Kind, Opt};
use formula::signatures::Signatures;
use formula::{Formula, Notation, Options};
use index::Budget;
use similarity::terms::{Family, Purpose, Term, Trees};

/// A formula as a query: its trees, its canonical form, its signatures.
#[derive(Clone, Debug)]
pub struct Query {
    /// As it was typed.
    pub source: String,
    /// The parsed formula.
    pub formula: Formula,
    /// Its canonical operator tree.
    pub canonical: Opt,
    /// The signatures of layout and canonical tree.
    pub signatures: Signatures,
    /// The hash of its value, if it can be evaluated; see [`similarity::identity`].
    pub identity: Option<u64>,
    /// How long a search for it may take; unlimited unless [`Query::within`] sets it.
    pub budget: Budget,
}

impl Query {
    /// Reads a formula, wildcards included.
    pub fn read(source: &str, notation: Notation) -> Query {
        let formula = formula::read(source, notation, &Options { wildcards: true, ..Options::default() });
        Query::new(source, formula)
    }

    /// A query for a parsed formula.
    pub fn new(source: &str, formula: Formula) -> Query {
        let canonical = canonical(&formula.opt);
        let signatures = Signatures::new(&formula.slt, &canonical);
        let identity = similarity::identity::fingerprint(&canonical);
        Query {
            source: source.to_owned(),
            formula,
            canonical,
            signatures,
            identity,
            budget: Budget::default(),
        }
    }

    /// The same query with a limit on its time.
    pub fn within(self, budget: &Budget) -> Query {
        Query { budget: budget.clone(), ..self }
    }

    /// Its features of one family. Features with a wildcard are found nowhere and stay in: they count for the size of
    /// the query.
    pub fn terms(&self, family: Family) -> Vec<Term> {
        Trees::new(&self.formula.slt, &self.formula.opt, self.signatures).terms(family, Purpose::Query)
    }

    /// Whether it has wildcards.
    pub fn has_wildcards(&self) -> bool {
        let mut open: Vec<_> = self.canonical.root().into_iter().collect();
        while let Some(id) = open.pop() {
            if self.canonical.node(id).kind == Kind::Wildcard {
                return true;
            }
            open.extend(self.canonical.children(id));
        }
        false
    }
}
