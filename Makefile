# make lab        open the course (your own copies, in my_notebooks/)
# make edit       open the originals
# make test       what a change can break, in a real browser too, in minutes; BROWSER=skip leaves the browser out
# make test-all   everything
# make style      ruff and the types alone
# make portable   the notebooks as other processors would round
# make notebooks  text -> notebook, for what changed
# make book       the course as pages whose sliders move without Python: build/book/index.html;
#                 SOLUTIONS=1 with the solutions of homework, for teachers: build/book-with-solutions
# make pdf        a lecture on paper: make pdf STEM=ensembles writes build/pdf/15_ensembles.pdf
# make handout    one file for students, without solutions: build/handout/; SOLUTIONS=1 adds them,
#                 OFFLINE=windows,macos,linux all packages, for rooms without a network
# make bench      the figures of speed
# make clean      remove what these made (never my_notebooks/)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NAMES := $(basename $(notdir $(wildcard notebooks/text/*.md)))
PACKAGE := $(shell find mlcore -name '*.py' -o -name '*.js' -o -name '*.css')
WORKERS ?= 2
.PHONY: lab edit test test-all test-rest style portable notebooks book pdf handout bench clean
.DELETE_ON_ERROR:

$(VENV)/lab: pyproject.toml constraints.txt start.py $(wildcard lab/*)
	$(PYTHON) start.py --packages
	touch $@

$(VENV)/test: $(VENV)/lab
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .[test,book]
	touch $@

lab: $(VENV)/lab
	$(BIN)/python start.py

edit: $(VENV)/lab
	$(BIN)/jupyter lab notebooks/00_start_here.ipynb

test: $(VENV)/test
	WORKERS=$(WORKERS) BROWSER=$(BROWSER) $(BIN)/python -m tools.suite test

test-all: $(VENV)/test
	WORKERS=$(WORKERS) BROWSER=$(BROWSER) $(BIN)/python -m tools.suite all

# what test-all has beyond test
test-rest: $(VENV)/test
	WORKERS=$(WORKERS) BROWSER=$(BROWSER) $(BIN)/python -m tools.suite rest

style: $(VENV)/test
	$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	$(BIN)/basedpyright

portable: $(VENV)/test
	WORKERS=$(WORKERS) $(BIN)/python tools/portable.py

notebooks: $(NAMES:%=notebooks/%.ipynb)

notebooks/%.ipynb: notebooks/text/%.md $(PACKAGE) tools/notebooks.py | $(VENV)/test
	$(BIN)/python tools/notebooks.py $*

book: build/book$(if $(SOLUTIONS),-with-solutions)/index.html

# From the notebooks as they are stored: a fresh clone has no order of ages, and would build them all anew.
build/book/index.html build/book-with-solutions/index.html: $(PACKAGE) $(wildcard notebooks/text/*.md tools/book/* tools/*.py) | $(VENV)/test
	WORKERS=$(WORKERS) $(BIN)/python -m tools.book $(if $(findstring solutions,$@),--solutions)

pdf: $(VENV)/test
	@test -n "$(STEM)" || { echo "Which lecture? For example: make pdf STEM=ensembles"; exit 1; }
	$(BIN)/python -m tools.book.pdf $(STEM)

handout: $(VENV)/lab
	$(BIN)/python -m tools.handout $(if $(SOLUTIONS),--solutions) $(if $(OFFLINE),--offline $(OFFLINE)) $(if $(PYTHONS),--pythons $(PYTHONS))

bench: $(VENV)/test
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .hypothesis .ruff_cache
	find . -name __pycache__ -not -path './my_notebooks/*' -prune -exec rm -rf {} +
