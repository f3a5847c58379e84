"""Approach Zero (pya0) with words and formulas: title, question and answer as one document, the topic's words and formulas as keywords.

usage: pya0_search.py DATA INDEX RUN [FORMULAS WORDS]

The index should lie on a RAM disk: it is many small files. Words are stemmed after Porter on both sides, as its
users do; stop words are left out of queries. It is made for a few keywords chosen by hand, and slows down with
their number, so a query has at most FORMULAS formulas, those of the title first, then the longest, and at most WORDS words,
those of the title first, then the rarest in the collection. Of 4 and 10, 8 and 20, 12 and 40, 20 and 80 the second
has the best nDCG@10 (.416, .417, .410, .402) and the first the best RR (.515, .509, .494, .482).
Formulas that it cannot parse are left out of a document and out of a query, the rest stays.
"""

import collections
import json
import os
import re
import shutil
import statistics
import sys
import time

import collection
import pya0
from bm25s.stopwords import STOPWORDS_EN
from nltk.stem import PorterStemmer

DEPTH = 1000
WORD = re.compile(r"[^\W\d_]{2,}")
stem = PorterStemmer().stem


def words(text):
    return [stem(word) for word in WORD.findall(collection.without_formulas(text).lower())]


def kept_words(text):
    return [word for word in WORD.findall(collection.without_formulas(text).lower()) if word not in STOPWORDS_EN]


def content(document):
    """Words and formulas in their order."""
    text = document.text()
    parts, end = [], 0
    for match in collection.FORMULA.finditer(text):
        parts.append(" ".join(words(text[end : match.start()])))
        parts.append(f"[imath]{' '.join((match[1] or match[2]).split())}[/imath]")
        end = match.end()
    parts.append(" ".join(words(text[end:])))
    return " ".join(parts)


def make_index(data, folder):
    shutil.rmtree(folder, ignore_errors=True)
    began = time.process_time()
    index = pya0.index_open(folder)
    writer = pya0.index_writer(index)
    for document in collection.documents(data):
        pya0.writer_add_doc(writer, content(document), url=document.id)
    pya0.writer_flush(writer)
    pya0.writer_close(writer)
    pya0.index_close(index)
    print(f"indexing, CPU seconds\t{time.process_time() - began:.1f}", flush=True)


def document_frequencies(data):
    frequencies = collections.Counter()
    for document in collection.documents(data):
        frequencies.update(set(words(document.text())))
    return frequencies


def distinct(items):
    return list(dict.fromkeys(items))


def query(topic, frequencies, most_formulas, most_words):
    in_title = collection.formulas(topic.title)
    elsewhere = sorted(collection.formulas(topic.body), key=len, reverse=True)
    tex = distinct(" ".join(formula.split()) for formula in in_title + elsewhere if len(formula.strip()) > 1)
    rare = sorted(kept_words(topic.body), key=lambda word: frequencies[stem(word)])
    terms = distinct(stem(word) for word in kept_words(topic.title) + rare)
    terms = [term for term in terms if frequencies[term] > 0]
    keywords = [{"str": formula, "type": "tex", "field": "content"} for formula in tex[:most_formulas]]
    return keywords + [{"str": term, "type": "term", "field": "content"} for term in terms[:most_words]]


def search(index, keywords):
    """One formula that it cannot parse fails the whole query, so those are found and left out."""
    answer = json.loads(pya0.search(index, keywords, topk=DEPTH))
    if answer.get("hits"):
        return answer["hits"]
    parsed = [word for word in keywords if word["type"] == "term" or is_parsed(index, word)]
    return json.loads(pya0.search(index, parsed, topk=DEPTH)).get("hits", []) if parsed else []


def is_parsed(index, keyword):
    return bool(json.loads(pya0.search(index, [keyword], topk=1)).get("hits"))


def main(data, folder, run, most_formulas="8", most_words="20"):
    if not os.path.isdir(folder):
        make_index(data, folder)
    frequencies = document_frequencies(data)
    index = pya0.index_open(folder, option="r")
    times = []

    def rankings():
        for topic in collection.topics(data):
            keywords = query(topic, frequencies, int(most_formulas), int(most_words))
            began = time.process_time()
            hits = search(index, keywords)
            times.append((time.process_time() - began) * 1e3)
            yield topic.id, [(hit.get("field_url") or hit.get("url"), hit["score"]) for hit in hits]

    collection.write_run(run, "pya0", rankings())
    print(f"CPU ms a topic, median\t{statistics.median(times):.0f}", flush=True)
    pya0.index_close(index)


if __name__ == "__main__":
    main(*sys.argv[1:])
