# `make demo` shows what Perga can do today, `make test` proves it. Everything else is for developers.

CARGO ?= cargo
FUZZ_SECONDS ?= 120

.PHONY: demo test bench bench-indexing bench-search bench-answers bench-evaluation trec-eval fuzz lint

# Builds the release binary, indexes the bundled collection, searches it and opens the formula inspector in this
# terminal.
demo:
	@$(CARGO) run --release --quiet -p perga -- index collection --into target/demo.index
	@echo "\n$$ perga search 'p^2+q^2=r^2' --index target/demo.index -k 3\n"
	@$(CARGO) run --release --quiet -p perga -- search 'p^2+q^2=r^2' --index target/demo.index -k 3
	@$(CARGO) run --release --quiet -p perga -- demo

# Every test of the workspace; tests over large real data skip with a message when the data is absent.
test:
	$(CARGO) test --workspace --quiet

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

# What the evaluator is compared with: trec_eval's own code, in a Python environment under target/.
trec-eval: target/trec-eval-venv/installed
target/trec-eval-venv/installed:
	python3 -m venv target/trec-eval-venv
	target/trec-eval-venv/bin/pip install --quiet --disable-pip-version-check pytrec-eval-terrier==0.5.11
	touch $@

# Every fuzz target for FUZZ_SECONDS each; see fuzz/README.md.
fuzz:
	fuzz/run $(FUZZ_SECONDS)

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc --workspace --no-deps --quiet
