"""Compares pairs of graphs with the PyPI package smatch, for smatch_differential.rs.

A file has two graphs a pair, each on a line. Prints `matched first second` for each pair: the best of STARTS starts.
The package seeds its random numbers by the clock; here they are the same in each run.
"""

import random
import sys

import smatch
from amr import AMR


class Seeded(random.Random):
    def seed(self, *arguments, **named):
        if arguments:
            super().seed(*arguments, **named)


def main(path, starts):
    smatch.random = Seeded(7)
    smatch.iteration_num = starts
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for one, other in zip(lines[0::2], lines[1::2]):
        smatch.match_triple_dict.clear()
        graphs = []
        for prefix, line in (("a", one), ("b", other)):
            graph = AMR.parse_AMR_line(line)
            graph.rename_node(prefix)
            graphs.append(graph.get_triples())
        _, matched = smatch.get_best_match(*graphs[0], *graphs[1], "a", "b")
        print(matched, sum(map(len, graphs[0])), sum(map(len, graphs[1])))


main(sys.argv[1], int(sys.argv[2]))
