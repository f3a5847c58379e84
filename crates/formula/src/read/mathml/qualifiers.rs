//! Operators with bound variables, limits and degrees, as computer algebra systems and the MathML
//! specification write them: `<apply><sum/><bvar>…<lowlimit>…<uplimit>…`.
//!
//! They get the shape that LaTeXML produces from LaTeX: the sum is a `sup` of a `sub`, applied to the
//! summand; the bound variable of an integral is the differential at the end of the integrand.

use super::content::Content;
use super::xml::ElementId;
use crate::diagnostic::Span;
use crate::names;
use crate::opt::{Kind, NodeId};
use crate::symbol::Symbol;

/// The qualifiers of one `apply`.
#[derive(Default)]
struct Qualifiers {
    variables: Vec<ElementId>,
    low: Option<ElementId>,
    up: Option<ElementId>,
    degree: Option<ElementId>,
    base: Option<ElementId>,
    domain: Option<ElementId>,
    operands: Vec<ElementId>,
}

impl Content<'_, '_> {
    /// An application with qualifiers; none if it has no qualifiers.
    pub(super) fn qualified(
        &mut self,
        id: ElementId,
        head: ElementId,
        operands: &[ElementId],
    ) -> Option<NodeId> {
        let is_plain = |name| {
            !matches!(
                name,
                "bvar" | "lowlimit" | "uplimit" | "degree" | "logbase" | "condition" | "domainofapplication"
            )
        };
        if operands.iter().all(|&operand| is_plain(self.document.name(operand))) {
            return None;
        }
        let qualifiers = self.sort(operands);
        let span = self.span(id);
        Some(match self.document.name(head) {
            "root" => self.with_degree(head, &qualifiers, span),
            "log" => self.with_base(head, &qualifiers, span),
            "int" => self.integral(head, &qualifiers, span),
            "diff" => self.derivative(names::DERIVATIVE, &qualifiers, span),
            "partialdiff" => self.derivative(names::PARTIAL_DERIVATIVE, &qualifiers, span),
            "limit" => self.limit(head, &qualifiers, span),
            "forall" | "exists" | "lambda" => self.binder(head, &qualifiers, span),
            _ => self.large_operator(head, &qualifiers, span),
        })
    }

    fn sort(&self, operands: &[ElementId]) -> Qualifiers {
        let mut sorted = Qualifiers::default();
        for &operand in operands {
            match self.document.name(operand) {
                "bvar" => sorted.variables.push(operand),
                "lowlimit" => sorted.low = Some(operand),
                "uplimit" => sorted.up = Some(operand),
                "degree" => sorted.degree = Some(operand),
                "logbase" => sorted.base = Some(operand),
                "condition" | "domainofapplication" => sorted.domain = Some(operand),
                _ => sorted.operands.push(operand),
            }
        }
        sorted
    }

    fn with_degree(&mut self, head: ElementId, qualifiers: &Qualifiers, span: Span) -> NodeId {
        let operator = self.expression(head);
        let mut operands = self.operands(&qualifiers.operands);
        operands.extend(qualifiers.degree.map(|degree| self.expression(degree)));
        self.applied(operator, &operands, span)
    }

    fn with_base(&mut self, head: ElementId, qualifiers: &Qualifiers, span: Span) -> NodeId {
        let operator = self.expression(head);
        let operator = self.script(operator, names::SUB, qualifiers.base);
        let operands = self.operands(&qualifiers.operands);
        self.applied(operator, &operands, span)
    }

    fn script(&mut self, base: NodeId, symbol: Symbol, script: Option<ElementId>) -> NodeId {
        let Some(script) = script else { return base };
        let script = self.expression(script);
        self.opt.inner(Kind::Ordered, symbol, Span::default(), &[base, script])
    }

    fn integral(&mut self, head: ElementId, qualifiers: &Qualifiers, span: Span) -> NodeId {
        let operator = self.expression(head);
        let operator = self.script(operator, names::SUB, qualifiers.low.or(qualifiers.domain));
        let operator = self.script(operator, names::SUP, qualifiers.up);
        let mut factors = self.operands(&qualifiers.operands);
        for &variable in &qualifiers.variables {
            let variable = self.expression(variable);
            factors.push(self.opt.inner(Kind::Function, names::DIFFERENTIAL, Span::default(), &[variable]));
        }
        let integrand = match factors[..] {
            [only] => only,
            _ => self.opt.inner(Kind::Unordered, names::TIMES, Span::default(), &factors),
        };
        self.applied(operator, &[integrand], span)
    }

    /// `derivative(f, x)`, with the order of each variable after it if the order is not 1.
    fn derivative(&mut self, symbol: Symbol, qualifiers: &Qualifiers, span: Span) -> NodeId {
        let mut parts = self.operands(&qualifiers.operands);
        for &variable in &qualifiers.variables {
            let children: Vec<ElementId> = self.document.children(variable).collect();
            parts.extend(self.operands(&children));
        }
        parts.extend(qualifiers.degree.map(|degree| self.expression(degree)));
        self.opt.inner(Kind::Ordered, symbol, span, &parts)
    }

    fn limit(&mut self, head: ElementId, qualifiers: &Qualifiers, span: Span) -> NodeId {
        let mut operator = self.expression(head);
        if let (Some(&variable), Some(value)) = (qualifiers.variables.first(), qualifiers.low) {
            let parts = self.operands(&[variable, value]);
            let approach = self.opt.inner(Kind::Function, Symbol::character('→'), Span::default(), &parts);
            operator = self.opt.inner(Kind::Ordered, names::SUB, Span::default(), &[operator, approach]);
        } else {
            operator = self.script(operator, names::SUB, qualifiers.domain);
        }
        let operands = self.operands(&qualifiers.operands);
        self.applied(operator, &operands, span)
    }

    fn binder(&mut self, head: ElementId, qualifiers: &Qualifiers, span: Span) -> NodeId {
        let operator = self.expression(head);
        let parts: Vec<ElementId> = qualifiers
            .variables
            .iter()
            .chain(&qualifiers.domain)
            .chain(&qualifiers.operands)
            .copied()
            .collect();
        let operands = self.operands(&parts);
        self.applied(operator, &operands, span)
    }

    /// Sums, products, unions …: the variable and its first value go below, its last value above.
    fn large_operator(&mut self, head: ElementId, qualifiers: &Qualifiers, span: Span) -> NodeId {
        let mut operator = self.expression(head);
        match (qualifiers.variables.first(), qualifiers.low) {
            (Some(&variable), Some(low)) => {
                let parts = self.operands(&[variable, low]);
                let start = self.opt.inner(Kind::Unordered, names::EQ, Span::default(), &parts);
                operator = self.opt.inner(Kind::Ordered, names::SUB, Span::default(), &[operator, start]);
            }
            (variable, low) => {
                let below = qualifiers.domain.or(low).or(variable.copied());
                operator = self.script(operator, names::SUB, below);
            }
        }
        let operator = self.script(operator, names::SUP, qualifiers.up);
        let operands = self.operands(&qualifiers.operands);
        self.applied(operator, &operands, span)
    }
}
