"""BM25 with bm25s and its defaults (Lucene's function, k1 = 1.5, b = 0.75, English stop words) over title, question and answer.

usage: bm25_search.py DATA RUN [--words-only]

Words are those of bm25s: two letters or digits or more, in lower case. Each formula becomes its LaTeX tokens: commands, numbers, single
letters and signs, with a mark that keeps the letter `a` apart from the word. Terms that the topic repeats count as
often as it repeats them.
"""

import re
import sys

import bm25s
import collection
import numpy
from bm25s.stopwords import STOPWORDS_EN

DEPTH = 1000
WORD = re.compile(r"(?u)\b\w\w+\b")
LATEX = re.compile(r"\\[a-zA-Z]+|\\.|\d+|[^\s{}]")


def tokens(text, words_only):
    words = [word for word in WORD.findall(collection.without_formulas(text).lower()) if word not in STOPWORDS_EN]
    if words_only:
        return words
    return words + [f"${token}" for formula in collection.formulas(text) for token in LATEX.findall(formula)]


def main(data, run, *options):
    words_only = "--words-only" in options
    documents = list(collection.documents(data))
    index = bm25s.BM25()
    index.index([tokens(document.text(), words_only) for document in documents], show_progress=False)

    def rankings():
        for topic in collection.topics(data):
            known = [token for token in tokens(topic.text(), words_only) if token in index.vocab_dict]
            scores = index.get_scores(known)
            order = numpy.argsort(-scores, kind="stable")[:DEPTH]
            yield topic.id, [(documents[place].id, scores[place]) for place in order if scores[place] > 0]

    collection.write_run(run, "bm25s-words" if words_only else "bm25s", rankings())


if __name__ == "__main__":
    main(*sys.argv[1:])
