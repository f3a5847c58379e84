//! Tests of the parts of the reader; whole formulas are in `tests/mathml.rs`.

use super::*;
use crate::opt::NodeId;

fn outline(document: &Document<'_>, id: ElementId) -> String {
    let name = document.name(id);
    if name.is_empty() {
        return document.element(id).text.trim().to_owned();
    }
    let parts: Vec<String> = document.nodes(id).map(|node| outline(document, node)).collect();
    format!("{name}({})", parts.join(" "))
}

fn read(source: &str) -> (String, Vec<&'static str>) {
    let mut diagnostics = Vec::new();
    let document = Document::read(source, &mut diagnostics);
    let parts: Vec<String> = document.nodes(Document::ROOT).map(|node| outline(&document, node)).collect();
    (parts.join(" "), diagnostics.iter().map(|diagnostic| diagnostic.code).collect())
}

#[test]
fn sound_xml_is_read_without_findings() {
    let source = "<?xml version='1.0'?><!DOCTYPE math [<!ENTITY a \">\">]><m:math xmlns:m=\"u\"><!-- < -->\
                  <m:mi mathvariant='bold'>&alpha;</m:mi><m:mo>&lt;</m:mo><m:mtext><![CDATA[a<b]]></m:mtext><m:none/></m:math>";
    let (tree, codes) = read(source);
    assert_eq!(tree, "math(mi(α) mo(<) mtext(a<b) none())");
    assert!(codes.is_empty(), "{codes:?}");
}

#[test]
fn broken_xml_is_mended_and_reported() {
    for (source, expected, code) in [
        ("<math><mi>x</mi>", "math(mi(x))", "xml-unclosed"),
        ("<math><mi>x<mo>+</mo></math>", "math(mi(x) mo(+))", "xml-unclosed"),
        ("<math><mrow><mi>x</mi></math>", "math(mrow(mi(x)))", "xml-unclosed"),
        ("<math></mrow><mi>x</mi></math>", "math(mi(x))", "xml-stray-end"),
        ("<math><mi>x & y</mi></math>", "math(mi(x & y))", "xml-entity"),
        ("<math><mo><</mo></math>", "math(mo(<))", "xml-less-than"),
        ("<math><mi>x</mi><!-- y</math>", "math(mi(x))", "xml-unclosed"),
        ("<math><mi mathvariant=bold>x</mi><mi", "math(mi(x) mi())", "xml-unclosed"),
        ("<math><mi a='b>x</mi></math>", "math(mi(x))", "xml-unclosed"),
    ] {
        let (tree, codes) = read(source);
        assert_eq!(tree, expected, "{source}");
        assert!(codes.contains(&code), "{source}: {codes:?}");
    }
}

#[test]
fn attributes_come_in_every_spelling() {
    let mut diagnostics = Vec::new();
    let source = "<mo a=\"1 2\" xml:id='m&amp;n' c=3 d form = \"prefix\"/>";
    let document = Document::read(source, &mut diagnostics);
    for (name, value) in [("a", "1 2"), ("id", "m&n"), ("c", "3"), ("d", ""), ("form", "prefix")] {
        assert_eq!(document.attribute(1, name).as_deref(), Some(value), "{name}");
    }
    assert_eq!(document.attribute(1, "e"), None);
    assert!(diagnostics.is_empty());
}

/// The tree as an S-expression.
fn expression(opt: &Opt, id: NodeId) -> String {
    let label = match opt.node(id).kind {
        crate::opt::Kind::Compound => "+".to_owned(),
        crate::opt::Kind::Absent => "_".to_owned(),
        crate::opt::Kind::Error => "!".to_owned(),
        _ => opt.label(id),
    };
    if opt.is_leaf(id) {
        return label;
    }
    let parts: Vec<String> = opt.children(id).map(|child| expression(opt, child)).collect();
    format!("({label} {})", parts.join(" "))
}

fn content(source: &str) -> String {
    let (opt, _) = read_content(source, true);
    opt.root().map_or_else(String::new, |root| expression(&opt, root))
}

#[test]
fn content_of_many_hands_has_one_shape() {
    let x = "<ci>x</ci>";
    for (source, expected) in [
        (format!("<apply><sin/>{x}</apply>"), "(sin x)"),
        (format!("<apply><power/>{x}<cn>2</cn></apply>"), "(sup x 2)"),
        (format!("<apply><root/>{x}</apply>"), "(root x 2)"),
        (format!("<apply><root/><degree><cn>3</cn></degree>{x}</apply>"), "(root x 3)"),
        (format!("<apply><log/><logbase><cn>2</cn></logbase>{x}</apply>"), "(+ (sub log 2) x)"),
        (
            format!(
                "<apply><sum/><bvar>{x}</bvar><lowlimit><cn>1</cn></lowlimit><uplimit><ci>n</ci></uplimit>{x}</apply>"
            ),
            "(+ (sup (sub sum (eq x 1)) n) x)",
        ),
        (
            format!("<apply><int/><bvar>{x}</bvar><lowlimit><cn>0</cn></lowlimit><uplimit><infinity/></uplimit>{x}</apply>"),
            "(+ (sup (sub int 0) infinity) (times x (d x)))",
        ),
        (format!("<apply><int/><bvar>{x}</bvar>{x}</apply>"), "(int (times x (d x)))"),
        (format!("<apply><diff/><bvar>{x}</bvar><apply><ci>f</ci>{x}</apply></apply>"), "(derivative (f x) x)"),
        (
            format!("<apply><limit/><bvar>{x}</bvar><lowlimit><cn>0</cn></lowlimit>{x}</apply>"),
            "(+ (sub limit (→ x 0)) x)",
        ),
        (format!("<apply><forall/><bvar>{x}</bvar><apply><gt/>{x}<cn>0</cn></apply></apply>"), "(forall x (gt x 0))"),
        (
            format!("<set><bvar>{x}</bvar><condition><apply><gt/>{x}<cn>0</cn></apply></condition></set>"),
            "(conditional-set x (gt x 0))",
        ),
        ("<cn type='rational'>1<sep/>2</cn>".to_owned(), "(divide 1 2)"),
        ("<cn type='e-notation'>1.5<sep/>3</cn>".to_owned(), "(times 1.5 (sup 10 3))"),
        ("<cn>-5</cn>".to_owned(), "(minus 5)"),
        ("<ci><msub><mi>x</mi><mn>1</mn></msub></ci>".to_owned(), "(sub x 1)"),
        ("<apply><interval closure='open'/><cn>2</cn><ci>k</ci></apply>".to_owned(), "(interval() 2 k)"),
        ("<matrix><matrixrow><ci>a</ci><ci>b</ci></matrixrow><matrixrow><ci>c</ci></matrixrow></matrix>".to_owned(), "(matrix (row a b) (row c !))"),
        ("<apply><csymbol cd='latexml'>delimited-[]</csymbol><ci>x</ci></apply>".to_owned(), "(delimited[] x)"),
        ("<apply><ci>italic-ϕ</ci><mws:qvar name='𝑝ℎ𝑖'/></apply>".to_owned(), "(ϕ phi)"),
        ("<cerror><csymbol cd='ambiguous'>fragments</csymbol><csymbol cd='unknown'>a</csymbol><csymbol cd='unknown'>b</csymbol><ci>|</ci><csymbol cd='unknown'>c</csymbol></cerror>".to_owned(), "(! fragments ab | c)"),
        ("<reals/>".to_owned(), "R"),
        ("<widget><ci>a</ci><ci>b</ci></widget>".to_owned(), "(widget a b)"),
    ] {
        assert_eq!(content(&source), expected, "{source}");
        assert_eq!(content(&format!("<math>{source}</math>")), expected, "{source}");
    }
}

#[test]
fn shared_operands_are_repeated() {
    let chain = "<apply><and/><apply><lt/><ci>a</ci><apply><plus/><ci>b</ci><cn>1</cn></apply></apply>\
                 <apply><leq/><share href=\"#.cmml\"/><ci>c</ci></apply>\
                 <apply><lt/><share href=\"#.cmml\"/><ci>d</ci></apply></apply>";
    assert_eq!(content(chain), "(and (lt a (plus b 1)) (leq (plus b 1) c) (lt c d))");
    let by_id = "<apply><plus/><ci id='m1'>a</ci><share href='#m1'/></apply>";
    assert_eq!(content(by_id), "(plus a a)");
}

#[test]
fn shares_do_not_multiply_without_bound() {
    let mut source = String::from("<ci>a</ci>");
    for _ in 0..40 {
        source = format!(
            "<apply><and/><apply><lt/><ci>b</ci>{source}</apply><apply><lt/><share/><share/></apply></apply>"
        );
    }
    let (opt, _) = read_content(&source, false);
    assert!(opt.arena_len() < 20_000, "{}", opt.arena_len());
    let (opt, _) = read_content("<math id='m'><share href='#m'/></math>", false);
    assert!(opt.arena_len() < 1_000);
}

#[test]
fn deep_content_is_flattened_and_nothing_is_lost() {
    let depth = 100_000;
    let source = format!("{}<ci>x</ci><ci>y</ci>{}", "<apply><sin/>".repeat(depth), "</apply>".repeat(depth));
    let (opt, diagnostics) = read_content(&source, false);
    assert!(diagnostics.iter().any(|diagnostic| diagnostic.code == "nesting"));
    let leaves: String =
        (0..opt.arena_len()).map(|i| opt.label(NodeId(i as u32))).filter(|label| label.len() == 1).collect();
    assert_eq!(leaves, "xy");
    let unclosed = "<apply>".repeat(depth);
    let (_, diagnostics) = read_content(&unclosed, false);
    assert!(!diagnostics.is_empty() && diagnostics.len() < 200);
}
