# SPDX-License-Identifier: MIT
# agent - a terminal agent.
#
#   make run      install what is missing, build, open the chat (without a terminal: answer a sample question)
#   make check    install what is missing, build, lint, run every test
#   make test     the quick half of the tests; T=plan: those whose path contains plan    make watch   after each change
#   make          build ./agent                       make bench     measure against curl
#   make soak     what takes an hour: large stores, a thousand delegates, kills
#   make install  PREFIX=/usr/local DESTDIR=          make fuzz      fuzz the parsers for a while
#   make deb      a Debian package
#
# Knobs: DEBUG=1 (no optimisation, assertions), SANITIZE=address,undefined, STATIC= (all libraries shared), V=1 (show
# commands), B=build (output folder).

PREFIX  ?= /usr/local
B       ?= build
CC      ?= cc
VERSION := 0.1.0

LIBS    := ncursesw libcurl jansson yaml-0.1 sqlite3 md4c libpcre2-8 libsodium
# Probed only when something is built: `make deps` must work where pkg-config is still missing.
PKGS     = $(shell pkg-config --cflags $(LIBS) 2>/dev/null)
PKGL     = $(shell pkg-config --libs $(LIBS) 2>/dev/null) -lm

# A start looks up some thousand names in libraries, by name. Those that no other library here needs are put into the
# program where their archives are installed, which takes a sixth of its time; STATIC= keeps all of them shared.
STATIC  ?= ncursesw tinfo yaml sqlite3 pcre2-8 sodium
archive  = $(filter /%,$(shell $(CC) -print-file-name=lib$(1).a))
AGENTL   = $(foreach l,$(PKGL),$(or $(if $(filter $(STATIC),$(l:-l%=%)),$(call archive,$(l:-l%=%))),$(l)))

WARN    := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
           -Wwrite-strings -Wvla -Wformat=2 -Wno-unused-parameter -Wno-missing-field-initializers
# What no standard allows is an error with every compiler, as it is with gcc from 14 on.
WARN    += -Werror=implicit-function-declaration -Werror=int-conversion -Werror=incompatible-pointer-types
# The sanitizers' own checks of NULL make gcc warn of a NULL that cannot be.
WARN    += $(if $(SANITIZE),-Wno-format-overflow -Wno-nonnull)
# With the sanitizers -O1 halves the time a test takes, and costs a third more to build.
OPT     := $(if $(DEBUG),$(if $(SANITIZE),-O1 -g,-O0 -g3) -DDEBUG,-O2 -g) $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer)
# A release is built to be small: what is never reached is left out, and so are the tables for unwinding, which a
# debugger reads of -g. Only the rooms that compute are worth the bytes of -O2.
ifeq ($(DEBUG)$(SANITIZE),)
OPT     += -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections
LDFLAGS += -Wl,--gc-sections
FAST    := src/base src/foreign src/llm/wire src/loop src/roadmap/network src/roadmap/schedule src/session ui/view
$(B)/src/%.o $(B)/ui/%.o: ROOM_OPT := -Os
$(foreach f,$(FAST),$(B)/$f/%.o): ROOM_OPT := -O2
endif
CPPFLAGS += -D_GNU_SOURCE -DAGENT_VERSION='"$(VERSION)"' -Isrc -I.
CFLAGS  += -std=c17 $(OPT) $(ROOM_OPT) $(WARN) $(WERROR) -fno-strict-aliasing
# Some three hundred test programs are linked: lld takes a fifth of the default linker's time where it is installed.
LINKER  ?= $(if $(shell command -v ld.lld 2>/dev/null),-fuse-ld=lld)
LDFLAGS += $(if $(SANITIZE),-fsanitize=$(SANITIZE)) $(LINKER) -Wl,--as-needed
Q       := $(if $(V),,@)
say      = $(if $(V),,@printf '  %-6s %s\n' $(1) $(2))

# Of the sandbox's ports the one of this system, or that of a system without any.
PORTS   := linux macos none
SYSTEM  := $(shell uname -s)
PORT    ?= $(if $(filter Linux,$(SYSTEM)),linux,$(if $(filter Darwin,$(SYSTEM)),macos,none))
SRC     := $(filter-out src/main.c $(patsubst %,src/sandbox/%/%,$(filter-out $(PORT),$(PORTS))),$(sort $(shell find src ui -name '*.c' 2>/dev/null)))
DATA    := $(sort $(shell find config prompts -type f))
OBJ     := $(SRC:%.c=$(B)/%.o) $(B)/embed.o
UNIT    := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(shell find tests/unit tests/wire -name '*.c' 2>/dev/null)))
FUZZ    := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(shell find tests/fuzz -name 'fuzz_*.c' 2>/dev/null)))
SUPPORT := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(shell find tests/support -name '*_server.c' -o -name '*_driver.c' 2>/dev/null)))
HELP    := $(patsubst tests/%.c,$(B)/tests/%.o,$(filter-out %_server.c %_driver.c tests/support/server/%,$(sort $(shell find tests/support -name '*.c' 2>/dev/null))))
BENCH   := $(patsubst tests/%.c,$(B)/tests/%,$(sort $(shell find tests/bench -name '*.c' 2>/dev/null)))
SERVER  := $(patsubst tests/%.c,$(B)/tests/%.o,$(sort $(wildcard tests/support/server/*.c)) tests/support/schema_rules.c tests/support/yaml_file.c)

all: deps-build $(if $(filter build,$(B)),agent,$(B)/agent)

agent: $(B)/agent
	$(Q)cp $< $@.new && mv $@.new $@ # one may be running

$(B)/agent: $(B)/src/main.o $(B)/libagent.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(AGENTL)

$(B)/libagent.a: $(OBJ)
	$(Q)rm -f $@ && ar rcsT $@ $^ # thin: it names the objects and copies none

$(B)/%.o: %.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CPPFLAGS) $(PKGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(B)/embed: $(B)/tools/embed_files.o $(filter $(B)/src/base/%,$(OBJ))
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PKGL)

$(B)/embed.c: $(B)/embed $(DATA)
	$(call say,EMBED,$@)
	$(Q)$(B)/embed $(DATA) >$@.tmp && mv $@.tmp $@

$(B)/embed.o: $(B)/embed.c
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# The manual and completions are written from the tables of options, commands and settings (tools/write_manual.c).
SHARE   := $(addprefix $(B)/share/,man/man1/agent.1 man/man5/agent.yaml.5 bash-completion/completions/agent \
           zsh/site-functions/_agent fish/vendor_completions.d/agent.fish)
share: $(SHARE)

$(B)/write_manual: $(B)/tools/write_manual.o $(B)/libagent.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PKGL)

$(filter %.1 %.5,$(SHARE)): $(B)/write_manual docs/howto.md $(wildcard docs/man/*.in)
	$(Q)mkdir -p $(@D) && $(B)/write_manual page docs/man/$(@F).in >$@
$(filter-out %.1 %.5,$(SHARE)): $(B)/write_manual
	$(Q)mkdir -p $(@D) && $(B)/write_manual $(word 1,$(subst -, ,$(word 1,$(subst /, ,$(@:$(B)/share/%=%))))) >$@

# Tests: cmocka programs of tests/unit and tests/wire, the scripted servers, the fuzz targets.
TESTL    = $(shell pkg-config --libs cmocka libmicrohttpd 2>/dev/null)

$(B)/tests/unit/% $(B)/tests/wire/%: $(B)/tests/%.o
$(UNIT): $(B)/%: $(B)/%.o $(HELP) $(B)/libagent.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(B)/libagent.a $(PKGL) $(TESTL)
$(B)/tests/wire/test_random_requests: $(filter-out $(HELP),$(SERVER))

$(SUPPORT): $(B)/%: $(B)/%.o $(SERVER) $(B)/libagent.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(SERVER) $(B)/libagent.a $(PKGL) $(TESTL)

$(FUZZ): $(B)/%: $(B)/%.o $(addprefix $(B)/tests/,fuzz/driver.o fuzz/folder.o support/scratch.o) $(B)/libagent.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PKGL)

$(BENCH): $(B)/%: $(B)/%.o $(B)/libagent.a
	$(call say,LINK,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PKGL)

# Which object files the sources are made into here, for tools/circles.sh.
objects:
	@echo $(filter-out $(B)/embed.o,$(OBJ))

deps-build:
	@sh tools/deps.sh build
deps:
	@sh tools/deps.sh check

run: deps-build
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@tools/run.sh

lint: deps
	@tools/formatter.sh
	@tools/lint.sh

# The session of `agent --replay demo`, made anew.
demo: all
	@$(MAKE) --no-print-directory $(B)/tests/support/model_server
	@AGENT=$(CURDIR)/$(B)/agent BUILD=$(CURDIR)/$(B) tests/support/demo.sh

# The picture of README.md.
picture: all
	@tools/picture.sh $(CURDIR)/$(B)/agent

# Each promise with its place and the tests that hold it.
promises:
	@tools/promises.sh

# Everything below build/asan is built with the sanitizers: the tests run against that agent too. lint comes behind the
# build, since it sees circles of calls in object files.
check: deps
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@$(MAKE) --no-print-directory -j$$(nproc) B=build/asan SANITIZE=address,undefined DEBUG=1 test-programs
	@$(MAKE) --no-print-directory lint
	@tests/run.sh build/asan '' programs
	@tests/run.sh build/asan '' scripts

# The quick half of the tests, the programs but for the fuzz targets. T=plan: the tests whose path contains T, scripts too; those programs alone
# are linked, and what scripts drive where T names one.
matching = $(foreach t,$(1),$(if $(or $(findstring $(T),$(t)),$(if $(T),,all)),$(t)))
SCRIPTS  = $(shell find tests/e2e tests/screen -name '*.sh' 2>/dev/null)
test: deps
	@$(MAKE) --no-print-directory -j$$(nproc) B=build/asan SANITIZE=address,undefined DEBUG=1 tested
	@tests/run.sh build/asan '$(T)' $(if $(T),,programs)
tested: $(B)/agent $(B)/tests/support/model_server $(call matching,$(UNIT) $(if $(T),$(FUZZ))) $(if $(T),$(if $(call matching,$(SCRIPTS)),$(SUPPORT) $(SHARE)))

# The same again whenever a file changes.
watch:
	@while mkdir -p build && touch build/watched; do $(MAKE) --no-print-directory test; \
		until find src ui tests config prompts -newer build/watched | grep -q .; do sleep 1; done; done

test-programs: $(B)/agent $(SHARE) $(UNIT) $(SUPPORT) $(FUZZ) $(BENCH)

bench: deps all
	@$(MAKE) --no-print-directory -j$$(nproc) test-programs
	@tests/bench/run.sh $(B)

# What takes long: large stores, a thousand delegates, a day of doing nothing, thousands of kills. T=kills: those whose path contains kills.
soak: deps all
	@$(MAKE) --no-print-directory -j$$(nproc) $(SUPPORT) $(BENCH)
	@for s in tests/soak/*$(T)*.sh; do echo "$$s" && AGENT=$(CURDIR)/$(B)/agent BUILD=$(CURDIR)/$(B) $$s || exit 1; done

fuzz: deps
	@$(MAKE) --no-print-directory B=build/asan SANITIZE=address,undefined test-programs
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-60} tests/run.sh build/asan fuzz

install: all share
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/doc/agent
	install -m 755 $(B)/agent $(DESTDIR)$(PREFIX)/bin/agent
	install -m 644 README.md LICENSE agent.yaml.example docs/*.md $(DESTDIR)$(PREFIX)/share/doc/agent
	cd $(B)/share && for f in $(SHARE:$(B)/share/%=%); do install -D -m 644 $$f $(DESTDIR)$(PREFIX)/share/$$f; done

# A Debian package, the same bytes each time. Its program has every library shared: stripped it is below 3 MB.
$(B)/agent-shared: $(B)/src/main.o $(B)/libagent.a
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(PKGL)
deb: all share $(B)/agent-shared
	@tools/deb.sh $(B) $(VERSION)

clean:
	rm -rf build agent

-include $(shell find $(B) -name '*.d' -type f 2>/dev/null)

.PHONY: all share demo picture promises objects deps deps-build run lint check test tested watch test-programs bench soak fuzz install deb clean
.SECONDARY:
.DELETE_ON_ERROR:
