# Everything runs in .venv, which this file makes and keeps up to date by itself.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CODE := bot cogs games rendering
# Twice the cores we count on: many tests wait for a process or a page.
WORKERS ?= 4

.PHONY: setup run test quick check format bench arena soak messages examples map screenshots gallery golden dist lock clean

setup: $(VENV)/.dev

$(VENV)/bin/python:
	@$(PYTHON) -c "import sys; sys.version_info >= (3, 11) or \
		sys.exit('Campanile needs Python 3.11 or newer, this is ' + sys.version.split()[0] + ': make PYTHON=...')"
	@echo "Setting up once, in $(VENV): this takes about a minute."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.run: requirements.lock | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

run: $(VENV)/.run
	@exec $(BIN)/python -m bot

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Under two minutes: all that needs no process, no browser and no whole game.
quick: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow"

check: $(VENV)/.dev
	$(BIN)/ruff check $(CODE) tests
	$(BIN)/ruff format --check $(CODE) tests
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff check --fix $(CODE) tests
	$(BIN)/ruff format $(CODE) tests

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench.figures

# An hour or two in full; ARENA says which matches: make arena ARENA="lucca guilds --games 20"
arena: $(VENV)/.dev
	$(BIN)/python -m tests.bench.arena $(ARENA)

# Hours in full; SOAK says what and how much: make soak SOAK="kills power --kills 20 --power 200"
soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak $(SOAK)

# What translators work from; a new language: make messages NEW=de
messages: $(VENV)/.dev
	$(BIN)/python -m bot.text.template $(NEW)

# docs/map.md: a line for every module.
map: $(VENV)/.dev
	$(BIN)/python -m tests.map

# What stands in the placeholders, from what the tests say: after sentences with new placeholders.
examples: $(VENV)/.dev
	rm -rf build/examples && mkdir -p build/examples
	EXAMPLES=build/examples $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal || true
	$(BIN)/python -m tests.examples build/examples

screenshots: $(VENV)/.dev
	$(BIN)/python -m tests.screenshots

# The pictures of docs/pictures.md: made by the same code that paints the tables.
gallery: $(VENV)/.dev
	$(BIN)/python -m tests.gallery

# After a look was changed on purpose: see what changed before committing it.
golden: $(VENV)/.dev
	$(BIN)/python -m tests.gallery golden

# The wheel and the source package, in dist/; what is there before would be packed again.
dist: $(VENV)/.dev
	rm -rf build dist *.egg-info
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-index --no-build-isolation -w dist .
	$(BIN)/python -c "from setuptools import build_meta; build_meta.build_sdist('dist')" > /dev/null
	rm -rf build *.egg-info

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra playground --extra postgres --extra metrics pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra playground --extra postgres --extra metrics --extra dev -c requirements.lock pyproject.toml \
		-o requirements-dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra postgres --extra metrics -c requirements.lock pyproject.toml -o requirements-host.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache tests/artefacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
