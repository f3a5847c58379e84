"""Answers, topics and judgements as the peers of answer search read them.

The collection is `answers-dev/units.jsonl.gz`: an answer stands with the question it answers, if that is at hand. The
topics are those of ARQMath Task 1 in 2020 and 2022; usable are those with an answer of grade 2 or more among the
judged ones. Text is plain, with formulas as `$…$`.
"""

import collections
import gzip
import html
import json
import re
import xml.etree.ElementTree as ElementTree

YEARS = ("2020", "2022")
LEAST_GRADE = 2

# `$$…$$` before `$…$`; a backslash takes the next character with it.
FORMULA = re.compile(r"\$\$((?:[^$\\]|\\.)+)\$\$|\$((?:[^$\\]|\\.)+)\$", re.DOTALL)


class Document(collections.namedtuple("Document", "id title question answer")):
    """An answer with the title and the body of its question."""

    def text(self):
        return " ".join(part for part in (self.title, self.question, self.answer) if part)


class Topic(collections.namedtuple("Topic", "id title body")):
    def text(self):
        return f"{self.title} {self.body}"


def documents(data):
    """Every answer, in the order of the file."""
    with gzip.open(f"{data}/answers-dev/units.jsonl.gz", "rt", encoding="utf-8") as lines:
        units = [json.loads(line) for line in lines]
    questions = {unit["id"]: unit for unit in units if unit["kind"] == "question"}
    for unit in units:
        if unit["kind"] == "answer":
            question = questions.get(unit.get("parent"), {})
            yield Document(unit["id"], question.get("title", ""), question.get("body", ""), unit["body"])


def plain(markup):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def judgements(data):
    """Grades by topic and answer, usable topics only."""
    grades = collections.defaultdict(dict)
    for year in YEARS:
        with open(f"{data}/answers-dev/pool-{year}.qrels", encoding="utf-8") as lines:
            for line in lines:
                topic, _, answer, grade = line.split()
                grades[topic][answer] = int(grade)
    return {topic: found for topic, found in grades.items() if max(found.values()) >= LEAST_GRADE}


def topics(data):
    """The usable topics, year by year."""
    usable = judgements(data)
    for year in YEARS:
        for topic in ElementTree.parse(f"{data}/arqmath/topics/{year}-task1.xml").getroot():
            if topic.get("number") in usable:
                yield Topic(topic.get("number"), plain(topic.findtext("Title")), plain(topic.findtext("Question")))


def formulas(text):
    return [match[1] or match[2] for match in FORMULA.finditer(text)]


def without_formulas(text):
    return FORMULA.sub(" ", text)


def write_run(path, name, rankings):
    """TREC columns; `rankings` is pairs of topic and pairs of answer and score, best first."""
    with open(path, "w", encoding="utf-8") as out:
        for topic, ranking in rankings:
            for rank, (answer, score) in enumerate(ranking, 1):
                out.write(f"{topic} Q0 {answer} {rank} {score:.6f} {name}\n")
    print(path, flush=True)
