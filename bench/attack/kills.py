"""`kill -9` at random moments: of a fresh index, of an update that deletes and merges, of embedding.

After each kill `check` finds the index whole (or there is none yet) and a search works. After one to three kills in a
row the same command runs to its end, and the digest must be that of a run that nobody killed.
"""

import itertools
import re
import shutil
import time

from common import add_model, wait, wait_for_end, write_units

FILES, UNITS, EDITIONS = 4, 400, 3


def attack(context, part):
    modes = [Fresh(context, part), Changed(context, part), Embedded(context, part)]
    for mode in modes:
        mode.prepare()
    counts = {mode.name: 0 for mode in modes}
    turns = itertools.cycle([modes[1], modes[2], modes[1], modes[0]])
    while part.tried < context.counts["kills"]:
        mode = next(turns)
        counts[mode.name] += chain(context, part, mode)
    part.note(", ".join(f"{count} {name}" for name, count in counts.items()))


def chain(context, part, mode):
    """One to three kills in a row, then a run to the end. Returns the number of kills."""
    mode.begin()
    done = 0
    for _ in range(part.random.randint(1, 3)):
        delay = part.random.uniform(0.0, 1.05) * mode.seconds
        if run_and_kill(context, part, mode, delay):
            break
        done += 1
        part.tried += 1
        verify(context, part, mode, f"{mode.name}, killed after {delay:.3f} s")
    ended = context.run(*mode.command(), environment=mode.environment, limit=300)
    what = f"{mode.name}, run to the end after {done} kills"
    if part.expect(ended.code == 0, lambda: f"{what}: exit code {ended.code}, {ended.last_line()}"):
        found = mode.state()
        part.expect(found == mode.expected(), lambda: f"{what}: {found} instead of {mode.expected()}")
    return done


def run_and_kill(context, part, mode, delay):
    """Whether the run was over before it could be killed."""
    began = time.monotonic()
    process = context.start(*mode.command(), environment=mode.environment)
    is_over = wait_for_end(process.pid, max(0.0, delay - (time.monotonic() - began)))
    if not is_over:
        process.kill()
    code, _ = wait(process, 60)
    if is_over:
        part.expect(code == 0, f"{mode.name}: the run ended by itself with exit code {code}")
    return is_over


def verify(context, part, mode, what):
    if not (mode.index / "meta.json").exists():
        return
    digest, ended = context.digest(mode.index)
    part.expect(ended.code == 0 and digest, lambda: f"{what}: check says {ended.code}, {ended.last_line()}")
    for query in ("word7", "$x^{7}$"):
        found = context.run("search", query, "--index", mode.index, "-k", "3", limit=60)
        part.expect(found.code == 0, lambda: f"{what}: search {query} says {found.code}, {found.last_line()}")


class Mode:
    """A command that is killed, and what it must come to."""

    environment = None

    def __init__(self, context, part):
        self.context, self.part = context, part
        self.room = context.room(f"kills-{self.name}")
        self.notes, self.index = self.room / "notes", self.room / "index"
        self.notes.mkdir()

    def command(self):
        rhythm = self.part.random.choice(["0.05", "0.05", "0.3"])
        memory = self.part.random.choice(["64", "256"])
        return ["index", self.notes, "--into", self.index, "--resume", "--commit-every", rhythm, "--memory", memory]

    def write(self, edition):
        """The sources of an edition: each has other formulas; one file vanishes, another comes."""
        for number in range(FILES + 1):
            path = self.notes / f"{number}.jsonl"
            is_there = number < FILES and not (edition and number == edition % FILES) or (number == FILES and edition)
            # The first file never changes: what is current is not read again.
            if is_there and not (number == 0 and path.exists()):
                write_units(path, str(number), UNITS, edition if number else 0)
            elif not is_there:
                path.unlink(missing_ok=True)

    def state(self):
        """What is compared between a killed run and one that nobody killed."""
        return self.context.digest(self.index)[0]

    def whole_run(self):
        """Runs the command once to its end: returns the state."""
        began = time.monotonic()
        ended = self.context.run(*self.command(), environment=self.environment, limit=300)
        self.seconds = time.monotonic() - began
        if ended.code != 0:
            self.part.fail(f"{self.name}: a run that nobody killed says {ended.code}, {ended.last_line()}")
        return self.state()

    def clear(self):
        shutil.rmtree(self.index, ignore_errors=True)


class Fresh(Mode):
    """A new index."""

    name = "fresh"

    def prepare(self):
        self.write(0)
        self.digest = self.whole_run()

    def begin(self):
        self.clear()

    def expected(self):
        return self.digest


class Changed(Mode):
    """An index of an earlier edition, brought up to date with frequent commits, so that segments are merged."""

    name = "changed"

    def prepare(self):
        self.write(0)
        self.whole_run()
        self.base = self.room / "base"
        shutil.copytree(self.index, self.base)
        self.digests = {}
        for edition in range(1, EDITIONS + 1):
            self.restore(edition)
            self.digests[edition] = self.whole_run()

    def restore(self, edition):
        self.edition = edition
        self.clear()
        shutil.copytree(self.base, self.index)
        self.write(edition)

    def begin(self):
        self.restore(self.part.random.randint(1, EDITIONS))

    def expected(self):
        return self.digests[self.edition]


class Embedded(Mode):
    """A new index, and then a vector for each unit."""

    name = "embedded"

    def prepare(self):
        self.environment = add_model(self.context)
        self.write(0)
        self.whole = self.whole_run()

    def command(self):
        return [*super().command(), "--embed"]

    def state(self):
        stats = self.context.run("stats", self.index).text
        vectors = re.search(r"^unit vectors.*$", stats, re.MULTILINE)
        return super().state(), vectors.group(0) if vectors else "no vectors"

    def begin(self):
        self.clear()

    def expected(self):
        return self.whole
