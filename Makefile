# `make demo` and `make test` need nothing but Python 3.11 or newer and make: they set up .venv themselves.

SHELL := /bin/bash
PYTHON ?= $(firstword $(foreach v,python3.11 python3.12 python3.13 python3,$(if $(shell $(v) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo ok),$(v))))
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
WORKERS ?= 2
PYTEST := $(BIN)/python -m pytest

.PHONY: help demo test test-all lint format types layers docs coverage reliability bench records clean
.DEFAULT_GOAL := help

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "nametrail needs Python 3.11 or newer" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.demo: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing nametrail into $(VENV) ..."
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing nametrail and what its tests need into $(VENV) (a minute or two the first time) ..."
	@$(PIP) install -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.demo

demo: $(VENV)/.demo  ## the worked examples and a real recorded game, explained
	@$(BIN)/nametrail demo

test: $(VENV)/.dev  ## all tests but the long ones
	@$(PYTEST) -m 'not slow' -n $(WORKERS) -q

test-all: $(VENV)/.dev  ## all tests
	@$(PYTEST) -n $(WORKERS) -q

lint: $(VENV)/.dev  ## ruff and codespell
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/codespell events projections simulator *.md $(wildcard docs benchmarks)

format: $(VENV)/.dev  ## bring the code into its one format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: $(VENV)/.dev  ## mypy and pyright, both strict
	@$(BIN)/mypy
	@$(BIN)/pyright

layers: $(VENV)/.dev  ## events <- projections <- simulator
	@$(BIN)/lint-imports

coverage: $(VENV)/.dev  ## which lines and branches the tests run
	@$(BIN)/coverage run -m pytest -m 'not slow' -q
	@$(BIN)/coverage report

docs: $(VENV)/.dev  ## the documentation, into docs/_build/html
	@$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html

reliability: $(VENV)/.dev  ## the long reliability runs
	@$(BIN)/python -m tests.reliability

bench: $(VENV)/.dev  ## the benchmarks, as ratios
	@$(BIN)/nametrail bench

records: $(VENV)/.demo  ## check the rule records
	@$(BIN)/nametrail check tests/records/*.jsonl

clean:  ## take away .venv and everything built
	rm -rf $(VENV) build dist docs/_build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
