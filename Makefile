# Everything a contributor needs; only python3 (3.11 or newer), make and git must be there. `make help` lists it.

PYTHON ?= python3
# What installs much faster than pip, if it is there; `make setup UV=` leaves it out.
UV ?= uv
VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/.plays
DEVELOPS := $(VENV)/.develops
DOCUMENTS := .venv-docs/.documents
PIP := -m pip --disable-pip-version-check --quiet

# What `make play` plays: `make play PACK=smallworld SEED=11`
PACK ?= smallworld
PLAYERS ?= 3
SEATS ?= greedy,random,random
SEED ?= 7
# What `make serve` serves: `make serve SERVES="smallworld --seats human,greedy"`; without words, the lobby
SERVES ?=
# What `make page` puts on a page: `make page GAMES="smallworld cursed"`
GAMES ?= smallworld underground warcraft
# How long the long form of a test runs: `make soak MINUTES=5`
MINUTES ?= 60
# Tests run on all cores, those that wait beside those that compute (tests/distributing.py); `make test PYTEST_ARGS="-k parser"` for a part of them.
PYTEST_ARGS ?= -n auto --dist loadfile
# Begin with the files of tests that are near to what changed: `make test SINCE=main`, `make test-full SINCE=HEAD~3`
SINCE ?=
NEAR = $(if $(SINCE),-p benchmarks.mutations.since --since $(SINCE))

# What Python has compiled it keeps, whatever is said around us: hundreds of tests begin a process, and none of them has to compile everything again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup play serve page pictures vendored test test-full soak lint style prose format bench docs playground lock clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1: /p' $(MAKEFILE_LIST) | awk -F': ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

setup: $(DEVELOPS)  ## install the package into .venv, with all that it is developed with

play: $(PLAYS)  ## a whole game between bots; installs only what playing needs
	$(BIN)/ruledsl play $(PACK) --players $(PLAYERS) --seats $(SEATS) --seed $(SEED)

serve: setup  ## the table in the browser, on this computer
	$(BIN)/ruledsl serve $(SERVES)

# Types are looked at beside the tests, since that keeps one core busy; what is said of them comes behind.
test: style  ## format, style, types and the tests of a few minutes; with SINCE=main it begins with those near to what changed
	@$(BIN)/mypy >$(VENV)/.types 2>&1 & types=$$!; \
	$(BIN)/pytest --part short $(NEAR) $(PYTEST_ARGS); tests=$$?; \
	wait $$types; types=$$?; cat $(VENV)/.types; \
	exit $$((tests ? tests : types))

test-full: setup  ## all other tests: browsers, builds, versions, scenarios of all packs, two printers side by side, games at random
	$(BIN)/pytest --part full $(NEAR) $(PYTEST_ARGS)

page: setup  ## a page with the three games that needs no server, in build/page
	$(BIN)/ruledsl page $(GAMES) -o build/page

pictures: setup  ## the pictures of docs/table.md, taken from the page as it is
	RULEDSL_BROWSER=required RULEDSL_PICTURES=write $(BIN)/pytest -q -n0 tests/browser/test_page_pictures.py -k picture

vendored: setup  ## fetch what `ruledsl page` takes along of others: Python for browsers, some packages
	$(BIN)/python -m ruledsl.table.standalone.vendored

soak: setup  ## the long form of the tests: other machines, all pairs, programs made up at random, native beside Python, 200 servers killed, loud visitors, small changes of the code that tests must find
	$(BIN)/python tests/machines.py
	$(BIN)/python tests/rules/packs/pairs.py
	$(BIN)/python tests/hostile/soak.py --minutes $(MINUTES)
	$(BIN)/python tests/engine/machines/soak.py --minutes $(MINUTES)
	RULEDSL_SOAK=1 RULEDSL_BROWSER=required $(BIN)/pytest $(PYTEST_ARGS)
	$(BIN)/python tests/table/server/killed.py --times 200
	$(BIN)/python tests/table/server/fuzz.py --messages 100000
	$(BIN)/python tests/table/server/loud.py
	rm -rf .mutations && $(BIN)/python -m benchmarks.mutations --count 120 --rooms ir,check --seconds 120 --most 5
	$(BIN)/python tests/author/service/attack.py --messages 20000

lint: style prose  ## format, style, prose and types only
	$(BIN)/mypy

prose: $(DOCUMENTS)
	.venv-docs/bin/python tests/docs/prose.py

style: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/oxlint --quiet

format: setup  ## put the sources into form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only .

bench: setup  ## the measures of speed
	$(BIN)/python -m benchmarks

docs: $(DOCUMENTS)  ## the pages of docs/ as a site, in build/site
	.venv-docs/bin/sphinx-build -q -W --keep-going -b html docs build/site

playground: docs setup  ## the site with a page beside it on which every example can be tried
	$(BIN)/ruledsl page $(GAMES) --workshop -o build/site/playground
	$(BIN)/python tests/docs/playground.py build/site

clean:  ## remove what the other commands made
	rm -rf $(VENV) .venv-lock .venv-docs build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .mutations .coverage htmlcov
	find ruledsl tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Two sets of packages: the smaller one plays, the other one has the tools too. Nothing is installed but what the locks have the digests of.
$(PLAYS): requirements.lock pyproject.toml ruledsl/__init__.py
	$(call INSTALLED,requirements.lock)
	@touch $(PLAYS)

$(DEVELOPS): requirements-dev.lock pyproject.toml ruledsl/__init__.py
	$(call INSTALLED,requirements-dev.lock)
	@touch $(PLAYS) $(DEVELOPS)

$(DOCUMENTS): requirements-docs.lock
	$(PYTHON) -m venv --clear .venv-docs
	.venv-docs/bin/python $(PIP) install --require-hashes --requirement requirements-docs.lock
	@touch $(DOCUMENTS)

# $(call INSTALLED,lock): a new .venv with what a lock names and with this checkout; by uv, where it is there and finds the packages, or else by pip.
define INSTALLED
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "ruledsl needs Python 3.11 or newer; name one with: make setup PYTHON=python3.12" >&2; exit 1; }
	@{ $(UV) --version && $(UV) venv --clear --python $(PYTHON) $(VENV) && $(call ADDED,$(UV) pip install --python $(BIN)/python,$(1)); } >/dev/null 2>&1 || { \
	  $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "This Python cannot make virtual environments. On Debian and Ubuntu install the package python3-venv," \
	         "then run make again." >&2; exit 1; }; \
	  $(PYTHON) -m venv --clear $(VENV) && $(call ADDED,$(BIN)/python $(PIP) install --no-compile,$(1)); }
endef
ADDED = $(1) --require-hashes --requirement $(2) && $(1) --no-index --no-deps --no-build-isolation --editable .

lock:  ## pin the newest versions that pyproject.toml allows, with their digests
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python $(PIP) install 'pip-tools>=7.4'
	$(call PIN,requirements.lock,--extra install,What playing needs: exact versions and the digests of all their files.)
	$(call PIN,requirements-dev.lock,--extra install --extra native --extra web --extra lsp --extra study --extra cluster --extra rl --extra dev --constraint requirements.lock,The same and the tools of developers.)
	$(call PIN,requirements-docs.lock,--extra docs --constraint requirements.lock,What `make docs` and `make prose` need.)
	rm -rf .venv-lock

# $(call PIN,file,options,what it is): no address of a registry gets into the file, whatever the one is configured to use.
define PIN
	.venv-lock/bin/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header --no-annotate --no-emit-options \
	  $(2) --output-file $(1).new pyproject.toml
	{ echo "# $(3)"; echo "# Made from pyproject.toml by: make lock"; cat $(1).new; } > $(1)
	rm $(1).new
endef
