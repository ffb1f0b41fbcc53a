# make lab        open the course (your own copies, in my_notebooks/)
# make edit       open the originals
# make test       everything, in a real browser too; BROWSER=skip leaves the browser out
# make notebooks  text -> notebook, for what changed
# make bench      the figures of speed
# make clean      remove what these made (never my_notebooks/)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NAMES := $(basename $(notdir $(wildcard notebooks/text/*.md)))
PACKAGE := $(shell find mlcore -name '*.py' -o -name '*.js' -o -name '*.css')
WORKERS ?= 2

.PHONY: lab edit test notebooks bench clean
.DELETE_ON_ERROR:

$(VENV)/lab: pyproject.toml constraints.txt $(wildcard lab/*)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	mkdir -p $(VENV)/etc/jupyter $(VENV)/share/jupyter/lab/settings
	cp lab/jupyter_*_config.py $(VENV)/etc/jupyter/
	cp lab/overrides.json $(VENV)/share/jupyter/lab/settings/
	touch $@

$(VENV)/test: $(VENV)/lab
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .[test]
	touch $@

lab: $(VENV)/lab
	mkdir -p my_notebooks
	for f in notebooks/*.ipynb; do test -e my_notebooks/$$(basename $$f) || cp $$f my_notebooks/; done
	$(BIN)/jupyter lab my_notebooks/00_start_here.ipynb

edit: $(VENV)/lab
	$(BIN)/jupyter lab notebooks/00_start_here.ipynb

test: $(VENV)/test
	$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	BROWSER=$(BROWSER) $(BIN)/python -m pytest --nbval --nbval-cell-timeout 120 -n $(WORKERS) --dist loadfile
ifeq ($(BROWSER),skip)
	@echo "SKIPPED: the tests in a real browser (BROWSER=skip)"
endif

notebooks: $(NAMES:%=notebooks/%.ipynb)

notebooks/%.ipynb: notebooks/text/%.md $(PACKAGE) tools/notebooks.py | $(VENV)/test
	$(BIN)/python tools/notebooks.py $*

bench: $(VENV)/test
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .hypothesis .ruff_cache
	find . -name __pycache__ -not -path './my_notebooks/*' -prune -exec rm -rf {} +
