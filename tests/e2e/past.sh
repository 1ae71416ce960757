#!/bin/bash
# SPDX-License-Identifier: MIT
# Looking back: a fork with its files, two sessions side by side.
. "$(dirname "$0")/../support/lib.sh"

turn() { # CALLS OPTION...: one turn in which the model makes these calls and then answers
	server <<-EOF
		replies:
		  - {calls: [$1]}
		  - text: done
	EOF
	model --approve all "${@:2}" --ask go >"$T/out" 2>"$T/err" || fail "the turn failed: $(cat "$T/err")"
}
run() { # COMMAND
	printf '{name: run_command, arguments: {command: %s}}' "$(jq -Rs . <<<"$1")"
}
write() { # PATH CONTENT
	printf '{name: write_file, arguments: {path: %s, content: "%s"}}' "$1" "$2"
}
newest() {
	agent --output json sessions list | jq -r '.[0].id'
}
change() { # N: the seq of the newest session's Nth file change
	agent sessions export "$(newest)" - | jq -r 'select(.type == "file_change") | .seq' | sed -n "$1p"
}

three_turns() {
	printf 'one\n\0\377' >a.bin
	printf '#!/bin/sh\n' >run.sh
	echo theirs >other.txt
	turn "$(write sub/b.txt 'two\n')"
	turn "$(run 'echo more >> a.bin; chmod 755 run.sh; echo x > made.txt')" --continue
	turn "$(run 'rm made.txt; echo three > sub/b.txt')" --continue
	id=$(newest)
}

test_a_fork_gets_its_files_in_a_new_folder() {
	three_turns
	cp a.bin now.bin
	server <<<'replies: [{text: fine, repeat: true}]'
	expect_exit 0 model --fork "$id:$(change 4)" --files ../then --ask more
	expect_match "$(cat "$T/err")" "4 files as at event $(change 4) in '$T/then'; what the session did not change is not there"
	expect_equal "$(cd ../then && find . -type f | sort | tr '\n' ' ')" "./a.bin ./made.txt ./run.sh ./sub/b.txt "
	expect_equal "$(cat ../then/sub/b.txt ../then/made.txt)" "two
x"
	cmp ../then/a.bin now.bin || fail "a.bin is another"
	[ -x ../then/run.sh ] || fail "run.sh lost its mode"
	expect_equal "$(agent -C ../then sessions list --output json | jq -r '.[0].cwd')" "$T/then"
	expect_equal "$(cat sub/b.txt)" three
	expect_exit 0 model --fork "$id:2" --files ../begin --ask more # before every change
	expect_equal "$(cd ../begin && find . -type f | sort | tr '\n' ' ')" "./a.bin ./run.sh "
	expect_equal "$(od -c ../begin/a.bin | head -1)" "0000000   o   n   e  \\n  \\0 377"
	[ ! -x ../begin/run.sh ] || fail "run.sh has the mode of later"
}

# What the session took away before that event is not there either.
test_a_fork_may_bring_the_rest_of_the_folder() {
	three_turns
	mkdir -p .git lib
	echo ref >.git/HEAD
	printf 'all:\n\techo built >out\n' >lib/Makefile
	touch made.txt
	server <<<'replies: [{text: fine, repeat: true}]'
	expect_exit 0 model --fork "$id" --files ../whole --whole --ask more
	expect_match "$(cat "$T/err")" "what the session did not change is there as it is here now, without .git"
	expect_equal "$(cd ../whole && find . -type f | sort | tr '\n' ' ')" "./a.bin ./lib/Makefile ./other.txt ./run.sh ./sub/b.txt "
	make -s -C ../whole/lib
	expect_equal "$(cat ../whole/lib/out)" built
	expect_exit 2 model --fork "$id" --files inside --whole --ask more
	expect_match "$(cat "$T/err")" 'is inside the folder it would be a copy of'
	expect_exit 2 model --fork "$id" --whole --ask more
}

test_files_of_a_fork_never_go_over_others() {
	three_turns
	mkdir ../there
	server <<<'replies: [{text: fine, repeat: true}]'
	for folder in ../there . ../work/a.bin; do
		expect_exit 2 model --fork "$id" --files "$folder" --ask more
		expect_match "$(cat "$T/err")" 'exists: the files go into a new folder only'
	done
	ln -s "$T/work" ../link
	expect_exit 2 model --fork "$id" --files ../link --ask more
	expect_exit 2 model --fork "$id" --files ../no/such --ask more
	expect_exit 2 model --files ../new --ask more
	expect_match "$(cat "$T/err")" 'goes with --fork'
	expect_equal "$(ls ../there)" ""
}

test_files_of_a_stranger_stay_beneath_the_folder() {
	three_turns
	agent sessions export "$id" s.jsonl
	sed -i 's|"path":"made.txt"|"path":"../../escaped.txt"|; s|"path":"run.sh"|"path":"/tmp/agent-escaped"|; s|"path":"a.bin"|"path":".git/hooks/pre-commit"|' s.jsonl
	agent sessions import s.jsonl >"$T/id" 2>/dev/null || fail import
	server <<<'replies: [{text: fine, repeat: true}]'
	expect_exit 0 model --fork "$(cat "$T/id")" --files ../deep --ask more
	expect_equal "$(cd ../deep && find . -type f)" ./sub/b.txt
	expect_match "$(cat "$T/err")" 'could not be restored, first'
	[ ! -e ../../escaped.txt ] && [ ! -e ../escaped.txt ] && [ ! -e /tmp/agent-escaped ] || fail "it escaped"
}

two_ways() { # the same prompt twice, done differently; then one of them goes on
	server <<-'EOF'
		replies:
		  - {calls: [{name: list_files, arguments: {}}], usage: {prompt_tokens: 100, completion_tokens: 10}}
		  - {calls: [{name: read_file, arguments: {path: a.txt}}], usage: {prompt_tokens: 100, completion_tokens: 10}}
		  - {text: it is one, usage: {prompt_tokens: 100, completion_tokens: 10}}
		  - {calls: [{name: list_files, arguments: {}}], usage: {prompt_tokens: 100, completion_tokens: 10}}
		  - {text: it is two, usage: {prompt_tokens: 900, completion_tokens: 10}}
		  - {text: and three, usage: {prompt_tokens: 100, completion_tokens: 10}}
	EOF
	echo one >a.txt
	model --ask "what is it?" >/dev/null 2>&1 || fail first
	a=$(newest)
	model --ask "what is it?" >/dev/null 2>&1 || fail second
	b=$(newest)
	model --continue --ask "and then?" >/dev/null 2>&1 || fail third
}
unmeasured() { # times and ids differ from run to run
	sed -E "s/$a/AAAAAAAAAAAAAAAAAAAAAAAAAA/; s/$b/BBBBBBBBBBBBBBBBBBBBBBBBBB/; s#$T/work#/w#g; s/[0-9.]+ (ms|s) ·/N ms ·/g; s/ +$//"
}

test_two_sessions_are_told_apart_as_text() {
	two_ways
	expect_exit 1 agent sessions compare "$a" "$b"
	expect_equal "$(unmeasured <"$T/out")" '- session   AAAAAAAAAAAAAAAAAAAAAAAAAA
+ session   BBBBBBBBBBBBBBBBBBBBBBBBBB
  title     what is it?
  folder    /w
  model     scripted
- all       1 turn · 330 tok · 0 file changes
+ all       2 turns · 1.1k tok · 0 file changes

  Turn 1
  you       what is it?
  depth     react
  [Act]     list_files .
  [Obs]     1 file, 0 folders in .
- [Act]     read_file a.txt
- [Obs]     a.txt, 1 line
- answer    it is one
- end       answered · 3 rounds · N ms · 330 tok
+ answer    it is two
+ end       answered · 2 rounds · N ms · 1.0k tok
+
+ Turn 2
+ you       and then?
+ depth     react
+ answer    and three
+ end       answered · 1 round · N ms · 110 tok'
	expect_exit 0 agent sessions compare "$a" "$a"
	expect_no_match "$(cat "$T/out")" '^[-+]'
	agent sessions export "$a" one.jsonl
	expect_exit 0 agent sessions compare one.jsonl "$a"
	expect_exit 2 agent sessions compare "$a" nosuch
	expect_exit 2 agent sessions compare "$a"
}

run_tests
