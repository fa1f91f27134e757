# The tools of this repository. `make site` needs Python 3.11+ and nothing else; the rest of the
# set-up is done where it is first needed, and only once.

.DEFAULT_GOAL := site
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
NPX := node_modules/.bin
JS_TESTS = $(shell find tests/js -name '*.test.*js' | LC_ALL=C sort)

##@ Use

.PHONY: site
site: .venv/installed ## build the question bank in content/ into site/
	$(BIN)/exampress build

.PHONY: serve
serve: .venv/installed ## build, watch for changes, reload the browser
	$(BIN)/exampress serve

##@ Develop

.PHONY: check
check: lint types test ## everything that CI runs

.PHONY: test
test: test-python test-js test-html test-browser ## every test: Python, JavaScript, built pages, browsers

.PHONY: lint
lint: .venv/installed-dev node_modules/installed ## format, lint and import contracts; changes nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(NPX)/biome ci --error-on-warnings --colors=off

.PHONY: types
types: .venv/installed-dev node_modules/installed ## mypy, and tsc over the client
	$(BIN)/mypy
	$(NPX)/tsc --project tsconfig.json
	$(NPX)/tsc --project tests/js/tsconfig.json

.PHONY: test-python
test-python: .venv/installed-dev
	$(BIN)/pytest -m "not browser"

.PHONY: test-js
test-js: node_modules/installed
	node --test $(JS_TESTS)

.PHONY: test-html
test-html: site node_modules/installed
	$(NPX)/html-validate "site/**/*.html"

.PHONY: test-browser
test-browser: .venv/installed-dev node_modules/installed browsers
	$(BIN)/pytest -m browser

.PHONY: format
format: .venv/installed-dev node_modules/installed ## rewrite the code in its one format
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(NPX)/biome check --write

.PHONY: lock
lock: .venv/bin/python ## pin every package of this environment anew, with hashes (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --upgrade --extra pdf --output-file requirements.lock pyproject.toml
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
		--no-annotate --upgrade --extra dev --extra pdf --extra scripts --extra seal --extra import \
		--output-file requirements-dev.lock pyproject.toml

.PHONY: bench
bench: .venv/installed-dev ## microseconds a question, stage by stage, beside the floor
	$(BIN)/python -m tests.bench

.PHONY: bench-print
bench-print: .venv/installed-dev ## seconds and megabytes of papers, of forms and of personal papers
	$(BIN)/python -m tests.bench_print

.PHONY: layout
layout: .venv/installed-dev ## what is split, stranded or askew in 200 forms of the real paper
	$(BIN)/python -m tests.layout_figures

# WebKit comes with the system and is large, so no other command asks for it.
.PHONY: webkit
webkit: .venv/installed-dev ## how the print pages come out of WebKit (needs GTK)
	@.ci/system-packages browsers webkit
	$(BIN)/python -m tests.webkit_figures

# The second checker draws in a package under the AGPL, so it is no part of the set-up.
.PHONY: pdfua
pdfua: .venv/installed-dev .pdfua/bin/outloud ## every kind of paper under two checkers of PDF/UA
	$(BIN)/exampress pdf --teacher --key --sheet --out .pdfua/pdf
	printf 'Name,Number\nAnn,1\n李四,2\n' > .pdfua/people.csv
	$(BIN)/exampress pdf --per-person .pdfua/people.csv --sheet --out .pdfua/pdf
	$(BIN)/python -m pdfua check .pdfua/pdf/*/*.pdf .pdfua/pdf/*/people/*.pdf
	.pdfua/bin/outloud --fail-on error .pdfua/pdf/*/*.pdf .pdfua/pdf/*/people/*.pdf

.pdfua/bin/outloud: .venv/bin/python
	$(BIN)/python -m venv .pdfua
	.pdfua/bin/python -m pip install --quiet --disable-pip-version-check outloud==0.2.1

.PHONY: bench-peers
bench-peers: .venv/installed-dev ## the same bank with Hugo, Eleventy, MkDocs and mkdocs-quiz; writes BENCHMARKS.md
	$(BIN)/python -m tests.peers 51 1000 10000 100000
	$(BIN)/python -m tests.peers.weight
	$(BIN)/python -m tests.peers.paper_page

.PHONY: clean
clean: ## remove the built site and everything that was set up
	rm -rf .venv .pdfua node_modules dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find builder tests -name __pycache__ -prune -exec rm -rf {} +
	find site -mindepth 1 ! -name .gitignore -delete

.PHONY: help
help: ## this list
	@awk -F':.*## ' '/^##@/ {print "\n" substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' Makefile

# Set-up, once. Each file stands for something that is installed.

.venv/bin/python:
	PYTHON="$(PYTHON)" .ci/system-packages python
	"$$(PYTHON="$(PYTHON)" .ci/find-python)" -m venv .venv

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.venv/installed: .venv/bin/python pyproject.toml requirements.lock
	$(PIP) --require-hashes --requirement requirements.lock
	$(PIP) --no-deps --editable .
	@touch $@

.venv/installed-dev: .venv/bin/python pyproject.toml requirements-dev.lock
	$(PIP) --require-hashes --requirement requirements-dev.lock
	$(PIP) --no-deps --editable .
	@touch .venv/installed $@

node_modules/installed: package.json package-lock.json
	.ci/system-packages node
	npm ci --no-audit --no-fund --ignore-scripts
	@touch $@

.PHONY: browsers
browsers:
	@.ci/system-packages browsers
