use super::*;
use crate::tangent_strings::parse_slt;

#[test]
fn formulas_read_as_a_person_would_write_them() {
    let cases = [
        ("[V!x[-[V!y[=[N!0]],a[N!2]]]]", "x-y^{2}=0"),
        ("[∑[O!divide,o[N!1],u[V!i]],o[V!n],u[V!i[=[N!1]]]]", r"\sum_{i=1}^{n}\frac{1}{i}"),
        ("[V!α[V!x[V!sin[V!x]]]]", r"\alpha x\sin x"),
        ("[O!root,c[N!3],w[V!x]]", r"\sqrt[3]{x}"),
        ("[M!()1x1[M!()1x1,w[O!divide,o[N!1],u[N!2]]],w[V!x]]", r"(x)\left(\frac{1}{2}\right)"),
        ("[M!||1x1,a[N!2],w[V!x]]", r"\left|x\right|^{2}"),
        ("[M!()2x2,w[V!a,e[V!b,e[V!c,e[V!d]]]]]", r"\begin{pmatrix}a & b \\ c & d\end{pmatrix}"),
        ("[V!f[M!()1x1,w[V!x]],a[′′]]", "f''(x)"),
        ("[V!f,a[′[N!2]],b[V!i]]", "f'_{i}^{2}"),
        ("[V!ℝ,a[V!n]]", r"\mathbb{R}^{n}"),
        ("[V!x,b[V!i],o[^]]", r"\hat{x}_{i}"),
        ("[M!1x1,o[¯],w[V!a[V!b]]]", r"\overline{ab}"),
        ("[M!1x1,u[V!n],w[M!1x1,u[⏟],w[V!a[+[V!b]]]]]", r"\underbrace{a+b}_{n}"),
        ("[=,o[!]]", "=^{!}"),
        ("[N!1[N!2]]", "1{2}"),
        ("[V!C,b[V!k],d[V!n]]", "{}_{n}C_{k}"),
        ("[T!50% & more[?x]]", r"\text{50\% \& more}\qvar{x}"),
        ("[lim[V!f],u[V!x[→[N!0]]]]", r"\lim_{x\to 0}f"),
    ];
    for (string, expected) in cases {
        assert_eq!(write(&parse_slt(string).unwrap()), expected, "{string}");
    }
}
