# `make demo` shows what Perga can do, `make test` runs every test. Everything else is for developers.

CARGO ?= cargo
FUZZ_SECONDS ?= 120
MDBOOK = 0.5.4

.PHONY: demo test web lint docs screenshot bench bench-indexing bench-search bench-answers bench-evaluation bench-server \
	attack trec-eval smatch ranx fuzz

# Builds the page and the release binary, indexes the bundled collection and serves it. The last line is the address to
# open; Ctrl-C stops the server.
demo: web
	@$(CARGO) build --release --locked --quiet --package perga
	@target/release/perga index collection --index target/bundled.index
	@echo "\n$$ perga search 'p^2+q^2=r^2' --index target/bundled.index -k 1\n"
	@target/release/perga search 'p^2+q^2=r^2' --index target/bundled.index -k 1
	@echo "open this address in a browser; Ctrl-C stops the server"
	@target/release/perga serve --index target/bundled.index

# Every test of the workspace, and the pages in a real browser. TESTING.md says what is skipped when the shared data or
# Chromium is missing.
test: web
	$(CARGO) test --workspace --locked --quiet
	cd web && PERGA=$(CURDIR)/target/debug/perga npm test --silent

# The page, as it is built into the binary.
web: web/dist/assets/app.js
web/dist/assets/app.js: web/node_modules/.package-lock.json web/vite.config.ts web/openapi.json $(shell find web/src web/scripts -type f 2>/dev/null)
	cd web && npm run --silent build

# `npm ci` installs exactly what the lock names, with its hashes.
web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --silent --no-fund --no-audit

# Format, clippy, rustdoc, and the linter of the page.
lint: web/node_modules/.package-lock.json
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc --workspace --no-deps --locked --quiet
	cd web && npm run --silent lint

# The documentation as a book, in target/book.
docs:
	@mdbook --version 2>/dev/null | grep -qx 'mdbook v$(MDBOOK)' \
		|| $(CARGO) install mdbook --version $(MDBOOK) --locked --no-default-features --features search
	mdbook build docs

# The picture of the README, docs/images/results.png; needs Chromium.
screenshot: web
	$(CARGO) build --release --locked --quiet --package perga
	PERGA=$(CURDIR)/target/release/perga node web/scripts/screenshot.mjs

# Formula reading against katex-rs and KaTeX on Node, in one run; see bench/formula-reading/README.md.
bench:
	bench/formula-reading/run

# Indexing against Approach Zero, in one run, and at synthetic scale; see bench/indexing/README.md.
bench-indexing:
	bench/indexing/run
	bench/indexing/scale

# Formula search against Approach Zero, in one run; see bench/formula-search/README.md.
bench-search:
	bench/formula-search/run

# Answer search against BM25, Approach Zero and a sentence model, in one run; see bench/answers/README.md.
bench-answers:
	bench/answers/run

# Evaluation against pytrec_eval, in one run; see bench/evaluation/README.md.
bench-evaluation: trec-eval
	bench/evaluation/run

# A running server under load; see bench/server/README.md.
bench-server:
	bench/server/run

# Attacks on an index, a server and files, in full; see bench/attack/README.md.
attack: web
	$(CARGO) build --release --locked --quiet --package perga
	bench/attack/run target/release/perga

# Other programs that the tests compare with, each in a Python environment under target/: trec_eval's own code, the
# package of Smatch's authors, and ranx for fusions of runs.
PACKAGE_trec-eval = pytrec-eval-terrier==0.5.11
PACKAGE_smatch = smatch==1.0.4
PACKAGE_ranx = ranx==0.3.21
trec-eval smatch ranx: %: target/%-venv/installed
$(patsubst %,target/%-venv/installed,trec-eval smatch ranx): target/%-venv/installed:
	python3 -m venv target/$*-venv
	target/$*-venv/bin/pip install --quiet --disable-pip-version-check $(PACKAGE_$*)
	touch $@ crates/testkit/available.rs

# Every fuzz target for FUZZ_SECONDS each; see fuzz/README.md.
fuzz:
	fuzz/run $(FUZZ_SECONDS)
