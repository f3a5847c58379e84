//! Facts about a whole baseline that the parser needs before it reads the first symbol.
//!
//! Which bar in braces means "such that", whether a colon declares a map, whether `∧` joins statements: the
//! answers depend on later symbols. One pass over the symbols finds them all.

use crate::names;
use crate::slt::{Edge, Flags, NodeId};

use super::Parser;
use super::items::{Item, Role};
use super::state::{ARROW, Context, RELATION};

/// The facts about one baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey {
    /// A list on this baseline is a sequence of formulae.
    pub(super) has_relation: bool,
    /// `∧` and `∨` join operands of a relation (`x∧y=z`), not statements (`x=1 ∧ y=2`).
    pub(super) logic_is_tight: bool,
    /// The place of the bar or colon that means "such that" or "given".
    pub(super) condition: Option<usize>,
    /// Places of the first arrow and of the last relation, for the colon.
    pub(super) last_arrow: Option<usize>,
    pub(super) last_relation: Option<usize>,
    pub(super) colons: usize,
}

impl Parser<'_> {
    pub(super) fn survey(&self, first: usize, context: Context) -> Survey {
        let items = &self.items[first..];
        let mut logic = Parts::default();
        let mut survey = Survey {
            has_relation: false,
            logic_is_tight: false,
            condition: None,
            last_arrow: None,
            last_relation: None,
            colons: 0,
        };
        let (mut bar, mut colon) = (None, None);
        for (offset, item) in items.iter().enumerate() {
            let place = first + offset;
            match item.role {
                Role::Relation => {
                    survey.last_relation = Some(place);
                    if item.priority == ARROW {
                        survey.last_arrow = Some(place);
                    }
                    survey.has_relation = true;
                    if item.priority == RELATION {
                        logic.relation();
                    } else {
                        logic.end();
                    }
                }
                Role::Comma => logic.end(),
                Role::Logical => logic.join(),
                Role::Bar if bar.is_none() && !self.has_scripts(item.node) => {
                    // `D(P‖Q)` has no condition.
                    let single = [names::CONDITIONAL, names::DIVIDES].contains(&item.symbol);
                    bar = (single || context == Context::Set).then_some(place);
                }
                Role::Colon => {
                    survey.colons += 1;
                    colon = colon.or(Some(place));
                }
                _ => {}
            }
        }
        logic.end();
        survey.logic_is_tight = logic.mixed;
        survey.condition = match context {
            Context::Set => such_that(bar, colon, survey.last_arrow),
            Context::Arguments => bar,
            Context::Baseline | Context::Elements => None,
        };
        survey
    }

    /// Whether a symbol has scripts. The next element of a list is a child of the head of the element before
    /// and is not a script.
    pub(super) fn has_scripts(&self, node: NodeId) -> bool {
        let first = self.slt.node(node).first_child.get();
        first.is_some_and(|child| self.slt.node(child).edge < Edge::Within)
    }

    pub(super) fn after_space(&self, item: &Item) -> bool {
        self.slt.node(item.node).flags.has(Flags::AFTER_SPACE)
    }
}

/// In `{f: A→B | …}` the colon belongs to the map; otherwise the first of the two means "such that".
fn such_that(bar: Option<usize>, colon: Option<usize>, arrow: Option<usize>) -> Option<usize> {
    match (bar, colon) {
        (Some(bar), Some(colon)) if colon < bar => {
            let map = arrow.is_some_and(|arrow| colon < arrow);
            Some(if map { bar } else { colon })
        }
        (bar, colon) => bar.or(colon),
    }
}

/// Records for each part that `∧` and `∨` join whether it has a relation.
#[derive(Default)]
struct Parts {
    /// The part being read has a relation.
    current: bool,
    /// Whether the first part had one.
    first: Option<bool>,
    /// Some joined parts have a relation and others do not.
    mixed: bool,
}

impl Parts {
    fn relation(&mut self) {
        self.current = true;
    }

    /// The part ends at a sign that joins it to the next.
    fn join(&mut self) {
        let first = *self.first.get_or_insert(self.current);
        self.mixed |= first != self.current;
        self.current = false;
    }

    /// The part ends.
    fn end(&mut self) {
        if let Some(first) = self.first.take() {
            self.mixed |= first != self.current;
        }
        self.current = false;
    }
}
