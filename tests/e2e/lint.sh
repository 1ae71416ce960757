#!/bin/bash
# SPDX-License-Identifier: MIT
# What tools/lint.sh holds, and what it leaves to a machine that can, tried in a tree of its own.
. "$(dirname "$0")/../support/lib.sh"

# A tree with one file of source; what follows is its text.
tree() {
	mkdir -p tools src/base src/cli ui docs tests/e2e tests/screen
	cp "$ROOT/tools/lint.sh" tools/
	cp "$ROOT/.clang-format-version" .
	printf '    src/base .\n' >docs/architecture.md
	{
		printf '/* One. SPDX-License-Identifier: MIT */ '
		cat
	} >src/base/one.c
	git init -q . 2>/dev/null
}

# formatter VERSION: a clang-format that calls itself so and finds fault with everything
formatter() {
	mkdir -p bin
	printf '#!/bin/sh\n[ "$1" = --version ] && echo "clang-format version %s" || echo "one.c:1:1: error: wrong"\n' "$1" >bin/clang-format
	cp bin/clang-format "bin/clang-format-$(sed 's/[.].*//' "$ROOT/.clang-format-version")"
	chmod +x bin/*
	export PATH=$PWD/bin:$PATH
}

# holds: check-style-runs
test_the_format_of_another_version_is_skipped_and_said() {
	tree <<<'int one;'
	formatter 19.1.7
	expect_exit 0 tools/lint.sh
	expect_match "$(cat "$T/out")" "^lint: format skipped: it is clang-format 14's, which is not here"
	formatter 14.0.6
	expect_exit 1 tools/lint.sh
	expect_match "$(cat "$T/out")" 'error: wrong'
}

# holds: thing-said-everywhere
test_plurals_made_by_hand_are_found() {
	local line
	formatter 19.1.7
	while IFS= read -r line; do
		tree <<<"$(printf '%b' "$line")"
		expect_exit 1 tools/lint.sh
		expect_match "$(cat "$T/out")" 'one\.c:[12]: count with text_plural'
	done <<-'EOF2'
		say(n == 1 ? "file" : "files");
		say(n == 1\n    ? "file" : "files");
		say("%d file%s", n, n > 1 ? "s" : "");
		say("%d file%s", n, few ? "" : "s");
		say("it %s", few ? "is" : "are");
		say("%d file(s) are there", n);
	EOF2
	tree <<<'first = n == 1 ? list[0] : NULL; call("a", f(s), "b");'
	expect_exit 0 tools/lint.sh
}

test_a_name_that_two_files_have_is_found() {
	formatter 19.1.7
	tree <<<'int one;'
	mkdir -p src/loop
	echo 'int another;' >src/loop/one.c
	expect_exit 1 tools/lint.sh
	expect_match "$(cat "$T/out")" '^one\.c: two files have this name$'
}

# header TEXT: the header beside the tree's file
header() {
	printf '%b/* SPDX-License-Identifier: MIT */\n' "$1" >src/base/one.h
}

test_folders_names_and_rooms_are_held() {
	tree <<<'int one;'
	for i in $(seq 40); do printf '/* A file. */\nint n%d;\n' "$i" >"src/base/n$i.c"; done
	for i in 1 2 3 4; do printf 'static int ask(void)\n{\n\treturn %d;\n}\n' "$i" >>"src/base/n$i.c"; done
	mkdir -p src/base/cellar
	printf '/* Lies in no room of the picture. */\n' >src/base/cellar/wine.c
	expect_exit 1 tools/lint.sh
	expect_match "$(cat "$T/out")" '^src/base: 41 files in one folder, at most 40$'
	expect_match "$(cat "$T/out")" '^ask: 4 files have a static function of this name:'
	expect_match "$(cat "$T/out")" '^docs/architecture.md: room src/base cellar is there alone$'
}

test_a_header_that_says_too_little_is_found() {
	local at text
	formatter 19.1.7
	tree <<<'int one;'
	while IFS=@ read -r at text; do
		header "$text"
		expect_exit 1 tools/lint.sh
		expect_match "$(cat "$T/out")" "^src/base/one\\.h:$at"
	done <<-'EOF2'
		1: open with a comment@int one;\n
		3: say above it what@/* One. */\n\nvoid one(int a);\n
		6: say above it what@/* One. */\n\n/* Makes it. */\nint one(void);\n\nvoid two(\n    int a);\n
		5: say above it what@/* One. */\nstruct one {\n\tint a; /* of it */\n};\nvoid one_free(struct one *o);\n
		2: put the comment above@/* One. */\nvoid one(\n    int a); /* makes it */\n
		3: put the comment above@/* One. */\nstruct one {\n\tchar *\n\t    a; /* (owned) */\n};\n
	EOF2
	header '/*\n * One.\n */\n#define ONE(a) \\\n\tone(a)\n\n/* Makes it. */\nint one(\n    int a);\nint two(void); /* or two */\n\nint three(void); /* or\n  three */\nstruct one {\n\tint (*fn)(\n\t    int a);\n};\n'
	expect_exit 0 tools/lint.sh
	echo 'int two;' >src/base/two.c
	expect_exit 1 tools/lint.sh
	expect_match "$(cat "$T/out")" '^src/base/two\.c:1: open with a comment'
}

run_tests
