//! Formulas that match a query, checked tree by tree.
//!
//! Candidates are the records that have most of the query's symbol pairs, gathered as for unification.

use formula::canonical::canonical;
use formula::opt::Opt;
use index::Index;
use similarity::alignment::{Aligner, Tree, Weights};
use similarity::containment::Marks;
use similarity::unification::{Bindings, Candidate, Match, Names, Pattern, Where};

use super::{Mode, part};
use crate::formulas::Query;
use crate::formulas::candidates::gathered;
use crate::formulas::search::{Hit, Results};
use crate::{Part, part_names};

/// Records that are checked for each way of gathering them.
const CANDIDATES: usize = 2000;

/// What the wildcards and marks of a query require.
pub(super) struct Verifier<'q> {
    query: &'q Query,
    pattern: Pattern,
    marks: Marks,
    tree: Tree,
}

impl<'q> Verifier<'q> {
    pub(super) fn new(query: &'q Query) -> Verifier<'q> {
        Verifier {
            query,
            pattern: Pattern::new(&query.canonical),
            marks: Marks::new(&query.formula.opt),
            tree: Tree::of_operators(&query.canonical),
        }
    }

    /// Whether it has wildcards.
    pub(super) fn has_wildcards(&self) -> bool {
        self.pattern.has_wildcards()
    }

    /// Whether it has marks.
    pub(super) fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// The records that match the query, best first; `others` are checked, too.
    pub(super) fn search(&self, index: &Index, mode: Mode, others: &[u32]) -> Results {
        let mut records = gathered(index, self.query, CANDIDATES);
        let mut found = Results {
            lists: vec![("gathered".to_owned(), records.len())],
            is_complete: records.len() < CANDIDATES,
            ..Results::default()
        };
        records.extend(others);
        records.sort_unstable();
        records.dedup();
        found.candidates = records.len();
        let mut aligner = Aligner::new(&self.tree, Weights::default());
        for record in records {
            if self.query.budget.is_over() {
                break;
            }
            let Some(trees) = index.formulas().record(record) else { continue };
            let tree = canonical(&trees.opt);
            if let Some(parts) = self.verify(&tree, mode, &mut aligner) {
                let score = parts.iter().map(|part| part.contribution).sum();
                found.hits.push(Hit { record, score, parts });
            }
        }
        found.hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.record.cmp(&b.record)));
        found
    }

    /// The parts of the score of a formula, if it matches.
    fn verify(&self, tree: &Opt, mode: Mode, aligner: &mut Aligner<'_>) -> Option<Vec<Part>> {
        if !self.marks.hold_in(tree) {
            return None;
        }
        let candidate = Candidate::new(tree);
        let mut parts = match mode {
            Mode::Exact => {
                self.fits(&candidate, Where::Whole, Names::Kept)?;
                vec![part(part_names::EQUAL, 1.0, 1.0)]
            }
            Mode::Contains => {
                let (matched, names) = self.best_fit(&candidate)?;
                vec![part(part_names::CONTAINS, 1.0, 1.0), names_part(&matched, names)]
            }
            Mode::Similar => {
                let mut parts = vec![part(part_names::MARKS, 1.0, 1.0)];
                let fit = if self.has_wildcards() { self.best_fit(&candidate) } else { None };
                if let Some((matched, names)) = fit {
                    let whole = if matched.whole { 1.0 } else { 0.0 };
                    parts.extend([
                        part(part_names::UNIFIES, 1.0, 1.0),
                        part(part_names::WHOLE, whole, 2.0 * whole),
                    ]);
                    parts.push(names_part(&matched, names));
                }
                parts
            }
        };
        let alignment = aligner.align(&Tree::of_operators(tree)).dice();
        parts.push(part(part_names::ALIGNMENT, alignment, alignment));
        Some(parts)
    }

    /// The first part that the query is, with its own names if possible.
    fn best_fit(&self, candidate: &Candidate) -> Option<(Match, Names)> {
        let fit = |names| Some((self.fits(candidate, Where::Within, names)?, names));
        fit(Names::Kept).or_else(|| fit(Names::Renamed))
    }

    fn fits(&self, candidate: &Candidate, place: Where, names: Names) -> Option<Match> {
        self.pattern.unify_prepared(candidate, &mut Bindings::default(), place, names)
    }
}

/// How many of the query's variables have kept their names.
fn names_part(matched: &Match, names: Names) -> Part {
    let kept = match names {
        Names::Kept => 1.0,
        Names::Renamed => {
            let kept = matched.renaming.iter().filter(|(one, two)| one == two).count();
            kept as f64 / matched.renaming.len().max(1) as f64
        }
    };
    part(part_names::NAMES_KEPT, kept, kept)
}
