"""Indexes a collection (`id<TAB>LaTeX`) with Approach Zero and searches it for topics (`topic<TAB>LaTeX`).

usage: pya0_search.py COLLECTION INDEX TOPICS RUN

Writes a TREC run of at most 1000 formulas a topic, and to `RUN.times` lines of hits, median and 95th percentile of
CPU milliseconds a query for 20 and for 1000 hits. Of formulas with the same LaTeX only the first goes in, as Perga keeps only visually distinct ones: repeated
formulas would fill the list. The index should lie on a RAM disk: it is several hundred thousand small files.
"""

import json
import os
import shutil
import statistics
import sys
import time

import pya0


def rows(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, _, latex = line.rstrip("\n").partition("\t")
            if latex:
                yield name, latex


def make_index(collection, folder):
    shutil.rmtree(folder, ignore_errors=True)
    began = time.process_time()
    index = pya0.index_open(folder)
    writer = pya0.index_writer(index)
    seen = set()
    for name, latex in rows(collection):
        squeezed = "".join(latex.split())
        if squeezed in seen:
            continue
        seen.add(squeezed)
        pya0.writer_add_doc(writer, f"[imath]{latex}[/imath]", url=name)
    pya0.writer_flush(writer)
    pya0.writer_close(writer)
    pya0.index_close(index)
    print(f"formulas\t{len(seen)}\nindexing, CPU seconds\t{time.process_time() - began:.1f}", flush=True)


def query(latex):
    """Our wildcards (`\\qvar{name}`) are its own as well; a topic goes in as it is."""
    return [{"str": latex, "type": "tex"}]


def search(index, latex, most):
    began = time.process_time()
    answer = pya0.search(index, query(latex), topk=most)
    milliseconds = (time.process_time() - began) * 1e3
    # A query that it cannot parse has no hits.
    return json.loads(answer).get("hits", []), milliseconds


def identifier(hit):
    return hit.get("field_url") or hit.get("url") or str(hit["docid"])


def times_line(hits, milliseconds):
    ordered = sorted(milliseconds)
    last = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{hits}\t{statistics.median(ordered):.2f}\t{last:.2f}\n"


def main(collection, folder, topics, run):
    if not os.path.isdir(folder):
        make_index(collection, folder)
    index = pya0.index_open(folder, option="r")
    times = {20: [], 1000: []}
    with open(run, "w", encoding="utf-8") as out:
        for topic, latex in rows(topics):
            # Once for nothing, so that both measured searches find the lists in memory.
            search(index, latex, 1000)
            for most in (20, 1000):
                hits, milliseconds = search(index, latex, most)
                times[most].append(milliseconds)
            for rank, hit in enumerate(hits, 1):
                out.write(f"{topic} Q0 {identifier(hit)} {rank} {hit['score']} pya0\n")
    with open(f"{run}.times", "w", encoding="utf-8") as out:
        out.writelines(times_line(most, milliseconds) for most, milliseconds in times.items())
    pya0.index_close(index)


if __name__ == "__main__":
    main(*sys.argv[1:])
