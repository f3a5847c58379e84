"""Damages to the files of an index: flipped bits, lost ends, zeroed ranges, lost files, added bytes.

`check` must notice each of them. `search` may answer or refuse, but may not panic, hang or crash. Which files there are
is not known here: whatever lies in the folder is damaged, except empty files, which are locks.
"""

from common import add_model, write_units

LIMIT = 10.0  # seconds for one search
QUERIES = (["word7 of the unit"], ["$x^{7}$", "--want", "formulas"])


def attack(context, part):
    index = prepare(context, part)
    files = sorted(path for path in index.rglob("*") if path.is_file() and path.stat().st_size > 0)
    part.note(f"{len(files)} files")
    kinds = list(DAMAGES)
    # Each file gets each kind in turn, so that a small count still meets every file and every kind.
    for number in range(context.counts["damages"]):
        path = files[number % len(files)]
        kind = kinds[(number // len(files) + number) % len(kinds)]
        damage(context, part, index, path, kind)
    digest, ended = context.digest(index)
    part.expect(ended.code == 0 and digest, f"the index, with its files put back, is not whole: {ended.last_line()}")


def prepare(context, part):
    """An index with vectors, several segments and deletions."""
    environment = add_model(context)
    room = context.room("damages")
    notes, index = room / "notes", room / "index"
    notes.mkdir()
    for number in range(3):
        write_units(notes / f"{number}.jsonl", str(number), 150)
    for edition in (0, 1):
        # The second run deletes, and adds a segment beside the first.
        write_units(notes / "2.jsonl", "2", 120, edition)
        ended = context.run("index", notes, "--into", index, "--embed", environment=environment)
        if ended.code != 0:
            raise SystemExit(f"error: no index to damage: {ended.last_line()}")
    return index


def damage(context, part, index, path, kind):
    """Damages one file, looks, and puts the file back."""
    before = path.read_bytes()
    after = DAMAGES[kind](before, part.random)
    what = f"{path.relative_to(index)}, {kind}"
    if after == before:
        after = before[:-1]
        what += " (nothing to change there: the last byte)"
    part.tried += 1
    try:
        path.unlink() if after is None else path.write_bytes(after)
        look(context, part, index, what + where(before, after))
    finally:
        path.write_bytes(before)


def where(before, after):
    """Where two contents begin to differ, for the report."""
    if after is None:
        return ""
    place = next((place for place, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
    return f" at byte {place} of {len(before)}"


def look(context, part, index, what):
    _, checked = context.digest(index)
    crash = checked.crash()
    part.expect(crash is None, f"{what}: check {crash}")
    part.expect(checked.code != 0, f"{what}: check did not notice")
    for query in QUERIES:
        found = context.run("search", *query, "--index", index, "-k", "5", limit=LIMIT)
        crash = found.crash()
        part.expect(crash is None, f"{what}: search {query[0]} {crash}")


def flipped(content, random):
    changed = bytearray(content)
    changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def zeroed(content, random):
    """Zeroes a range that holds something else."""
    marked = [place for place in range(len(content)) if content[place]] if len(content) < 4096 else None
    start = random.choice(marked) if marked else random.randrange(len(content))
    length = random.choice([1, 16, 512, 4096])
    return content[:start] + bytes(len(content[start : start + length])) + content[start + length :]


DAMAGES = {
    "a flipped bit": flipped,
    "cut at a random place": lambda content, random: content[: random.randrange(len(content))],
    "a zeroed range": zeroed,
    "the last byte lost": lambda content, random: content[:-1],
    "deleted": lambda content, random: None,
    "bytes added": lambda content, random: content + random.randbytes(random.choice([1, 8, 100])),
    "emptied": lambda content, random: b"",
    "random bytes in the middle": lambda content, random: content[: len(content) // 2]
    + random.randbytes(min(64, len(content) - len(content) // 2))
    + content[len(content) // 2 + 64 :],
    "the first half twice": lambda content, random: content[: len(content) // 2] * 2,
}
