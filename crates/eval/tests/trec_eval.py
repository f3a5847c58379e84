"""Measures every NAME.qrels with NAME.run of a folder by pytrec_eval, for trec_eval_differential.rs.

Prints `name level judged_only measure topic value` by tabs, every digit of each value; the topic `all` is the
average over the topics of both files, `all-c` that over all topics of the judgements, both as C prints them.
A run that pytrec_eval refuses gives the one line `name refused`.
"""

import pathlib
import sys

import pytrec_eval

MEASURES = {
    "ndcg", "map", "P.5,10", "bpref", "recip_rank", "Rprec",
    "ndcg_cut.5,10", "map_cut.10", "recall.5,1000", "success.1,5", "set_P",
    "num_ret", "num_rel", "num_rel_ret",
}  # fmt: skip


def averages(qrels, scores):
    measures = sorted(next(iter(scores.values()))) if scores else []
    topics = [topic for topic in qrels if topic in scores]
    for measure in measures:
        total = 0.0
        for topic in topics:
            total += scores[topic][measure]
        if measure.startswith("num_"):
            yield measure, "all", "%.0f" % total
        else:
            yield measure, "all", "%.4f" % (total / len(topics))
            yield measure, "all-c", "%.4f" % (total / len(qrels))


def evaluate(name, qrels, run):
    for level in (1, 2):
        for judged_only in (False, True):
            evaluator = pytrec_eval.RelevanceEvaluator(qrels, MEASURES, level, judged_only)
            scores = evaluator.evaluate(run)
            prefix = f"{name}\t{level}\t{int(judged_only)}"
            for topic, values in scores.items():
                for measure, value in values.items():
                    print(prefix, measure, topic, repr(float(value)), sep="\t")
            for measure, topic, value in averages(qrels, scores):
                print(prefix, measure, topic, value, sep="\t")


def main(folder):
    for path in sorted(pathlib.Path(folder).glob("*.qrels")):
        with path.open() as file:
            qrels = pytrec_eval.parse_qrel(file)
        try:
            with path.with_suffix(".run").open() as file:
                run = pytrec_eval.parse_run(file)
        except AssertionError:
            print(path.stem, "refused", sep="\t")
            continue
        evaluate(path.stem, qrels, run)


main(sys.argv[1])
