"""Writes what context is measured on: posts whose formulas carry their ids, and judgements of visually distinct formulas.

usage: units.py DATA FOLDER

- units.jsonl: the units of answers-dev; each formula whose instance is known stands in
  `<span class="math-container" id="FORMULA" visual_id="VISUAL">$…$</span>`. Instances are found in the texts of
  their post in the order of their ids.
- 2021.qrels: the judgements of ARQMath-2 Task 2 whose formula has its post here, by visual id; where two instances of
  one visual id are judged, the better grade.
- 2021-topics.xml: the topics with such a judgement, as the lab gives them.
"""

import collections
import gzip
import json
import os
import sys
import xml.etree.ElementTree as ElementTree


def instances(data):
    """Formula id, visual id, field and LaTeX by post, in the order of the file."""
    by_post = collections.defaultdict(list)
    with gzip.open(f"{data}/answers-dev/formula-instances.tsv.gz", "rt", encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            formula, visual, post, field, latex = line.rstrip("\n").split("\t")
            by_post[post].append((formula, visual, field, latex))
    return by_post


def mark(texts, wanted):
    """The texts with the wanted instances in spans, and how many were found."""
    at, start, found = 0, 0, 0
    marked = ["" for _ in texts]
    for formula, visual, _, latex in wanted:
        piece = f"${latex}$"
        place = next(
            ((n, p) for n in range(at, len(texts)) if (p := texts[n].find(piece, start if n == at else 0)) >= 0), None
        )
        if place is None:
            continue
        found += 1
        while at < place[0]:
            marked[at] += texts[at][start:]
            at, start = at + 1, 0
        span = f'<span class="math-container" id="{formula}" visual_id="{visual}">{piece}</span>'
        marked[at] += texts[at][start : place[1]] + span
        start = place[1] + len(piece)
    for number in range(at, len(texts)):
        marked[number] += texts[number][start if number == at else 0 :]
    return marked, found


def units(data, by_post):
    total = found = 0
    with gzip.open(f"{data}/answers-dev/units.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            unit = json.loads(line)
            of_post = by_post.get(unit["id"], [])
            total += len(of_post)
            for key, is_in in [
                ("title", lambda field: field == "title"),
                ("body", lambda field: field in ("question", "answer")),
                ("comments", lambda field: field.endswith("comment")),
            ]:
                texts = unit.get(key)
                if not texts:
                    continue
                wanted = [row for row in of_post if is_in(row[2])]
                marked, count = mark(texts if isinstance(texts, list) else [texts], wanted)
                unit[key] = marked if isinstance(texts, list) else marked[0]
                found += count
            yield unit
    print(f"{found} of {total} instances were found in their texts")


def judgements(data, by_post):
    visual = {row[0]: row[1] for rows in by_post.values() for row in rows}
    grades = {}
    rows = used = 0
    with open(f"{data}/formula-dev/task2-2021-formula-ids.qrels", encoding="utf-8") as lines:
        for line in lines:
            topic, _, formula, grade = line.split()
            rows += 1
            if formula in visual:
                used += 1
                key = topic, visual[formula]
                grades[key] = max(int(grade), grades.get(key, 0))
    print(f"{used} of {rows} judged formulas have their post; {len(grades)} of them are visually distinct")
    return grades


def main(data, folder):
    os.makedirs(folder, exist_ok=True)
    by_post = instances(data)
    with open(f"{folder}/units.jsonl", "w", encoding="utf-8") as out:
        for unit in units(data, by_post):
            out.write(json.dumps(unit, ensure_ascii=False) + "\n")
    grades = judgements(data, by_post)
    with open(f"{folder}/2021.qrels", "w", encoding="utf-8") as out:
        for (topic, visual), grade in sorted(grades.items()):
            out.write(f"{topic}\t0\t{visual}\t{grade}\n")
    tree = ElementTree.parse(f"{data}/arqmath/topics/2021-task2.xml")
    judged = {topic for topic, _ in grades}
    for topic in list(tree.getroot()):
        if topic.get("number") not in judged:
            tree.getroot().remove(topic)
    tree.write(f"{folder}/2021-topics.xml", encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
