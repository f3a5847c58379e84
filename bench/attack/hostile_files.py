"""Hostile files, archives, includes and names, each in a folder with a harmless neighbour.

Whatever a file holds: indexing ends with exit code 0 or 3 (1 only where nothing could be read), in bounded memory and
without panic; the neighbour is found; a word that stands only outside the source is not; nothing outside has changed;
nothing is left in the folder for temporary files.
"""

import json
import os
import shutil
import tarfile

import bombs
from common import MEGABYTE, changed, hashes

CANARY = "zyxcanary"
NEIGHBOUR = "goodneighbour"
DEEP = 100_000
MEMORY = 2048 * MEGABYTE  # the most resident memory of one run
LIMIT = 600.0


def attack(context, part):
    cases = {}
    for group in (texts, formulas, archives, includes, entities, names, odd_files):
        cases.update(group(context.counts["quick"]))
    for name, make in cases.items():
        if context.counts["cases"] in name:
            one(context, part, name, make)


def one(context, part, name, make):
    """One case: a source folder, files outside it, one run."""
    part.tried += 1
    room = context.room("hostile")
    outside, source, index = room / "outside", room / "outside" / "source", room / "index"
    source.mkdir(parents=True)
    for path in (outside / "secret.tex", outside / "secret.md", outside / "secret"):
        path.write_text(f"The secret is {CANARY} $s=1$.\n")
    (source / "neighbour.md").write_text(f"# A neighbour\n\nThis {NEIGHBOUR} has $e^{{i\\pi}}=-1$.\n")
    make(source, outside)
    before = hashes(outside)
    ended = context.run("index", source, "--into", index, limit=LIMIT, memory=MEMORY)
    fail = lambda message: part.fail(f"{name}: {message}")
    if ended.peak > MEMORY:
        clear(context)
        return fail(f"{ended.peak // MEGABYTE} MB resident")
    if crash := ended.crash():
        return fail(crash)
    if ended.code not in (0, 3):
        fail(f"exit code {ended.code}: {ended.last_line()}")
    if differences := changed(before, hashes(outside)):
        fail(f"changed outside the index: {differences[:3]}")
    if left := list((context.folder / "tmp").iterdir()):
        fail(f"left among the temporary files: {[path.name for path in left][:3]}")
        clear(context)
    check(context, fail, index)
    if ended.seconds > 5:
        print(f"  {name}: {ended.seconds:.0f} s, {ended.peak // MEGABYTE} MB", flush=True)
    part.slowest = max(getattr(part, "slowest", (0, "")), (ended.seconds, name))
    part.largest = max(getattr(part, "largest", (0, "")), (ended.peak, name))
    part.notes = [f"slowest {part.slowest[0]:.0f} s ({part.slowest[1]}), largest {part.largest[0] // MEGABYTE} MB ({part.largest[1]})"]


def clear(context):
    """Removes what a stopped run left among the temporary files."""
    shutil.rmtree(context.folder / "tmp", ignore_errors=True)


def check(context, fail, index):
    """The index is whole, holds the neighbour, and holds nothing from outside."""
    _, checked = context.digest(index)
    if checked.code != 0:
        fail(f"check says {checked.code}: {checked.last_line()}")
    for word, is_expected in ((NEIGHBOUR, True), (CANARY, False)):
        found = context.run("search", word, "--want", "units", "--json", "--index", index)
        if crash := found.crash():
            return fail(f"search: {crash}")
        try:
            hits = json.loads(found.out)["hits"]
        except (ValueError, KeyError):
            return fail(f"search says {found.code}: {found.last_line()}")
        # A unit whose text has the word; other units may come for a part of it.
        is_found = any(word in json.dumps(hit) for hit in hits)
        if is_found != is_expected:
            fail(f"{word} is {'not ' if is_expected else ''}found")


def put(name, content):
    """A case with one file; its content may be a function, called when it is needed."""

    def write(source, outside):
        made = content() if callable(content) else content
        (source / name).write_bytes(made if isinstance(made, bytes) else made.encode())

    return write


def nested(opening, inner, closing):
    return opening * DEEP + inner + closing * DEEP


def texts(quick):
    notebook = lambda cell: json.dumps({"cells": [{"cell_type": "markdown", "source": [cell]}], "nbformat": 4, "nbformat_minor": 5, "metadata": {}})
    tex = lambda body: "\\documentclass{article}\\begin{document}" + body + "\\end{document}"
    return {
        "JSON nested": put("a.jsonl", nested("[", "1", "]")),
        "JSON nested in a unit": put("a.jsonl", '{"id":"x","body":"y","links":' + nested("[", "", "]") + "}\n"),
        "JSON objects nested": put("a.jsonl", nested('{"a":', "1", "}")),
        "HTML nested": put("a.html", "<html><body>" + nested("<div>", "x $y$", "</div>")),
        "HTML tables nested": put("a.html", nested("<table><tr><td>", "x", "</td></tr></table>")),
        "HTML not closed": put("a.html", "<p " * DEEP),
        "MathML nested": put("a.html", "<p>x <math>" + nested("<mrow>", "<mi>x</mi>", "</mrow>") + "</math></p>"),
        "PreTeXt nested": put("a.ptx", "<pretext><article>" + nested("<section>", "<p>x</p>", "</section>") + "</article></pretext>"),
        "Markdown quotations nested": put("a.md", ">" * DEEP + " x\n"),
        "Markdown lists nested": put("a.md", "".join(" " * (2 * level) + "- x\n" for level in range(1500))),
        "Markdown brackets": put("a.md", "[" * DEEP + "x" + "](y)" * 1000),
        "Markdown marks": put("a.md", "*_`~[" * DEEP),
        "notebook nested": put("a.ipynb", nested('{"cells":[', "", "]}")),
        "notebook of marks": put("a.ipynb", notebook("$" * DEEP)),
        "LaTeX groups nested": put("a.tex", tex(nested("{", "x", "}"))),
        "LaTeX environments nested": put("a.tex", tex("\\begin{itemize}\\item " * DEEP)),
        "LaTeX without an end": put("a.tex", "\\documentclass{article}\\begin{document}" + "\\begin{equation}" * DEEP),
        "LaTeX conditions nested": put("a.tex", tex("\\iffalse" * DEEP + "x" + "\\fi" * DEEP)),
        "NUL bytes": put("a.md", b"x\0y $a\0b$ " * 1000),
        "only NUL": put("a.md", bytes(1_000_000)),
        "invalid UTF-8": put("a.md", b"\xff\xfe\xfd $x\xc3$ " * 10000),
        "UTF-16": put("a.md", "x $y$ ".encode("utf-16") * 100),
        "a word of 5 MB": put("a.md", "w" * 5_000_000),
        "a line of 20 MB": put("a.jsonl", '{"id":"x","body":"' + "y " * 10_000_000 + '"}\n'),
        "60 MB of one text": put("a.md", "some words of a text " * (300_000 if quick else 3_000_000)),
        "100,000 short units": put("a.jsonl", "".join(f'{{"id":"{number}","body":"$x_{number}$"}}\n' for number in range(10_000 if quick else 100_000))),
        "the same id again and again": put("a.jsonl", '{"id":"x","body":"$y$"}\n' * 5000),
        "an endless date and score": put("a.jsonl", '{"id":"x","body":"y","score":' + "9" * 400 + ',"date":"' + "9" * 4000 + '"}\n'),
        "empty files": lambda source, outside: [(source / f"e{number}.{ending}").write_bytes(b"") for number, ending in enumerate(("md", "tex", "html", "jsonl", "tsv", "ipynb", "gz", "zip", "tar.gz", "7z", "xz"))],
        "files cut short": lambda source, outside: [(source / f"c{number}.{ending}").write_bytes(content[: len(content) // 2]) for number, (ending, content) in enumerate((("gz", bombs.gz(1 << 20)), ("zip", bombs.zip_bomb(1 << 20)), ("xz", bombs.xz(1 << 20)), ("7z", bombs.seven([("a.md", b"x" * 999)])), ("tar.gz", bombs.tar([("a.md", tarfile.REGTYPE, b"x" * 9999)]))))],
    }


def formulas(quick):
    double = "".join("\\newcommand{\\%c}{%s}" % (97 + number, "\\%c" % (98 + number) * 10) for number in range(12))
    return {
        "300,000 terms": put("a.md", "$" + "+".join(f"x_{{{number}}}" for number in range(30_000 if quick else 300_000)) + "$"),
        "a matrix of 500 by 500": put("a.md", "$\\begin{matrix}" + "\\\\".join("&".join(["a_{1}"] * 500) for _ in range(500)) + "\\end{matrix}$"),
        "fractions nested": put("a.md", "$" + nested("\\frac{1}{", "x", "}") + "$"),
        "scripts nested": put("a.md", "$" + nested("x^{", "y", "}") + "$"),
        "roots nested in TSV": put("a.tsv", "f1\t" + nested("\\sqrt{", "x", "}") + "\n"),
        "left without right": put("a.md", "$" + "\\left(" * DEEP + "$"),
        "macros that double": put("a.tex", "\\documentclass{article}" + double + "\\begin{document}$\\a$\\end{document}"),
        "a macro of itself": put("a.tex", "\\documentclass{article}\\def\\a{\\a\\a}\\newcommand{\\b}[1]{\\b{#1#1}}\\begin{document}$\\a \\b{x}$\\end{document}"),
        "100,000 macros": put("a.tex", "\\documentclass{article}" + "".join(f"\\newcommand{{\\m{'abcdefghij'[number % 10] * (number // 10 % 50 + 1)}}}{{x}}" for number in range(DEEP)) + "\\begin{document}$x$\\end{document}"),
        "dollars": put("a.md", "$ " * DEEP),
        "100,000 formulas": put("a.md", " ".join(f"$x_{{{number}}}+{number}$" for number in range(10_000 if quick else 100_000))),
    }


def archives(quick):
    size = (384 << 20) if quick else (8 << 30)
    inner = f"The secret is {CANARY}".encode()
    file, link, hard = tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE
    escapes = ["../escaped.md", "../../escaped.md", "/tmp/perga-escaped.md", "a/../../escaped.md", "..\\escaped.md", "C:\\escaped.md", "./../escaped.md", "a/b/../../../escaped.md", "\x1b[31m.md", "a\nb.md", "n" * 300 + ".md"]
    body = b"# Inside\n\nfrom an archive $x$\n"
    return {
        "gzip bomb": put("a.md.gz", lambda: bombs.gz(size)),
        "gzip bomb of lines": put("a.jsonl.gz", lambda: bombs.gz(size // 8, b'{"id":"x","body":"y"}\n')),
        "xz bomb": put("a.md.xz", lambda: bombs.xz(size)),
        "bzip2 bomb": put("a.md.bz2", lambda: bombs.bz(size)),
        "tar bomb": put("a.tar.gz", lambda: bombs.tar([("bomb.md", file, b"a" * (256 << 20))])),
        "zip bomb": put("a.zip", lambda: bombs.zip_bomb(min(size, 3 << 30))),
        "zip of overlapping members": put("a.zip", lambda: bombs.overlapping_zip(64 << 20, 200)),
        "zips in zips": put("a.zip", lambda: bombs.nested_zip(*((16 << 20, 4, 2) if quick else (48 << 20, 8, 2)))),
        "zips in zips in zips": put("a.zip", lambda: bombs.nested_zip(16 << 20, *((2, 4) if quick else (4, 5)))),
        "7z bomb": put("a.7z", lambda: bombs.seven([("bomb.md", b"a" * ((256 << 20) if quick else (1 << 30)))])),
        "7z of many": put("a.7z", lambda: bombs.seven([(f"{number}.md", body) for number in range(2000)])),
        "gzip in gzip in gzip": put("a.md.gz.gz.gz", lambda: bombs.gz(64 << 20)),
        "zip members that want out": put("a.zip", lambda: bombs.zip_members([(name.encode(), body) for name in escapes])),
        "zip members of invalid UTF-8": put("a.zip", lambda: bombs.zip_members([(b"\xff\xfe.md", body), (b"a\0b.md", body), (b"", body), (b"/", body), (b"..", body)])),
        "tar members that want out": put("a.tar.gz", lambda: bombs.tar([(name, file, body) for name in escapes])),
        "7z members that want out": put("a.7z", lambda: bombs.seven([(name, body) for name in escapes])),
        "tar with links out": lambda source, outside: (source / "a.tar.gz").write_bytes(bombs.tar([
            ("link.md", link, str(outside / "secret.md")), ("up.md", link, "../secret.md"), ("hard.md", hard, str(outside / "secret.md")), ("folder", link, str(outside)),
            ("folder/secret.md", file, body), ("folder/written.md", file, inner.replace(CANARY.encode(), b"overwritten")), ("main.tex", file, b"\\documentclass{article}\\begin{document}\\input{link}\\input{folder/secret}\\end{document}")])),
        "tar with a FIFO and devices": put("a.tar", lambda: bombs.tar([("fifo.md", tarfile.FIFOTYPE, ""), ("zero.md", tarfile.CHRTYPE, ""), ("block.md", tarfile.BLKTYPE, ""), ("a.md", file, body)], "w")),
        "tar of itself": put("a.tar", lambda: bombs.tar([("a.tar", file, bombs.tar([("a.md", file, body)], "w"))] * 50, "w")),
        "what calls itself an archive": lambda source, outside: [(source / f"x.{ending}").write_bytes(b"not an archive at all" * 50) for ending in ("gz", "zip", "xz", "7z", "bz2", "zst", "tar", "tgz", "tar.xz")],
    }


def includes(quick):
    tex = lambda body: "\\documentclass{article}\\begin{document}A text $x$. " + body + "\\end{document}"
    ups = ["../secret", "../secret.tex", "./../secret", "sub/../../secret", "../outside/secret", "..//secret.tex"]
    commands = ["input", "include", "subfile", "import", "subimport", "lstinputlisting", "verbatiminput", "bibliography", "usepackage", "documentclass"]
    absolute = lambda source, outside: (source / "a.tex").write_text(tex("".join(f"\\input{{{path}}}\\include{{{path}}}" for path in (outside / "secret", outside / "secret.tex"))))

    def linked(source, outside):
        (source / "sub").symlink_to(outside)
        (source / "near.tex").symlink_to(outside / "secret.tex")
        (source / "a.tex").write_text(tex("\\input{near}\\input{sub/secret}"))

    def subfolder(source, outside):
        (source / "deep" / "er").mkdir(parents=True)
        (source / "deep" / "er" / "a.tex").write_text(tex("\\input{../../../secret}\\subimport{../../../}{secret}\\import{" + str(outside) + "/}{secret}"))

    return {
        "input from above": put("a.tex", tex("".join(f"\\input{{{path}}}" for path in ups))),
        "every way to include": put("a.tex", tex("".join(f"\\{command}{{../secret}}\\{command}{{../}}{{secret}}" for command in commands))),
        "input without braces": put("a.tex", tex("\\input ../secret \\input ../secret.tex\n")),
        "input by an absolute path": absolute,
        "input through links": linked,
        "input from a folder below": subfolder,
        "input by a macro": put("a.tex", "\\documentclass{article}\\newcommand{\\p}{../secret}\\def\\q{\\input{../secret}}\\begin{document}\\input{\\p}\\q $x$\\end{document}"),
        "input of a device or a command": put("a.tex", tex("\\input{/dev/zero}\\input{/dev/stdin}\\input{|\"cat ../secret\"}\\input{/proc/self/environ}\\write18{touch ../written}")),
        "input of itself": lambda source, outside: [(source / "a.tex").write_text(tex("\\input{a}\\input{b}")), (source / "b.tex").write_text("\\input{a}\\input{b}")],
        "inputs that double": lambda source, outside: [(source / f"i{number}.tex").write_text((tex if number == 0 else str)(f"x \\input{{i{number + 1}}}\\input{{i{number + 1}}}")) for number in range(30)],
        "Quarto includes": put("a.qmd", "---\ntitle: x\n---\n\n{{< include ../secret.md >}}\n\n{{< include /etc/hostname >}}\n\n{{< include ../secret >}}\n"),
        "Markdown includes": put("a.md", "!include ../secret.md\n\n{{#include ../secret.md}}\n\n![[../secret]]\n\n<!--#include file=\"../secret.md\" -->\n"),
        "PreTeXt includes": put("a.ptx", '<?xml version="1.0"?><pretext xmlns:xi="http://www.w3.org/2001/XInclude"><article><p>x</p><xi:include href="../secret.md" parse="text"/><xi:include href="../secret.tex"/></article></pretext>'),
        "HTML includes": put("a.html", '<html><body><p>x</p><iframe src="../secret.md"></iframe><object data="../secret"></object><link rel="import" href="../secret"></body></html>'),
    }


def entities(quick):
    laughs = "".join(f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 12))
    cases = {}
    forms = {
        "XML dump": ("Posts.xml", "posts", '<row Id="1" PostTypeId="1" Body="{}"/>'),
        "PreTeXt": ("a.ptx", "pretext", "<article><p>{}</p></article>"),
        "HTML": ("a.html", "html", "<body><p>{}</p></body>"),
        "XHTML": ("a.xhtml", "html", "<body><p>{}</p></body>"),
        "NTCIR": ("a.xhtml", "html", '<body><p>{}</p><math xmlns="http://www.w3.org/1998/Math/MathML"><mi>{}</mi></math></body>'),
    }
    for name, (file, root, body) in forms.items():
        for kind, subset, used in (
            ("billion laughs", f'<!ENTITY l0 "{CANARY}x">{laughs}', "&l11;"),
            ("external entity", '<!ENTITY x SYSTEM "../secret.md"><!ENTITY y SYSTEM "file:///etc/hostname">', "&x;&y;"),
            ("parameter entity", '<!ENTITY % x SYSTEM "../secret.md">%x;', "x"),
        ):
            # The canary inside an entity would show that it was expanded.
            text = f'<?xml version="1.0"?><!DOCTYPE {root} [{subset}]><{root}>{body.replace("{}", used)}</{root}>'
            cases[f"{kind} in {name}"] = put(file, text.replace(f'"{CANARY}x"', '"lol"'))
    cases["attributes by the thousand"] = put("a.html", "<p " + " ".join(f"a{number}=b" for number in range(DEEP)) + ">x</p>")
    return cases


def names(quick):
    body = b"# A name\n\nwith $x$\n"
    odd = [b"a\nb.md", b"\x1b[31mred\x1b[0m.md", b"\xff\xfe.md", b"a b\tc.md", b"-rf.md", b"--into.md", b"$(touch x).md", b"'\".md", b"*.md", b"\xe2\x80\xae.md", b"n" * 251 + b".md", b".md", b"..md", b"perga-000001.records", b"~", b"CON.md", b"\\.md", b"%2e%2e.md", b"a;b|c.md"]

    def write(source, outside):
        for name in odd:
            with open(os.path.join(os.fsencode(source), name), "wb") as file:
                file.write(body)

    def deep(source, outside):
        path = os.fsencode(source)
        for _ in range(40):
            path = os.path.join(path, b"folder-" + b"d" * 60)
        os.makedirs(path)
        with open(os.path.join(path, b"a.md"), "wb") as file:
            file.write(body)

    many = lambda source, outside: [(source / f"{number}.md").write_bytes(body) for number in range(300 if quick else 20_000)]
    return {"odd names": write, "a deep folder": deep, "many files": many}


def odd_files(quick):
    def links(source, outside):
        (source / "out.md").symlink_to(outside / "secret.md")
        (source / "up").symlink_to(outside)
        (source / "loop").symlink_to(source)
        (source / "self.md").symlink_to("self.md")
        (source / "nowhere.md").symlink_to("nothing-here.md")
        (source / "etc").symlink_to("/etc")
        (source / "zero.md").symlink_to("/dev/zero")

    def fifo(source, outside):
        os.mkfifo(source / "fifo.md")
        os.mkfifo(source / "fifo.jsonl")

    def sparse(source, outside):
        with open(source / "sparse.md", "wb") as file:
            file.truncate((256 << 20) if quick else (2 << 30))

    def unreadable(source, outside):
        (source / "locked.md").write_text("not for you $x$")
        (source / "locked.md").chmod(0)
        (source / "folder").mkdir()
        (source / "folder" / "a.md").write_text("hidden $x$")
        (source / "folder").chmod(0o100)

    return {"links": links, "FIFOs": fifo, "a sparse file": sparse, "unreadable files": unreadable}
