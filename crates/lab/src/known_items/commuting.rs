//! Operands of commutative operators in another order.

use formula::diagnostic::Span;
use formula::opt::{Kind, NodeId};

use super::text::{replaced, whole};
use super::{Below, Written, operator_nodes};

/// How many operators get their operands shuffled at most.
const ROUNDS: usize = 3;

/// How often an operator and an order are drawn.
const TRIES: usize = 12;

/// The formula with operands of commutative operators, sides of equations among them, in another order. Nothing if there
/// are none, or if Perga does not read the result as the same formula.
pub fn commuted(written: &Written, below: Below) -> Option<Written> {
    let mut current: Option<Written> = None;
    let mut rounds = 0;
    for _ in 0..TRIES {
        let base = current.as_ref().unwrap_or(written);
        let next = shuffled(base, below)?;
        if next.signatures.visual == base.signatures.visual || !next.says_the_same(written) {
            continue;
        }
        current = Some(next);
        rounds += 1;
        if rounds == ROUNDS {
            break;
        }
    }
    current.filter(|current| current.signatures.visual != written.signatures.visual)
}

/// The operands of one operator, drawn, in an order that is drawn; nothing if no operator has operands without order.
fn shuffled(written: &Written, below: Below) -> Option<Written> {
    let opt = &written.formula.opt;
    let is_commutative = |id: NodeId| opt.node(id).kind == Kind::Unordered;
    let nodes = operator_nodes(opt).into_iter().filter(|(id, _)| is_commutative(*id));
    let places: Vec<Vec<Span>> = nodes.filter_map(|(id, _)| operands(written, id)).collect();
    let spans = places.get(below(places.len()))?;
    let mut order: Vec<usize> = (0..spans.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, below(last + 1));
    }
    let text = |span: Span| written.latex[span.start as usize..span.end as usize].to_owned();
    let edits = spans.iter().zip(order).map(|(&span, other)| (span, text(spans[other]))).collect();
    Some(Written::read(&replaced(&written.latex, edits)))
}

/// The operands of a node as pieces of the text, one after the other.
fn operands(written: &Written, id: NodeId) -> Option<Vec<Span>> {
    let opt = &written.formula.opt;
    let spans: Option<Vec<Span>> =
        opt.children(id).map(|child| whole(&written.latex, opt.node(child).span)).collect();
    let spans = spans?;
    let are_apart = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
    (spans.len() > 1 && are_apart).then_some(spans)
}
