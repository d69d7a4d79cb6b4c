# Everything a contributor needs; only python3 (3.11 or newer), make and git must be there. `make help` lists it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := -m pip --disable-pip-version-check --quiet

# What `make play` plays: `make play PACK=smallworld SEED=11`
PACK ?= smallworld
PLAYERS ?= 3
SEATS ?= greedy,random,random
SEED ?= 7
# How long the long form of a test runs: `make soak MINUTES=5`
MINUTES ?= 60
# Tests run on all cores; `make test PYTEST_ARGS="-k parser"` for a part of them.
PYTEST_ARGS ?= -n auto

.DEFAULT_GOAL := help
.PHONY: help setup play test soak lint format bench lock clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1: /p' $(MAKEFILE_LIST) | awk -F': ' '{ printf "  make %-8s %s\n", $$1, $$2 }'

setup: $(STAMP)  ## install the locked dependencies and the package into .venv

play: setup  ## a whole game between bots
	$(BIN)/ruledsl play $(PACK) --players $(PLAYERS) --seats $(SEATS) --seed $(SEED)

test: lint  ## format, style, types, then all tests
	$(BIN)/pytest $(PYTEST_ARGS)

soak: setup  ## the long form of the tests: an hour of programs made up at random
	$(BIN)/python tests/hostile/soak.py --minutes $(MINUTES)

lint: setup  ## format, style and types only
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: setup  ## put the sources into form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only .

bench: setup  ## the measures of speed
	$(BIN)/python -m benchmarks

clean:  ## remove what the other commands made
	rm -rf $(VENV) .venv-lock build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage htmlcov
	find ruledsl tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): requirements.lock pyproject.toml ruledsl/__init__.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "ruledsl needs Python 3.11 or newer; name one with: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python cannot make virtual environments. On Debian and Ubuntu install the package python3-venv," \
	       "then run make again." >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python $(PIP) install --requirement requirements.lock
	$(BIN)/python $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

lock:  ## pin the newest versions that pyproject.toml allows
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python $(PIP) install '.[dev]'
	{ echo "# Exact versions of all that the project installs, the tools of its developers included."; \
	  echo "# Made from pyproject.toml by: make lock"; \
	  .venv-lock/bin/python $(PIP) freeze --exclude ruledsl; } > requirements.lock.new
	mv requirements.lock.new requirements.lock
	rm -rf .venv-lock
