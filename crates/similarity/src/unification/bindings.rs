//! The meaning of wildcards and variables, carried from one formula of a topic to the next.

/// The meaning of the wildcards and variables of a topic so far. Begin with the default, which is empty.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    pub(super) wildcards: Vec<Carried>,
    /// Letters of the query and of the candidates.
    pub(super) letters: Vec<(u32, u32)>,
    ran_out: bool,
}

/// The meaning of a named wildcard, without the tree it was found in.
#[derive(Clone, Debug)]
pub(super) struct Carried {
    pub(super) name: String,
    /// Hash of the sub-term.
    pub(super) hash: u64,
    /// Hash of the sub-term without a minus sign in front.
    pub(super) unsigned: u64,
    /// Label of the unsigned sub-term if it is a sum, a product or a similar operator.
    pub(super) operator: Option<u64>,
    /// The hashes of its operands in that case.
    pub(super) parts: Vec<u64>,
}

impl Bindings {
    /// Whether the last unification did not try everything, because it took too many steps or there were too many operands.
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }

    pub(super) fn set_ran_out(&mut self, ran_out: bool) {
        self.ran_out = ran_out;
    }

    pub(super) fn wildcard(&self, name: &str) -> Option<&Carried> {
        self.wildcards.iter().find(|carried| carried.name == name)
    }
}
