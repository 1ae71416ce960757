#!/bin/bash
# SPDX-License-Identifier: MIT
# The database of sessions: what is deleted is gone, a search answers, what happens to the file is noticed.
. "$(dirname "$0")/../support/lib.sh"

DB() { echo "$XDG_DATA_HOME/agent/agent.db"; }

said() { # said PROMPT ANSWER: a session
	server <<-EOF
		replies: [{calls: [{name: write_file, arguments: {path: note, content: "content $2"}}]}, {text: "$2"}]
	EOF
	expect_exit 0 model --ask "$1" --approve all
}

# As bytes: in the database, its log and the index of words.
expect_no_bytes() {
	local word
	for word; do
		! grep -rqaiF -- "$word" "$XDG_DATA_HOME" || fail "'$word' is in $(grep -rlaiF -- "$word" "$XDG_DATA_HOME")"
	done
}

# holds: deleted-leaves-text
test_delete_leaves_no_text_in_the_file() {
	local i
	said "keep the walrus" "a walrus stays"
	for i in 1 2 3; do
		said "find zyzzyva$i" "quixotry$i and $(seq -s ' flamboyance' 400)"
	done
	agent sessions search zyzzyva >/dev/null 2>&1 || fail "search"
	agent --resume last --ask "and once more zyzzyva" --backend offline >/dev/null 2>&1
	grep -qaiF zyzzyva "$XDG_DATA_HOME"/agent/* || fail "it should be there before"
	expect_exit 0 agent sessions delete --yes $(agent sessions list | awk '/zyzzyva/ {print $1}')
	expect_equal "$(cat "$T/err")" "agent: 3 sessions deleted"
	expect_no_bytes zyzzyva quixotry flamboyance
	expect_exit 0 agent sessions search walrus
	expect_match "$(cat "$T/out")" 'keep the walrus'
}

# holds: deleted-leaves-text
test_delete_says_when_text_may_stay() {
	said "keep the walrus" "a walrus stays"
	said "find zyzzyva" "quixotry"
	sqlite3 "$(DB)" >/dev/null <<-EOF &
		BEGIN;
		SELECT count(*) FROM events;
		.shell touch $T/reading; until [ -e $T/done ]; do sleep 0.05; done
	EOF
	wait_for test -e "$T/reading"
	id=$(agent sessions list | awk '/zyzzyva/ {print $1}')
	expect_exit 0 agent sessions delete --yes "$id"
	touch "$T/done"
	wait
	expect_match "$(cat "$T/err")" 'some of the text may stay in the file: the session store is busy'
}

# What an older version deleted stays in free pages: the file is rewritten once something is deleted.
test_delete_clears_what_was_deleted_before() {
	said "keep the walrus" "a walrus stays"
	said "find zyzzyva" "quixotry $(seq -s ' flamboyance' 2000)"
	said "find the third" "nothing"
	sqlite3 "$(DB)" "PRAGMA secure_delete = OFF; DELETE FROM events WHERE id >> 32 = 2; DELETE FROM blobs WHERE key > 1; PRAGMA wal_checkpoint(TRUNCATE)" >/dev/null || fail sqlite3
	grep -qaF flamboyance "$(DB)" || fail "it should be there before"
	expect_exit 0 agent sessions delete --yes last
	expect_no_bytes flamboyance
}

# holds: search-over-100
test_search_over_100000_sessions_answers_at_once() {
	said "find the walrus" "a walrus was found"
	sqlite3 "$(DB)" >/dev/null <<-'SQL' || fail sqlite3
		BEGIN;
		CREATE TEMP TABLE n AS WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 100000) SELECT i FROM c;
		INSERT INTO sessions (key, id, title, cwd, model, created_at, turns)
		 SELECT i + 9, printf('01ABCDEFGHJKMNPQRSTV%06d', i), 'title ' || i, cwd, model, created_at + i, 1 FROM n, sessions WHERE key = 1;
		INSERT INTO events (id, at, turn, iteration, phase, type, summary, data)
		 SELECT (i + 9) << 32 | seq, at + i, turn, iteration, phase, type, summary, replace(data, 'walrus', 'otter' || i)
		 FROM n CROSS JOIN events WHERE id < 2 << 32 AND type IN ('session_start', 'turn_start', 'message', 'turn_end');
		COMMIT;
	SQL
	SECONDS=0
	expect_exit 0 timeout 60 "$AGENT" sessions search walrus
	expect_match "$(cat "$T/out" "$T/err")" 'find the walrus|not looked into'
	expect_exit 0 timeout 60 "$AGENT" sessions search otter99999 found
	expect_match "$(cat "$T/out")" 'title 99999'
	expect_exit 0 timeout 60 "$AGENT" sessions search found
	expect_equal "$(grep -c '^01' "$T/out")" 50
	[ $SECONDS -lt 15 ] || fail "three searches took $SECONDS s"
}

# Whatever happens to the file, the events of the session are somewhere, and it is said.
lose() { # lose COMMAND: what a command of the turn does to the database
	printf '#!/bin/sh\n%s\n' "$1" >lose
	chmod +x lose
	server <<-'EOF'
		replies:
		- calls: [{name: run_command, arguments: {command: ./lose}}]
		- text: Behind it.
	EOF
	expect_exit 0 model --ask "before it" --approve all
}

expect_imported() {
	expect_exit 0 agent sessions import "$XDG_DATA_HOME"/agent/unsaved-*.jsonl
	expect_exit 0 agent --replay "$(cat "$T/out")"
	expect_match "$(cat "$T/out")" 'you +before it'
	expect_match "$(cat "$T/out")" 'Behind it\.'
}

# holds: two-processes-lose
test_a_database_that_is_removed_while_open_is_noticed() {
	lose "rm $XDG_DATA_HOME/agent/agent.db*"
	expect_match "$(cat "$T/err")" "no longer saved: session store '.*agent\.db' was removed while it was open; its events go to '.*unsaved-"
	expect_imported
}

# holds: two-processes-lose
test_a_database_that_is_replaced_while_open_is_noticed() {
	said "another" "session"
	cp "$(DB)" "$T/other.db"
	lose "mv $T/other.db $XDG_DATA_HOME/agent/agent.db"
	expect_match "$(cat "$T/err")" "no longer saved: session store '.*agent\.db' was replaced by another file while it was open"
	rm -f "$(DB)-wal" "$(DB)-shm"
	expect_imported
}

# What is written where there is no room says so, and leaves no part of a file behind.
# holds: room-told-part
test_no_room_is_told_by_exports_and_tools() {
	server <<<'replies: [{text: "It is long.", repeat: true}]'
	seq -s ' ' 30000 >"$T/prompt"
	expect_exit 0 model --ask - <"$T/prompt"
	local form
	for form in jsonl md html; do # a cast is the screen alone, and small
		(
			ulimit -f 128
			expect_exit 1 agent sessions export last "s.$form"
		) || exit 1
		expect_equal "$(cat "$T/err")" "agent: 's.$form': cannot write the session: no space left for it: files may not grow so far (ulimit -f); what was written of it was removed"
		[ ! -e "s.$form" ] || fail "s.$form is there"
	done
	expect_exit 1 agent sessions export last /dev/full
	expect_equal "$(cat "$T/err")" "agent: '/dev/full': cannot write the session: no space left for it: the disk is full"
	server <<-EOF
		replies:
		  - calls: [{name: write_file, arguments: {path: grown.txt, content: "$(seq -s ' ' 60000)"}}]
		  - {text: "It did not fit.", repeat: true}
	EOF
	(
		ulimit -f 200
		expect_exit 0 model --approve all --no-save --ask go
	) || exit 1
	expect_match "$(cat "$T/err")" "'grown.txt': no space left for it: files may not grow so far \(ulimit -f\)"
	expect_equal "$(ls)" ""
}

# holds: file-may-grow
test_a_file_that_may_not_grow_is_a_full_disk() {
	server <<<'replies: [{text: "the answer", repeat: true}]'
	expect_exit 0 model --ask one
	(
		ulimit -f 64
		expect_exit 0 model --ask "$(seq -s ' ' 9000)"
	) || exit 1
	expect_equal "$(cat "$T/out")" "the answer"
	expect_match "$(cat "$T/err")" 'no longer saved: .*the disk is full, or the file may not grow \(ulimit -f\)'
	rm -r "$XDG_DATA_HOME/agent"
	(
		ulimit -f 20 # not even an empty database
		expect_exit 0 model --ask one
	) || exit 1
	expect_equal "$(cat "$T/out")" "the answer"
	expect_match "$(cat "$T/err")" 'not saved: cannot set up the session store .*the disk is full, or the file may not grow \(ulimit -f\)'
}

test_a_store_that_a_killed_import_left_without_its_log_gets_it_back() {
	server <<<'replies: [{text: "the answer", repeat: true}]'
	expect_exit 0 model --ask one
	expect_equal "$(sqlite3 "$XDG_DATA_HOME/agent/agent.db" 'PRAGMA journal_mode = TRUNCATE')" truncate
	expect_exit 0 model --ask two
	expect_equal "$(sqlite3 "$XDG_DATA_HOME/agent/agent.db" 'PRAGMA journal_mode')" wal
}

# holds: two-processes-lose, session-another-agent
test_who_runs_a_session_is_told_to_who_resumes_it() {
	local id pid
	server <<-'EOF'
		replies: [{text: "first"}, {text: "slow", delay_ms: {head: 60000}}]
	EOF
	expect_exit 0 model --ask one
	id=$(agent sessions list --output json | jq -r '.[0].id')
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --ask two --continue >/dev/null 2>&1 &
	pid=$!
	running() { [ "$(wc -l <"$REQUESTS")" = 2 ]; }
	wait_for running
	expect_exit 2 model --ask three --continue
	expect_match "$(cat "$T/err")" "session '$id' is open in another agent \(process $pid, since 20[0-9-]* [0-9:]*\): leave it there first, or take a copy with --fork $id"
	expect_exit 1 agent sessions delete --yes "$id"
	expect_match "$(cat "$T/err")" "stays: it is open in another agent \(process $pid"
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	server <<<'replies: [{text: "goes on"}]'
	expect_exit 0 model --ask three --continue
	expect_equal "$(ls "$XDG_DATA_HOME/agent/running")" "" "nothing is left there"
}

# holds: session-whose-folder
test_a_session_whose_folder_is_gone_asks() {
	mkdir gone
	server <<<'replies: [{text: "an answer", repeat: true}]'
	expect_exit 0 model -C gone --ask one
	id=$(agent sessions list --all --output json | jq -r '.[0].id')
	rm -r gone
	expect_exit 2 model --resume "$id" --ask two
	expect_match "$(cat "$T/err")" "the folder of this session, '.*/gone', is gone: name the folder to go on in with -C DIR"
	expect_exit 0 model --resume "$id" -C . --ask two
	expect_match "$(cat "$T/err")" "'.*/gone', is gone: it goes on in '$PWD'"
	echo n | script -qfec "'$AGENT' --plain --backend openai --base-url $URL -m scripted --resume $id" /dev/null >"$T/chat"
	expect_match "$(cat "$T/chat")" "is gone: go on in '$PWD'\? \[y/N\]"
	expect_match "$(cat "$T/chat")" 'the session was left as it is'
}

test_a_session_whose_folder_became_a_link_asks_and_another_folder_is_said() {
	mkdir its other
	server <<<'replies: [{text: "an answer", repeat: true}]'
	expect_exit 0 model -C its --ask one
	id=$(agent sessions list --all --output json | jq -r '.[0].id')
	expect_exit 0 model --resume "$id" -C other --ask two
	expect_match "$(cat "$T/err")" "this session was in '.*/its'; it goes on in '.*/other'"
	expect_exit 0 model --resume "$id" -C its --ask three
	expect_no_match "$(cat "$T/err")" 'goes on in'
	mv its moved
	ln -s other its
	cd its || fail "no folder"
	expect_exit 2 model --resume "$id" --ask four
	expect_match "$(cat "$T/err")" "the folder of this session, '.*/its', is behind a link now: name the folder to go on in with -C DIR"
}

# holds: anyone-may-write
test_what_anyone_may_write_to_is_named() {
	server <<<'replies: [{text: "an answer", repeat: true}]'
	expect_exit 0 model --ask one
	expect_no_match "$(cat "$T/err")" 'anyone'
	mkdir -p "$XDG_CONFIG_HOME/agent"
	echo 'backend.model: scripted' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	chmod o+w "$XDG_CONFIG_HOME/agent/agent.yaml" "$XDG_DATA_HOME/agent" "$(DB)"
	expect_exit 0 model --ask two
	expect_match "$(cat "$T/err")" "^warning +anyone on this machine may write to '~/.config/agent/agent.yaml', '~/.local/share/agent', '~/.local/share/agent/agent.db': take that away with chmod o-w"
	expect_exit 0 agent --base-url "$URL" doctor
	expect_match "$(cat "$T/out")" "anyone on this machine may write to '~/.config/agent/agent.yaml', '~/.local/share/agent', '~/.local/share/agent/agent.db': chmod o-w"
}

# holds: export-replaces-file
test_an_export_replaces_no_file_unasked() {
	said "keep the walrus" "a walrus stays"
	echo precious >s.jsonl
	expect_exit 2 agent sessions export last s.jsonl
	expect_match "$(cat "$T/err")" "'s.jsonl' is there already: name another file, or say --force"
	expect_equal "$(cat s.jsonl)" precious
	expect_exit 0 agent sessions export last s.jsonl --force
	expect_match "$(cat s.jsonl)" walrus
	expect_exit 0 agent sessions export last /dev/null
}

# holds: event-there-place
test_an_event_that_is_not_there_is_no_place_to_fork_or_replay_from() {
	said "keep the walrus" "a walrus stays"
	expect_exit 2 model --fork last:9999 --ask two
	expect_match "$(cat "$T/err")" "session '[0-9A-Z]*' has no event 9999: its last is [0-9]*"
	expect_exit 2 model --fork last:9999 --files "$T/new" --ask two
	expect_match "$(cat "$T/err")" "has no event 9999"
	expect_exit 2 agent --replay last --from 999
	expect_match "$(cat "$T/err")" "'--from 999': the last event is [0-9]*"
	expect_exit 2 agent --replay last --from 5 --to 2
	expect_match "$(cat "$T/err")" "'--from 5': is behind '--to 2'"
	agent sessions export last >s.jsonl
	expect_exit 2 agent --replay s.jsonl --from 999
	expect_exit 2 agent --replay - --from 999 <s.jsonl
}

# holds: replay-prints-object
test_a_replay_prints_one_object_of_json() {
	said "keep the walrus" "a walrus stays"
	expect_exit 0 agent --replay last --output json
	expect_equal "$(jq -r '.outcome, .answer, .iterations' "$T/out")" "answered
a walrus stays
2"
	expect_equal "$(jq -r .session "$T/out")" "$(agent sessions list --output json | jq -r '.[0].id')"
}

# holds: going-session-prints
test_one_answer_more_does_not_print_the_past() {
	server <<<'replies: [{text: "first answer"}, {text: "second answer"}, {text: "third answer"}]'
	expect_exit 0 model --ask "first question"
	expect_exit 0 model --ask "second question" --continue
	expect_equal "$(cat "$T/out")" "second answer"
	expect_no_match "$(cat "$T/err")" 'first'
	expect_exit 0 model --ask "third question" --fork last
	expect_no_match "$(cat "$T/err")" 'first|second'
	server <<<'replies: [{status: 400, error: broken}, {text: "better"}]'
	model --ask "fails" --continue >/dev/null 2>&1
	expect_exit 0 model --ask "again" --continue
	expect_no_match "$(cat "$T/err")" 'failed'
}

run_tests
