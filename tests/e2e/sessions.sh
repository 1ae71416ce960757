#!/bin/bash
# SPDX-License-Identifier: MIT
# What is stored, seen from outside: agent sessions, and that nothing is lost by a kill.
. "$(dirname "$0")/../support/lib.sh"

one_session() {
	printf 'int main(void)\n{\n\treturn 0;\n}\n' >main.c
	expect_exit 0 agent --ask "which files define main?"
}

test_list_names_the_sessions_of_this_folder() {
	one_session
	expect_exit 0 agent sessions list
	expect_equal "$(head -1 "$T/out")" "ID                          LAST USED         TURNS  TITLE"
	expect_match "$(sed -n 2p "$T/out")" '^[0-9A-Z]{26}  20[0-9-]{8} [0-9:]{5}      1  which files define main\?$'
	mkdir other
	expect_exit 0 agent -C other sessions list
	expect_equal "$(cat "$T/out")" ""
	expect_match "$(cat "$T/err")" 'no sessions of this folder yet'
	expect_exit 0 agent -C other sessions --all
	expect_equal "$(wc -l <"$T/out")" 2
}

test_list_is_cut_to_the_width_of_the_terminal() {
	one_session
	script -qec "stty cols 64; '$AGENT' sessions list" /dev/null </dev/null | tr -d '\r' >"$T/out"
	expect_match "$(sed -n 2p "$T/out")" '  which file…$'
}

test_list_and_show_as_json() {
	one_session
	expect_exit 0 agent sessions list --output json
	expect_equal "$(jq -r '.[0].title, .[0].turns, (.[0].cwd == $ENV.PWD)' "$T/out")" "which files define main?
1
true"
	expect_exit 0 agent --output json sessions show last
	expect_equal "$(jq -r '.turn_list[0].outcome, .turn_list[0].prompt, .usage.cost_usd' "$T/out")" "answered
which files define main?
null"
}

test_show_tells_each_turn() {
	one_session
	expect_exit 0 agent sessions show last
	expect_equal "$(head -1 "$T/out")" "which files define main?"
	expect_match "$(cat "$T/out")" '^turn 1    answered · [0-9]+ rounds · 1 call · '
	expect_match "$(cat "$T/out")" '^  answer  .*main\.c:1'
}

test_an_export_replays_and_imports_as_the_same_events() {
	one_session
	agent sessions export last >s.jsonl 2>"$T/err" || fail "export"
	expect_exit 0 agent --replay s.jsonl --output events
	expect_equal "$(cat "$T/out")" "$(cat s.jsonl)"
	expect_exit 0 agent sessions import s.jsonl
	expect_match "$(cat "$T/out")" '^[0-9A-Z]{26}$'
	id=$(cat "$T/out")
	expect_exit 0 agent sessions export "$id"
	expect_equal "$(tail -n +2 "$T/out")" "$(tail -n +2 s.jsonl)"
	expect_exit 0 agent --resume "$id" --ask "count the lines of main.c"
	agent sessions export last file.jsonl || fail "export to a file"
	expect_equal "$(stat -c %a file.jsonl)" 600
}

test_a_wrong_import_names_the_line_and_keeps_nothing() {
	one_session
	{ agent sessions export last; echo '{"seq":99}'; } >s.jsonl
	lines=$(wc -l <s.jsonl)
	expect_exit 1 agent sessions import s.jsonl
	expect_match "$(cat "$T/err")" "s.jsonl:$lines: 'type' is missing"
	expect_exit 0 agent sessions list
	expect_equal "$(wc -l <"$T/out")" 2
}

test_bad_words_are_usage() {
	expect_exit 2 agent sessions show
	expect_exit 2 agent sessions show nosuch
	expect_exit 2 agent sessions show last
	expect_exit 2 agent sessions frobnicate
	expect_exit 2 agent sessions list --frob
	expect_exit 2 agent sessions list more
	expect_exit 2 agent sessions list --output xml
	expect_exit 2 agent sessions undo x
	expect_exit 0 agent sessions --help
}

test_a_closed_stdout_ends_quietly() {
	one_session
	{ agent sessions export last 2>"$T/err"; } | true
	expect_equal "$(cat "$T/err")" ""
}

test_a_damaged_store_is_repaired_and_said() {
	one_session
	db=$XDG_DATA_HOME/agent/agent.db
	rm -f "$db-wal" "$db-shm"
	echo "no database" >"$db"
	expect_exit 0 agent sessions list
	expect_match "$(cat "$T/err")" 'session store was damaged.*agent\.db\.damaged-'
	expect_exit 0 agent --ask "which files define main?"
	expect_exit 0 agent sessions list
	expect_equal "$(wc -l <"$T/out")" 2
}

test_a_newer_store_is_left_alone_and_the_work_goes_on() {
	one_session
	db=$XDG_DATA_HOME/agent/agent.db
	sqlite3 "$db" 'PRAGMA user_version = 99' || fail sqlite3
	expect_exit 1 agent sessions list
	expect_match "$(cat "$T/err")" 'newer version'
	expect_exit 0 agent --ask "which files define main?"
	expect_match "$(cat "$T/err")" 'not saved'
}

# kill -9 at any moment: what was printed as an event is in the store, and the session resumes.
test_every_event_shown_before_a_kill_is_stored() {
	for i in $(seq 1 60); do printf 'int value_%d;\n' "$i" >"f$i.c"; done
	for n in 1 3 5 7 9; do
		: >"$T/events"
		setsid "$AGENT" --ask "list TODOs and then which files define main and then list TODOs" --output events >"$T/events" 2>/dev/null &
		pid=$!
		until [ "$(wc -l <"$T/events")" -ge $n ] || ! kill -0 $pid 2>/dev/null; do :; done
		kill -9 $pid 2>/dev/null
		wait $pid 2>/dev/null
		head -n -1 "$T/events" >"$T/whole" # the last line may be cut
		id=$(jq -r 'select(.type == "session_start") | .data.id' "$T/whole")
		[ -n "$id" ] || continue
		agent --replay "$id" --output events >"$T/stored" 2>/dev/null || fail "replay"
		while read -r line; do
			grep -qxF -- "$line" "$T/stored" || fail "lost: $line"
		done < <(jq -c 'select(.seq > 0)' "$T/whole")
		agent --resume "$id" --ask "which files define main?" >/dev/null 2>&1
		[ $? = 0 ] || [ $? = 5 ] || fail "does not resume"
	done
}

run_tests
