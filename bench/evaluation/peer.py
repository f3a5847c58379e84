"""Times pytrec_eval on the files of generate.py in processor time: from files to numbers, measuring alone.

usage: peer.py FOLDER    prints `name<TAB>seconds` and the averages of the first run
"""

import pathlib
import sys
import time

import pytrec_eval

MEASURES = {"ndcg", "map", "P.10", "bpref", "recip_rank"}


def main(folder):
    folder = pathlib.Path(folder)
    began = time.process_time()
    with (folder / "bench.qrels").open() as file:
        qrels = pytrec_eval.parse_qrel(file)
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, MEASURES)
    measuring = 0.0
    first = None
    for path in sorted(folder.glob("run-*.tsv")):
        with path.open() as file:
            run = pytrec_eval.parse_run(file)
        start = time.process_time()
        scores = evaluator.evaluate(run)
        measuring += time.process_time() - start
        means = {m: sum(t[m] for t in scores.values()) / len(scores) for m in next(iter(scores.values()))}
        first = first or means
    print(f"from files\t{time.process_time() - began:.3f}")
    print(f"measuring\t{measuring:.3f}")
    for measure in ("ndcg", "map", "P_10", "bpref", "recip_rank"):
        print(f"{measure}\t{first[measure]:.4f}")


main(sys.argv[1])
