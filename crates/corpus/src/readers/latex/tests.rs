//! Small documents, and the units they become.

use proptest::prelude::*;
use testkit::assert_linear;

use super::*;

fn read_body(body: &str) -> Vec<Unit> {
    units("paper", "", body, &Lines::default())
}

fn find<'u>(units: &'u [Unit], id: &str) -> &'u Unit {
    let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    units.iter().find(|unit| unit.id == id).unwrap_or_else(|| panic!("no {id} among {ids:?}"))
}

fn sources(text: &Text) -> Vec<&str> {
    text.formulas.iter().map(|formula| formula.source.as_str()).collect()
}

/// Text, formulas joined by ` | `.
fn shown(source: &str) -> (String, String) {
    let text = text(source);
    for formula in &text.formulas {
        assert!(text.text[formula.place.clone()].contains(&formula.source));
    }
    (text.text.clone(), sources(&text).join(" | "))
}

#[test]
fn words_are_as_printed() {
    for (source, expected) in [
        (r#"G\"odel, Erd\H{o}s, \'Etale, na\"{\i}ve, Stra\ss e"#, "Gödel, Erdős, Étale, naïve, Straße"),
        ("``a'' -- b---c~d", "“a” – b—c d"),
        (r"\emph{very} \textbf{bold {indeed}} {\em it}", "very bold indeed it"),
        (r"see \cite[Chapter~2]{knuth} and \citep{x}.", "see [knuth], Chapter 2 and [x]."),
        (r"word\footnote{A note.} next", "word (A note.) next"),
        (r"\begin{itemize}\item one \item[two] three\end{itemize}", "- one\n\n- two three"),
        (r"5\% of \$3 \& \#1 \{x\} a\_b", "5% of $3 & #1 {x} a_b"),
        (r"\href{http://a.b/%7Ec}{here} \url{http://x}", "here"),
        ("\\begin{tabular}{l|c} a & b \\\\[2pt] c & d \\end{tabular}", "a b c d"),
        (r"\begin{figure}[ht]\includegraphics[width=3cm]{x}\caption{A cat.}\end{figure}", "Figure 1. A cat."),
        (r"\vspace{3cm}\noindent x\index{y}\vskip 3pt z", "x z"),
        (r"a\verb|$x$|b % c $y$", "a b"),
        ("a\\textcolor{red}{b}c", "abc"),
        ("\\unknown[option]{kept}", "kept"),
        ("!!^a{variable} and !!{formula}s", "A variable and formulas"),
    ] {
        assert_eq!(text(source).text, expected, "{source}");
    }
}

#[test]
fn formulas_keep_their_delimiters_in_the_text() {
    assert_eq!(shown(r"let $x$ be"), ("let $x$ be".into(), "x".into()));
    assert_eq!(shown(r"\(a\) and \[b\]"), (r"\(a\) and \[b\]".into(), "a | b".into()));
    assert_eq!(shown("$$a$$ $b$$c$").1, "a | b | c");
    let align = "\\begin{align*} a &= b \\\\ &= c \\end{align*}";
    assert_eq!(shown(align), (align.into(), align.into()));
    assert_eq!(shown(r"$\text{if $y$ and \mbox{$z$}} + 1$ w").1, r"\text{if $y$ and \mbox{$z$}} + 1");
    assert_eq!(shown("$a % no $ here\n+ b$").1, "a + b");
    assert_eq!(shown("$\\alpha%\nx$").1, "\\alpha x");
    assert_eq!(shown(r"\ensuremath{x^2}").1, r"\ensuremath{x^2}");
}

#[test]
fn broken_formulas_do_not_swallow_the_text_after_them() {
    assert_eq!(shown("costs $5 only\n\nlet $x$ be").1, "x");
    assert_eq!(shown("\\[ a + b\n\nlet $x$ be").1, "a + b | x");
    assert_eq!(shown("\\begin{align} a + b\n\nlet $x$ be").1, "\\begin{align} a + b | x");
    assert_eq!(shown(r"$\frac{a}{b$ and $c$").1, r"\frac{a}{b | c");
    assert_eq!(shown(r"\end{x} } } { $x$ \begin{y} $z$").1, "x | z");
    assert_eq!(shown("$a").0, "$a");
}

#[test]
fn macros_in_words_are_applied() {
    let source = r"\newcommand{\be}{\begin{equation}}\newcommand\ee{\end{equation}}
        \newcommand{\R}{\ensuremath{\mathbb{R}}}\def\ie{i.e.}\newcommand{\Set}[1]{$\{#1\}$}
        \be x=1 \ee \ie{} in \R, \Set{a}";
    let (text, formulas) = shown(source);
    assert_eq!(formulas, r"\begin{equation} x=1 \end{equation} | \R | \Set{a}");
    assert!(text.contains("i.e. in \\R,"), "{text}");
}

#[test]
fn definitions_hold_no_formulas() {
    assert_eq!(shown(r"\newcommand{\x}{$y$ and $z$} \def\a#1{$#1$} \newtheorem{t}{$T$} $w$").1, "w");
}

#[test]
fn drawings_give_formulas_and_no_words() {
    let source = r"\begin{tikzpicture}[scale=2] \draw (0,0) -- node {$A$} (1,1); \end{tikzpicture} end";
    assert_eq!(shown(source), ("$A$\n\nend".into(), "A".into()));
}

#[test]
fn theorems_are_units_of_their_own() {
    let units = read_body(
        r"Before. \section{Limits of $a_n$}\label{sec:limits} Text $s$.
        \begin{theorem}[Bolzano, $n=1$]\label{thm:b} Every $x$. \end{theorem}
        \begin{proof} By \ref{eq:1} and \cref{thm:b,sec:limits}. \end{proof}
        After \eqref{eq:1}. \begin{equation}\label{eq:1} e \end{equation}
        \subsection{More} \begin{lemma} One. \end{lemma} \begin{lemma} Two. \end{lemma}",
    );
    let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "paper",
            "paper#sec:limits",
            "paper#thm:b",
            "paper#sec:limits/proof-1",
            "paper#sec:limits/more",
            "paper#sec:limits/more/lemma-1",
            "paper#sec:limits/more/lemma-2"
        ]
    );
    let theorem = find(&units, "paper#thm:b");
    assert_eq!((theorem.kind.as_str(), theorem.title.text.as_str()), ("theorem", "Bolzano, $n=1$"));
    assert_eq!((sources(&theorem.title), sources(&theorem.body)), (vec!["n=1"], vec!["x"]));
    assert_eq!(theorem.parent.as_deref(), Some("paper#sec:limits"));
    assert_eq!(theorem.thread.as_deref(), Some("paper"));
    let proof = find(&units, "paper#sec:limits/proof-1");
    assert_eq!(proof.title, Text::plain("Proof (Limits of)"));
    let targets: Vec<&str> = proof.links.iter().map(|link| link.target.as_str()).collect();
    assert_eq!(targets, ["paper#sec:limits", "paper#thm:b"]);
    let section = find(&units, "paper#sec:limits");
    assert_eq!(
        section.body.text,
        "Text $s$.\n\nAfter (1). \\begin{equation}\\label{eq:1} e \\end{equation} (1)"
    );
    assert_eq!(section.parent.as_deref(), Some("paper"));
}

/// The name, the title if it is its own, and the body of each unit.
fn numbered(preamble: &str, body: &str) -> Vec<[String; 3]> {
    let units = units("p", preamble, body, &Lines::default());
    let row = |unit: Unit| {
        let position = unit.position.unwrap();
        let title = if position.has_own_title { unit.title.text } else { String::new() };
        [position.name, title, unit.body.text]
    };
    units.into_iter().map(row).collect()
}

#[test]
fn units_have_the_numbers_that_latex_prints_and_references_show_them() {
    let preamble = r"\newtheorem{thm}{Theorem}[section] \newtheorem{lem}[thm]{Lemma} \newtheorem*{rem}{Remark}
        \numberwithin{equation}{section}";
    let body = r"\section{One} See \cref{t}, \ref{l}, \eqref{e}, \ref{nowhere} and \nameref{two}.
        \begin{thm}[Zorn]\label{t} T. \end{thm} \begin{lem}\label{l} L. \end{lem} \begin{rem} R. \end{rem}
        \section*{Aside} \section{Two}\label{two}
        \begin{align} a \nonumber \\ b \label{e} \\ c \label{f} \tag{*} \end{align} By \eqref{f}.
        \begin{enumerate} \item one \item\label{i} two \end{enumerate} Item \ref{i}.";
    let rows = numbered(preamble, body);
    let row =
        |name: &str| rows.iter().find(|[found, ..]| found == name).unwrap_or_else(|| panic!("{rows:?}"));
    let text = "See Theorem 1.1, 1.2, (2.1), [nowhere] and Two.";
    assert_eq!(row("1"), &["1".to_owned(), "One".to_owned(), text.to_owned()]);
    assert_eq!(row("Theorem 1.1")[1..], ["Zorn", "T."]);
    assert_eq!(row("Lemma 1.2")[1..], ["", "L."]);
    assert_eq!(row("Remark")[2], "R.");
    assert_eq!(row("")[1], "Aside");
    assert!(row("2")[2].ends_with("(2.1), (*) By (*).\n\n1. one\n\n2. two\n\nItem 2."), "{}", row("2")[2]);
}

#[test]
fn chapters_count_and_citations_show_their_entry() {
    let rows = numbered(
        "",
        r"\chapter{A} \section{B} x \cite[p.~3]{k} \appendix \chapter{C}
        \begin{thebibliography}{9} \bibitem{j} J. \bibitem{k} K. \end{thebibliography}",
    );
    let names: Vec<&str> = rows.iter().map(|[name, ..]| name.as_str()).collect();
    assert_eq!(names, ["1", "1.1", "A", ""]);
    assert_eq!(rows[1][2], "x [2], p. 3");
    assert_eq!(rows[3][1..], ["References", "[1] J.\n\n[2] K."]);
}

#[test]
fn the_abstract_and_the_references_are_sections_with_a_heading() {
    let units = read_body(
        r"\begin{abstract} In short. \end{abstract} Text. \section{One} See \cite{k}.
        \begin{thebibliography}{9} \bibitem{k} K. \end{thebibliography}",
    );
    let shown: Vec<(&str, &str)> =
        units.iter().map(|unit| (unit.title.text.as_str(), unit.body.text.as_str())).collect();
    assert_eq!(shown[1..], [("Abstract", "In short."), ("One", "See [1]."), ("References", "[1] K.")]);
    assert_eq!(units[0].body.text, "Text.");
    assert_eq!(units[3].id, "paper#references");
    assert_eq!(units[2].references[0].target, "paper#references");
    let headed =
        read_body(r"\section*{References} \begin{thebibliography}{9} \bibitem{k} K. \end{thebibliography}");
    assert_eq!(headed.len(), 1, "{headed:?}");
}

#[test]
fn trees_of_inference_rules_are_shown_as_they_are_written() {
    let units = read_body(
        "So:\n\\begin{prooftree}\n  \\AxiomC{$A$}\n  \\UnaryInfC{$A \\lor B$}\n\\end{prooftree}\nholds.",
    );
    let body = &units[0].body;
    let shown = "So:\n\n```\n\\begin{prooftree}\n  \\AxiomC{$A$}\n  \\UnaryInfC{$A \\lor B$}\n\\end{prooftree}\n```\n\nholds.";
    assert_eq!(body.text, shown);
    let formulas: Vec<&str> = body.formulas.iter().map(|one| &body.text[one.place.clone()]).collect();
    assert_eq!(formulas, ["$A$", "$A \\lor B$"]);
}

#[test]
fn references_to_what_is_nowhere_have_no_target() {
    let units = read_body(r"\section{S} By \cite{knuth} and \ref{gone}, \label{s} see \ref{s}.");
    let shown: Vec<(&str, &str)> = units[0]
        .references
        .iter()
        .map(|one| (&units[0].body.text[one.place.clone()], one.target.as_str()))
        .collect();
    assert_eq!(shown, [("[knuth]", ""), ("[gone]", "")]);
}

#[test]
fn a_unit_knows_its_place_in_the_document_and_where_references_lead() {
    let units = read_body(
        r"Start. \section{S} Before \ref{t}. \begin{theorem}[N]\label{t} T. \begin{proof} P. \end{proof} \end{theorem} After.",
    );
    let positions: Vec<_> = units.iter().map(|unit| unit.position.clone().unwrap()).collect();
    let places: Vec<_> = positions.iter().map(|one| (one.order, one.offset as usize, one.level)).collect();
    let before = "Before N.";
    assert_eq!(units[1].body.text, format!("{before}\n\nAfter."));
    assert_eq!(places, [(0, 0, Some(0)), (1, 6, Some(1)), (2, before.len(), None), (3, 2, None)]);
    let reference = &units[1].references[0];
    assert_eq!((&units[1].body.text[reference.place.clone()], reference.target.as_str()), ("N", "paper#t"));
}

#[test]
fn ids_stay_when_something_else_changes() {
    let ids = |body: &str| read_body(body).into_iter().map(|unit| unit.id).collect::<Vec<_>>();
    let tail = r"\section{B} x \begin{lemma} y \end{lemma} \begin{remark} z \end{remark}";
    let before = ids(&format!(r"\section{{A}} a {tail}"));
    let after = ids(&format!(r"\section{{A}} a \begin{{lemma}} new \end{{lemma}} \section{{C}} c {tail}"));
    assert!(before.iter().all(|id| after.contains(id)), "{before:?} {after:?}");
}

#[test]
fn equal_titles_and_labels_give_different_ids() {
    let units =
        read_body(r"\section{A} a \section{A} b \section{A} c \label{x} \begin{thm}\label{x} d\end{thm}");
    let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(ids, ["paper#a", "paper#a~2", "paper#a~3", "paper#x"]);
}

#[test]
fn newtheorem_defines_theorems() {
    let preamble =
        r"\newtheorem{satz}{Satz}[section] \newtheorem*{mt}{Main Theorem} \declaretheorem[name=Lemma]{lm}";
    let body = r"\begin{satz} a \end{satz} \begin{mt} b \end{mt} \begin{lm} c \end{lm}";
    let units = units("p", preamble, body, &Lines::default());
    let kinds: Vec<(&str, &str)> =
        units.iter().map(|unit| (unit.kind.as_str(), unit.title.text.as_str())).collect();
    assert_eq!(kinds, [("satz", "Satz"), ("theorem", "Main Theorem"), ("lemma", "Lemma")]);
}

#[test]
fn openlogic_labels_have_a_place() {
    let units = read_body(
        r"\olfileid{fol}{syn}{ass} \olsection{Assignments} By \olref[syn][ass]{prop:v}.
        \begin{prop}\ollabel{prop:v} $t$ \end{prop} \begin{prob} \olref{prop:v}, \olref[ass]{sec} \end{prob}",
    );
    assert_eq!(find(&units, "paper#fol:syn:ass:prop:v").kind, "proposition");
    let section = find(&units, "paper#fol:syn:ass:sec");
    assert_eq!(section.links[0].target, "paper#fol:syn:ass:prop:v");
    let problem = units.iter().find(|unit| unit.kind == "problem").unwrap();
    assert_eq!(problem.links.len(), 2);
}

#[test]
fn the_title_and_the_macros_come_from_the_preamble() {
    let units = units("p", r"\title[x]{On $\R$} \newcommand{\R}{\mathbb R}", "text", &Lines::default());
    assert_eq!((units[0].title.text.as_str(), units[0].kind.as_str()), ("On $\\R$", "article"));
    assert_eq!(units[0].macros.as_ref().map(|macros| macros.len()), Some(1));
}

#[test]
fn hostile_input_takes_linear_time() {
    let pieces = [
        "{",
        "}",
        "[",
        "$",
        "$$",
        "$ ",
        "\\(",
        "\\[",
        "\\begin{theorem}",
        "\\begin{align}",
        "\\begin{a}\\end{b}",
        "\\section{",
        "\\label{",
        "\\emph{",
        "\\footnote{",
        "\\cite[",
        "\\ref{",
        "\\begin{theorem}[",
        "$\\text{",
        "\\verb|",
        "\\url{",
        "a%\n",
        "\\newcommand{\\a}{",
        "\\def\\a",
        "\\let",
        "\\'",
        "\\item[",
        "\\section{a}",
        "\\begin{proof}a",
        "\\label{a}\\begin{thm}a",
        "\\begin{verbatim}",
        "\\olref[",
        "\\begin{a}",
        "é",
        "\\def\\a{\\begin{x}}\\a",
        "$\\text{$",
        "\\[\n\n",
        "\\ensuremath{",
        "\\begin{tikzpicture}",
        "\\hyperref[",
    ];
    for piece in pieces {
        assert_linear(piece, |source| {
            std::hint::black_box((read_body(source), text(source)));
        });
    }
}

#[test]
fn a_megabyte_of_braces_and_deep_nesting_are_read() {
    assert!(read_body(&"{".repeat(1 << 20)).is_empty());
    let deep = format!("{}$x${}", "\\begin{theorem}".repeat(100_000), "\\end{theorem}".repeat(100_000));
    let units = read_body(&deep);
    assert_eq!(units.iter().map(Unit::formula_count).sum::<usize>(), 1);
}

/// Pieces of a document in which `@` stands for a formula.
const PIECES: [&str; 22] = [
    "words @ and @.",
    "\\section{On @}",
    "\\subsection*{Sub}\\label{sub}",
    "\\begin{theorem}[@] Then @. \\end{theorem}",
    "\\begin{proof} By \\ref{sub}, @. \\end{proof}",
    "\\begin{lemma}\\label{l} @ \\begin{proof} @ \\end{proof} @ \\end{lemma}",
    "\\begin{itemize}\\item @ \\item[@] x\\end{itemize}",
    "a\\footnote{A note on @.} b",
    "\\emph{very @} {\\bf so @}",
    "\\cite[see @]{key}",
    "\\unknown[@]{@}{@}",
    "\\textcolor{red}{@} \\href{http://x/%7e}{@}",
    "\\begin{tabular}{l|r} @ & @ \\\\[2pt] @ & \\multicolumn{2}{c}{@} \\end{tabular}",
    "\\begin{figure}[ht]\\caption{A figure of @}\\end{figure}",
    "\\begin{tikzpicture}\\draw node {@};\\end{tikzpicture}",
    "% a comment $no$\n",
    "\\verb|$no$| \\begin{verbatim}$no$\\end{verbatim}",
    "\\newcommand{\\x}[1]{$no$ #1}",
    "\\index{$no$}",
    "G\\\"odel's \\'etale 5\\% \\$3",
    "[@, @)",
    "\n\n",
];

/// Ways to write a formula; `@` is its content.
const FORMULAS: [&str; 7] =
    ["$@$", "\\(@\\)", "\\[@\\]", "$$@$$", "$\\text{if $y$} @$", "\\begin{align*}@\\end{align*}", "$@%$\n$"];

proptest! {
    #[test]
    fn every_formula_is_found_once(
        pieces in prop::collection::vec(0..PIECES.len(), 0..30),
        ways in prop::collection::vec(0..FORMULAS.len(), 1..10),
    ) {
        let mut source = String::new();
        let mut count = 0;
        for piece in pieces {
            for (number, part) in PIECES[piece].split('@').enumerate() {
                if number > 0 {
                    let way = FORMULAS[ways[count % ways.len()]];
                    source.push_str(&way.replace('@', &format!("x_{{{count}}}")));
                    count += 1;
                }
                source.push_str(part);
            }
            source.push('\n');
        }
        let units = read_body(&source);
        let texts = units.iter().flat_map(Unit::texts).map(|(_, text)| text);
        let mut found: Vec<usize> = texts
            .flat_map(|text| &text.formulas)
            .filter_map(|formula| formula.source.split_once("x_{")?.1.split_once('}')?.0.parse().ok())
            .collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &(0..count).collect::<Vec<_>>(), "{}", source);
        prop_assert_eq!(text(&source).formulas.len(), count, "{}", source);
        prop_assert_eq!(units.iter().map(Unit::formula_count).sum::<usize>(), count, "{}", source);
    }

    #[test]
    fn anything_is_read(pieces in prop::collection::vec(0..PIECES.len(), 0..10), noise in "[\\\\{}$\\[\\]a%&~ \n]{0,60}") {
        let source: String = pieces.iter().map(|&piece| PIECES[piece]).collect::<String>();
        for source in [source.clone() + &noise, noise + &source] {
            for unit in read_body(&source) {
                for formula in unit.body.formulas {
                    prop_assert!(unit.body.text[formula.place].contains(&formula.source));
                }
            }
        }
    }
}
