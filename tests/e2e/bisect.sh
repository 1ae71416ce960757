#!/bin/bash
# SPDX-License-Identifier: MIT
# agent sessions bisect: which step of a session broke what a check tells.
. "$(dirname "$0")/../support/lib.sh"

CHECK='grep -rq skip . && exit 125; ! grep -rq broken .'

session() { # SEED STEPS: sets ID and SEQ
	read -r ID SEQ < <("$BUILD/tests/support/bisect_driver" "$1" "$2")
	[ -n "$SEQ" ] || fail "no session was made"
}

checks() { # that the last run made before it looked again
	grep -cE '^ *[0-9]+  (good|bad|skipped) .*[0-9e]$' "$T/err"
}

test_the_step_that_broke_it_is_named() {
	server <<-'EOS'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: write the parser, status: in_progress}, {id: b, content: more, status: pending}]}}]
		  - calls: [{name: write_file, arguments: {path: a.txt, content: "one\n"}}]
		  - calls: [{name: run_command, arguments: {command: "echo x >b.txt; echo broken >c.txt"}}]
		  - calls: [{name: write_file, arguments: {path: d.txt, content: "four\n"}}]
		  - text: done
	EOS
	echo base >base.txt
	model --approve all --ask "write me a parser" >/dev/null 2>&1
	rm c.txt
	expect_exit 0 agent sessions bisect last --check 'test -f base.txt && ! test -e c.txt'
	expect_match "$(cat "$T/out")" '^event [0-9]+, turn 1, round 3 broke it$'
	expect_match "$(cat "$T/out")" '^call    run_command echo x >b.txt; echo broken >c.txt'
	expect_match "$(cat "$T/out")" '^files   b.txt, c.txt$'
	expect_match "$(cat "$T/out")" '^prompt  write me a parser$'
	expect_match "$(cat "$T/out")" '^plan    1. write the parser$'
	expect_equal "$(ls)" "a.txt
b.txt
base.txt
d.txt" "nothing here was touched"
	expect_equal "$(ls "$TMPDIR")" "" "nothing is left of the copies"
}

test_a_thousand_changes_take_ten_checks() {
	session 7 1000
	expect_exit 0 agent --output json sessions bisect "$ID" --check '! grep -rq broken .'
	expect_equal "$(jq -r .seq "$T/out")" "$SEQ"
	[ "$(checks)" -le 10 ] || fail "it took $(checks) checks"
	expect_equal "$(grep -c again "$T/err")" 2
}

test_what_cannot_be_told_is_skipped() {
	local seed
	for seed in $(seq "${SEEDS:-12}"); do
		session "$seed" $((seed % 40 + 2))
		expect_exit 0 agent --output json sessions bisect "$ID" --check "$CHECK"
		expect_equal "$(jq -r .seq "$T/out")" "$SEQ" "seed $seed"
	done
}

test_only_between_good_and_bad_is_looked() {
	session 3 64
	expect_exit 0 agent --output json sessions bisect "$ID" --check "$CHECK" --good $((SEQ - 12)) --bad $((SEQ + 12))
	expect_equal "$(jq -r .seq "$T/out")" "$SEQ"
	[ "$(checks)" -le 6 ] || fail "it took $(checks) checks"
	expect_exit 1 agent sessions bisect "$ID" --check "$CHECK" --good "$SEQ"
	expect_match "$(cat "$T/err")" 'the check does not pass after event [0-9]+: name a state where it does by --good SEQ'
	expect_exit 1 agent sessions bisect "$ID" --check true
	expect_match "$(cat "$T/err")" 'the check does not fail after event [0-9]+: name a state'
	expect_exit 2 agent sessions bisect "$ID" --check false --good 5000
}

# A check that is not steady: it fails every second time.
test_a_second_check_that_contradicts_is_told() {
	session 5 16
	expect_exit 1 agent sessions bisect "$ID" --check "n=\$(cat $T/count 2>/dev/null); n=\$((n + 1)); echo \$n >$T/count; [ \$n -gt 4 ] || exit 0; exit \$((n % 2))"
	expect_match "$(cat "$T/err")" 'the check passed after event [0-9]+, and in a fresh copy it does not|does not fail'
}

test_what_a_check_does_to_the_files_has_no_part_in_the_next_state() {
	session 9 40
	expect_exit 0 agent --output json sessions bisect "$ID" \
		--check 'grep -rq broken . && r=1 || r=0; for f in f*.txt sub/deep/*; do rm -f $f; ln -s /etc/passwd $f; done; rm -rf sub/deep/f1.txt; exit $r'
	expect_equal "$(jq -r .seq "$T/out")" "$SEQ"
}

test_the_check_is_confined() {
	unset AGENT_SANDBOX
	"$AGENT" sandbox -- true 2>/dev/null || return 0 # nothing can be confined on this machine
	session 4 8
	expect_exit 0 agent --output json sessions bisect "$ID" --check "touch $HOME/escaped 2>/dev/null; ! grep -rq broken ."
	expect_equal "$(jq -r .seq "$T/out")" "$SEQ"
	[ ! -e "$HOME/escaped" ] || fail "the check wrote into the home"
}

test_the_find_is_handed_to_the_agent() {
	session 6 8
	server <<-'EOS'
		replies:
		  - text: mended
	EOS
	expect_exit 0 agent --backend openai --base-url "$URL" -m scripted --depth react sessions bisect "$ID" --check '! grep -rq broken .' --fix
	expect_match "$(tail -1 "$T/out")" '^mended$'
	expect_match "$(jq -r '.body.messages[].content' "$REQUESTS")" 'The change that broke it: write_file '
}

run_tests
