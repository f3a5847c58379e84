"""The user's own files: an index is never written into a folder that holds something else, and nothing changes outside."""

import shutil

from common import changed, hashes, write_units

# Names that look like those of an index, like settings, or like nothing in particular.
NAMES = [
    "perga-thesis.tex", "perga-results.csv", "perga-000001.records", "perga-000000.alpha", "perga-00000002.ledger",
    "perga-.ledger", "perga-x", "meta.json", ".managed.json", ".tantivy-writer.lock", ".tantivy-meta.lock",
    "0123456789abcdef0123456789abcdef.idx", "0123456789abcdef0123456789abcdef.store", ".bashrc", ".git", ".hidden",
    "notes.md", "perga.index", "perga", "units", "vectors", "index.json", "perga.json", "perga-index", "a b\nc.txt", "ü.txt",
    "PERGA-000001.RECORDS", "perga-000001.records.bak", ".perga", "ledger", "lock",
]
CONTENTS = [b"mine", b"", b"{}", b'{"segments":[],"payload":"{}"}']


def attack(context, part):
    room = context.room("own")
    notes = room / "notes"
    notes.mkdir()
    write_units(notes / "a.jsonl", "a", 20)
    (notes / "b.md").write_text("# B\n\nA formula: $x+y$.\n")
    for name in NAMES:
        for content in CONTENTS:
            refuse(context, part, room, notes, {name: content})
    for names in (NAMES, NAMES[:2], [".bashrc", ".profile"], ["perga-x.tex"], ["meta.json", ".managed.json", "perga-000001.records"]):
        refuse(context, part, room, notes, dict.fromkeys(names, b"mine"))
    refuse_folders(context, part, room, notes)
    whole_session(context, part, room, notes)
    inside_an_index(context, part, room, notes)


def refuse(context, part, room, notes, files):
    """`--into` a folder with these files is refused, and they stay."""
    folder = room / "folder"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    expect_refusal(context, part, room, notes, folder, repr(sorted(files)[:4]))


def refuse_folders(context, part, room, notes):
    """The same for folders, and for a folder that holds the sources themselves."""
    for name in ("vectors", "perga-sub", ".config", "perga-000001.records"):
        folder = room / "folder"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / name).mkdir(parents=True)
        (folder / name / "units").write_bytes(b"mine")
        expect_refusal(context, part, room, notes, folder, f"a folder {name}")
    expect_refusal(context, part, room, notes, notes, "the folder of the sources")
    expect_refusal(context, part, room, notes, notes / "b.md", "a file")


def expect_refusal(context, part, room, notes, into, what):
    part.tried += 1
    before = hashes(room)
    ended = context.run("index", notes, "--into", into)
    differences = changed(before, hashes(room))
    part.expect(ended.code not in (0, None), f"--into {what}: not refused (exit code {ended.code})")
    part.expect(not differences, f"--into {what}: {len(differences)} files changed, among them {differences[:3]}")
    crash = ended.crash()
    part.expect(crash is None, f"--into {what}: {crash}")


def whole_session(context, part, room, notes):
    """Every command over an index: whatever lies outside its folder stays as it is."""
    outside, index = room / "outside", room / "index"
    shutil.copytree(notes, outside / "notes")
    (outside / "perga-000001.records").write_bytes(b"mine")
    (outside / "qrels").write_text("T1 0 a/1 1\nT1 0 a/2 0\n")
    (outside / "run").write_text("T1 Q0 a/1 1 2.0 r\nT1 Q0 a/2 2 1.0 r\n")
    (outside / "topics").write_text("T1\tword1\n")
    before = hashes(outside)
    sources = outside / "notes"
    commands = [
        ["index", sources, "--into", index], ["index", sources, "--into", index], ["check", index], ["stats", index],
        ["search", "word1", "--index", index], ["search", "$x+y$", "--index", index, "--json"],
        ["suggest", "wrd1", "--index", index], ["tree", "x+y"], ["eval", outside / "qrels", outside / "run"],
        ["compare", outside / "qrels", outside / "run", "--baseline", outside / "run"],
        ["agree", outside / "qrels", outside / "qrels"], ["pool", "--preset", "ntcir12", outside / "run"],
        ["run", "--index", index, "--topics", outside / "topics", "--task", "units"],
        ["index", sources / "b.md", "--into", index], ["index", "--resume", sources, "--into", index], ["check", index],
    ]
    for command in commands:
        part.tried += 1
        ended = context.run(*command, cwd=outside)
        what = " ".join(str(word) for word in command[:2])
        crash = ended.crash()
        part.expect(crash is None, f"{what}: {crash}")
        differences = changed(before, hashes(outside))
        part.expect(not differences, f"{what}: changed {differences[:3]}")


def inside_an_index(context, part, room, notes):
    """Files that a user put into the folder of an index survive the next run, or the run is refused."""
    index = room / "mixed"
    context.run("index", notes, "--into", index)
    mine = {name: b"mine" for name in NAMES if not (index / name).exists()}
    for name, content in mine.items():
        (index / name).write_bytes(content)
    write_units(notes / "a.jsonl", "a", 25, 1)
    part.tried += 1
    ended = context.run("index", notes, "--into", index)
    crash = ended.crash()
    part.expect(crash is None, f"an index with other files in its folder: {crash}")
    lost = [name for name, content in mine.items() if not (index / name).is_file() or (index / name).read_bytes() != content]
    # Names of exactly the form that an index uses are its own inside its own folder; all others must stay.
    lost = [name for name in lost if name not in SCHEME]
    part.expect(not lost, f"an index with other files in its folder: lost {lost}")


SCHEME = {
    "perga-000001.records", "perga-000000.alpha", "perga-00000002.ledger", "meta.json", ".managed.json",
    ".tantivy-writer.lock", ".tantivy-meta.lock",
}
