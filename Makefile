# make lab        open the course (your own copies, in my_notebooks/)
# make edit       open the originals
# make test       everything, in a real browser too; BROWSER=skip leaves the browser out
# make check      ruff, the types and the fast tests, while you work
# make portable   the notebooks as other processors would round
# make notebooks  text -> notebook, for what changed
# make lecture    STEM=families: the skeleton of a lecture, and what it lacks
# make book       the course as pages whose sliders move without Python: build/book/index.html
# make handout    one file for students, without solutions: build/handout/; SOLUTIONS=1 adds them
# make bench      the figures of speed
# make clean      remove what these made (never my_notebooks/)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NAMES := $(basename $(notdir $(wildcard notebooks/text/*.md)))
PACKAGE := $(shell find mlcore -name '*.py' -o -name '*.js' -o -name '*.css')
WORKERS ?= 2
# What takes long: the browser, every control of every figure over its range, notebooks that are run.
SLOW := tests/browser tests/figures/test_figures.py tests/figures/test_projector.py \
	tests/figures/test_own_data.py tests/test_other_data.py \
	tests/test_notebooks.py tests/test_scratch.py tests/check/marker tests/test_handout.py tests/test_teaching_numbers.py \
	$(wildcard tests/book/test_book_[!p]*.py tests/book/test_book_pages.py)

.PHONY: lab edit test check style portable notebooks lecture book handout bench clean
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

test: $(VENV)/test style
ifneq ($(BROWSER),skip)
	$(BIN)/python tools/browser.py
	WORKERS=$(WORKERS) $(BIN)/python -m tools.book --sparse
endif
	MLCORE_CLAIMS=raise BROWSER=$(BROWSER) $(BIN)/python -m pytest --nbval --nbval-cell-timeout 120 -n $(WORKERS) --dist loadfile
ifeq ($(BROWSER),skip)
	@echo "SKIPPED: the tests in a real browser (BROWSER=skip)"
endif

check: $(VENV)/test style
	MLCORE_CLAIMS=raise $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile tests $(SLOW:%=--ignore=%)

style: $(VENV)/test
	$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	$(BIN)/basedpyright

portable: $(VENV)/test
	WORKERS=$(WORKERS) $(BIN)/python tools/portable.py

notebooks: $(NAMES:%=notebooks/%.ipynb)

notebooks/%.ipynb: notebooks/text/%.md $(PACKAGE) tools/notebooks.py | $(VENV)/test
	$(BIN)/python tools/notebooks.py $*

lecture: $(VENV)/test
	$(BIN)/python -m tools.lecture $(STEM)

book: build/book/index.html

# From the notebooks as they are stored: a fresh clone has no order of ages, and would build them all anew.
build/book/index.html: $(PACKAGE) $(wildcard notebooks/text/*.md tools/book/* tools/*.py) | $(VENV)/test
	WORKERS=$(WORKERS) $(BIN)/python -m tools.book

handout: $(VENV)/test
	$(BIN)/python -m tools.handout $(if $(SOLUTIONS),--solutions)

bench: $(VENV)/test
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .hypothesis .ruff_cache
	find . -name __pycache__ -not -path './my_notebooks/*' -prune -exec rm -rf {} +
