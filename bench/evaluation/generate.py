"""Makes the files of the evaluation benchmark: judgements and runs of the size of a whole lab.

usage: generate.py FOLDER [RUNS [TOPICS [RESULTS]]]    (50 100 1000)

Ids and scores look like those of ARQMath Task 1: seven-digit answer ids, about 450 judgements a topic,
one in ten of them relevant, scores with sixteen digits in falling order. Seeded: the same files every time.
"""

import pathlib
import random
import sys


def main(folder, runs=50, topics=100, results=1000):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(1)
    pools = {f"A.{topic}": draw.sample(range(100_000, 3_000_000), 450) for topic in range(1, topics + 1)}
    with (folder / "bench.qrels").open("w") as file:
        for topic, pool in pools.items():
            for docno in pool:
                grade = draw.choice((1, 1, 2, 3)) if draw.random() < 0.1 else 0
                file.write(f"{topic}\t0\t{docno}\t{grade}\n")
    for run in range(runs):
        with (folder / f"run-{run:02}.tsv").open("w") as file:
            for topic, pool in pools.items():
                found = draw.sample(pool, min(200, results))
                others = draw.sample(range(3_000_000, 4_000_000), results - len(found))
                docnos = found + others
                draw.shuffle(docnos)
                score = 30.0
                for rank, docno in enumerate(docnos, 1):
                    score -= draw.random() / 50
                    file.write(f"{topic}\tQ0\t{docno}\t{rank}\t{score}\trun-{run:02}\n")


main(sys.argv[1], *map(int, sys.argv[2:]))
