//! Profiles: which families of features an index has.
//!
//! More families find more and take more space. A profile is chosen when an index is made and cannot be changed later,
//! so that every formula of an index can be found in the same ways.

use similarity::terms::Family;

/// A named set of families.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Its name, as users type it.
    pub name: &'static str,
    /// Its purpose, in a few words.
    pub purpose: &'static str,
    /// Its families, in the order of files and reports.
    pub families: &'static [Family],
}

/// All families. The last one serves only to compare systems.
const ALL_FAMILIES: &[Family] = &[
    Family::LayoutTuples,
    Family::LayoutTypes,
    Family::OperatorTuples,
    Family::OperatorTypes,
    Family::L8,
    Family::Paths,
    Family::Visual,
    Family::Alpha,
    Family::Structure,
    Family::Identity,
    Family::Latex,
];

/// Everything that formula search can use.
const DEFAULT: Profile = Profile {
    name: "default",
    purpose: "every way of finding a formula",
    families: ALL_FAMILIES.split_at(ALL_FAMILIES.len() - 1).0,
};

/// The default, and a family to compare systems with.
const RESEARCH: Profile = Profile {
    name: "research",
    purpose: "the default and LaTeX tokens, as a baseline",
    families: ALL_FAMILIES,
};

/// Pairs of symbols alone are a strong baseline, and signatures find equal formulas.
const LEAN: Profile = Profile {
    name: "lean",
    purpose: "a third of the size: symbol pairs of the layout, and equality",
    families: &[Family::LayoutTuples, Family::Visual, Family::Alpha, Family::Structure],
};

impl Profile {
    /// Every profile; the first is the default.
    pub const ALL: [Profile; 3] = [DEFAULT, LEAN, RESEARCH];

    /// The profile of a name.
    pub fn from_name(name: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|profile| profile.name == name)
    }
}

impl Default for Profile {
    fn default() -> Self {
        DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn research_is_the_default_and_a_little_more() {
        assert!(RESEARCH.families.starts_with(DEFAULT.families));
        assert!(!DEFAULT.families.contains(&Family::Latex));
        assert_eq!(RESEARCH.families.len(), Family::NAMES.len());
    }
}
