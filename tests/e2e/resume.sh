#!/bin/bash
# SPDX-License-Identifier: MIT
# Sessions go on: resumed, forked, killed in the middle, exported, imported, replayed, repaired.
. "$(dirname "$0")/../support/lib.sh"

db() { # SQL
	sqlite3 "$XDG_DATA_HOME/agent/agent.db" "$1"
}

roles() { # of the messages of the last request
	tail -n 1 "$REQUESTS" | jq -c '[.body.messages[1:][].role]'
}

# Each call of the last request has exactly one result, and it comes before anything else.
expect_calls_answered() {
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -c '[.body.messages[]|select(.tool_calls)|.tool_calls[].id]')" \
		"$(tail -n 1 "$REQUESTS" | jq -c '[.body.messages[]|select(.role=="tool")|.tool_call_id]')" "calls and their results"
}

last_id() {
	agent sessions list --output json | jq -r '.[0].id'
}

three_turns() {
	server <<-'EOF'
		replies:
		  - {text: "first answer"}
		  - {text: "Looking.", calls: [{name: list_files, arguments: {}}]}
		  - {text: "second answer"}
	EOF
	expect_exit 0 model --ask "first question"
	expect_exit 0 model --ask "second question" --continue
}

test_continue_goes_on_with_the_newest_session_of_this_folder() {
	three_turns
	expect_equal "$(jq -r '.body.messages[1:4][].content | sub("\n\n<active-limits>(.|\n)*$"; "")' <(tail -n 1 "$REQUESTS"))" 'first question
first answer
second question'
	expect_equal "$(agent sessions list --output json | jq length)" 1
	mkdir "$T/other"
	expect_exit 2 model --ask hi --continue -C "$T/other"
	expect_match "$(cat "$T/err")" 'no session'
}

test_resume_takes_an_id_its_beginning_or_last() {
	three_turns
	id=$(last_id)
	for wanted in "$id" "${id:0:12}" "$(tr '[:upper:]' '[:lower:]' <<<"$id")" last; do
		server <<<'replies: [{text: again}]'
		expect_exit 0 model --ask more --resume "$wanted" </dev/null
		expect_match "$(roles)" '^\["user","assistant","user","assistant","tool","assistant","user"'
	done
	expect_exit 2 model --ask more --resume 01ZZZZZZZZZZ
	expect_match "$(cat "$T/err")" "01ZZZZZZZZZZ"
	expect_exit 2 model --ask more --resume ''
}

test_an_id_that_fits_several_is_refused() {
	three_turns
	server <<<'replies: [{text: again}]'
	expect_exit 0 model --ask other
	expect_exit 2 model --ask more --resume "$(last_id | cut -c1-4)"
	expect_match "$(cat "$T/err")" 'more than one|several|[0-9] sessions'
}

test_a_fork_shares_the_history_up_to_its_event() {
	three_turns
	id=$(last_id)
	end=$(agent --replay last --output events | jq -s '[.[]|select(.type=="turn_end")][0].seq')
	server <<<'replies: [{text: other way}]'
	expect_exit 0 model --ask "third question" --fork "$id:$end" --output events
	expect_equal "$(roles)" '["user","assistant","user"]'
	fork=$(last_id)
	expect_equal "$(agent sessions list --output json | jq length)" 2
	expect_no_match "$fork" "$id"
	agent --replay "$fork" --output events >"$T/forked"
	expect_equal "$(jq -c 'select(.type=="session_start")|.data.parent' "$T/forked")" "{\"session\":\"$id\",\"seq\":$end}"
	expect_equal "$(jq .seq "$T/forked" | tr '\n' ' ')" "$(seq -s ' ' 1 "$(wc -l <"$T/forked")") "
	expect_equal "$(agent --replay "$id" --output events | wc -l)" "$(agent --replay "$id" --output events | jq -s 'last.seq')"
	for wrong in "$id:x" "$id:0" "$id:" nothing:3; do
		expect_exit 2 model --ask hi --fork "$wrong"
	done
}

test_a_fork_in_the_middle_of_a_turn_is_closed() {
	three_turns
	call=$(agent --replay last --output events | jq 'select(.type=="tool_call").seq')
	server <<<'replies: [{text: other way}]'
	expect_exit 0 model --ask "third question" --fork "last:$call"
	expect_calls_answered
	expect_equal "$(jq -r '.body.messages[]|select(.role=="tool")|.content' "$REQUESTS" | head -n 1)" 'interrupted, may have run'
	expect_match "$(cat "$T/err")" 'interrupted'
}

# What a command said until it was cut is told when the work goes on.
test_the_output_of_a_command_that_was_cut_is_told_later() {
	server <<-'EOF'
		replies:
		  - {match: begin, calls: [{name: run_command, arguments: {command: "seq -f 'step %.0f' 1 40000; echo 39 of 41 passed; exec sleep 60"}}]}
		  - text: So 39 passed. # the last request before the time is over may take one
		  - text: So 39 passed.
	EOF
	expect_exit 124 model --timeout 1 --approve all --ask begin
	expect_match "$(cat "$T/err")" '^\[Obs\] +interrupted, may have run · 39 of 41 passed'
	expect_exit 0 model --continue --ask "how far did it come?"
	jq -rs 'map(select(.method == "POST")) | last | .body.messages[] | select(.role == "tool") | .content' "$REQUESTS" >"$T/told"
	expect_match "$(head -n 1 "$T/told")" '^\[obs [0-9]+\] interrupted, may have run'
	expect_match "$(cat "$T/told")" '^39 of 41 passed$'
	[ "$(wc -c <"$T/told")" -lt 40000 ] || fail "the output is not bounded"
}

shown() { # a line of the events with this text
	grep -q -- "$1" "$T/shown"
}

# Kills the agent (-9) when an event was shown; what was shown is stored, the session goes on with a request a server accepts.
killed_at() { # EVENT PATTERN
	rm -rf "$XDG_DATA_HOME" pid
	server <<-'EOF'
		replies:
		  - {match: after, text: "went on"}
		  - match: go
		    calls:
		      - {name: write_todos, arguments: {todos: [{id: a, content: one, status: in_progress}, {id: b, content: two, status: pending}]}}
		      - {name: list_files, arguments: {}}
		      - {name: run_command, arguments: {command: "echo $$ >pid; echo running; exec sleep 60"}}
		      - {name: list_files, arguments: {depth: 3}}
		  - {match: stream, text: [some, text], stall_after: 2}
	EOF
	: >"$T/shown"
	"$AGENT" --backend openai --base-url "$URL" -m m --depth react --ask "$2" --approve all --output events \
		</dev/null >"$T/shown" 2>/dev/null &
	pid=$!
	wait_for shown "$1"
	kill -9 $pid
	wait $pid 2>/dev/null
	grep '^{"seq":[1-9].*}$' "$T/shown" >"$T/seen"
	expect_exit 0 agent --replay last --output events
	expect_equal "$(head -n "$(wc -l <"$T/seen")" "$T/out")" "$(cat "$T/seen")" "stored, killed at $1"
	expect_exit 0 model --ask after --continue
	expect_equal "$(cat "$T/out")" 'went on'
	expect_match "$(cat "$T/err")" '^warning +the last turn was interrupted; what it had not yet shown is lost'
	expect_calls_answered
	expect_match "$(roles)" '^\["user".*"(user|tool)"\]$|^\["user"\]$'
	expect_exit 0 agent --replay last --output events
	expect_equal "$(jq .seq "$T/out" | tr '\n' ' ')" "$(seq -s ' ' 1 "$(wc -l <"$T/out")") " "seq after $1"
	expect_equal "$(jq -r 'select(.type=="turn_end")|.data.outcome' "$T/out" | tr '\n' ' ')" 'interrupted answered '
	[ ! -s pid ] || wait_for not_running "$(cat pid)"
}

not_running() {
	! kill -0 "$1"
}

test_killed_at_any_moment() {
	killed_at '"type":"turn_start"' go
	killed_at '"type":"delta"' stream
	killed_at '"type":"message".*"role":"assistant"' go
	killed_at '"type":"plan"' go
	killed_at '"type":"tool_call"' go
	killed_at '"type":"tool_result"' go
	killed_at '"type":"tool_output"' go
}

strategy_events() {
	agent --replay last --output events | jq -c 'select(.type == "strategy") | .data | [.approach, (.success_criteria[] | [.id, .text, .met, .check])]'
}

# What was to be true at the end still is: the strategist is told, keeps it, and the program checks it.
test_a_strategy_that_was_killed_goes_on() {
	server <<-'EOF'
		replies:
		  - match: "The work before this request did not come to its end"
		    text: '{"approach": "Go on with the parser.", "complexity": "moderate", "success_criteria": [{"text": "one is there", "check": {"file": "one"}}, {"text": "two is there", "check": {"file": "two"}}]}'
		  - match: "Tools of the agent:"
		    text: '{"approach": "Fix the parser first.", "complexity": "moderate", "success_criteria": [{"text": "one is there", "check": {"file": "one"}}, {"text": "two is there", "check": {"file": "two"}}]}'
		  - match: fix it
		    calls: [{name: write_file, arguments: {path: one, content: "1\n"}}]
		  - {match: created one, text: x, stall_after: 0}
		  - {match: 2+2, text: Four.}
		  - match: go on
		    calls: [{name: write_file, arguments: {path: two, content: "2\n"}}]
		  - {text: Both are there., repeat: true} # also after a last look
	EOF
	"$AGENT" --backend openai --base-url "$URL" -m m --depth strategic --approve all --ask "fix it" --output events </dev/null >"$T/shown" 2>/dev/null &
	pid=$!
	wait_for shown '"type":"evaluation"'
	wait_for grep -q 'created one' "$REQUESTS" # which stalls
	kill -9 $pid
	wait $pid 2>/dev/null
	expect_exit 0 agent --backend openai --base-url "$URL" -m m --approve all --continue --ask "go on" --output json
	expect_equal "$(jq -c '.depth, .approach, [.criteria[] | [.text, .met]]' "$T/out")" '"strategic"
"Go on with the parser."
[["one is there",true],["two is there",true]]'
	expect_match "$(cat "$T/err")" '^\[Plan\] +Go on with the parser; done when one is there and two is there$'
	expect_equal "$(strategy_events)" '["Fix the parser first.",["c1","one is there",null,{"file":"one"}],["c2","two is there",null,{"file":"two"}]]
["Go on with the parser.",["c1","one is there",true,{"file":"one"}],["c2","two is there",false,{"file":"two"}]]'
	asked=$(jq -r '.body.messages[1].content | select(test("did not come to its end"))' "$REQUESTS")
	expect_match "$asked" '"id":"c1","text":"one is there","met":true,"check":.*"file":"one"'
	expect_exit 0 agent --backend openai --base-url "$URL" -m m --continue --ask "2+2?" # what came to its end is over
	expect_match "$(tail -n 1 "$REQUESTS")" '"2\+2\?'
	expect_equal "$(strategy_events | wc -l)" 2
}

test_text_of_a_reply_that_was_stopped_is_sent_again() {
	server <<<'replies: [{text: [half, " of it"], stall_after: 2}, {text: rest}]'
	expect_exit 124 model --ask hi --timeout 0.3 </dev/null
	expect_exit 0 model --ask "go on" --continue
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -c '[.body.messages[1:][]|[.role,(.content|sub("\n\n<active-limits>(.|\n)*$"; ""))]]')" \
		'[["user","hi"],["assistant","half of it"],["user","go on"]]'
}

test_a_plan_survives() {
	server <<-'EOF'
		replies:
		  - {calls: [{name: write_todos, arguments: {todos: [{id: a, content: first step, status: in_progress}]}}]}
		  - {text: so far}
		  - {text: so far indeed}
		  - {text: more}
		  - {text: more indeed}
	EOF
	expect_exit 0 model --ask one
	expect_exit 0 model --ask two --continue
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages|last.content')" '^\[>\] a: first step$'
}

test_a_file_read_before_may_be_edited_after_and_a_changed_one_not() {
	printf 'one\n' >f
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: f}}]}
		  - {text: read}
		  - {calls: [{name: edit_file, arguments: {path: f, edits: [{old: one, new: two}]}}]}
		  - {text: done}
		  - {calls: [{name: edit_file, arguments: {path: f, edits: [{old: three, new: four}]}}]}
		  - {text: hm}
	EOF
	expect_exit 0 model --ask read
	expect_exit 0 model --ask edit --continue --approve edits
	expect_equal "$(cat f)" two
	printf 'three\n' >f
	expect_exit 0 model --ask edit --continue --approve edits
	expect_equal "$(cat f)" three
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages|last.content')" 'changed'
}

test_export_import_replay_gives_the_same_lines() {
	three_turns
	agent --replay last --output events >"$T/before"
	expect_exit 0 agent sessions export last "$T/exported.jsonl"
	expect_equal "$(stat -c %a "$T/exported.jsonl")" 600
	rm -rf "$XDG_DATA_HOME"
	expect_exit 0 agent sessions import "$T/exported.jsonl"
	id=$(cat "$T/out")
	agent --replay "$id" --output events >"$T/after"
	old=$(jq -r 'select(.type=="session_start").data.id' "$T/before")
	expect_equal "$(sed "s/$id/$old/g" "$T/after" | jq -c 'del(.data.imported?)')" "$(cat "$T/before")"
	server <<<'replies: [{text: again}]'
	expect_exit 0 model --ask more --resume "$id"
	expect_equal "$(roles)" '["user","assistant","user","assistant","tool","assistant","user"]'
}

test_an_exported_file_can_be_replayed() {
	three_turns
	agent --replay last --output events >"$T/before"
	agent sessions export last >"$T/exported.jsonl"
	expect_exit 0 agent --replay "$T/exported.jsonl" --output events
	expect_equal "$(cat "$T/out")" "$(cat "$T/before")"
	expect_exit 0 agent --replay "$T/exported.jsonl"
	expect_equal "$(sed 's/ · [0-9.]* m\?s$//' "$T/out")" 'you       first question
first answer
you       second question
[Reflect] Looking.
[Act]     list_files .
[Obs]     0 files, 0 folders in .
second answer'
	expect_exit 0 agent --replay - --output events <"$T/exported.jsonl"
	expect_equal "$(cat "$T/out")" "$(cat "$T/before")"
}

test_a_part_of_a_replay() {
	three_turns
	expect_exit 0 agent --replay last --output events --from 3 --to 5
	expect_equal "$(jq .seq "$T/out" | tr '\n' ' ')" '3 4 5 '
	expect_exit 2 agent --replay nothing
	expect_exit 2 agent --replay last --from 0
	expect_exit 2 agent --replay last --speed fast
}

test_a_strange_file_is_refused_with_its_line() {
	three_turns
	agent sessions export last "$T/good.jsonl"
	rows=0
	while IFS='|' read -r command words; do
		eval "$command" >"$T/bad.jsonl"
		expect_exit 1 agent sessions import "$T/bad.jsonl" </dev/null
		expect_match "$(cat "$T/err")" "bad\.jsonl:$words"
		expect_no_match "$(cat "$T/err")" $'Sanitizer|\e'
		rows=$((rows + 1))
	done <<-'EOF'
		sed '3s/.*/{"seq":3/' "$T/good.jsonl"|3
		sed '3s/"type":"[a-z]*"/"type":5/' "$T/good.jsonl"|3
		echo '[]'|1
		echo '"\u001b[2J"'|1
		printf '{"seq":1,"at":1,"type":"message","data":5}\n'|1
	EOF
	expect_equal $rows 5
	expect_equal "$(agent sessions list --output json | jq length)" 1
	expect_exit 1 agent sessions import "$T/none.jsonl"
	expect_match "$(cat "$T/err")" "^agent: cannot read .*none\.jsonl': No such file"
}

test_a_damaged_database_never_stops_the_work_and_is_repaired() {
	db_file=$XDG_DATA_HOME/agent/agent.db
	server <<<'replies: [{text: "the answer", repeat: true}]'
	expect_exit 0 model --ask one
	expect_exit 0 model --ask two --continue
	db 'pragma wal_checkpoint(truncate)' >/dev/null
	cp "$db_file" "$T/whole"
	pages=$(($(stat -c %s "$db_file") / 4096))
	for page in $(seq 1 2 $((pages - 1))) whole; do
		rm -rf "$XDG_DATA_HOME/agent"/*
		cp "$T/whole" "$db_file"
		if [ "$page" = whole ]; then
			head -c 5000 /dev/urandom >"$db_file"
		else
			yes damage | head -c 4096 | dd of="$db_file" conv=notrunc bs=4096 seek="$page" 2>/dev/null
		fi
		expect_exit 0 model --ask three
		expect_equal "$(cat "$T/out")" 'the answer' "page $page"
		expect_exit 0 model --ask four
		expect_no_match "$(cat "$T/err")" 'Sanitizer|runtime error'
		expect_exit 0 agent sessions list
		expect_match "$(cat "$T/out")" 'four$'
		expect_equal "$(db "select count(*) from events where session = (select max(key) from sessions)")" 8
	done
	expect_match "$(ls "$XDG_DATA_HOME/agent")" '^agent\.db\.damaged-'
}

test_what_a_failed_store_spilled_can_be_imported() {
	server <<<'replies: [{text: "the answer", repeat: true}]'
	expect_exit 0 model --ask one
	db 'pragma wal_checkpoint(truncate)' >/dev/null
	head -c 3000 /dev/urandom | dd of="$XDG_DATA_HOME/agent/agent.db" conv=notrunc bs=1 seek=100 2>/dev/null
	expect_exit 0 model --ask "spilled question"
	expect_match "$(cat "$T/err")" '^warning +this session is no longer saved: .*unsaved-[0-9A-Z]*\.jsonl'
	expect_exit 0 agent sessions import "$XDG_DATA_HOME"/agent/unsaved-*.jsonl
	expect_exit 0 agent --replay "$(cat "$T/out")"
	expect_equal "$(grep -v '^warning' "$T/out")" 'you       spilled question
the answer'
}

test_a_store_that_cannot_be_written_does_not_stop_the_work() {
	server <<<'replies: [{text: ok}]'
	mkdir -p "$XDG_DATA_HOME"
	echo >"$XDG_DATA_HOME/agent"
	expect_exit 0 model --ask hi
	expect_equal "$(cat "$T/out")" ok
	expect_match "$(cat "$T/err")" '^warning +this session is not saved: .*; XDG_DATA_HOME=FOLDER'
	expect_exit 0 agent doctor
	expect_match "$(cat "$T/out")" '^sessions .*agent\.db cannot be made: '
}

test_without_a_home_the_work_goes_on() {
	server <<<'replies: [{text: ok}]'
	unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
	HOME=/dev/null expect_exit 0 model --ask hi
	expect_equal "$(cat "$T/out")" ok
	expect_match "$(cat "$T/err")" '^warning +this session is not saved'
}

test_two_agents_at_once_keep_their_sessions_apart() {
	server <<<'replies: [{text: [a, b, c], delay_ms: {between: 5}, repeat: true}]'
	for n in 1 2 3; do
		model --ask "question $n" >"$T/out.$n" 2>"$T/err.$n" </dev/null &
		pids="${pids:-} $!"
	done
	for pid in $pids; do
		wait "$pid"
		expect_equal $? 0
	done
	expect_equal "$(cat "$T"/out.? "$T"/err.?)" 'abc
abc
abc'
	expect_equal "$(agent sessions list --output json | jq -r '.[].title' | sort)" 'question 1
question 2
question 3'
}

# ---- The server and the model it had ---------------------------------------------------------------

# Two servers; the configuration names the second one by the time the session goes on.
two_servers() {
	server <<<'{models: [first-model], replies: [{text: from the first, repeat: true}]}'
	FIRST=$URL FIRST_REQUESTS=$REQUESTS
	server <<<'{models: [second-model], replies: [{text: from the second, repeat: true}]}'
	mkdir -p "$XDG_CONFIG_HOME/agent"
	configured "$FIRST" first-model
	expect_exit 0 agent --depth direct --ask hello
}

configured() { # URL MODEL
	printf 'backend: {base_url: "%s", model: %s}\n' "$1" "$2" >"$XDG_CONFIG_HOME/agent/agent.yaml"
}

test_a_session_goes_on_with_the_server_and_the_model_it_had() {
	two_servers
	configured "$URL" second-model
	expect_exit 0 agent --continue --depth direct --ask again
	expect_equal "$(cat "$T/out")" "from the first"
	expect_equal "$(jq -r '.body.model' "$FIRST_REQUESTS" | paste -sd' ')" 'first-model first-model'
	configured "$FIRST" other-model
	expect_exit 0 agent --continue --depth direct --ask again
	expect_equal "$(jq -r '.body.model' "$FIRST_REQUESTS" | tail -1)" first-model
	expect_exit 0 agent --continue --depth direct -m asked-for --ask again
	expect_equal "$(jq -r '.body.model' "$FIRST_REQUESTS" | tail -1)" asked-for
	expect_exit 0 agent --continue --depth direct --base-url "$URL" -m second-model --ask again
	expect_equal "$(cat "$T/out")" "from the second"
}

test_a_session_that_is_not_whole_goes_on_with_its_server_too() {
	two_servers
	db "update events set data = '{' where type = 'turn_end'"
	configured "$URL" second-model
	expect_exit 0 agent --continue --depth direct --ask again
	expect_match "$(cat "$T/err")" 'the session is not whole'
	expect_equal "$(cat "$T/out")" "from the first"
}

test_a_session_whose_server_cannot_be_asked_says_so_and_what_answers() {
	local id
	two_servers
	id=$(agent sessions list --output json | jq -r '.[0].id')
	db "update events set data = replace(data, '$FIRST', 'https://server.invalid/v1') where type = 'session_start'"
	configured "$URL" second-model
	expect_exit 0 agent --resume "$id" --depth direct --ask again
	expect_equal "$(cat "$T/out")" "from the second"
	expect_match "$(cat "$T/err")" "this session was with first-model at https://server.invalid/v1, which cannot be asked: no key for it is configured; second-model at $URL answers now"
	mkdir -p "$XDG_CONFIG_HOME/agent/profiles"
	echo 'backend: {base_url: "https://server.invalid/v1"}' >"$XDG_CONFIG_HOME/agent/profiles/work.yaml"
	expect_exit 0 agent --resume "$id" --depth direct --ask again
	expect_match "$(cat "$T/err")" 'its server is of a profile: /profile work'
	: >"$XDG_CONFIG_HOME/agent/agent.yaml"
	expect_exit 0 agent --resume "$id" --depth direct --ask "list the files"
	expect_match "$(cat "$T/err")" 'the offline backend answers now'
}

run_tests
