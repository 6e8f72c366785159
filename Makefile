# Everything a club or a developer does with this tree. Needs Python 3.11 with venv;
# everything else goes into .venv. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# The first that can make virtual environments. Debian's own stands before one compiled by
# hand, which is rarely built for speed: all here takes half as long again with that.
PYTHON ?= $(shell for one in /usr/bin/python3.11 python3.11 python3; do \
  $$one -c 'import ensurepip, venv' 2>/dev/null && echo $$one && exit; done; echo python3)
HOST ?= 127.0.0.1
PORT ?= 8000

BIN := .venv/bin
PY := $(BIN)/python
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
heading = @printf '\n=== %s\n' '$(1)'

# What makes PDFs, beside Python: the libraries, and a font for Chinese names.
PRINTING = libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-droid-fallback

# A stamp tells which requirements .venv holds, so the second start takes no time.
RUN_WITH := requirements$(if $(findstring postgres,$(DATABASE_URL)),-postgres)
RUNTIME := .venv/.$(RUN_WITH).stamp
DEVELOPMENT := .venv/.requirements-dev.stamp
COMPILED := .venv/.requirements-compiled.stamp

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

.PHONY: setup
setup: $(RUNTIME) ## set up .venv and nothing else

.PHONY: run
run: export DEBUG = true
run: export SECRET_KEY_FILE ?= var/secret_key
run: export ALLOWED_HOSTS ?= $(if $(filter 127.0.0.1 localhost,$(HOST)),,*)
run: $(RUNTIME) .venv/.printing.stamp var/secret_key ## set up and serve on http://127.0.0.1:8000 (HOST=, PORT=)
	@$(PY) manage.py compile_translations --verbosity 0
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py demo --if-missing
	@echo 'Clubscore: http://$(HOST):$(PORT)/ (Ctrl+C ends it)'
	@$(PY) manage.py demo --how-to-log-in
	@$(PY) manage.py runserver '$(HOST):$(PORT)'

.PHONY: test
# An installation's database is no business of the tests.
test: export DATABASE_URL = sqlite://:memory:
test: export DEBUG = false
test: $(DEVELOPMENT) $(COMPILED) ## set up and run every check and test, on SQLite and PostgreSQL
	@.ci/system-packages '$(PY)' $(PRINTING) # printed sheets
	@# The tests in a browser drive it, in half the time without windows.
	@.ci/system-packages --if-possible '$(PY)' chromium-headless-shell \
	  || .ci/system-packages '$(PY)' chromium
	@$(PY) manage.py compile_translations --verbosity 0
	$(call heading,ruff check)
	@$(BIN)/ruff check
	$(call heading,ruff format)
	@$(BIN)/ruff format --check
	$(call heading,mypy --strict)
	@$(BIN)/mypy
	$(call heading,import-linter)
	@$(BIN)/lint-imports
	$(call heading,djade)
	@find templates -name '*.html' -print0 | xargs -0 $(BIN)/djade --check
	@echo 'Templates are formatted'
	$(call heading,makemigrations --check)
	@$(PY) manage.py makemigrations --check --dry-run
	$(call heading,check --deploy with the settings of a production server)
	@SECRET_KEY="$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(64))')" \
	  ALLOWED_HOSTS=clubscore.example BEHIND_PROXY=true \
	  HSTS_INCLUDE_SUBDOMAINS=true HSTS_PRELOAD=true \
	  $(PY) manage.py check --deploy --fail-level WARNING
	@$(PY) .ci/pytest_on_both.py

.PHONY: bench
bench: $(DEVELOPMENT) $(COMPILED) ## measure how fast games are scored and how good plans are
	@.ci/system-packages '$(PY)' chromium # what measures a page needs all of it
	@$(PY) -m tests.bench

.PHONY: fuzz
fuzz: export DATABASE_URL = sqlite://:memory:
fuzz: $(DEVELOPMENT) ## score mutated records (COUNT=100000, SEED=1) and judge the answers
	@$(PY) -m tests.fuzz $(if $(COUNT),--count '$(COUNT)') $(if $(SEED),--seed '$(SEED)')

.PHONY: mutants
mutants: $(DEVELOPMENT) ## change the rules a little; do the tests notice? (COUNT=, SEED=)
	@$(PY) -m tests.mutants --count '$(or $(COUNT),400)' --seed '$(or $(SEED),1)'

.PHONY: storm
storm: $(DEVELOPMENT) ## kill a server again and again while games come in (COUNT=50, SEED=1)
	@$(PY) -m tests.storm $(if $(COUNT),--count '$(COUNT)') $(if $(SEED),--seed '$(SEED)') \
	  $(if $(DATABASE),--database '$(DATABASE)')

.PHONY: install
install: ## install for clubs on Debian, as root: DOMAIN=clubscore.example (docs/hosting.md)
	@'$(PYTHON)' docs/hosting/command.py install --domain '$(DOMAIN)' \
	  --source '$(SOURCE)' --database '$(DATABASE_URL)'

.PHONY: update
update: ## bring that installation to the newest version, or VERSION=
	@clubscore update $(if $(VERSION),'$(VERSION)')

.PHONY: updates
updates: $(DEVELOPMENT) ## kill an update again and again; is a game lost? (COUNT=50, SEED=1)
	@$(PY) -m tests.updates $(if $(COUNT),--count '$(COUNT)') $(if $(SEED),--seed '$(SEED)')

.PHONY: bare-root
bare-root: $(DEVELOPMENT) ## follow docs/hosting.md word for word in a bare Debian, as root
	@.ci/system-packages --if-possible '$(PY)' mmdebstrap || true
	@$(PY) -m tests.bare_root

.PHONY: phone
phone: export DJANGO_SETTINGS_MODULE = clubscore.settings
phone: export DEBUG = true
phone: $(DEVELOPMENT) ## ask the engine in a browser what the server's answers (COUNT=, PARTIES=, SEED=)
	@.ci/system-packages --if-possible '$(PY)' chromium-headless-shell \
	  || .ci/system-packages '$(PY)' chromium
	@$(PY) -m tests.phone $(if $(COUNT),--count '$(COUNT)') \
	  $(if $(PARTIES),--parties '$(PARTIES)') $(if $(SEED),--seed '$(SEED)')

.PHONY: firefox
firefox: export DATABASE_URL = sqlite://:memory:
firefox: export DEBUG = false
firefox: $(DEVELOPMENT) ## play a partie without a network in Debian's Firefox (80 MB)
	@if .ci/system-packages --if-possible '$(PY)' firefox-esr; then \
	  $(PY) manage.py compile_translations --verbosity 0 \
	    && $(PY) -m pytest -q tests/browser/test_firefox.py; else \
	  echo 'Not run: there is no Firefox, and it cannot be installed here' >&2; \
	  [ "$${REQUIRE_FIREFOX:-}" != 1 ]; fi

.PHONY: evening
evening: $(DEVELOPMENT) ## an evening of 40 tables and 200 readers: is all quick? (MINUTES=, TABLES=)
	@$(PY) -m tests.load $(if $(MINUTES),--minutes '$(MINUTES)') \
	  $(if $(TABLES),--tables '$(TABLES)')

.PHONY: pictures
pictures: $(DEVELOPMENT) ## take the pictures of the help anew, of the demo club
	@.ci/system-packages --if-possible '$(PY)' chromium-headless-shell \
	  || .ci/system-packages '$(PY)' chromium
	@$(PY) manage.py compile_translations --verbosity 0
	@$(PY) -m tests.pictures

.PHONY: ratings
ratings: $(DEVELOPMENT) ## does the skill rating tell more than a coin? a table of simulated clubs
	@$(PY) -m tests.ratings

.PHONY: scale
scale: $(DEVELOPMENT) ## is a club as quick among 300, a million games? (CLUBS=, GAMES=, KEEP=1)
	@$(PY) -m tests.scale $(if $(CLUBS),--clubs '$(CLUBS)') $(if $(GAMES),--games '$(GAMES)') \
	  $(if $(DATABASE),--database '$(DATABASE)') $(if $(KEEP),--keep)

.PHONY: format
format: $(DEVELOPMENT) ## format the code and mend what ruff can mend
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@find templates -name '*.html' -print0 | xargs -0 $(BIN)/djade

CATALOGUES = clubscore/locale/*/LC_MESSAGES/*.po

.PHONY: messages
messages: $(DEVELOPMENT) ## bring the catalogues in clubscore/locale up to date with the code
	@command -v xgettext >/dev/null || { \
	  echo 'This needs the gettext package: apt-get install gettext' >&2; exit 1; }
	@$(PY) manage.py makemessages --all --add-location file --no-obsolete \
	  --ignore 'tests/*' --ignore 'static/*' --ignore 'var/*' --verbosity 0
	@sed -i '/^"POT-Creation-Date:/d' $(CATALOGUES) # it would change every time
	@$(PY) manage.py compile_translations --verbosity 0

.PHONY: translations
translations: export DATABASE_URL = sqlite://:memory:
translations: export DEBUG = false
translations: $(DEVELOPMENT) ## say which strings have no German or Dutch yet
	@$(PY) manage.py compile_translations --verbosity 0
	@$(PY) -m pytest -q tests/test_translations.py

COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet \
  --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade)

# A file names those that it builds on and what it adds, not what it leaves to them.
LOCK_MORE = @$(COMPILE) $(2:%=--constraint %) \
    $$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' $(2)) $(3) \
    --output-file $(1) && \
  sed -i -e '1i --requirement $(lastword $(2))' -e '/^$$/,$$d' $(1)

.PHONY: lock
lock: $(DEVELOPMENT) ## compile pyproject.toml to requirements*.txt (UPGRADE=1: the newest)
	@$(COMPILE) pyproject.toml --output-file requirements.txt
	$(call LOCK_MORE,requirements-postgres.txt,requirements.txt,\
	  pyproject.toml --extra postgres)
	$(call LOCK_MORE,requirements-dev.txt,requirements.txt requirements-postgres.txt,\
	  pyproject.toml --extra postgres --group dev)
	@$(COMPILE) --group compiled --output-file requirements-compiled.txt

.venv/.made:
	@.ci/system-packages '$(PYTHON)'
	@rm -rf .venv
	@'$(PYTHON)' -m venv .venv
	@touch $@

.venv/.requirements-postgres.stamp: requirements.txt
$(DEVELOPMENT): requirements.txt requirements-postgres.txt
.venv/.%.stamp: %.txt .venv/.made
	@echo 'Installing $< into .venv'
	@$(PIP_INSTALL) --requirement $<
	@touch $@

# Without a compiler the tests that need it are skipped, and say why.
$(COMPILED): requirements-compiled.txt .venv/.made
	@.ci/system-packages --if-possible '$(PYTHON)' g++ || true
	@if $(PIP_INSTALL) --requirement $<; then touch $@; else \
	  echo 'Without a C++ compiler (g++) fan are not held against PyMahjongGB' >&2; fi

# An installation without them works; asked for a PDF it says what is missing.
.venv/.printing.stamp: .venv/.made
	@if .ci/system-packages --if-possible '$(PYTHON)' $(PRINTING); then touch $@; else \
	  echo 'No PDFs can be made here until these packages are installed, or what your' >&2; \
	  echo 'system calls them; all else works: $(PRINTING)' >&2; fi

# For development only: an installation that people reach has its own SECRET_KEY.
var/secret_key: | $(RUNTIME)
	@umask 077; $(PY) -c 'import secrets; print(secrets.token_urlsafe(64))' > $@
