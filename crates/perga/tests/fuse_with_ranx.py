"""Fuses the runs of every case with ranx; `fuse.rs` compares its scores with those of `perga fuse`.

usage: fuse_with_ranx.py FOLDER

A case is a folder with runs 0.run, 1.run, … and the file `weights`. Prints `case<TAB>method<TAB>topic<TAB>docno<TAB>score`.

ranx leaves open who wins a tie inside a list. Methods that look at ranks get lists whose ties are broken as trec_eval
breaks them, the higher docno first; methods that look at scores get the scores as they are. For z-scores, a list of equal
scores becomes one of zeros: its mean may be wrong by a rounding error, which ranx divides by 1e-9.
"""

import pathlib
import sys

from ranx import Run, fuse


def read(path):
    run = {}
    for line in path.read_text().splitlines():
        topic, _, docno, _, score, _ = line.split()
        run.setdefault(topic, {})[docno] = float(score)
    return run


def without_ties(run):
    ranked = {}
    for topic, scores in run.items():
        order = sorted(scores, key=lambda docno: (scores[docno] + 0.0, docno.encode()), reverse=True)
        ranked[topic] = {docno: float(len(order) - place) for place, docno in enumerate(order)}
    return ranked


def without_rounding(run):
    def scores(given):
        return given if len(set(given.values())) > 1 else dict.fromkeys(given, 0.0)

    return {topic: scores(given) for topic, given in run.items()}


METHODS = {
    "rrf": (without_ties, None, "rrf", {"k": 60}),
    "borda": (without_ties, None, "bordafuse", {}),
    "isr": (without_ties, None, "isr", {}),
    "rbc": (without_ties, None, "rbc", {"phi": 0.98}),
    "comb-sum": (dict, "min-max", "sum", {}),
    "comb-mnz": (dict, "min-max", "mnz", {}),
    "z-score": (without_rounding, "zmuv", "sum", {}),
    "linear": (dict, "min-max", "wsum", {}),
}


def main():
    for case in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        runs = [read(path) for path in sorted(case.glob("*.run"))]
        weights = tuple(float(weight) for weight in (case / "weights").read_text().split(","))
        topics = sorted({topic for run in runs for topic in run})
        for method, (prepare, norm, name, params) in METHODS.items():
            params = {"weights": weights} if method == "linear" else params
            for topic in topics:
                # ranx wants the same topics in all runs. A run without the topic adds nothing to any sum. To Borda
                # it gives every result the same points, which the test takes off ours.
                having = [run for run in runs if topic in run]
                chosen = [weight for run, weight in zip(runs, weights) if topic in run]
                if len(having) < 2:
                    continue
                if method == "linear":
                    params = {"weights": tuple(chosen)}
                lists = [Run({topic: prepare(run)[topic]}) for run in having]
                for docno, score in fuse(lists, norm=norm, method=name, params=params)[topic].items():
                    print(case.name, method, topic, docno, repr(float(score)), sep="\t")


main()
