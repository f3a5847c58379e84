"""What all parts of the attack suite share: running the binary, counting, hashing, and small collections."""

import contextlib
import dataclasses
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time

MEGABYTE = 1 << 20
MOST_SHOWN = 50  # failures of one part that are printed


@dataclasses.dataclass
class Ended:
    """How a run of the binary ended."""

    code: int | None  # negative for a signal, None where it was stopped for taking too long
    out: bytes
    err: bytes
    peak: int  # bytes resident
    seconds: float

    @property
    def text(self):
        return self.out.decode("utf-8", "replace")

    def crash(self):
        """Why this is a crash or a hang, or None."""
        if self.code is None:
            return f"no end after {self.seconds:.0f} s"
        if self.code < 0:
            return f"ended by signal {-self.code}"
        if self.code == 101 or b"panicked at" in self.err:
            line = next((line for line in self.err.splitlines() if b"panicked at" in line), b"")
            return f"panicked: {line.decode('utf-8', 'replace')[:200]}"
        return None

    def last_line(self):
        lines = (self.err or self.out).decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:200] if lines else ""


class Part:
    """The count of one part: what was tried, what failed."""

    def __init__(self, name, context):
        self.name, self.context = name, context
        self.tried, self.failures, self.notes = 0, [], []
        self.random = random.Random(f"{context.seed}/{name}")
        self.started = time.monotonic()

    def fail(self, message):
        self.failures.append(message)
        if len(self.failures) <= MOST_SHOWN:
            print(f"  FAILED {self.name}: {message}", flush=True)

    def expect(self, condition, message):
        """Counts a failure unless the condition holds; the message may be a function."""
        if not condition:
            self.fail(message() if callable(message) else message)
        return bool(condition)

    def note(self, text):
        self.notes.append(text)
        print(f"  {text}", flush=True)

    def finish(self):
        seconds = time.monotonic() - self.started
        print(f"{self.name}: tried {self.tried}, failed {len(self.failures)}, {seconds:.0f} s", flush=True)
        return self


@dataclasses.dataclass
class Context:
    """What is attacked, with which seed, and where there is room to work."""

    perga: str
    seed: int
    counts: dict
    folder: pathlib.Path

    def room(self, name):
        """A new empty folder."""
        path = self.folder / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True)
        return path

    def environment(self, more=None):
        """The variables of every run: nothing of the user's own settings."""
        kept = {key: os.environ[key] for key in ("PATH", "LANG", "LC_ALL", "TZ") if key in os.environ}
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        return {**kept, "HOME": str(home), "TMPDIR": str(temporary), "NO_COLOR": "1", "RUST_BACKTRACE": "0", **(more or {})}

    def start(self, *arguments, out=subprocess.DEVNULL, err=subprocess.DEVNULL, environment=None, cwd=None):
        """Starts the binary and returns the process."""
        command = [self.perga, *map(os.fspath, arguments)]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=self.environment(environment), cwd=cwd)

    def run(self, *arguments, limit=120.0, memory=None, environment=None, cwd=None):
        """Runs the binary to its end, or stops it after `limit` seconds or with more than `memory` bytes resident."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            began = time.monotonic()
            process = self.start(*arguments, out=out, err=err, environment=environment, cwd=cwd)
            code, peak = wait(process, limit, memory)
            seconds = time.monotonic() - began
            return Ended(code, read_all(out), read_all(err), peak, seconds)

    def digest(self, index):
        """What `check` says the content of an index is, and how it ended."""
        ended = self.run("check", index)
        found = re.search(r"content ([0-9a-f]{8,})", ended.text + ended.err.decode("utf-8", "replace"))
        return (found.group(1) if found else None), ended


def read_all(file):
    file.seek(0)
    return file.read()


def wait(process, limit, memory=None):
    """The exit code of a process (None if it had to be killed) and its peak of resident memory."""
    end = time.monotonic() + limit
    is_over = False
    while not is_over and time.monotonic() < end and not (memory and resident(process.pid) > memory):
        is_over = wait_for_end(process.pid, min(0.1, limit) if memory else limit)
    if not is_over:
        process.kill()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (process.returncode if is_over else None), usage.ru_maxrss * 1024


def wait_for_end(pid, limit):
    """Whether a process ends within `limit` seconds; it stays to be waited for."""
    if hasattr(os, "pidfd_open"):
        descriptor = os.pidfd_open(pid)
        try:
            return bool(select.select([descriptor], [], [], limit)[0])
        finally:
            os.close(descriptor)
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return True
        time.sleep(0.01)
    return False


def hashes(folder):
    """The hash of everything in a folder, by path; links as links, odd things by their kind."""
    found = {}
    for parent, folders, files in os.walk(os.fsencode(folder)):
        for name in folders + files:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            if os.path.islink(path):
                found[path] = ("link", os.readlink(path))
            elif os.path.isfile(path):
                with open(path, "rb") as file:
                    found[path] = (oct(status.st_mode), hashlib.file_digest(file, "sha256").hexdigest())
            else:
                found[path] = ("other", oct(status.st_mode))
    return found


def changed(before, after):
    """Paths that differ between two results of `hashes`."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def write_units(path, name, count, edition=0):
    """A file of units with words and formulas that depend on the edition."""
    lines = []
    for number in range(count):
        letter = chr(ord("a") + number % 26)
        body = f"word{number} of {name} and $\\frac{{{letter}+{number}}}{{{edition}+x}}$ with $x^{{{number % 97}}}$"
        unit = {"id": f"{name}/{number}", "title": f"unit {number}", "body": body, "kind": "question", "score": number % 7}
        lines.append(json.dumps(unit))
    path.write_text("\n".join(lines) + "\n")


PIECES = (
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "sum", "prove", "that", "the", "word", "of", "and", "unit", "##s"]
    + [chr(code) for code in range(ord("a"), ord("z") + 1)]
    + [f"##{chr(code)}" for code in range(ord("a"), ord("z") + 1)]
    + list("0123456789+-=^\\{}.,?()$/")
    + [f"##{digit}" for digit in range(10)]
)


def write_model(folder, width=16, layers=2, inner=32, places=64):
    """A model of the BERT family with random weights: it knows nothing, but it is read and computed as any other."""
    generator = random.Random(7)
    tensors = {
        "embeddings.word_embeddings.weight": ([len(PIECES), width], 0.0),
        "embeddings.position_embeddings.weight": ([places, width], 0.0),
        "embeddings.token_type_embeddings.weight": ([2, width], 0.0),
        "embeddings.LayerNorm.weight": ([width], 1.0),
        "embeddings.LayerNorm.bias": ([width], 0.0),
    }
    for layer in range(layers):
        name = f"encoder.layer.{layer}."
        for part, output, source in [
            ("attention.self.query", width, width),
            ("attention.self.key", width, width),
            ("attention.self.value", width, width),
            ("attention.output.dense", width, width),
            ("intermediate.dense", inner, width),
            ("output.dense", width, inner),
        ]:
            tensors[f"{name}{part}.weight"] = ([output, source], 0.0)
            tensors[f"{name}{part}.bias"] = ([output], 0.0)
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            tensors[f"{name}{part}.weight"] = ([width], 1.0)
            tensors[f"{name}{part}.bias"] = ([width], 0.0)
    header, numbers = {}, bytearray()
    for name, (shape, middle) in sorted(tensors.items()):
        count = shape[0] * (shape[1] if len(shape) > 1 else 1)
        start = len(numbers)
        numbers += struct.pack(f"<{count}f", *(middle + generator.random() - 0.5 for _ in range(count)))
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [start, len(numbers)]}
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % 8)
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(head)) + head + bytes(numbers))
    configuration = {
        "model_type": "bert", "vocab_size": len(PIECES), "hidden_size": width, "num_hidden_layers": layers,
        "num_attention_heads": 2, "intermediate_size": inner, "max_position_embeddings": places,
        "type_vocab_size": 2, "hidden_act": "gelu", "layer_norm_eps": 1e-12,
    }
    (folder / "config.json").write_text(json.dumps(configuration))
    (folder / "vocab.txt").write_text("\n".join(PIECES))
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 48}')


def add_model(context):
    """Puts the tiny model where `PERGA_MODELS` can name it; returns that variable."""
    models = context.folder / "models"
    variable = {"PERGA_MODELS": str(models)}
    if not models.exists():
        made = context.folder / "tiny"
        shutil.rmtree(made, ignore_errors=True)
        write_model(made)
        ended = context.run("model", "add", made, environment=variable)
        if ended.code != 0:
            raise SystemExit(f"error: the tiny model cannot be added: {ended.last_line()}")
    return variable


@contextlib.contextmanager
def serving(context, index, *more, log):
    """A server over an index: its process and port; its stderr goes to `log`."""
    with open(log, "wb") as err:
        process = context.start("serve", "--index", index, "--listen", "127.0.0.1:0", *more, out=subprocess.PIPE, err=err)
        try:
            said = b""
            while not (address := re.search(rb"http://127\.0\.0\.1:(\d+)", said)):
                chunk = process.stdout.read1(4096)
                if not chunk:
                    raise SystemExit("error: the server does not start; see " + str(log))
                said += chunk
            yield process, int(address.group(1))
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def resident(pid):
    """The resident memory of a process in bytes, where the system tells it."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return 0
