use super::*;
use crate::slt::Grid;
use crate::symbol::Symbol;
use crate::tangent_strings::parse_slt;

/// The inside of the `math` element, without ids.
fn plain(slt: &Slt) -> String {
    let written = write(slt, &Style { id_prefix: None, class_of: None, display: false });
    let inside = written.strip_prefix("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">").unwrap();
    inside.strip_suffix("</math>").unwrap().to_owned()
}

fn written(string: &str) -> String {
    plain(&parse_slt(string).unwrap())
}

#[test]
fn every_node_has_an_id_and_may_have_classes() {
    let slt = parse_slt("[M!()1x1,a[?x],w[V!a[<[V!b]]]]").unwrap();
    let class_of = |id: NodeId| (id.index() == 2 || id.index() == 1).then_some("hit");
    let style = Style { id_prefix: Some("q1-"), class_of: Some(&class_of), display: true };
    assert_eq!(
        write(&slt, &style),
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><msup><mrow id=\"q1-0\">\
         <mo id=\"q1-0-open\" form=\"prefix\" fence=\"true\" stretchy=\"false\">(</mo><mi id=\"q1-2\" class=\"hit\">a</mi>\
         <mo id=\"q1-3\">&lt;</mo><mi id=\"q1-4\">b</mi>\
         <mo id=\"q1-0-close\" form=\"postfix\" fence=\"true\" stretchy=\"false\">)</mo></mrow>\
         <mi id=\"q1-1\" class=\"wildcard hit\">?x</mi></msup></math>"
    );
}

#[test]
fn structures_have_their_elements() {
    let cases = [
        (
            "[O!divide,o[N!1],u[V!x[+[N!2]]]]",
            "<mfrac><mn>1</mn><mrow><mi>x</mi><mo lspace=\"0\" rspace=\"0\">+</mo><mn>2</mn></mrow></mfrac>",
        ),
        ("[O!root,w[V!x[V!y]]]", "<msqrt><mi>x</mi><mi>y</mi></msqrt>"),
        ("[O!root,c[N!3],w[V!x]]", "<mroot><mi>x</mi><mn>3</mn></mroot>"),
        ("[V!x,a[N!2],b[V!i]]", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        ("[∑,o[V!n],u[V!i]]", "<msubsup><mo lspace=\"0\" rspace=\"0\">∑</mo><mi>i</mi><mi>n</mi></msubsup>"),
        ("[∫,o[V!n],u[V!i]]", "<msubsup><mo lspace=\"0\" rspace=\"0\">∫</mo><mi>i</mi><mi>n</mi></msubsup>"),
        (
            "[V!x,a[N!2],o[^]]",
            "<msup><mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">^</mo></mover><mn>2</mn></msup>",
        ),
        (
            "[V!x,c[N!2]]",
            "<mmultiscripts><mi>x</mi><mrow></mrow><mrow></mrow><mprescripts/><mrow></mrow><mn>2</mn></mmultiscripts>",
        ),
        (
            "[M!1x1,b[V!z],w[V!x,b[V!y]]]",
            "<msub><mrow><msub><mi>x</mi><mi>y</mi></msub></mrow><mi>z</mi></msub>",
        ),
        (
            "[M!2x2,w[V!a,e[V!b,e[V!c,e[W!]]]]]",
            "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>\
             <mtr><mtd><mi>c</mi></mtd><mtd><mrow></mrow></mtd></mtr></mtable>",
        ),
        ("[box,w[V!x]]", "<menclose notation=\"box\"><mi>x</mi></menclose>"),
        (
            "[V!a[|[V!b]]]",
            "<mi>a</mi><mo form=\"infix\" stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo><mi>b</mi>",
        ),
        (
            "[E!\\foo[T!a & b]]",
            "<mtext class=\"unknown\">\\foo</mtext><mspace width=\"0.2222em\"/><mtext>a &amp; b</mtext>",
        ),
    ];
    for (string, expected) in cases {
        assert_eq!(written(string), expected, "{string}");
    }
}

#[test]
fn spaces_are_those_of_tex() {
    let cases = [
        (
            "[N!2[V!sin[V!x]]]",
            "<mn>2</mn><mspace width=\"0.1667em\"/><mi>sin</mi><mspace width=\"0.1667em\"/><mi>x</mi>",
        ),
        ("[V!x[-[V!y]]]", "<mi>x</mi><mo>−</mo><mi>y</mi>"),
        ("[V!x[=[-[V!y]]]]", "<mi>x</mi><mo>=</mo><mo lspace=\"0\" rspace=\"0\">−</mo><mi>y</mi>"),
        (
            "[∑,u[V!i[=[N!1]]]]",
            "<msub><mo lspace=\"0\" rspace=\"0\">∑</mo><mrow><mi>i</mi><mo lspace=\"0\" rspace=\"0\">=</mo><mn>1</mn></mrow></msub>",
        ),
        (
            "[M!()1x1,w[O!divide,o[N!1],u[N!2]]]",
            "<mrow><mo form=\"prefix\" fence=\"true\">(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac>\
             <mo form=\"postfix\" fence=\"true\">)</mo></mrow>",
        ),
    ];
    for (string, expected) in cases {
        assert_eq!(written(string), expected, "{string}");
    }
}

#[test]
fn the_modulus_has_a_space_before_and_behind_its_word() {
    let (slt, _) = crate::latex::read(r"a\equiv b\pmod n", &crate::Options::default());
    let shown = plain(&slt);
    assert!(shown.contains("<mi>b</mi><mspace width=\"0.4444em\"/>"), "{shown}");
    assert!(shown.contains("<mo lspace=\"0\" rspace=\"0.1667em\">mod</mo><mi>n</mi>"), "{shown}");
}

#[test]
fn an_absent_fence_is_an_empty_operator() {
    let mut slt = parse_slt("[M!()1x1,b[N!0],w[V!f]]").unwrap();
    slt.grids[0] = Grid { open: Symbol::NONE, close: Symbol::character('|'), rows: 1, columns: 1 };
    assert_eq!(
        plain(&slt),
        "<msub><mrow><mo form=\"prefix\" fence=\"true\" stretchy=\"false\"></mo><mi>f</mi>\
         <mo form=\"postfix\" fence=\"true\" stretchy=\"false\">|</mo></mrow><mn>0</mn></msub>"
    );
}

#[test]
fn fonts_are_characters_where_there_are_any() {
    let font_of = |string: &str, font| {
        let mut slt = parse_slt(string).unwrap();
        slt.nodes[0].font = font;
        plain(&slt)
    };
    assert_eq!(font_of("[V!v]", Font::Bold), "<mi>𝐯</mi>");
    assert_eq!(font_of("[V!R]", Font::DoubleStruck), "<mi>ℝ</mi>");
    assert_eq!(font_of("[V!R]", Font::Fraktur), "<mi mathvariant=\"fraktur\">R</mi>");
    assert_eq!(font_of("[V!d]", Font::Roman), "<mi mathvariant=\"normal\">d</mi>");
    assert_eq!(font_of("[+]", Font::Bold), "<mo mathvariant=\"bold\" lspace=\"0\" rspace=\"0\">+</mo>");
}

/// Found by fuzzing: the symbols of an inner group used up the allowance of the outer one, which then went below zero.
#[test]
fn brackets_around_a_group_of_any_length_are_written() {
    let small_brackets = |symbols: usize| {
        let source = format!("((a{}))", "+a".repeat(symbols / 2));
        let (mut slt, _) = crate::latex::read(&source, &crate::Options::default());
        slt.typesetting = None;
        plain(&slt).matches("stretchy=\"false\"").count()
    };
    assert_eq!((30..=60).step_by(2).map(small_brackets).max(), Some(4));
    assert_eq!((small_brackets(30), small_brackets(60)), (4, 0));
}
