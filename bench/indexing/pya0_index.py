"""Indexes a formula list (id, visual id, LaTeX) with Approach Zero and prints its rate."""

import resource
import shutil
import sys

import pya0


def main(path, folder):
    shutil.rmtree(folder, ignore_errors=True)
    rows = [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8")]
    before = resource.getrusage(resource.RUSAGE_SELF)
    index = pya0.index_open(folder)
    writer = pya0.index_writer(index)
    for row in rows:
        pya0.writer_add_doc(writer, f"[imath]{row[2]}[/imath]", url=row[0])
    pya0.writer_flush(writer)
    pya0.writer_close(writer)
    pya0.index_close(index)
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"formulas\t{len(rows)}")
    print(f"CPU seconds\t{seconds:.2f}")
    print(f"formulas per CPU second\t{len(rows) / seconds:.0f}", flush=True)


main(sys.argv[1], sys.argv[2])
