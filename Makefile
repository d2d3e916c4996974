PYTHON ?= python3
ENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(ENV)/Scripts
else
BIN := $(ENV)/bin
endif
NPM := $(shell command -v npm 2>/dev/null)
SCALE ?= 1
export PARLOUR_SCALE = $(SCALE)

.PHONY: play test lint fix messages schema bench soak clean

play: $(ENV)/plain
	@$(BIN)/parlour play

test: $(ENV)/dev
	$(BIN)/python -m pytest -n auto --dist loadgroup --cov --cov-report=term

lint: $(ENV)/dev $(if $(NPM),node_modules)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy tests benchmarks docs
ifneq ($(NPM),)
	node_modules/.bin/tsc
else
	@echo "lint: the types in the page's scripts were not checked, that needs npm"$(if $(PARLOUR_CI),; exit 1)
endif

fix: $(ENV)/dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

messages: $(ENV)/dev
	$(BIN)/pybabel --quiet extract --mapping-file babel.cfg --no-default-keywords --keywords N_ --keywords _ --omit-header --no-location --sort-output --width 120 --output-file src/parlour/locale/parlour.pot src/parlour

schema: $(ENV)/dev
	$(BIN)/python docs/schema.py

bench: $(ENV)/bench
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/figures.py
	$(BIN)/python benchmarks/tables.py
	$(BIN)/python benchmarks/server.py

soak: SCALE = 5
soak: test

clean:
	rm -rf $(ENV) node_modules

$(ENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Parlour needs Python 3.11 or newer; this is %d.%d: set PYTHON=..." % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@echo "Parlour makes its environment in $(ENV), this once: it takes a minute or less"
	@$(PYTHON) -m venv $(ENV)
	@touch $@

$(ENV)/plain: $(ENV)/python pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(ENV)/dev: $(ENV)/python pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(ENV)/plain

$(ENV)/bench: $(ENV)/dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

node_modules: package-lock.json
	@npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@
