# make play    set everything up and start a game in the browser
# make test    set everything up and run every test
# make check   format, lint, types, layers: what a reviewer would look at first
# make bench   speed, as ratios in one run
# make compiled  a compiled copy of the hot modules in build/compiled, which plays the same games faster
# make atlas   build the maps again from the gazetteer
# make graph   draw which package imports which
# make lock    resolve dependencies anew into requirements/
# make clean   remove what the others made

PYTHON ?= python3
BIN := .venv/bin
STAMPS := .stamps
NPM := npm --prefix web --no-fund --no-audit --loglevel=error
PYTEST := $(BIN)/python -m pytest
say = @printf '\033[1m== %s\033[0m\n' "$(1)"

.PHONY: play test test-python test-web test-browser check bench compiled atlas graph lock clean setup

play: $(STAMPS)/venv $(STAMPS)/web
	$(BIN)/hexfront play $(ARGS)

test: test-python test-web test-browser

test-python: $(STAMPS)/dev $(STAMPS)/web
	$(call say,Python tests)
	$(PYTEST) -n 2 --dist loadfile

test-web: $(STAMPS)/web
	$(call say,Component tests)
	$(NPM) run test

test-browser: $(STAMPS)/dev $(STAMPS)/web $(STAMPS)/chromium
	@if [ -s $(STAMPS)/chromium ]; then \
	  printf '\033[1m== Browser tests\033[0m\n'; \
	  HEXFRONT_E2E_PORT=$$($(BIN)/python -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])') \
	  HEXFRONT_PYTHON=$(CURDIR)/$(BIN)/python CHROMIUM="$$(cat $(STAMPS)/chromium)" $(NPM) run e2e; \
	else \
	  echo "No Chromium and no rights to install one: browser tests skipped. Install chromium and run make test again."; \
	fi

check: $(STAMPS)/dev $(STAMPS)/node
	$(call say,Format)
	$(BIN)/ruff format --check .
	$(call say,Lint)
	$(BIN)/ruff check .
	$(call say,Types)
	$(BIN)/mypy src tests
	$(call say,Layers and house rules)
	$(PYTEST) tests/test_layers.py tests/test_house.py
	$(BIN)/python tools/imports.py --check
	$(call say,Maps are those of the gazetteer)
	PYTHONPATH=atlas:src $(BIN)/python -m hexatlas check
	PYTHONPATH=atlas:src $(BIN)/python -m hexatlas.art check
	PYTHONPATH=atlas:src $(BIN)/python -m joinmaps check
	$(call say,Client)
	$(NPM) run check
	$(NPM) run lint

bench: $(STAMPS)/venv
	$(BIN)/hexfront bench

compiled: $(STAMPS)/dev
	$(BIN)/python tools/compiled.py

atlas: $(STAMPS)/atlas
	PYTHONPATH=atlas:src $(BIN)/python -m hexatlas build
	PYTHONPATH=atlas:src $(BIN)/python -m hexatlas.art build
	PYTHONPATH=atlas:src $(BIN)/python -m joinmaps build

graph:
	$(PYTHON) tools/imports.py

$(STAMPS)/venv: requirements/run.txt pyproject.toml
	$(call say,Python packages)
	@$(PYTHON) -c 'import sys; sys.exit("Hexfront needs Python 3.11 or later; set PYTHON=..." if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: $(STAMPS)/venv requirements/dev.txt
	$(call say,Python packages for tests)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

$(STAMPS)/atlas: $(STAMPS)/dev requirements/atlas.txt
	$(call say,Python packages for the atlas)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/atlas.txt
	@touch $@

# Not `npm ci`: it refuses a lock that lacks optional packages of other platforms, which some mirrors do not carry.
$(STAMPS)/node: web/package-lock.json
	$(call say,Client packages)
	@node -e 'if (+process.versions.node.split(".")[0] < 20) { console.error("Hexfront needs Node 20 or later."); process.exit(1) }'
	$(NPM) install --no-save
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/web: $(STAMPS)/node $(shell find web/src web/public web/index.html web/*.ts web/*.js -type f 2>/dev/null)
	$(call say,Building the client)
	$(NPM) run build
	@touch $@

# Holds the path of a Chromium, or nothing where none can be had.
$(STAMPS)/chromium:
	@mkdir -p $(STAMPS)
	@found=$$(command -v chromium || command -v chromium-browser || command -v google-chrome || true); \
	if [ -z "$$found" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  printf '\033[1m== Installing Chromium\033[0m\n'; \
	  { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } >$(STAMPS)/chromium.log 2>&1 || true; \
	  found=$$(command -v chromium || true); \
	fi; \
	printf '%s' "$$found" >$@

lock:
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	$(BIN)/python tools/lock.py

clean:
	rm -rf .venv $(STAMPS) web/node_modules src/hexfront/web dist build out .pytest_cache .mypy_cache .ruff_cache .hypothesis
