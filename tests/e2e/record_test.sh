#!/bin/bash
# SPDX-License-Identifier: MIT
# A session is a test: recorded once, run again with its replies and live tools.
. "$(dirname "$0")/../support/lib.sh"

work() { # a session of two turns: it reads, writes, runs, and answers
	server <<-'EOS'
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: mend it, status: in_progress}, {id: b, content: tell, status: pending}]}}]
		  - calls: [{name: read_file, arguments: {path: a.txt}}, {name: list_files, arguments: {}}]
		  - calls: [{name: write_file, arguments: {path: a.txt, content: "two\n"}}]
		  - calls: [{name: run_command, arguments: {command: "pwd; cat a.txt; date; mktemp -u; sed -i s/two/three/ a.txt; echo more >b.txt"}}]
		  - text: it is done
		  - calls: [{name: read_file, arguments: {path: b.txt}}]
		  - text: there is more in it
	EOS
	echo one >a.txt
	mkdir -p sub
	echo kept >sub/kept.txt
	model --approve all --ask "mend a.txt" >/dev/null 2>&1
	model --approve all --continue --ask "and b.txt?" >/dev/null 2>&1
}

recorded() {
	work
	expect_exit 0 agent sessions record-test last ../one
	expect_equal "$(ls ../one)" "agent.yaml
run.jsonl
session.jsonl
tree"
}

test_a_session_runs_again_in_a_folder_of_its_own() {
	recorded
	expect_equal "$(cat ../one/tree/a.txt ../one/tree/sub/kept.txt)" "one
kept" "the folder is as it was before the session"
	[ ! -e ../one/tree/b.txt ] || fail "b.txt was made by the session"
	rm -rf a.txt b.txt sub
	cd ..
	expect_exit 0 agent test one
	expect_match "$(cat "$T/out")" '^ok 1 - one # 8 requests, [0-9]+ ms$'
	expect_equal "$(ls "$TMPDIR")" "" "nothing is left of the copy"
	expect_equal "$(cat one/tree/a.txt)" one "the test itself is not changed"
	cp -r one two
	expect_exit 0 agent test --junit r.xml one two
	expect_equal "$(grep -c '<testcase' r.xml)" 2
	expect_match "$(head -2 r.xml)" 'tests="2" failures="0"'
}

test_a_result_that_differs_ends_the_test() {
	recorded
	echo four >../one/tree/a.txt
	expect_exit 1 agent test --junit r.xml ../one
	expect_match "$(cat "$T/out")" '^not ok 1 - \.\./one # 2 requests'
	expect_match "$(cat "$T/out")" '^# the first difference is in a result:$'
	expect_match "$(cat "$T/out")" '^#   record .*one'
	expect_match "$(cat "$T/out")" '^#   now    .*four'
	expect_match "$(cat r.xml)" '<failure>the first difference is in a result:'
}

test_a_file_that_ends_otherwise_is_told() {
	recorded
	sed -i 's/echo more >b.txt/echo other >b.txt/' ../one/session.jsonl
	expect_exit 1 agent test ../one
	expect_match "$(cat "$T/out")" '^# the first difference is in a request:$'
	jq -c 'if .files then .files["a.txt"] = "blob:00000000000000000000000000" else . end' ../one/run.jsonl >run && sed -i 's/echo other >b.txt/echo more >b.txt/' ../one/session.jsonl && cp run ../one/run.jsonl
	expect_exit 1 agent test ../one
	expect_match "$(cat "$T/out")" '^# the first difference is in a state of files:$'
}

# One word of what the model is told: exactly the requests that hold it are named.
test_a_changed_word_names_the_requests_that_change() {
	recorded
	mkdir -p ../one/agent/prompts/plan
	{ cat "$ROOT/prompts/system.md"; echo "One word more."; } >../one/agent/prompts/system.md
	expect_exit 1 agent test ../one
	expect_match "$(cat "$T/out")" '^# requests that differ: 1 2 3 4 5 6 7 8 of 8$'
	expect_match "$(cat "$T/out")" '^#   now    .*One word more'
	rm ../one/agent/prompts/system.md
	sed '1s/^/Mind: /' "$ROOT/prompts/plan/open_items.md" >../one/agent/prompts/plan/open_items.md
	expect_exit 1 agent test ../one
	holding=$(jq -c 'select(.request).request' ../one/run.jsonl | grep -n "$(head -c 20 "$ROOT/prompts/plan/open_items.md")" | cut -d: -f1 | paste -sd' ')
	[ -n "$holding" ] || fail "no request has these words"
	expect_match "$(cat "$T/out")" "^# requests? that differs?: $holding of 8\$"
}

test_what_is_the_users_own_takes_no_part() {
	recorded
	mkdir -p "$XDG_CONFIG_HOME/agent" "$HOME/.claude/skills/s"
	echo "Always speak Latin." >"$XDG_CONFIG_HOME/agent/AGENTS.md"
	printf 'backend: {model: other}\nagent: {parallel: 1}\n' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	printf -- '---\nname: s\ndescription: does it\n---\nDo it.\n' >"$HOME/.claude/skills/s/SKILL.md"
	AGENT_MODEL=third expect_exit 0 agent test ../one
}

test_what_was_denied_is_denied_again() {
	server <<-'EOS'
		replies:
		  - calls: [{name: write_file, arguments: {path: a.txt, content: "two\n"}}]
		  - text: I may not
	EOS
	model --approve read-only --ask "write a.txt" >/dev/null 2>&1
	expect_exit 0 agent sessions record-test last ../one
	expect_exit 0 agent test ../one
	expect_match "$(jq -r 'select(.result).result.ok' ../one/run.jsonl)" false
	expect_equal "$(jq -c 'select(.files).files' ../one/run.jsonl)" '{}'
}

test_what_cannot_be_a_test_is_said() {
	expect_exit 2 agent test nosuch
	expect_match "$(cat "$T/err")" "'nosuch': no such folder"
	mkdir empty
	expect_exit 1 agent test empty
	expect_match "$(cat "$T/out")" '^not ok 1 - empty'
	work
	expect_exit 0 agent sessions record-test last ../one
	expect_exit 2 agent sessions record-test last ../one
	expect_match "$(cat "$T/err")" "'\.\./one' is there already"
}

test_other_roles_are_refused() {
	work
	agent sessions export last | sed 's/^\(.*\)"type":"usage".*$/\1"type":"compaction","data":{"summary":"x"}}/' >s.jsonl
	expect_exit 0 agent sessions import s.jsonl
	expect_exit 1 agent sessions record-test "$(cat "$T/out")" ../three
	[ ! -e ../three ] || fail "a part of it was left"
	expect_match "$(cat "$T/err")" "event [0-9]+: it was compacted: the summariser's reply is not kept"
}

test_fifty_sessions_are_alike_however_often_they_run() {
	recorded
	local i
	for ((i = 0; i < ${RUNS:-1}; i++)); do
		expect_exit 0 agent test $(for _ in {1..50}; do echo ../one; done)
	done
}

run_tests
