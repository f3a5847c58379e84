//! MathML keeps what the author of LaTeX said about spaces, sizes, styles and columns, and puts limits where TeX does.

use formula::write::mathml::{Style, write};
use formula::{Options, latex};

fn mathml(source: &str, display: bool) -> String {
    let (slt, _) = latex::read(source, &Options::default());
    let written = write(&slt, &Style { id_prefix: None, class_of: None, display });
    let inside = written.split_once('>').map_or("", |(_, inside)| inside);
    let spaces =
        [" lspace=\"0\" rspace=\"0\"", " form=\"prefix\" fence=\"true\"", " form=\"postfix\" fence=\"true\""];
    spaces.iter().fold(inside.replace("</math>", ""), |text, attribute| text.replace(attribute, ""))
}

#[test]
fn scripts_of_operators_are_limits_only_where_tex_puts_limits() {
    for (source, expected) in [
        (r"\partial_t f", "<msub><mo>∂</mo><mi>t</mi></msub><mi>f</mi>"),
        (r"\sum_i", "<munder><mo>∑</mo><mi>i</mi></munder>"),
        (r"\max_x", "<munder><mi>max</mi><mi>x</mi></munder>"),
        (r"\operatorname{max}_x", "<msub><mi>max</mi><mi>x</mi></msub>"),
        (r"\operatorname*{arg}_x", "<munder><mi>arg</mi><mi>x</mi></munder>"),
        (r"\int_0", "<msub><mo>∫</mo><mn>0</mn></msub>"),
        (r"\int\limits_0", "<munder><mo>∫</mo><mn>0</mn></munder>"),
        (r"\sum\nolimits_i", "<msub><mo>∑</mo><mi>i</mi></msub>"),
        (r"\overset{!}{=}", "<mover><mo>=</mo><mo>!</mo></mover>"),
        (r"=^!", "<msup><mo>=</mo><mo>!</mo></msup>"),
        (r"\frac{\sum_i}{2}", "<mfrac><msub><mo>∑</mo><mi>i</mi></msub><mn>2</mn></mfrac>"),
    ] {
        assert_eq!(mathml(source, true), expected, "{source}");
    }
    assert_eq!(mathml(r"\sum_i", false), "<msub><mo>∑</mo><mi>i</mi></msub>");
    assert_eq!(
        mathml(r"\sum\limits_i", false),
        "<munder><mo movablelimits=\"false\">∑</mo><mi>i</mi></munder>"
    );
    assert_eq!(mathml(r"\lim_x", false), "<msub><mo>lim</mo><mi>x</mi></msub>");
}

#[test]
fn spaces_are_kept() {
    assert_eq!(mathml(r"a\,b", true), "<mi>a</mi><mspace width=\"0.1667em\"/><mi>b</mi>");
    assert_eq!(mathml(r"a\!b", true), "<mi>a</mi><mspace style=\"margin-left:-0.1667em\"/><mi>b</mi>");
    assert_eq!(mathml(r"\text{if }x", true), "<mtext>if</mtext><mspace width=\"0.3333em\"/><mi>x</mi>");
    assert_eq!(mathml(r"x\text{ if}", true), "<mi>x</mi><mspace width=\"0.3333em\"/><mtext>if</mtext>");
    assert_eq!(mathml(r"a\qquad b", true), "<mi>a</mi><mspace width=\"2em\"/><mi>b</mi>");
    assert_eq!(mathml(r"a\hspace{1em}b", true), "<mi>a</mi><mspace width=\"1em\"/><mi>b</mi>");
    assert_eq!(mathml(r"a\kern9mu b", true), "<mi>a</mi><mspace width=\"0.5em\"/><mi>b</mi>");
    assert_eq!(
        mathml(r"\frac{\,a}{b}c", true),
        "<mfrac><mrow><mspace width=\"0.1667em\"/><mi>a</mi></mrow><mi>b</mi></mfrac><mi>c</mi>"
    );
}

#[test]
fn brackets_have_the_size_that_the_author_gave_them() {
    assert_eq!(
        mathml(r"(\frac12)", true),
        "<mrow><mo stretchy=\"false\">(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo stretchy=\"false\">)</mo></mrow>"
    );
    assert_eq!(mathml(r"\left(x\right)", true), "<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>");
    let big = mathml(r"\Bigl(x\Bigr)", true);
    assert_eq!(big.matches("minsize=\"1.8em\" maxsize=\"1.8em\"").count(), 2, "{big}");
}

#[test]
fn columns_are_aligned() {
    let aligned = mathml(r"\begin{align}a&=b\\&=c\end{align}", true);
    assert!(aligned.starts_with("<mtable displaystyle=\"true\" columnalign=\"right left\">"), "{aligned}");
    assert!(
        aligned.contains("<mtd style=\"text-align:-webkit-left;padding-left:0\"><mo lspace=\"0.2778em\""),
        "{aligned}"
    );
    let array = mathml(r"\begin{array}{l|r}a&b\\c&d\end{array}", true);
    assert!(array.starts_with("<mtable columnalign=\"left right\">"), "{array}");
    assert!(mathml(r"\begin{pmatrix}a&b\end{pmatrix}", true).contains("<mtable><mtr><mtd>"));
}

#[test]
fn styles_last_to_the_end_of_their_group() {
    let sums = mathml(r"{\textstyle\sum_i}\sum_j", true);
    assert_eq!(
        sums,
        "<mstyle displaystyle=\"false\" scriptlevel=\"0\"><msub><mo>∑</mo><mi>i</mi></msub></mstyle>\
         <mspace width=\"0.1667em\"/><munder><mo>∑</mo><mi>j</mi></munder>"
    );
    assert!(mathml(r"\tfrac12", true).starts_with("<mfrac displaystyle=\"false\" scriptlevel=\"0\">"));
}
