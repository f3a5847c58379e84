"""Mutated files of evaluation: judgements, runs, topics, visual maps, facts about topics.

Each mutant goes to one command. It may be read or refused, in words; it may not lead to a panic, a hang, a number that
is none, or JSON that is not JSON. One file of a command is mutated at a time, so that the others are read to the end.
"""

import concurrent.futures
import json
import math
import random

from common import write_units

LIMIT = 60.0
WORKERS = 2
TOPICS = ["A.1", "A.2", "B.10", "7"]
PRESETS = ["ntcir10", "ntcir11", "ntcir12", "arqmath1-task1", "arqmath3-task1", "arqmath2-task2", "arqmath3-task2"]


def attack(context, part):
    room = context.room("evaluation")
    bases = write_bases(room, part.random)
    index = small_index(context, room)
    count = context.counts["evaluation"]
    part.codes = {}
    seeds = [part.random.getrandbits(48) for _ in range(count)]
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for seed, (name, ended, complaint) in zip(seeds, pool.map(lambda seed: one(context, room, index, bases, seed), seeds)):
            part.tried += 1
            part.codes[ended.code] = part.codes.get(ended.code, 0) + 1
            part.expect(complaint is None, lambda: f"{name}, mutant {seed}: {complaint}")
    part.note("exit codes " + ", ".join(f"{code}: {number}" for code, number in sorted(part.codes.items(), key=str)))


def write_bases(room, generator):
    """Files that are read without a complaint."""
    docs = [f"d{number}" for number in range(12)]

    def run(columns, tag):
        rows = []
        for topic in TOPICS:
            for rank, doc in enumerate(generator.sample(docs, 9), 1):
                rows.append(columns(topic, doc, rank, round(10 / rank, 3), tag))
        return "\n".join(rows) + "\n"

    trec = lambda topic, doc, rank, score, tag: f"{topic} Q0 {doc} {rank} {score} {tag}"
    task1 = lambda topic, doc, rank, score, tag: f"{topic}\t{doc}\t{rank}\t{score}\t{tag}"
    task2 = lambda topic, doc, rank, score, tag: f"{topic}\t{doc[1:]}\t{900 + rank}\t{rank}\t{score}\t{tag}"
    texts = {
        "qrels": "\n".join(f"{topic} 0 {doc} {generator.randrange(4)}" for topic in TOPICS for doc in docs) + "\n",
        "assessed": "\n".join(f"{topic} {who} {doc} {generator.randrange(4)}" for topic in TOPICS for doc in docs for who in ("ann", "bob")) + "\n",
        "numbers": "\n".join(f"{topic} 0 {number} {generator.randrange(4)}" for topic in TOPICS for number in range(12)) + "\n",
        "run": run(trec, "one"),
        "other": run(trec, "two"),
        "task1": run(task1, "three"),
        "task2": run(task2, "four"),
        "map": "id\tpost_id\tthread_id\ttype\tcomment_id\told_visual_id\tvisual_id\tissue\tformula\n"
        + "".join(f"{number}\t{900 + number}\t1\tanswer\t\t{number // 2}\t{number // 2}\t\t\"x^{number}\"\n" for number in range(12)),
        "info": json.dumps({topic: {"Difficulty": "Low", "TopicType": "Proof", "Dependence": "Both"} for topic in TOPICS}),
        "columns": "topic\tdifficulty\n" + "".join(f"{topic}\tlow\n" for topic in TOPICS),
        "topics": "".join(f"{topic}\tword{number} $x^{{{number}}}$\n" for number, topic in enumerate(TOPICS)),
        "arqmath": "<Topics>" + "".join(
            f'<Topic number="{topic}"><Title>why</Title><Question>&lt;p&gt;is &lt;span class="math-container" id="q_1"&gt;$x^2$&lt;/span&gt;&lt;/p&gt;</Question>'
            f"<Formula_Id>q_1</Formula_Id><Latex>x^2</Latex><Tags>algebra</Tags></Topic>" for topic in TOPICS) + "</Topics>",
        "ntcir": '<?xml version="1.0"?><topics xmlns:m="http://www.w3.org/1998/Math/MathML">' + "".join(
            f'<topic><num>NTCIR-{topic}</num><query><formula id="f.0"><m:math><m:mi>x</m:mi></m:math></formula><keyword id="w.0">group</keyword></query></topic>'
            for topic in TOPICS) + "</topics>",
    }
    return {name: text.encode() for name, text in texts.items()}


def commands(generator, path, index):
    """A command by chance, and the names of its files."""
    measures = ["--measures", generator.choice(["nDCG',MAP',P'@10", "Bpref,nDCG@3,P(rel=2)@5", "MAP,RR,R@100,Rprec"])]
    runs = generator.choice(["run", "task1"])
    return generator.choice([
        (["eval", path("qrels"), path(runs), path("other"), "--json", *measures], ["qrels", runs]),
        (["eval", path("qrels"), path("run"), "--json", "--per-topic", "--complete", "--extremes", *measures], ["qrels", "run"]),
        (["eval", path("numbers"), path("task2"), "--json", "--visual", path("map")], ["numbers", "task2", "map"]),
        (["compare", path("qrels"), path("run"), "--baseline", path("other"), "--json", *measures], ["qrels", "run", "other"]),
        (["compare", path("qrels"), path("run"), "--baseline", path("other"), "--json", "--topic-info", path("info"), "--by", "difficulty,type"], ["info", "run"]),
        (["compare", path("qrels"), path("run"), "--baseline", path("other"), "--json", "--topic-info", path("columns"), "--by", "difficulty"], ["columns"]),
        (["pool", "--preset", generator.choice(PRESETS[:5]), "--json", path("run"), path("other")], ["run", "other"]),
        (["pool", "--preset", generator.choice(PRESETS[5:]), "--json", "--visual", path("map"), path("task2") + "=primary"], ["task2", "map"]),
        (["agree", path("qrels"), path("assessed"), "--json"], ["qrels", "assessed"]),
        (["agree", path("assessed"), "--json", "--level", "1"], ["assessed"]),
        *[(["run", "--index", index, "--topics", path(kind), "--task", task, "-k", "5"], [kind])
          for kind, task in (("topics", "formulas"), ("arqmath", "formulas"), ("ntcir", "formulas"), ("topics", "units"), ("arqmath", "answers"))][:3 + 2 * (generator.random() < 0.5)],
    ])


def one(context, room, index, bases, seed):
    """Tries one mutant; the seed alone decides about it."""
    generator = random.Random(seed)
    folder = room / f"{seed:012x}"
    folder.mkdir()
    path = lambda name: str(folder / f"{name}{'.json' if name == 'info' else '.tsv' if name in ('map', 'columns', 'topics') else ''}")
    command, names = commands(generator, path, index)
    victim = generator.choice(names)
    for name, content in bases.items():
        if path(name) in [word.removesuffix("=primary") for word in command]:
            with open(path(name), "wb") as file:
                file.write(mutated(content, generator) if name == victim else content)
    ended = context.run(*command, limit=LIMIT)
    complaint = judge(command, ended)
    if complaint is None:
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
    return f"{command[0]} with another {victim}", ended, complaint


def small_index(context, room):
    """The index that topics are searched in."""
    write_units(room / "units.jsonl", "u", 30)
    ended = context.run("index", room / "units.jsonl", "--into", room / "index")
    if ended.code != 0:
        raise SystemExit(f"error: no index for the topics: {ended.last_line()}")
    return str(room / "index")


def judge(command, ended):
    """What is wrong with how a command ended, or None."""
    if crash := ended.crash():
        return crash
    if ended.code not in (0, 1, 2, 3):
        return f"exit code {ended.code}"
    if ended.code in (1, 2) and b"error" not in ended.err:
        return f"exit code {ended.code} without an error: {ended.last_line()}"
    if ended.code == 0 and "--json" in command:
        try:
            json.loads(ended.out, parse_constant=refuse_constant)
        except ValueError as error:
            return f"not JSON: {error}: {ended.text[:100]}"
    if ended.code == 0 and command[0] == "run":
        for line in ended.text.splitlines():
            fields = line.split()
            if len(fields) >= 6 and not is_number(fields[-2]):
                return f"a score that is no number: {line[:100]}"
    return None


def refuse_constant(name):
    raise ValueError(f"{name} is no number")


def is_number(text):
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


NUMBERS = [b"0", b"-1", b"1e309", b"-1e309", b"nan", b"NaN", b"inf", b"-inf", b"9" * 30, b"0.1e-400", b"1e5000", b"18446744073709551616", b"2147483648", b"-0", b"0x10", b"1,5", b"\xe2\x88\x921", b""]
PIECES = [b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n\n", b"\t\t", b" " * 50, b'"', b"'", b"<", b"&", b"&#0;", b"]]>", b"<!--", b"<![CDATA[", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", "é\u202e".encode(), b"x" * 5000, b"$" * 100, b"{" * 300, b"\x1b[31m", b"\x1f\x8b\x08", b"PK\x03\x04"]


def mutated(content, generator):
    """One to four changes: of bytes, fields, lines, or the whole."""
    for _ in range(generator.choice([1, 1, 1, 2, 4])):
        content = generator.choice(MUTATIONS)(content, generator)
    return content


def of_lines(change):
    def mutation(content, generator):
        lines = content.split(b"\n")
        change(lines, generator)
        return b"\n".join(lines)
    return mutation


def field(lines, generator):
    number = generator.randrange(len(lines))
    separator = b"\t" if b"\t" in lines[number] else b" "
    fields = lines[number].split(separator)
    fields[generator.randrange(len(fields))] = generator.choice(NUMBERS + PIECES + [b"A.1", b"d1", b"Q0"])
    lines[number] = separator.join(fields)


def column(lines, generator):
    """The same field of every line."""
    separator = b"\t" if b"\t" in lines[0] else b" "
    place, value = generator.randrange(6), generator.choice(NUMBERS + [b"A.1", b"d1"])
    for number, line in enumerate(lines):
        fields = line.split(separator)
        if place < len(fields):
            fields[place] = value
            lines[number] = separator.join(fields)


def insert(content, generator):
    place = generator.randrange(len(content) + 1)
    return content[:place] + generator.choice(PIECES + NUMBERS) + content[place:]


def flip(content, generator):
    changed = bytearray(content)
    for _ in range(generator.choice([1, 3, 20])):
        if changed:
            changed[generator.randrange(len(changed))] = generator.randrange(256)
    return bytes(changed)


def cut(content, generator):
    start = generator.randrange(len(content) + 1)
    return generator.choice([content[:start], content[start:], content[:start] + content[start + generator.randrange(200):]])


MUTATIONS = [
    flip, insert, cut, of_lines(field), of_lines(field), of_lines(column),
    of_lines(lambda lines, generator: lines.append(generator.choice(lines))),
    of_lines(lambda lines, generator: lines.pop(generator.randrange(len(lines)))),
    of_lines(lambda lines, generator: generator.shuffle(lines)),
    of_lines(lambda lines, generator: lines.insert(generator.randrange(len(lines)), generator.choice(PIECES))),
    lambda content, generator: content * generator.choice([2, 3]),
    lambda content, generator: content.replace(generator.choice([b" ", b"\t", b"\n", b"."]), generator.choice([b" ", b"\t", b"", b",", b"\r", b"\n"])),
    lambda content, generator: generator.choice([b"", b"\n", b"\xff\xfe" + content, content.decode("latin-1").encode("utf-16")]),
]
