"""Writes what formula search is measured on: collections, topics and judgements in plain columns.

usage: collection.py DATA FOLDER

- dev.tsv, dev-topics.tsv, dev.qrels: the judged pool of formula-dev first, so that its ids win over unjudged
  duplicates, then every formula list, ids prefixed with the list's name; the 29 topics; the judgements.
- 2021-topics.tsv, 2021.qrels: the judged formulas of ARQMath-2 Task 2, ids as in dev.tsv (`mse-posts-ID`).
- wildcards.tsv, wildcards-topics.tsv, wildcards.qrels: NTCIR-12 formula browsing, topics with query variables: the
  judged formulas first, then the lists.
"""

import gzip
import json
import os
import sys
import xml.etree.ElementTree as ElementTree


def one_line(text):
    return " ".join(text.split())


def pool(data):
    """Judged formulas by visual id; those whose layout could not be written as LaTeX are left out."""
    seen = set()
    with gzip.open(f"{data}/formula-dev/pool.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            latex = entry["latex_from_slt"]
            if latex is not None and entry["visual_id"] not in seen:
                seen.add(entry["visual_id"])
                yield entry["visual_id"], one_line(latex)


def lists(data):
    for file in sorted(os.listdir(f"{data}/formulas")):
        name = file.split(".")[0]
        with gzip.open(f"{data}/formulas/{file}", "rt", encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines):
                fields = line.rstrip("\n").split("\t")
                row, latex = str(number), line
                if name == "mse-posts":
                    row, latex = fields[0], fields[-1]
                elif name in ("wikipedia", "arxiv-astroph"):
                    latex = fields[1] if len(fields) > 1 else fields[0]
                if one_line(latex):
                    yield f"{name}-{row}", one_line(latex)


def write(path, rows):
    with open(path, "w", encoding="utf-8") as out:
        count = 0
        for row in rows:
            out.write("\t".join(row) + "\n")
            count += 1
    print(f"{path}\t{count}")


def dev_topics(data):
    with open(f"{data}/formula-dev/topics.jsonl", encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            yield entry["topic"], one_line(entry["latex"])


def judgements(path, rename=str):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            topic, zero, formula, grade = line.split()
            yield topic, zero, rename(formula), grade


def topics_2021(data):
    """LaTeX as the topic file has it, `&lt;` and the like included."""
    wanted = {topic for topic, *_ in judgements(f"{data}/formula-dev/task2-2021-formula-ids.qrels")}
    for topic in ElementTree.parse(f"{data}/arqmath/topics/2021-task2.xml").getroot().iter("Topic"):
        if topic.get("number") in wanted:
            yield topic.get("number"), one_line(topic.findtext("Latex") or "")


def wildcard_topics(data):
    with open(f"{data}/ntcir/ntcir12-browsing-wildcards.txt", encoding="utf-8") as lines:
        for line in lines:
            topic, latex = line.rstrip("\n").split("\t")
            yield topic, one_line(latex)


def wildcard_formulas(data):
    with open(f"{data}/ntcir/ntcir12-browsing-wildcards-formulas.tsv", encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            yield fields[0], one_line(fields[1])


def main(data, folder):
    os.makedirs(folder, exist_ok=True)
    distractors = list(lists(data))
    write(f"{folder}/dev.tsv", [*pool(data), *distractors])
    write(f"{folder}/dev-topics.tsv", dev_topics(data))
    write(f"{folder}/dev.qrels", judgements(f"{data}/formula-dev/pool.qrels"))
    write(f"{folder}/2021-topics.tsv", topics_2021(data))
    write(
        f"{folder}/2021.qrels",
        judgements(f"{data}/formula-dev/task2-2021-formula-ids.qrels", lambda row: f"mse-posts-{row}"),
    )
    write(f"{folder}/wildcards.tsv", [*wildcard_formulas(data), *distractors])
    write(f"{folder}/wildcards-topics.tsv", wildcard_topics(data))
    write(f"{folder}/wildcards.qrels", judgements(f"{data}/ntcir/ntcir12-browsing-wildcards-part.qrels"))


if __name__ == "__main__":
    main(*sys.argv[1:])
