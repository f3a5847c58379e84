"""An independent computation of the labs' TF-IDF baselines, over 200 documents that this script makes.

usage: tf_idf.py FOLDER        (needs nltk for Porter's stemmer: pip install nltk)

Writes documents.jsonl (native units), stop-words.txt, queries.tsv, and for each query and baseline every answer with its
score (expected.tsv). `crates/rank/tests/lab_baselines.rs` compares Perga's scores with them.
"""

import json
import math
import random
import re
import sys
from collections import Counter

from nltk.stem.porter import PorterStemmer

PROSE = """limit limits continuous continuity function functions derivative integral integration convergent convergence
series matrix matrices determinant eigenvalue eigenvalues group groups subgroup abelian relational rationally probability
conditional expectation variables variance prime primes divisible divisibility induction inductive hypothesis topological
compactness connected metric space spaces sequence sequences bounded proof proving aaaab 2048 123456""".split()
COMMON = "the of is a and to we in that if be".split()
FORMULAS = [r"\frac{a}{b}+x^2", r"x^2-1=0", r"\int_0^\infty e^{-x}\,dx", r"\sum_{n=1}^{N} n!", r"f(x)\le g(x)", r"A=[a_{ij}]",
            r"\begin{matrix} 1 & 0 \\ 0 & 1 \end{matrix}", r"|z|<1", r"p\mid ab", r"\lim_{n\to\infty} a_n",
            r"P(A\mid B)", r"\sqrt[3]{x}", r"x \neq y; y > 0?"]
STOP_WORDS = COMMON + ["power"]

SPELLED = [("+", "plus"), ("-", "minus"), ("^", "power"), ("*", "star"), ("#", "hash"), ("!", "exclaim"), ("?", "question"),
           (",", "comma"), (".", "period"), ("/", "forward slash"), (":", "colon"), (";", "semicolon"), ("&", "ampersand"),
           ("~", "tilde"), ("`", "backquote"), ("@", "at"), ("$", "dollar"), ("%", "percent"), ('"', "double quote"),
           ("'", "single quote"), ("|", "vertical bar"), ("=", "equals"), (">", "greater than"), ("<", "less than"),
           ("{", "open brace"), ("}", "close brace"), ("[", "open square bracket"), ("]", "close square bracket"),
           ("(", "open parenthesis"), (")", "close parenthesis"), ("\\\\", "double backslash"), ("\\", "backslash")]

stemmer = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)


def terms(text):
    found = []
    for run in re.findall("[A-Za-z0-9]+", text):
        digits = sum(character.isdigit() for character in run)
        if len(run) > 20 or digits > 4 or re.search(r"(.)\1\1\1", run):
            continue
        word = run.lower()
        if word not in STOP_WORDS:
            found.append(stemmer.stem(word))
    return found


def spelled(text):
    for symbol, words in SPELLED:
        text = text.replace(symbol, f" {words} ")
    return text


def sentence(draw):
    words = [draw.choice(COMMON if draw.random() < 0.4 else PROSE) for _ in range(draw.randint(4, 14))]
    if draw.random() < 0.8:
        words.insert(draw.randrange(len(words)), f"${draw.choice(FORMULAS)}$")
    return " ".join(words).capitalize() + draw.choice([".", ".", "?", "!"])


def documents():
    draw = random.Random(5)
    units = []
    for number in range(60):
        units.append({"id": f"q{number}", "kind": "question", "title": sentence(draw),
                      "body": " ".join(sentence(draw) for _ in range(draw.randint(1, 3))),
                      "tags": draw.sample(["real-analysis", "algebra", "probability"], draw.randint(1, 2))})
    for number in range(140):
        units.append({"id": f"a{number}", "kind": "answer", "parent": f"q{draw.randrange(60)}",
                      "body": " ".join(sentence(draw) for _ in range(draw.randint(1, 5)))})
    return units, [(f"T.{n}", sentence(draw), sentence(draw)) for n in range(1, 7)]


def in_tags(text):
    return re.sub(r"\$([^$]*)\$", r"<math>\1</math>", text)


def scores(query, bags):
    mean = sum(len(bag) for bag in bags.values()) / len(bags)
    counted = {name: Counter(bag) for name, bag in bags.items()}
    having = Counter(term for bag in counted.values() for term in bag)
    found = {}
    for name, bag in counted.items():
        length = len(bags[name])
        total = 0.0
        for term, times in Counter(query).items():
            count = bag[term]
            if count:
                saturation = 1.2 * (0.25 + 0.75 * length / mean)
                total += times * 1.2 * count / (count + saturation) * math.log2(len(bags) / having[term] + 1)
        if total > 0 and name.startswith("a"):
            found[name] = total
    return found


def main(folder):
    units, queries = documents()
    with open(f"{folder}/documents.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(unit) + "\n" for unit in units)
    with open(f"{folder}/stop-words.txt", "w", encoding="utf-8") as out:
        out.writelines(word + "\n" for word in STOP_WORDS)
    with open(f"{folder}/queries.tsv", "w", encoding="utf-8") as out:
        out.writelines("\t".join(query) + "\n" for query in queries)
    answers = {unit["id"]: terms(unit["body"]) for unit in units if unit["kind"] == "answer"}
    posts = {}
    for unit in units:
        text = f'{in_tags(unit.get("title", ""))} {in_tags(unit["body"])} {" ".join(unit.get("tags", []))} {unit.get("parent", "")}'
        posts[unit["id"]] = terms(spelled(text))
    with open(f"{folder}/expected.tsv", "w", encoding="utf-8") as out:
        for topic, title, body in queries:
            for baseline, found in [
                ("tf-idf-terrier", scores(terms(f"{title} {body}"), answers)),
                ("tf-idf-pyterrier", scores(terms(spelled(title.replace("$", ""))), posts)),
            ]:
                for name, score in sorted(found.items(), key=lambda pair: (-pair[1], pair[0])):
                    out.write(f"{topic}\t{baseline}\t{name}\t{score:.9f}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
