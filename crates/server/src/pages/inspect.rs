//! The inspector: what is made of a formula, and how two formulas correspond.

use engine::describe::trees::{Alignment, Trees};
use engine::explain::{Finding, Pair};
use maud::{Markup, PreEscaped, html};

use super::actions::buttons;
use super::address::Address;
use super::frame::{Screen, Site, counted, page};
use super::matched::{code, math, substitution};
use super::tree::tree;

/// Entries of a list that is open at first.
const MOST_OPEN: usize = 24;

/// Entries of a list that are shown.
const MOST_LISTED: usize = 200;

/// Shown before anything is typed: a formula, another one to align it with, and what to look at.
const EXAMPLES: [(&str, &str, &str); 6] = [
    (r"\sum_{n=1}^\infty \frac{1}{n^2}=\frac{\pi^2}{6}", "", "what is an operand of what"),
    (r"f(x+1) = a(x+1)", "", "an application and a product"),
    (r"\int_0^1 x^2\,dx", "", "where the integrand ends"),
    ("p^2+q^2=r^2", "a^2+b^2=c^2", "the same with other letters"),
    ("p^2+q^2=r^2", "h^2=b^2-p^2", "equal by algebra"),
    ("x^2+5x+6=0", "x^2-5x+6=0", "a sign differs"),
];

/// Another formula, what is made of it, and how it corresponds to the first.
pub struct Other {
    /// The trees of it.
    pub trees: Trees,
    /// How it corresponds.
    pub alignment: Alignment,
}

/// The inspector. Without a formula it shows examples.
pub fn inspect(site: &Site, address: &Address, trees: Option<&Trees>, other: Option<&Other>) -> Markup {
    let (one, two) = (address.get("formula").unwrap_or(""), address.get("other").unwrap_or(""));
    let content = html! {
        div .page-head { h1 { "Inspector" } p { "How Perga reads a formula, and how two formulas correspond." } }
        form .inspect-form action="/inspect" method="get" {
            label { "Formula"
                textarea name="formula" rows="2" spellcheck="false" placeholder="LaTeX, MathML or plain text" data-first-field { (one) }
            }
            label { "Another one, to align (optional)" textarea name="other" rows="2" spellcheck="false" { (two) } }
            button .go type="submit" { "Inspect" }
        }
        div #inspection .section {
            @match (trees, other) {
                (Some(trees), Some(other)) => (aligned(trees, other)),
                (Some(trees), None) => (forms(trees)),
                _ => (examples()),
            }
        }
    };
    let api = match (one.is_empty(), two.is_empty()) {
        (true, _) => None,
        (false, true) => {
            Some(Address::default().with("formula", one).with("query", "true").to("/api/v1/tree"))
        }
        (false, false) => Some(Address::default().with("one", one).with("two", two).to("/api/v1/align")),
    };
    page(site, Screen::Inspector, "Inspector – Perga", api.as_deref(), content)
}

fn examples() -> Markup {
    let to = |one: &str, two: &str| {
        let first = Address::default().with("formula", one);
        let both = if two.is_empty() { first } else { first.with("other", two) };
        both.to("/inspect")
    };
    html! {
        section .examples aria-labelledby="examples" {
            h2 #examples { "Try one of these" }
            ul { @for (one, two, what) in EXAMPLES {
                li { a href=(to(one, two)) {
                    span .query { span { (math(one)) @if !two.is_empty() { " and " (math(two)) } } }
                    span .teaches { (what) }
                } }
            } }
        }
    }
}

fn forms(trees: &Trees) -> Markup {
    html! {
        div data-formula data-stop {
            div .big-formula.scroll tabindex="0" { (PreEscaped(&trees.mathml)) }
            div .actions { (buttons(&trees.tex)) }
        }
        (diagnostics(&trees.diagnostics, &trees.source))
        div .columns {
            section .section { h2 { "Operator tree" } (tree(&trees.operator_tree, "Operator tree", |_| String::new())) }
            section .section { h2 { "Layout tree" } (tree(&trees.layout_tree, "Layout tree", |_| String::new())) }
        }
        section .section {
            h2 { "Forms" }
            div .table-wrap tabindex="0" role="region" aria-label="Forms" {
                table { tbody {
                    (form("LaTeX", &trees.tex))
                    (form("canonical", &trees.canonical))
                    (form("operator tree", &trees.opt))
                    (form("layout tree", &trees.slt))
                    (form("signatures", &trees.signatures.join("  ")))
                    (form("Content MathML", &trees.content))
                } }
            }
        }
        (list("Symbol pairs", &trees.tuples))
        (list("Leaf-root paths", &trees.paths))
        (list("Layout tokens", &trees.l8))
    }
}

fn form(name: &str, value: &str) -> Markup {
    html! { tr { th scope="row" { (name) } td { code { (value) } } } }
}

fn list(name: &str, entries: &[String]) -> Markup {
    html! {
        details .section open[entries.len() <= MOST_OPEN] {
            summary { strong { (name) } " " span .relation { (counted(entries.len(), "entry")) } }
            ul .listing { @for entry in entries.iter().take(MOST_LISTED) { li { code { (entry) } } } }
            @if entries.len() > MOST_LISTED { p .relation { (entries.len() - MOST_LISTED) " more" } }
        }
    }
}

/// What the reader remarked, with the place it is about.
fn diagnostics(found: &[Finding], source: &str) -> Markup {
    html! {
        @for finding in found {
            @let [start, end] = finding.span;
            p .diagnostic {
                u { (source.get(start as usize..end as usize).unwrap_or("")) } " " (code(&finding.message)) " · "
                span .hint { (code(finding.hint)) } " " code { (finding.code) }
            }
        }
    }
}

fn aligned(trees: &Trees, other: &Other) -> Markup {
    let Other { trees: two, alignment } = other;
    let class_of = |pair: Option<&Pair>| {
        let number =
            pair.and_then(|pair| pair.number).map(|number| format!(" b{number}")).unwrap_or_default();
        pair.map(|pair| format!("m-{}{number}", pair.mark)).unwrap_or_default()
    };
    // A closing brace counts for what it closes or not, as the formula was typed or is written.
    let covers = |[start, end]: [u32; 2], span: [u32; 2]| start == span[0] && end.abs_diff(span[1]) <= 1;
    let pairs = &alignment.why.pairs;
    html! {
        section data-bindings="0" data-formula {
            h2 { "Alignment" }
            p .lead { "The second, with the first as your formula: " (alignment.why.reason) }
            div .columns {
                div .big-formula.scroll.numbered tabindex="0" { (PreEscaped(&alignment.one.mathml)) }
                div .big-formula.scroll.lit tabindex="0" { (PreEscaped(&alignment.two.mathml)) }
            }
            div .tex-line { (substitution(&alignment.why.substitution, &alignment.why.bindings)) }
            (diagnostics(&alignment.one.diagnostics, &alignment.one.tex))
            (diagnostics(&alignment.two.diagnostics, &alignment.two.tex))
            div .columns {
                section .section {
                    h3 { "Operator tree of the first" }
                    (tree(&trees.operator_tree, "Operator tree of the first", |span| {
                        class_of(pairs.iter().find(|pair| pair.query == span).or(pairs.iter().find(|pair| covers(pair.query, span))))
                    }))
                }
                section .section {
                    h3 { "Operator tree of the second" }
                    (tree(&two.operator_tree, "Operator tree of the second", |span| {
                        class_of(pairs.iter().find(|pair| pair.hit == span).or(pairs.iter().find(|pair| covers(pair.hit, span))))
                    }))
                }
            }
            details .section {
                summary { strong { "Corresponding nodes" } " " span .relation { (alignment.why.pairs.len()) } }
                div .table-wrap tabindex="0" role="region" aria-label="Corresponding nodes" {
                    table {
                        thead { tr { th scope="col" { "first" } th scope="col" { "second" } th scope="col" { "match" } } }
                        tbody { @for pair in alignment.why.pairs.iter().take(MOST_LISTED) { (row(pair, alignment)) } }
                    }
                }
            }
        }
    }
}

fn row(pair: &Pair, alignment: &Alignment) -> Markup {
    let part =
        |text: &str, [start, end]: [u32; 2]| text.get(start as usize..end as usize).unwrap_or("").to_owned();
    html! {
        tr {
            td { code { (part(&alignment.one.tex, pair.query)) } }
            td { code { (part(&alignment.two.tex, pair.hit)) } }
            td { (pair.mark) @if let Some(number) = pair.number { " (" (number) ")" } }
        }
    }
}
