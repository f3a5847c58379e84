#!/usr/bin/env python3
"""Writes crates/eval/tests/vectors/*.tsv: random data and what SciPy, scikit-learn and statsmodels say.

    python3 -m venv /tmp/vectors && /tmp/vectors/bin/pip install scipy scikit-learn statsmodels
    /tmp/vectors/bin/python bench/evaluation/make_vectors.py

Each line is one case: a name, then numbers or lists of numbers (separated by spaces), in columns that the
header names. Data is random with ties, zeros and constants as scores of retrieval systems have them.
Numbers are written so that they read back bit for bit.
"""

import pathlib
import sys
import warnings

import numpy
import scipy
import scipy.special
import scipy.stats
import sklearn
import statsmodels
import statsmodels.stats.inter_rater
import statsmodels.stats.multitest
from sklearn.metrics import cohen_kappa_score

OUT = pathlib.Path(__file__).resolve().parents[2] / "crates/eval/tests/vectors"
RANDOM = numpy.random.default_rng(20240229)


def number(value):
    return repr(float(value))


def numbers(values):
    return " ".join(number(value) for value in values)


def whole(values):
    return " ".join(str(int(value)) for value in values)


def write(name, header, rows):
    versions = f"scipy {scipy.__version__}, scikit-learn {sklearn.__version__}, statsmodels {statsmodels.__version__}"
    text = f"# made by bench/evaluation/make_vectors.py with {versions}\n# " + "\t".join(header) + "\n"
    text += "".join("\t".join(row) + "\n" for row in rows)
    (OUT / name).write_text(text)
    print(f"{name}: {len(rows)} cases", file=sys.stderr)


def scores(count, kind):
    """Scores of a system: continuous, or few values with many ties as P@10 has them."""
    if kind == "continuous":
        return numpy.round(RANDOM.beta(1.2, 3.0, count), 6)
    return RANDOM.binomial(10, 0.25, count) / 10.0


def pairs(sizes):
    for kind in ("continuous", "tied"):
        for count in sizes:
            for shift in (0.0, 0.03, 0.15):
                first = scores(count, kind)
                noise = RANDOM.normal(shift, 0.1, count)
                second = numpy.round(numpy.clip(first + noise, 0, 1), 6 if kind == "continuous" else 1)
                yield f"{kind}-{count}-{shift}", first, second


def t_tests():
    rows = []
    for name, first, second in pairs((2, 3, 5, 10, 25, 50, 77, 100, 500)):
        if numpy.ptp(second - first) < 1e-9:
            continue
        found = scipy.stats.ttest_rel(second, first)
        rows.append((name, numbers(first), numbers(second), number(found.statistic), number(found.pvalue)))
    return rows


def t_tails():
    rows = []
    for degrees in (1, 2, 3, 4, 7, 10, 30, 76, 99, 1000, 100000):
        for t in (0.0, 1e-3, 0.1, 0.5, 1.0, 1.96, 3.0, 6.0, 15.0, 40.0):
            p = 2 * scipy.stats.t.sf(t, degrees)
            rows.append((number(t), number(degrees), number(p)))
    return rows


def beta_values():
    rows = []
    for _ in range(100):
        a, b = 10 ** RANDOM.uniform(-1, 3, 2)
        x = RANDOM.uniform()
        rows.append((number(x), number(a), number(b), number(scipy.special.betainc(a, b, x))))
    return rows


def randomisation_tests():
    """Exact over all sign patterns for few topics; a million draws for many."""
    rows = []
    for name, first, second in pairs((2, 3, 6, 10, 13, 16)):
        rows.append((name, "exact", numbers(first), numbers(second), number(permutation(first, second, numpy.inf))))
    for name, first, second in pairs((30, 77, 150)):
        rows.append((name, "drawn", numbers(first), numbers(second), number(permutation(first, second, 1_000_000))))
    return rows


def permutation(first, second, resamples):
    # The data has six decimals at most; rounding the sum keeps patterns equal that are.
    def statistic(x, y, axis):
        return numpy.round(numpy.sum(x - y, axis=axis), 9)

    found = scipy.stats.permutation_test(
        (second, first), statistic, permutation_type="samples", vectorized=True,
        n_resamples=resamples, batch=5000, rng=numpy.random.default_rng(5),
    )
    return found.pvalue


def corrections():
    rows = []
    for count in (1, 2, 3, 5, 10, 40):
        for case in range(4):
            p = RANDOM.beta(0.4, 2.0, count)
            if case == 3:
                p = numpy.round(p, 1)
            bonferroni = statsmodels.stats.multitest.multipletests(p, method="bonferroni")[1]
            holm = statsmodels.stats.multitest.multipletests(p, method="holm")[1]
            rows.append((f"{count}-{case}", numbers(p), numbers(bonferroni), numbers(holm)))
    return rows


def correlations():
    rows = []
    for name, first, second in pairs((3, 5, 10, 25, 80)):
        if numpy.ptp(first) == 0 or numpy.ptp(second) == 0:
            continue
        tau = scipy.stats.kendalltau(first, second, variant="b").statistic
        r = scipy.stats.pearsonr(first, second).statistic
        rows.append((name, numbers(first), numbers(second), number(tau), number(r)))
    return rows


def cohen_kappas():
    rows = []
    for count in (5, 20, 100, 1000):
        for agreement in (0.0, 0.3, 0.8):
            for case in range(3):
                first = RANDOM.choice(4, count, p=(0.6, 0.2, 0.1, 0.1))
                again = RANDOM.choice(4, count, p=(0.5, 0.2, 0.2, 0.1))
                second = numpy.where(RANDOM.uniform(size=count) < agreement, first, again)
                binary = cohen_kappa_score(first >= 2, second >= 2)
                row = (f"{count}-{agreement}-{case}", whole(first), whole(second))
                rows.append(row + (number(cohen_kappa_score(first, second)), number(binary)))
    return rows


def fleiss_kappas():
    rows = []
    for count in (5, 20, 200):
        for raters in (2, 3, 5, 8):
            truth = RANDOM.choice(4, count, p=(0.6, 0.2, 0.1, 0.1))
            other = RANDOM.choice(4, (raters, count))
            ratings = numpy.where(RANDOM.uniform(size=(raters, count)) < 0.6, truth, other)
            table, _ = statsmodels.stats.inter_rater.aggregate_raters(ratings.T)
            binary, _ = statsmodels.stats.inter_rater.aggregate_raters((ratings >= 2).astype(int).T)
            row = (f"{count}-{raters}", str(raters), whole(ratings.flatten()))
            kappas = [statsmodels.stats.inter_rater.fleiss_kappa(each) for each in (table, binary)]
            rows.append(row + tuple(number(kappa) for kappa in kappas))
    return rows


def main():
    warnings.simplefilter("ignore")
    OUT.mkdir(parents=True, exist_ok=True)
    write("t-test.tsv", ("name", "first", "second", "t", "p"), t_tests())
    write("t-tail.tsv", ("t", "degrees", "p"), t_tails())
    write("beta.tsv", ("x", "a", "b", "value"), beta_values())
    write("randomisation.tsv", ("name", "kind", "first", "second", "p"), randomisation_tests())
    write("corrections.tsv", ("name", "p", "bonferroni", "holm"), corrections())
    write("correlation.tsv", ("name", "first", "second", "tau", "r"), correlations())
    write("cohen.tsv", ("name", "first", "second", "kappa", "kappa of 2 or more"), cohen_kappas())
    write("fleiss.tsv", ("name", "raters", "ratings by rater", "kappa", "kappa of 2 or more"), fleiss_kappas())


if __name__ == "__main__":
    main()
