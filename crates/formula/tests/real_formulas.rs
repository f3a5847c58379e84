//! Meaning and canonical form over the real formula lists: no symbol of the layout gets lost on the way to
//! the operator tree, and the canonical form of a canonical form is itself. Ignored without the lists.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/data.rs"]
mod data;

use std::collections::HashMap;

use formula::canonical::{canonical, same};
use formula::opt::{Kind as Meaning, Opt};
use formula::slt::{Kind, NodeId, Slt};
use formula::{Options, latex, meaning, write};

/// Printed names that the operator tree calls by another name, and the letter of differentials.
const RENAMED: [&str; 11] =
    ["d", "mod", "lim", "sup", "inf", "lim sup", "lim inf", "arg max", "arg min", "inj lim", "proj lim"];

/// The number of failing formulas of a list that are shown.
const SHOWN: usize = 12;

type Count = HashMap<String, usize>;

/// All nodes below and including `from`.
fn below(opt: &Opt, from: NodeId) -> Vec<NodeId> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&id) = found.get(next) {
        found.extend(opt.children(id));
        next += 1;
    }
    found
}

/// The labels of an operator tree. A formula has the order of a derivative twice, the tree once: for one
/// variable as its power, for several as their number (of which powers may be mere indices).
fn labels(opt: &Opt) -> Count {
    let mut count = Count::new();
    let nodes = opt.root().map(|root| below(opt, root)).unwrap_or_default();
    for &id in &nodes {
        *count.entry(opt.label(id)).or_default() += 1;
        if opt.label(id).ends_with("derivative") {
            let variables: Vec<NodeId> = opt.children(id).skip(1).collect();
            let powers: Vec<NodeId> = variables.iter().filter_map(|&id| power(opt, id)).collect();
            for id in powers.iter().flat_map(|&power| below(opt, power)) {
                *count.entry(opt.label(id)).or_default() += 1;
            }
            let numbers: usize =
                powers.iter().filter_map(|&power| opt.label(power).parse::<usize>().ok()).sum();
            for order in [variables.len() - powers.len() + numbers, variables.len()] {
                *count.entry(order.to_string()).or_default() += 1;
            }
        }
    }
    count
}

fn power(opt: &Opt, id: NodeId) -> Option<NodeId> {
    if opt.label_is(id, "sup") { opt.children(id).nth(1) } else { None }
}

/// All nodes of a layout tree.
fn layout_nodes(slt: &Slt) -> impl Iterator<Item = NodeId> + '_ {
    let mut pending: Vec<NodeId> = slt.root().into_iter().collect();
    std::iter::from_fn(move || {
        let id = pending.pop()?;
        pending.extend(slt.children(id));
        pending.extend(slt.next(id));
        Some(id)
    })
}

/// The letters, numbers and words that occur in the layout more often than in the operator tree.
fn lost(slt: &Slt, opt: &Opt) -> Vec<String> {
    let mut seen = Count::new();
    for id in layout_nodes(slt) {
        let label = slt.label(id);
        let kind = slt.node(id).kind;
        let plain = label.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '.')
            && label.chars().any(char::is_alphanumeric);
        if plain && matches!(kind, Kind::Identifier | Kind::Number | Kind::Text | Kind::Command) {
            *seen.entry(label).or_default() += 1;
        }
    }
    let mut held = labels(opt);
    spelt_names(slt, opt, &seen, &mut held);
    seen.retain(|label, times| held.get(label).is_none_or(|held| *held < *times));
    seen.into_keys().filter(|label| !RENAMED.contains(&label.as_str()) && !label.trim().is_empty()).collect()
}

/// A function whose name is spelt with letters, such as `sin(x)`, `sqrt(x)` and `(mod n)`, holds those
/// letters.
fn spelt_names(slt: &Slt, opt: &Opt, seen: &Count, held: &mut Count) {
    let drawn = layout_nodes(slt).filter(|&id| slt.node(id).kind == Kind::Root).count();
    let mut roots = 0;
    let mut written = seen.clone();
    for id in opt.root().map(|root| below(opt, root)).unwrap_or_default() {
        let label = opt.label(id);
        roots += usize::from(label == "root");
        if let Some(times) = written.get_mut(&label).filter(|times| **times > 0) {
            *times -= 1;
            continue;
        }
        let spelt = match opt.node(id).kind {
            Meaning::Function if label.len() > 1 => label.as_str(),
            _ if label == "root" && roots > drawn => "sqrt",
            _ if label == "modulo" && !seen.contains_key("mod") => "mod",
            _ => continue,
        };
        spelt.chars().for_each(|letter| *held.entry(letter.to_string()).or_default() += 1);
    }
}

/// Runs `check` on every formula of every list; it returns the complaint about a formula, if there is one.
fn over_all_formulas(what: &str, check: impl Fn(&str) -> Option<String>) {
    let mut failures = 0;
    for (list, column, _) in data::LISTS {
        let sources = data::list(list, column);
        let complaints: Vec<String> = sources.iter().filter_map(|source| check(source)).collect();
        println!("{list}: {} of {} {what}", complaints.len(), sources.len());
        complaints.iter().take(SHOWN).for_each(|complaint| println!("    {complaint}"));
        failures += complaints.len();
    }
    assert_eq!(failures, 0, "{failures} formulas {what}");
}

/// The result of `action` on a formula, or the fact that it panicked.
fn calmly<T>(source: &str, action: impl FnOnce() -> T) -> Result<T, String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(action))
        .map_err(|_| format!("panics: {source:.200}"))
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn operator_trees_hold_every_letter_number_and_word() {
    over_all_formulas("lose a symbol on the way to the operator tree", |source| {
        let (slt, _) = latex::read(source, &Options::default());
        let lost = calmly(source, || lost(&slt, &meaning::operator_tree(&slt)));
        match lost {
            Ok(lost) => (!lost.is_empty()).then(|| format!("loses {lost:?}: {source:.200}")),
            Err(panic) => Some(panic),
        }
    });
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared data: set PERGA_SHARED_DATA")]
fn canonical_form_of_real_formulas_is_idempotent() {
    over_all_formulas("change when made canonical twice", |source| {
        let (slt, _) = latex::read(source, &Options::default());
        let forms = calmly(source, || {
            let once = canonical(&meaning::operator_tree(&slt));
            let twice = canonical(&once);
            (once, twice)
        });
        match forms {
            Ok((once, twice)) if same(&once, &twice) => None,
            Ok((once, twice)) => {
                let [once, twice] = [&once, &twice].map(write::sexpr::write);
                Some(format!("{source:.200}\n        {once:.200}\n        {twice:.200}"))
            }
            Err(panic) => Some(panic),
        }
    });
}
