//! Rows that lie exactly between two brackets.
//!
//! `<mrow>(…)</mrow>` shows which brackets are a pair; in a flat row the reader has to guess. It trusts the
//! row only if the first bracket does not close before the end: some programs put `(a)(b)` into one row.

use super::{Presentation, Step};
use crate::mathml::xml::ElementId;
use crate::symbol::Symbol;
use crate::tables::unicode;

/// A bracket at the edge of a row; an invisible one (`\left.`) has no character.
#[derive(Clone, Copy)]
struct Fence {
    character: Option<char>,
}

impl Fence {
    fn symbol(self) -> Symbol {
        self.character.map_or(Symbol::NONE, Symbol::character)
    }
}

impl Presentation<'_, '_> {
    /// The content of an `mrow`, as a group if it lies between two brackets.
    pub(super) fn row(&mut self, id: ElementId) {
        let children: Vec<ElementId> = self.document.children(id).collect();
        match children[..] {
            [first, ref inner @ .., last] if !self.builder.is_too_deep() => {
                if let Some((open, close)) = self.enclosing(first, inner, last) {
                    return self.enclosed(id, open, inner, close);
                }
                if let ([], Some(open), "mtable") = (inner, self.edge_fence(first), self.document.name(last))
                {
                    return self.enclosed(id, open, &[last], Fence { character: None });
                }
                if let ([], Some(close), "mtable") = (inner, self.edge_fence(last), self.document.name(first))
                {
                    return self.enclosed(id, Fence { character: None }, &[first], close);
                }
                self.dissolve(id);
            }
            _ => self.dissolve(id),
        }
    }

    fn enclosed(&mut self, id: ElementId, open: Fence, inner: &[ElementId], close: Fence) {
        if let [table] = *inner
            && self.document.name(table) == "mtable"
        {
            let after_space = std::mem::take(&mut self.after_space);
            self.floating = None;
            let node = self.grid(table);
            self.builder.set_fences(node, open.symbol(), close.symbol());
            self.after_space = after_space;
            return self.push(node);
        }
        let after_space = std::mem::take(&mut self.after_space);
        self.floating = None;
        let (mark, span) = (self.builder.mark(), self.span(id));
        self.steps.push(Step::Close { mark, open: open.symbol(), close: close.symbol(), span, after_space });
        self.steps.extend(inner.iter().rev().map(|&child| Step::Element(child)));
    }

    /// The brackets of a row that begins and ends with them.
    fn enclosing(&self, first: ElementId, inner: &[ElementId], last: ElementId) -> Option<(Fence, Fence)> {
        let (open, close) = (self.edge_fence(first)?, self.edge_fence(last)?);
        let says = |id, form: &str| self.document.attribute(id, "form").is_some_and(|found| found == form);
        let is_declared = says(first, "prefix") && says(last, "postfix");
        let pairs = match (open.character, close.character) {
            (None, None) => false,
            _ if is_declared => true,
            (None, Some(close)) => is_bar(close) || is_closing(close),
            (Some(open), None) => is_bar(open) || is_opening(open),
            (Some(open), Some(close)) => belong_together(open, close),
        };
        (pairs && self.is_balanced(inner, open, close)).then_some((open, close))
    }

    /// Whether no bracket inside could be the partner of those at the edges.
    fn is_balanced(&self, inner: &[ElementId], open: Fence, close: Fence) -> bool {
        let mut depth = 0usize;
        for &child in inner {
            let Some(c) = self.fence_character(child) else { continue };
            if Some(c) == open.character && Some(c) == close.character {
                return false;
            }
            if is_opening(c) {
                depth += 1;
            } else if is_closing(c) {
                let Some(outer) = depth.checked_sub(1) else { return false };
                depth = outer;
            }
        }
        depth == 0
    }

    /// The bracket of an element: an `mo`, or the `mi` that some programs use for bars.
    fn edge_fence(&self, id: ElementId) -> Option<Fence> {
        let is_fence = self.document.attribute(id, "fence").is_some_and(|fence| fence == "true");
        if let Some(c) = self.fence_character(id) {
            let is_bracket = is_bar(c) || is_opening(c) || is_closing(c) || is_fence;
            return is_bracket.then_some(Fence { character: Some(c) });
        }
        let is_empty = self.document.nodes(id).next().is_none();
        (self.document.name(id) == "mo" && is_fence && is_empty).then_some(Fence { character: None })
    }

    fn fence_character(&self, id: ElementId) -> Option<char> {
        let says_infix = self.document.attribute(id, "form").is_some_and(|form| form == "infix");
        if !matches!(self.document.name(id), "mo" | "mi") || says_infix {
            return None;
        }
        let node = self.document.nodes(id).next()?;
        let mut characters = self.document.element(node).text.trim().chars();
        let c = unicode::normalise(characters.next()?);
        if characters.next().is_some() {
            return None;
        }
        let is_fence = || self.document.attribute(id, "fence").is_some_and(|fence| fence == "true");
        match c {
            '∣' if self.document.name(id) == "mi" || is_fence() => Some('|'),
            _ => Some(c),
        }
    }
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '∥')
}

fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '⟨' | '⌊' | '⌈' | '⟦' | '⟮' | '⎰' | '⌜' | '⌞')
}

fn is_closing(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '⟩' | '⌋' | '⌉' | '⟧' | '⟯' | '⎱' | '⌝' | '⌟')
}

/// Whether two brackets at the edges of a row are a pair: of one kind, or the ends of an interval.
fn belong_together(open: char, close: char) -> bool {
    matches!(
        (open, close),
        ('(' | '[' | ']', ')' | ']' | '[')
            | ('{', '}')
            | ('⟨', '⟩')
            | ('⌊', '⌋')
            | ('⌈', '⌉')
            | ('⟦', '⟧')
            | ('⟮', '⟯')
            | ('⎰', '⎱')
            | ('⌜', '⌝')
            | ('⌞', '⌟')
            | ('|', '|' | '⟩')
            | ('⟨', '|')
            | ('∥', '∥')
    )
}
