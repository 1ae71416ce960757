#!/bin/bash
# SPDX-License-Identifier: MIT
# How plans went, seen from outside: agent stats over sessions of the real program.
. "$(dirname "$0")/../support/lib.sh"

figure() { # figure KEY: "count/among value met" of the JSON in $T/out
	jq -r --arg key "$1" '.figures[] | select(.figure == $key) | "\(.count)/\(.among) \(.value | if . == null then . else . * 1 end) \(.met)"' "$T/out"
}

# A plan of two items with a failure that is tried again, then one short task without a plan.
two_turns() {
	echo one >one.txt
	server <<-'YAML'
	replies:
	  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Find the files, status: in_progress}, {id: b, content: Read them, status: pending}]}}]
	  - calls: [{name: read_file, arguments: {path: nowhere.txt}}]
	  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Find the files, status: completed}, {id: b, content: Read them, status: in_progress}]}}]
	  - calls: [{name: read_file, arguments: {path: one.txt}}, {name: list_files, arguments: {}}]
	  - calls: [{name: read_file, arguments: {path: one.txt, from_line: 1}}]
	  - calls: [{name: search_text, arguments: {pattern: one}}]
	  - calls: [{name: find_files, arguments: {pattern: "*"}}]
	  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Find the files, status: completed}, {id: b, content: Read them, status: completed}]}}]
	  - text: done
	  - calls: [{name: list_files, arguments: {}}]
	  - text: one file
	YAML
	expect_exit 0 model --ask "read the files"
	expect_exit 0 model --ask "how many files are there?"
}

test_the_figures_of_real_sessions_are_right() {
	two_turns
	expect_exit 0 agent stats --output json
	expect_equal "$(jq -r '.sessions, .tasks, .plans, .open' "$T/out" | tr '\n' ' ')" "2 2 1 0 "
	expect_equal "$(figure long_planned)" "1/1 100 true"
	expect_equal "$(figure short_planned)" "0/1 0 true"
	expect_equal "$(figure marked_first)" "2/2 100 true"
	expect_equal "$(figure completed_at_once)" "2/2 100 null"
	expect_equal "$(figure in_progress)" "6/6 1 true"
	expect_equal "$(figure completed)" "1/1 100 true"
	expect_equal "$(figure abandoned)" "0/1 0 null"
	expect_equal "$(figure retried)" "0/0 null null"
	expect_equal "$(jq -r '.task_parts[] | "\(.part): \(.answered)/\(.tasks)"' "$T/out")" "planned: 1/1
not planned: 1/1
long, planned: 1/1
long, not planned: 0/0"
	expect_equal "$(jq -r '.times.item_ms.count, .times.plan_ms.count, .sizes[0].completed' "$T/out" | tr '\n' ' ')" "2 1 1 "
	expect_equal "$(jq -c .passed_over "$T/out")" '{"unknown":0,"unreadable":0}'
	expect_exit 0 agent --output json stats
	expect_equal "$(jq -r .tasks "$T/out")" 2
}

test_the_table_fits_80_columns() {
	two_turns
	expect_exit 0 agent stats
	expect_equal "$(sed -n '1,15p' "$T/out" | sed 's/ *$//')" "How plans went in $PWD, from the first session to now
2 sessions, 2 tasks, 1 plan, 0 of them open

FIGURE                                  VALUE       COUNT  TARGET
  tasks of 5 steps or more, planned   100.0 %         1/1  at least 90 % ok
  tasks of 1 to 2 steps, planned        0.0 %         0/1  below 5 %     ok
  in progress before the work         100.0 %         2/2  at least 95 % ok
  completed when their work ended     100.0 %         2/2
  items in progress, mean                1.00           6  about 1       ok
  plans completed                     100.0 %         1/1  at least 80 % ok
  plans abandoned                       0.0 %         0/1
  failed with the error told          no data
  failed and tried again              no data
  failed and completed later          no data
  plans the user stepped into           0.0 %         0/1"
	expect_equal "$(sed 1d "$T/out" | awk 'length($0) > 80')" ""
	expect_no_match "$(cat "$T/out")" $'\033'
}

test_what_misses_its_target_says_so_in_words() {
	two_turns
	expect_exit 0 agent -s stats.targets.short_planned=0 -s stats.long_steps=9 -s stats.targets.user_changed=1 stats
	expect_match "$(cat "$T/out")" '^  tasks of 1 to 2 steps, planned        0\.0 % +0/1  below 0 %     missed$'
	expect_match "$(cat "$T/out")" '^  tasks of 9 steps or more, planned   no data +at least 90 % *$'
	expect_match "$(cat "$T/out")" '^  plans the user stepped into           0\.0 % +0/1  below 1 %     ok$'
	expect_exit 0 agent --color always -s stats.targets.short_planned=0 stats
	expect_match "$(cat "$T/out")" $'\033\\[0;[0-9;]+m missed\033\\[0m$'
	NO_COLOR=1 expect_exit 0 agent -s ui.color=auto stats
	expect_no_match "$(cat "$T/out")" $'\033'
}

test_without_sessions_there_is_no_data() {
	expect_exit 0 agent stats
	expect_match "$(cat "$T/out")" '^0 sessions, 0 tasks, 0 plans, 0 of them open$'
	expect_match "$(cat "$T/out")" '^  plans completed +no data +at least 80 % *$'
	expect_no_match "$(cat "$T/out")" '0\.0 %'
	expect_no_match "$(cat "$T/out")" 'MEDIAN'
	expect_exit 0 agent stats --output json
	expect_equal "$(jq -c '([.figures[].value] | unique), .times.item_ms' "$T/out" | tr '\n' ' ')" '[null] {"count":0,"median":null,"p90":null} '
}

test_the_period_and_the_folder_choose() {
	two_turns
	expect_exit 0 agent stats --since 1h --output=json
	expect_equal "$(jq -r .tasks "$T/out")" 2
	expect_exit 0 agent stats --since=today --until=today --output=json
	expect_equal "$(jq -r '.tasks, (.until - .since)' "$T/out" | tr '\n' ' ')" "2 86400000 "
	expect_exit 0 agent stats --until yesterday --output=json
	expect_equal "$(jq -r '.tasks, .since' "$T/out" | tr '\n' ' ')" "0 null "
	mkdir other
	expect_exit 0 agent -C other stats --output json
	expect_equal "$(jq -r .tasks "$T/out")" 0
	expect_exit 0 agent -C other stats --all --output json
	expect_equal "$(jq -r '.tasks, .workspace' "$T/out" | tr '\n' ' ')" "2 null "
	expect_exit 0 agent stats --all --since 2026-03-01 --until 2026-03-02
	expect_match "$(cat "$T/out")" '^How plans went in all folders, from 2026-03-01 00:00 to 2026-03-03 00:00$'
}

test_a_day_is_the_local_one() {
	two_turns
	expect_exit 0 env TZ=JST-9 "$AGENT" stats --since 2026-03-01 --until 2026-03-01 --output json
	expect_equal "$(jq -r '.since, .until' "$T/out" | tr '\n' ' ')" "1772290800000 1772377200000 "
	# The very millisecond a task began is in the period that begins with it, not in the one that ends with it.
	id=$(agent sessions list --output json | jq -r '.[-1].id')
	agent sessions export "$id" 2>/dev/null | jq -c '(.at) = 1772290800000 + .seq * (if .type == "turn_start" then 0 else 1 end)' >"$T/moved.jsonl"
	agent sessions delete "$id" --yes 2>/dev/null
	expect_exit 0 agent sessions import "$T/moved.jsonl"
	expect_exit 0 env TZ=JST-9 "$AGENT" stats --all --since 2026-03-01 --until 2026-03-01 --output json
	expect_equal "$(jq -r '.tasks, .sessions' "$T/out" | tr '\n' ' ')" "1 1 "
	expect_exit 0 env TZ=JST-9 "$AGENT" stats --all --until 2026-02-28 --output json
	expect_equal "$(jq -r .tasks "$T/out")" 0
	expect_exit 0 agent stats --all --since 2026-03-01 --until 2026-03-01 --output json
	expect_equal "$(jq -r .tasks "$T/out")" 0
}

test_damaged_and_unknown_events_are_passed_over_and_counted() {
	two_turns
	db=$XDG_DATA_HOME/agent/agent.db
	agent sessions export last 2>/dev/null | jq -c 'if .type == "tool_call" then .type = "of_tomorrow" else . end' >"$T/new.jsonl"
	expect_exit 0 agent sessions import "$T/new.jsonl"
	if command -v sqlite3 >/dev/null; then
		sqlite3 "$db" "UPDATE events SET data = substr(data, 1, 40) WHERE type = 'plan' AND seq = (SELECT min(seq) FROM events WHERE type = 'plan')"
	fi
	expect_exit 0 agent stats --all --output json
	expect_equal "$(jq -r '.passed_over.unknown, (.plans > 0)' "$T/out" | tr '\n' ' ')" "1 true "
	if command -v sqlite3 >/dev/null; then
		expect_equal "$(jq -r .passed_over.unreadable "$T/out")" 1
		expect_exit 0 agent stats --all
		expect_match "$(cat "$T/out")" '^passed over: 1 event of an unknown type, 1 that cannot be read$'
	fi
}

# arguments | what is said after "agent: stats: "
test_mistakes_are_told_with_exit_2() {
	while IFS='|' read -r arguments words <&9; do
		eval "expect_exit 2 agent stats $arguments"
		expect_match "$(cat "$T/err")" "^agent: stats: $words; usage: agent stats \[--all\]" "$arguments"
		expect_equal "$(cat "$T/out")" ''
	done 9<<-'EOT'
		--since|'--since': wants a value
		--since 7x|'7x': is no time; 7d, 12h, today, 2026-10-01 and 2026-10-01T14:30 are
		--until=2026-02-30|'2026-02-30': is no time; .*
		--since today --until yesterday|'yesterday': ends before it begins
		--all=yes|'--all': takes no value
		--output yaml|'--output': is text or json
		--more|'--more': unknown option
		week|'week': one word too many
	EOT
}

run_tests
