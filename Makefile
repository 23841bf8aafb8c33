# graphmem: `make demo` and `make test` need Python 3.11 or later and nothing else to begin with.
# Everything is installed into .venv from requirements.lock, whose hashes pip checks.

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.installed
FITS  := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test check bench torture pictures docs lock clean

help: ## say what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: $(STAMP) ## read the example conversations into a fresh store and show what is believed, and was
	@$(BIN)/graphmem demo

test: $(STAMP) ## run every test on both engines (a real Neo4j is started where Java and Maven are there)
	$(BIN)/python -m pytest

check: $(STAMP) ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP) ## measure both engines in one run, then a long stream through HTTP
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.stream

torture: $(STAMP) ## random histories and worlds by the thousand, crowds of threads, kill -9, torn logs; up to an hour
	$(BIN)/python -m pytest tests/torture --hypothesis-profile=torture --durations=0

pictures: $(STAMP) ## take the pictures of docs/how-to-browser.md anew, in Chromium and a real Neo4j
	$(BIN)/python -m pytest -q tests/browser/test_in_browser.py --pictures docs

docs: $(STAMP) ## write the generated pages anew, check every page, build the site into site/
	$(BIN)/python scripts/docs_reference.py
	$(BIN)/python -m pytest -q tests/house/test_docs.py tests/house/test_readme.py tests/house/test_site.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

lock: ## resolve requirements.lock anew, for every platform, with hashes
	@$(find_python) "$$python" -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	build/lock/bin/uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --upgrade \
	    --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-config --quiet \
	    --custom-compile-command "make lock" --output-file requirements.lock

clean: ## remove what was made here, .venv included
	rm -rf $(VENV) build dist site .demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Sets $python in the recipe's shell, or ends it with a word on what to install.
define find_python
python=; \
for name in "$(PYTHON)" python3.13 python3.12 python3.11 python3; do \
    if [ -n "$$name" ] && "$$name" -c '$(FITS)' >/dev/null 2>&1; then python=$$name; break; fi; \
done; \
if [ -z "$$python" ]; then \
    echo "graphmem needs Python 3.11 or later with its venv module; none of python3.13, python3.12, python3.11, python3 is that." >&2; \
    echo "Install it (Debian, Ubuntu: apt-get install python3 python3-venv) or name one: make PYTHON=/path/to/python3.12 demo" >&2; \
    exit 1; \
fi;
endef

$(STAMP): requirements.lock pyproject.toml
	@$(find_python) \
	[ -x $(BIN)/python ] || { echo "Making .venv with $$python"; "$$python" -m venv $(VENV); }
	@echo "Installing from requirements.lock into .venv (once; about 650 MB on disk)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
