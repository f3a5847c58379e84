"""Mutated HTTP: requests changed in methods, paths, queries, headers, lengths, bodies and order, over raw sockets.

No response of 5xx but 503, no panic in the log, no hang; the server is well afterwards, and its memory stays level.
"""

import concurrent.futures
import json
import random
import re
import socket
import time
import urllib.parse

from common import MEGABYTE, resident, serving

WORKERS = 4
LIMIT = 60.0  # seconds for a whole request: a search has less
ROUND = 500

TEXTS = [
    "a^2+b^2=c^2", "\\frac{?a}{?b}", "why does $\\sum 1/n$ diverge", "\"is a\" triangle", "tag:algebra -x +y", "<math><mi>x</mi></math>",
    "\\sqrt{" * 40, "(" * 300, "?" * 50, "\"a b\" " * 60, "x " * 400, "$" * 99, "\u0000", "\u202e é 数 ∫", "'", "../../etc/passwd", "%", "{}[]|\\^`",
    "\\int_0^1" * 30, "word" * 900, "after:2020 before:1999 year:abc votes:-9e9", "[a-z]*", "<script>alert(1)</script>", "\r\nx: y",
]
NUMBERS = ["0", "1", "-1", "100", "101", "999999999999999999999", "1e9", "NaN", "", "0x10", "4294967296", "18446744073709551616", "٣", "1.5", "true"]
PATHS = ["/", "/cards", "/collection", "/history", "/inspect", "/evaluation", "/evaluation/report", "/help", "/icon.svg", "/assets/app.js", "/metrics"] + [
    f"/api/v1/{name}" for name in ("search", "read", "suggest", "units/q/114", "threads/q/114", "formulas/7", "cards", "tree", "align", "stats", "health", "openapi.json", "events")
]
PARAMETERS = ["q", "k", "offset", "want", "mode", "fold", "like", "tag", "kind", "site", "after", "before", "year", "is", "votes", "pipeline", "explain", "formula", "other", "runs", "qrels", "baseline", "run", "measures", "limit"]
VALUES = ["formulas", "units", "answers", "questions", "exact", "contains", "similar", "best", "duplicates", "accepted", "card", "q/114", "q/114#3", "card/quadratic-formula", "nDCG'", "good.run", "../x.run"]
METHODS = ["GET"] * 12 + ["HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "G\tET", "", "X" * 3000, "GET\0"]
HEADERS = [
    "Host: evil.example", "Host:", "Host: 127.0.0.1:1", "Host: [::1]", "Host: localhost, evil.example", "Origin: http://evil.example", "Origin: null",
    "Content-Length: -1", "Content-Length: 99999999999999999999", "Content-Length: 5, 6", "Content-Length: 0x10", "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked, identity", "Transfer-Encoding: x", "Expect: 100-continue", "Upgrade: h2c", "Connection: upgrade, close", "Range: bytes=0-1,5-",
    "If-None-Match: *", 'If-None-Match: W/"x", "y"', "If-Modified-Since: yesterday", "Accept-Encoding: br;q=0, *;q=nan", "Accept: */*;q=2", "Cookie: perga_session=" + "a" * 4000,
    "Cookie: \xff", "X: " + "y" * 20000, " folded", "NoColon", ": empty", "Content-Type: application/json", "Content-Type: text/plain; charset=\xff", "Referer: \x7f", "X-Forwarded-Host: evil.example",
]
BODIES = [b"", b"{}", b'{"kind":"click","target":"q/1","rank":1}', b'{"kind":"dwell","milliseconds":1e999}', b"[" * 10000, b"\xff" * 100, b"x" * 70000, b'{"kind":"' + b"a" * 5000 + b'"}', b"null", b"a=b&c=d"]


def attack(context, part):
    room = context.room("requests")
    index = collection(context, room)
    log = room / "log"
    part.statuses = {}
    with serving(context, index, "--events", room / "events.jsonl", "--runs", room / "runs", log=log) as (process, port):
        memory = rounds(context, part, process, port)
        part.expect(process.poll() is None, f"the server ended with exit code {process.poll()}")
        part.expect(is_well(port), "the server is not well after all requests")
    part.expect(b"panicked at" not in log.read_bytes(), lambda: f"a panic in the log: {first_panic(log)}")
    if len(memory) >= 4:
        settled, last = memory[len(memory) // 4], memory[-1]
        part.note(f"memory {settled // MEGABYTE} MB after a quarter, {last // MEGABYTE} MB at the end")
        part.expect(last < 1.5 * settled + 64 * MEGABYTE, f"memory grows: {[size // MEGABYTE for size in memory]} MB")
    part.expect(events_are_whole(room), "the log of events is not one JSON value on each line")
    part.note("responses " + ", ".join(f"{status}: {count}" for status, count in sorted(part.statuses.items())))


def collection(context, room):
    """An index of a few units, with threads and cards, and a folder of runs."""
    units = []
    for number in range(110, 160):
        units.append({"id": f"q/{number}", "kind": "question", "title": f"On $x^{number}$", "body": f"Why is $a^2+b^2=c^2$ for triangle {number}?", "tags": ["algebra"], "score": number % 9, "date": "2020-01-01"})
        units.append({"id": f"a/{number}-1", "kind": "answer", "parent": f"q/{number}", "body": f"Since $\\sum_{{n}} 1/n^{{{number}}}$ is what it is.", "accepted": True})
    units.append({"id": "card/quadratic-formula", "kind": "card", "title": "Quadratic formula", "names": ["quadratic formula"], "body": "$x=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}$"})
    (room / "units.jsonl").write_text("\n".join(map(json.dumps, units)) + "\n")
    (room / "runs").mkdir()
    (room / "runs" / "all.qrels").write_text("T1 0 q/111 1\nT1 0 q/112 0\n")
    (room / "runs" / "good.run").write_text("T1 Q0 q/111 1 2.0 good\n")
    ended = context.run("index", room / "units.jsonl", "--into", room / "index")
    if ended.code != 0:
        raise SystemExit(f"error: no index to serve: {ended.last_line()}")
    return room / "index"


def rounds(context, part, process, port):
    """Sends all requests; returns the memory after each round."""
    memory = []
    seeds = [part.random.getrandbits(48) for _ in range(context.counts["requests"])]
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for start in range(0, len(seeds), ROUND):
            some = seeds[start : start + ROUND]
            for seed, (line, answer, complaint) in zip(some, pool.map(lambda seed: one(port, seed), some)):
                part.tried += 1
                statuses = [int(status) for status in re.findall(rb"^HTTP/1\.[01] (\d{3})", answer, re.MULTILINE)]
                for status in statuses:
                    part.statuses[status] = part.statuses.get(status, 0) + 1
                bad = [status for status in statuses if status >= 500 and status != 503]
                part.expect(not bad, lambda: f"request {seed}: {bad} for {line[:120]!r}")
                part.expect(complaint is None, lambda: f"request {seed}: {complaint} for {line[:120]!r}")
            memory.append(resident(process.pid))
            if not part.expect(process.poll() is None and is_well(port), f"the server is not well after {part.tried} requests"):
                break
    return memory


def one(port, seed):
    """Sends one mutated request: its first line, the answer, and what was wrong."""
    generator = random.Random(seed)
    content, patience = mutant(generator, port)
    answer = b""
    complaint = None
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as stream:
            send(stream, content, generator)
            answer = read(stream, patience)
            if patience == LIMIT and not answer:
                complaint = f"no answer within {LIMIT:.0f} s"
    except ConnectionError:
        # The server may close at any time on a request that is none.
        complaint = "the connection was closed without an answer" if patience == LIMIT and not answer else None
    except OSError as error:
        complaint = f"no connection: {error}"
    return content.split(b"\r\n")[0], answer, complaint


def send(stream, content, generator):
    """All at once, or in pieces."""
    if generator.random() < 0.8:
        return stream.sendall(content)
    for _ in range(3):
        place = generator.randrange(len(content) + 1)
        stream.sendall(content[:place])
        content = content[place:]
        time.sleep(0.002)
    stream.sendall(content)


def read(stream, patience):
    """What comes until the server closes or nothing more comes for a while."""
    answer = b""
    stream.settimeout(patience)
    try:
        while chunk := stream.recv(65536):
            answer = (answer + chunk)[:4_000_000]
    except TimeoutError:
        pass
    return answer


def mutant(generator, port):
    """The bytes of a request, or of several, and how long to wait for an answer: long where one is due."""
    if generator.random() < 0.6:
        # Whole as HTTP: what is odd is what it asks for.
        head = f"GET {target(generator) or '/'} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        return head.encode(), LIMIT
    lines = [f"{generator.choice(METHODS)} {target(generator)} {version(generator)}"]
    if generator.random() < 0.93:
        lines.append(f"Host: 127.0.0.1:{port}")
    lines += generator.sample(HEADERS, generator.choice([0, 0, 1, 1, 2, 5]))
    body = b""
    if lines[0].startswith("POST") or generator.random() < 0.1:
        body = generator.choice(BODIES)
        lines.append(generator.choice([f"Content-Length: {len(body)}"] * 3 + [f"Content-Length: {len(body) + 7}", f"Content-Length: {len(body) // 2}", "Transfer-Encoding: chunked"]))
        if lines[-1].startswith("Transfer"):
            body = generator.choice([b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body), b"FFFFFFFFFFFFFFFF\r\nx", b"-1\r\n", b"5;ext=\xff\r\nhello\r\n0\r\nTrailer: x\r\n\r\n", b"zz\r\n"])
    content = "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + body
    content *= generator.choice([1] * 20 + [3, 40])
    if generator.random() < 0.15:
        content = garbled(content, generator)
    if generator.random() < 0.06:
        return content[: generator.randrange(len(content))], 0.02
    return content, 0.25


def target(generator):
    """A path with a query, and now and then something else."""
    path = generator.choice(PATHS)
    if generator.random() < 0.1:
        path = path.rsplit("/", 1)[0] + "/" + generator.choice(["..", "%2e%2e/%2e%2e/etc/passwd", "%00", "%ff", "x" * 3000, "-1", "99999999999999999999", "q%2F114", "%u0041", "//", "\\"])
    pairs = []
    for _ in range(generator.choice([0, 1, 1, 2, 3, 12])):
        name = generator.choice(PARAMETERS)
        value = generator.choice(TEXTS) if name in ("q", "like", "formula", "other") else generator.choice(VALUES + NUMBERS + TEXTS)
        quoted = urllib.parse.quote(value, safe="") if generator.random() < 0.93 else generator.choice(["%", "%zz", "%ff%fe", "%00", "+" * 50, "%c3%28", "\xe9"])
        pairs.append(f"{name}={quoted}" if generator.random() < 0.97 else name)
    query = "?" + "&".join(pairs) if pairs else ""
    whole = path + query
    return generator.choice([whole] * 30 + ["*", "http://evil.example" + whole, "//evil.example" + whole, whole + "#x", whole + "?" + query, "", whole.replace("/", "//")])


def version(generator):
    return generator.choice(["HTTP/1.1"] * 30 + ["HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.1 x", "", "http/1.1"])


def garbled(content, generator):
    changed = bytearray(content)
    for _ in range(generator.choice([1, 2, 10])):
        changed[generator.randrange(len(changed))] = generator.randrange(256)
    return bytes(changed)


def is_well(port):
    """Whether the server says so itself; it may be busy for a while."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=10) as stream:
                stream.sendall(f"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
                answer = b""
                while chunk := stream.recv(65536):
                    answer += chunk
                if re.match(rb"HTTP/1\.1 200", answer):
                    return True
        except OSError:
            pass
        time.sleep(0.5)
    return False


def first_panic(log):
    return next((line for line in log.read_text(errors="replace").splitlines() if "panicked at" in line), "")[:200]


def events_are_whole(room):
    file = room / "events.jsonl"
    try:
        return all(isinstance(json.loads(line), dict) for line in file.read_text().splitlines()) if file.exists() else True
    except ValueError:
        return False
