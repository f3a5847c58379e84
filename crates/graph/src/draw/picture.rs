//! A graph as SVG: the top at the left, each level to the right of the one before.

use std::fmt::Write;

use crate::{Graph, NodeId, Target};

/// Pixels of a character, which is set in a font of fixed width.
const CHARACTER: usize = 8;
const ROW: usize = 34;
const BOX_HEIGHT: usize = 24;
const MARGIN: usize = 12;
/// Between a level and the next, beside the longest role.
const GAP: usize = 36;

/// What a box stands for.
struct Shape {
    text: String,
    level: usize,
    row: usize,
    is_constant: bool,
}

/// A line between two boxes.
struct Line<'a> {
    from: usize,
    to: usize,
    role: &'a str,
    is_dashed: bool,
}

/// The graph as an SVG document.
pub fn svg(graph: &Graph) -> String {
    let (shapes, lines) = placed(graph);
    let columns = columns(&shapes, &lines);
    let width =
        shapes.iter().map(|shape| columns[shape.level] + box_width(shape)).max().unwrap_or(0) + MARGIN;
    let rows = shapes.iter().map(|shape| shape.row + 1).max().unwrap_or(0);
    let height = rows * ROW + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"monospace\" font-size=\"13\">\n<title>{}</title>\n",
        escaped(graph.concept(0))
    );
    for line in &lines {
        push_line(line, &shapes, &columns, &mut out);
    }
    for shape in &shapes {
        push_box(shape, columns[shape.level], &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// The boxes with their levels and rows, and the lines between them.
fn placed(graph: &Graph) -> (Vec<Shape>, Vec<Line<'_>>) {
    let (mut shapes, mut lines): (Vec<Shape>, Vec<Line<'_>>) = (Vec::new(), Vec::new());
    // The box of each node; every node is written out before the lines to it are drawn.
    let mut boxes: Vec<Option<usize>> = vec![None; graph.nodes.len()];
    let mut again: Vec<(usize, NodeId, &str)> = Vec::new();
    if graph.nodes.is_empty() {
        return (shapes, lines);
    }
    let (mut row, mut has_child) = (0, vec![false]);
    boxes[0] = Some(0);
    shapes.push(Shape { text: node_text(graph, 0), level: 0, row, is_constant: false });
    for edge in &graph.edges {
        let Some(from) = boxes.get(edge.source).copied().flatten() else { continue };
        let (text, node) = match &edge.target {
            Target::Again(node) => {
                again.push((from, *node, &edge.role));
                continue;
            }
            Target::Node(node) => (node_text(graph, *node), Some(*node)),
            Target::Constant(text) => (text.clone(), None),
        };
        // The first child stands in the row of its parent, the others below everything so far.
        if std::mem::replace(&mut has_child[from], true) {
            row += 1;
        }
        let to = shapes.len();
        shapes.push(Shape { text, level: shapes[from].level + 1, row, is_constant: node.is_none() });
        has_child.push(false);
        lines.push(Line { from, to, role: &edge.role, is_dashed: false });
        if let Some(place) = node.and_then(|node| boxes.get_mut(node)) {
            *place = Some(to);
        }
    }
    let dashed = again.into_iter().filter_map(|(from, node, role)| {
        let to = boxes.get(node).copied().flatten()?;
        Some(Line { from, to, role, is_dashed: true })
    });
    lines.extend(dashed);
    (shapes, lines)
}

fn node_text(graph: &Graph, node: NodeId) -> String {
    match graph.nodes.get(node) {
        Some(node) => node.concept.clone().unwrap_or_else(|| node.variable.clone()),
        None => String::new(),
    }
}

fn box_width(shape: &Shape) -> usize {
    (shape.text.chars().count() + 2) * CHARACTER
}

/// Where the boxes of each level begin.
fn columns(shapes: &[Shape], lines: &[Line<'_>]) -> Vec<usize> {
    let levels = shapes.iter().map(|shape| shape.level + 1).max().unwrap_or(0);
    let mut widths = vec![0; levels];
    for shape in shapes {
        widths[shape.level] = widths[shape.level].max(box_width(shape) + GAP);
    }
    for line in lines.iter().filter(|line| !line.is_dashed) {
        let from = &shapes[line.from];
        let needed = box_width(from) + GAP + line.role.chars().count() * CHARACTER;
        widths[from.level] = widths[from.level].max(needed);
    }
    let mut at = MARGIN;
    widths
        .into_iter()
        .map(|width| {
            let start = at;
            at += width;
            start
        })
        .collect()
}

fn push_line(line: &Line<'_>, shapes: &[Shape], columns: &[usize], out: &mut String) {
    let (from, to) = (&shapes[line.from], &shapes[line.to]);
    let middle = |shape: &Shape| MARGIN + shape.row * ROW + BOX_HEIGHT / 2;
    let (x1, y1) = (columns[from.level] + box_width(from), middle(from));
    let (x2, y2) = (columns[to.level], middle(to));
    let style = if line.is_dashed { " stroke-dasharray=\"4 3\"" } else { "" };
    let bend = x1 + 12;
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<path d=\"M{x1} {y1} C{bend} {y1} {bend} {y2} {} {y2} H{x2}\" fill=\"none\" stroke=\"#777\"{style}/>",
        x1 + 24
    );
    if !line.is_dashed {
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" font-size=\"11\" fill=\"#777\">{}</text>",
            x2.saturating_sub(4),
            y2.saturating_sub(4),
            escaped(line.role)
        );
    }
}

fn push_box(shape: &Shape, x: usize, out: &mut String) {
    let y = MARGIN + shape.row * ROW;
    let (fill, corner) = if shape.is_constant { ("#f4f4f4", 0) } else { ("#e8f0fe", 6) };
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{BOX_HEIGHT}\" rx=\"{corner}\" fill=\"{fill}\" stroke=\"#555\"/>\
         <text x=\"{}\" y=\"{}\">{}</text>",
        box_width(shape),
        x + CHARACTER,
        y + 17,
        escaped(&shape.text)
    );
}

fn escaped(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !c.is_control()).collect();
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::penman::parse;

    #[test]
    fn every_node_has_a_box_and_every_edge_a_line() {
        let source = "(w / want-01 :arg0 (ii / i) :arg1 (p / prove-01 :arg0 ii :polarity -))";
        let picture = svg(&parse(source, Default::default()).unwrap());
        assert_eq!(picture.matches("<rect").count(), 4);
        assert_eq!(picture.matches("<path").count(), 4);
        assert_eq!(picture.matches("dasharray").count(), 1);
    }

    #[test]
    fn hostile_labels_stay_text() {
        let source = "(a / <script>alert&quot; :arg0<b> \"</text>\")";
        let picture = svg(&parse(source, Default::default()).unwrap());
        assert!(!picture.contains("<script") && !picture.contains("<b>"), "{picture}");
        assert_eq!(picture.matches("</text>").count(), 3);
    }

    #[test]
    fn an_empty_graph_is_an_empty_picture() {
        assert_eq!(svg(&Graph::default()).matches("<rect").count(), 0);
    }
}
