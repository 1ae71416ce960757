#!/bin/bash
# SPDX-License-Identifier: MIT
# Depth on a real terminal: approach and criteria with their state, the questions of limits, what a turn is doing now.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

# chat 110x32 [option...]
chat() {
	local size=$1
	shift
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0 "$@"
	shows 'Enter send'
}

ask() {
	types "$1"
	keys Enter
}

makefile() {
	printf 'test:\n\t@if [ -e fixed ]; then echo 41 passed; else echo "1 of 41 failed: csv_iso_date"; exit 1; fi\n' >Makefile
}

# Two criteria: a command that fails first, and one only the evaluator can tell. A reply with ROUND in its match waits until the screen was looked at.
importer() {
	mkdir -p "$HOME/ledger"
	cd "$HOME/ledger" || exit 1
	makefile
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Fix the parser first.", "complexity": "moderate", "success_criteria": [{"text": "`make test` passes", "check": {"command": "make test", "exit": 0}}, "it is explained"]}'
		  - calls: [{name: write_file, arguments: {path: csv.c, content: "int x;\n"}}]
		    delay_ms: {head: 1500}
		  - text: Done.
		  - match: "`make test` passes (exit 2"
		    calls: [{name: write_file, arguments: {path: fixed, content: "yes\n"}}]
		    delay_ms: {head: 1500}
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "goal_achieved": true, "confidence": 0.9, "reasoning": "It was explained.", "criteria": [{"id": "c2", "met": true}]}'
		  - text: Now it is done.
	EOF
}

test_criteria_have_their_state_beside_the_feed_and_a_false_done_is_refused() {
	importer
	chat 110x28 --depth strategic --approve all
	ask "fix the importer"
	shows '│ · `make test` passes'
	shows '│ ✘ `make test` passes'
	shows '│ · it is explained'
	shows '✔ it is explained'
	shows 'Enter send'
	expect_equal "$(picture | sed -E '/^ \[Obs\]/s/( · [0-9.]+ m?s)? +([▸│])/ \2/; s/  [0-9]+ ms +▸/  TIME ▸/; s/^ [0-9.]+k tok/ N tok/; s/^ ✔ +([0-9]+ s · )?(.*) · [0-2][0-9]:[0-5][0-9] +│/ ✔ \2 · CLOCK │/; s/ *$//')" "$(cat <<'END'
 agent  ~/ledger  scripted · strategic  fix the importer                    │
                                                                            │ Criteria  2/2
 you       fix the importer                                                 │ Fix the parser first.
                                                                            │ ✔ `make test` passes
 [Plan]    Fix the parser first; done when `make test` passes and it is     │ ✔ it is explained
           explained                                                        │
 [Act]   ✔ write_file csv.c (1 line)  +1 -0                               ▸ │
 [Obs]     created csv.c (1 line) │
                                                                            │
 Done.                                                                      │
                                                                            │
 [Act]   ✘ check: make test                                                 │
 [Obs]     exit 2 ▸ │
           1 of 41 failed: csv_iso_date                                     │
           make: *** [Makefile:2: test] Error 1                             │
 check     make test passes: not met (exit 2 · make: *** [Makefile:2:       │
           test] Error 1) - the answer is sent back (1 of 5)                │
 [Act]   ✔ write_file fixed (1 line)  +1 -0                               ▸ │
                                                                            │
 Now it is done.                                                            │
                                                                            │
 [Act]   ✔ check: make test  TIME ▸ │
 [Reflect] It was explained.                                                │
 ✔ 2 calls · 2 files +2 −0 · CLOCK │
────────────────────────────────────────────────────────────────────────────┴─────────────────────────────────
 ›
──────────────────────────────────────────────────────────────────────────────────────────────────────────────
 N tok  sandbox off  all                                                               Enter send  ? help
END
)"
	leaves
	screen 80x24 "$AGENT" --backend openai --base-url "$URL" -m scripted --continue
	shows ' ✔✔ 2/2 Fix the parser first.'
	keys C-t
	shows ' ✔ `make test` passes'
}

test_criteria_are_one_line_at_80_columns() {
	importer
	chat 80x24 --depth strategic --approve all
	ask "fix the importer"
	shows ' ·· 0/2 Fix the parser first.'
	shows ' ✘· 0/2 Fix the parser first.'
	shows ' ✔✔ 2/2 Fix the parser first.'
	leaves
	agent --replay last --output events >"$T/events"
	refused=$(jq 'select(.type == "evaluation" and .data.on_track == false) | .seq' "$T/events")
	screen 110x24 "$AGENT" --replay last
	shows 'play'
	types "g$refused"
	keys Enter
	shows '✘ `make test` passes'
	shows '· it is explained'
	keys l l
	hides 'Now it is done.'
	types 'g29'
	keys Enter
	shows 'Now it is done.'
	shows '✔ it is explained'
}

# Killed in the middle of a turn, the panel has approach and criteria as they were, and short words go on with them.
test_criteria_come_back_after_a_kill() {
	importer
	chat 110x24 --depth strategic --approve all
	ask "fix the importer"
	shows '│ ✘ `make test` passes'
	kill -9 "$(pgrep -f -- "^$AGENT --backend openai --base-url $URL ")"
	wait_for ended
	server <<-'EOF'
		replies:
		  - match: "did not come to its end"
		    text: '{"approach": "Fix the rest.", "complexity": "moderate", "success_criteria": [{"text": "`make test` passes", "check": {"command": "make test", "exit": 0}}, "it is explained"]}'
		  - {text: x, delay_ms: {head: 20000}}
	EOF
	screen 110x24 "$AGENT" --backend openai --base-url "$URL" -m scripted --continue --approve all -s ui.feed=full
	shows '│ ✘ `make test` passes'
	shows '│ Fix the parser first.'
	shows '│ · it is explained'
	shows 'the last turn was interrupted'
	shows 'Enter send'
	ask "go on"
	shows 'depth strategic: goes on with a strategy that did not come'
	shows '│ Fix the rest.'
	shows '│ ✘ `make test` passes'
}

# The steps of the plan and the criteria share the line.
test_the_line_of_the_plan_ends_with_the_criteria() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Fix the parser first.", "complexity": "moderate", "success_criteria": [{"text": "out says done", "check": {"file": "out", "matches": "done"}}, "it is explained"]}'
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Fix the parser, status: in_progress}, {id: b, content: Run all tests, status: pending}]}}]
		  - calls: [{name: write_file, arguments: {path: out, content: "done\n"}}]
		  - {match: created out, text: x, delay_ms: {head: 9000}}
	EOF
	chat 80x24 --depth strategic --approve all
	ask "fix it"
	wait_for one_line '^ ▸ Fix the parser  0/2  [0-9]+s  ✔·$'
}

one_line() {
	picture | grep -qE "$1"
}

rounds() {
	echo "replies:"
	for i in 1 2 3 4 5 6 7 8; do
		echo "  - {calls: [{name: list_files, arguments: {depth: $i}}]}"
	done
	echo "  - text: Listed."
}

# holds: cap-user-asked
test_a_budget_that_is_spent_is_a_question() {
	seq -f "line %.0f" 1 300 >file.txt
	server <<-'EOF'
		replies:
		  - {match: "The budget of this turn", text: "What I have found so far.", metered: 4}
		  - {calls: [{name: read_file, arguments: {path: file.txt}}], metered: 4}
		  - {calls: [{name: read_file, arguments: {path: file.txt, offset: 2}}], metered: 4}
		  - {calls: [{name: read_file, arguments: {path: file.txt, offset: 3}}], metered: 4}
		  - {calls: [{name: read_file, arguments: {path: file.txt, offset: 4}}], metered: 4}
	EOF
	chat 110x32 -m gpt-4.1-mini -s budget.turn_usd=0.004
	types 'read it'
	keys Enter
	shows "of the turn's \$0.004 used, the next request may take \$0.00"
	shows 'Enter $0.0063 more · a no limit for this turn · w answer now · Esc stop'
	keys Enter
	shows "of the turn's \$0.01"
	keys w
	shows 'What I have found so far.'
	expect_match "$(jq -r '.body.messages[-1].content' <(grep POST "$REQUESTS" | tail -n 1))" 'The budget of this turn is spent'
	expect_equal "$(grep POST "$REQUESTS" | tail -n 1 | jq '.body | .max_tokens, has("tools")' | paste -sd,)" 1700,false
}

# What was used beyond the cap is part of what is allowed: one yes is enough for the next request.
test_more_of_a_budget_pays_for_the_next_request() {
	server <<-'EOF'
		replies:
		  - {calls: [{name: list_files, arguments: {}}], usage: {prompt_tokens: 30000, completion_tokens: 1000}}
		  - text: What I have found.
	EOF
	chat 110x32 -m gpt-4.1-mini -s budget.turn_usd=0.006
	types 'read it'
	keys Enter
	shows "of the turn's \$0.006 used, the next request may take"
	keys Enter
	shows 'What I have found.'
}

test_the_answer_of_a_spent_budget_comes_from_a_model_that_takes_no_length() {
	seq -f "line %.0f" 1 300 >file.txt
	server <<-'EOF'
		replies:
		  - {match: "The budget of this turn", text: "What I have found so far.", metered: 4}
		  - {status: 400, error: "max_tokens is not supported"}
		  - {calls: [{name: read_file, arguments: {path: file.txt}}], metered: 4}
		  - {calls: [{name: read_file, arguments: {path: file.txt, offset: 2}}], metered: 4}
		  - {calls: [{name: read_file, arguments: {path: file.txt, offset: 3}}], metered: 4}
	EOF
	chat 110x32 -m gpt-4.1-mini -s budget.turn_usd=0.004
	types 'read it'
	keys Enter
	shows "of the turn's \$0.004 used, the next request may take \$0.00"
	keys w
	shows 'What I have found so far.'
	expect_equal "$(jq -c 'select(.method == "POST") | .body | has("max_tokens")' "$REQUESTS" | uniq | paste -sd,)" true,false
}

# The lengths that an earlier request was held to say nothing of one that is sent without any.
test_a_refusal_ends_when_the_budget_is_taken_away() {
	server <<-'EOF'
		replies:
		  - {match: "first", text: "hello", usage: {prompt_tokens: 10, completion_tokens: 1}}
		  - {match: "second", status: 400, error: "max_tokens is wrong", repeat: true}
	EOF
	chat 110x32 -m gpt-4.1-mini -s budget.turn_usd=0.004
	ask first
	shows 'hello'
	ask '/budget off'
	shows 'budget.turn_usd is now unset'
	ask second
	shows 'max_tokens is wrong'
	hides 'Esc stop'
	expect_equal "$(grep -c POST "$REQUESTS")" 2
}

test_the_limit_of_rounds_is_a_question() {
	server < <(rounds)
	chat 100x24 -s limits.iterations=2
	ask "list it"
	shows '2 rounds used'
	shows 'Enter 2 more · a no limit for this turn · w answer now · Esc stop'
	keys Enter
	shows 'question  2 rounds used  go on'
	shows '4 rounds used'
	shows ' 4/4 rounds '
	keys Escape
	shows 'stopped at the limit of 4 rounds'
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 4
	shows 'Enter send'
	ask "go on"
	shows 'Enter 2 more'
	keys a
	shows 'Listed.'
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 9
}

test_the_time_of_a_round_is_a_question() {
	server <<-'EOF'
		replies:
		  - {match: first, text: It took its time., delay_ms: {head: 2500}}
		  - {match: second, text: too late, delay_ms: {head: 20000}}
	EOF
	chat 100x24 -s limits.round_s=1 -s 'limits.scale={"*": 1}'
	ask "the first"
	shows 'the model has worked on this round for 1 s'
	shows 'Enter 1 s more · a no limit for this turn · w answer now · Esc stop'
	keys a
	shows 'It took its time.'
	ask "the second"
	shows 'Enter 1 s more'
	keys Enter
	shows 'this round for 1 s  go on'
	shows 'Enter 1 s more'
	keys Escape
	shows 'the model took longer than 1 s for one round'
}

test_the_wall_time_is_a_question_in_the_chat() {
	server <<-'EOF'
		replies:
		  - {match: first, calls: [{name: run_command, arguments: {command: "sleep 3; echo slept"}}]}
		  - {match: slept, text: It slept.}
		  - {match: second, text: too late, delay_ms: {head: 20000}}
	EOF
	chat 100x24 --timeout 1 --approve all
	ask "the first"
	shows '1 s used'
	shows 'Enter 1 s more · a no limit for this turn · w answer now · Esc stop'
	keys a
	shows 'It slept.'
	ask "the second"
	shows 'Enter 1 s more'
	keys Escape
	shows 'the turn ran longer than 1 s'
}

test_the_title_follows_a_turn_that_goes_deeper() {
	echo secret >note
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: note}}], delay_ms: {head: 1000}}
		  - text: It says secret.
	EOF
	chat 100x24
	ask "what did she say?"
	shows 'scripted · direct'
	shows 'It says secret.'
	expect_match "$(picture | head -n 1)" 'scripted · react'
}

test_the_depth_is_the_users_to_set() {
	server <<-'EOF'
		replies:
		  - {match: "Tools of the agent:", text: '{"approach": "Say hello.", "complexity": "moderate", "success_criteria": []}'}
		  - {match: first, text: One.}
		  - {match: second, text: Two.}
		  - {match: third, text: Three.}
		  - {match: fourth, text: Four.}
	EOF
	chat 100x24 -s ui.feed=full
	ask "/depth strategic"
	shows 'agent.depth is now strategic'
	ask "the first"
	shows 'One.'
	expect_match "$(picture | head -n 1)" 'scripted · strategic'
	shows '[Plan]    Say hello'
	ask "/depth direct"
	shows 'agent.depth is now direct'
	expect_match "$(picture | head -n 1)" 'scripted · direct'
	ask "the third"
	shows 'Three.'
	ask "/depth auto"
	shows 'agent.depth is now auto'
	ask "what is the fourth?"
	shows 'Four.'
	shows 'note      depth direct: a short question'
	agent --replay last --output events >"$T/events"
	expect_equal "$(jq -c 'select(.type == "turn_start") | .data | [.depth, .why]' "$T/events")" '["strategic","set: session"]
["direct","set: session"]
["direct","a short question"]'
}

# Under the usual permissions: a check that asks says what it is for; without leave its criterion stays open.
test_a_check_that_asks_says_what_it_is_for() {
	makefile
	touch fixed
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    repeat: true
		    text: '{"approach": "Look.", "complexity": "moderate", "success_criteria": [{"text": "the tests pass", "check": {"command": "make test"}}]}'
		  - {repeat: true, text: Done.}
	EOF
	chat 80x24 --depth strategic
	ask "does it work?"
	shows 'to check that it is done: the tests pass'
	expect_match "$(picture)" "check that 'the tests pass' with: run_command make test"
	keys n
	shows 'end       not checked: the tests pass'
	ask "and now?"
	shows 'y once'
	keys y
	shows 'check     the tests pass: met (exit 0 · 41 passed)'
}

test_what_is_happening_now_is_said() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Say it.", "complexity": "moderate", "success_criteria": ["it is said"]}'
		    delay_ms: {head: 2500}
		  - {match: "The answer it is about to give:", text: "{}", delay_ms: {head: 9000}}
		  - {text: Said., delay_ms: {head: 2500}}
	EOF
	chat 110x24 --depth strategic
	ask "say it"
	shows 'thinking about the approach  '
	wait_for one_line 'thinking about the approach [12]s  '
	wait_for one_line 'waiting for the model [12]s  '
	wait_for one_line 'judging the work [1-4]s  '
	in_tmux resize-window -x 80 -y 24
	wait_for one_line '^ 1/100 rounds .*judging the work [1-8]s .*Esc stop'
}

# The same question on the same ground is asked once.
test_a_strategy_is_asked_for_once() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    repeat: true
		    text: '{"approach": "Say it.", "complexity": "moderate", "success_criteria": []}'
		  - {repeat: true, text: Said.}
	EOF
	chat 100x30 --depth strategic
	for i in 2 4 5; do
		ask "say it"
		wait_for asked $i
		shows 'Enter send'
	done
	expect_equal "$(jq -c '[(.body.tools != null), (.body.messages[-1].content | contains("Say it."))]' "$REQUESTS" | xargs)" \
		"[false,false] [true,true] [false,false] [true,true] [true,true]"
}

test_memory_is_shown_asked_for_and_read_anew() {
	local memory=$XDG_CONFIG_HOME/agent/memory
	mkdir -p "$memory"
	echo "- Likes tea." >"$memory/user.md"
	echo "Use tabs." >AGENTS.md
	server <<-'EOF'
		replies:
		  - {match: remember that, calls: [{name: remember, arguments: {file: user, text: Wants ISO dates.}}]}
		  - {repeat: true, text: So be it.}
	EOF
	chat 100x30
	ask "/memory"
	shows '- Likes tea.'
	shows 'Use tabs.'
	ask "remember that I want ISO dates"
	shows 'remember user.md: Wants ISO dates.'
	[ "$(cat "$memory/user.md")" = "- Likes tea." ] || fail "written unasked"
	shows 'y once'
	keys y
	shows 'So be it.'
	expect_equal "$(cat "$memory/user.md")" "- Likes tea.
- Wants ISO dates."
	ask "/memory reload"
	shows '- Wants ISO dates.'
	ask "what now?"
	wait_for asked 3
	expect_equal "$(jq -c 'select(.method == "POST") | .body.messages[0].content | contains("- Wants ISO dates.")' "$REQUESTS" | xargs)" "false false true"
}

asked() {
	[ "$(grep -c chat/completions "$REQUESTS")" -ge "$1" ]
}

test_compact_is_a_command_of_the_screen() {
	server <<-EOF
		replies:
		  - {match: '</assistant>', text: 'They spoke of five things.'}
		  - {repeat: true, text: "An answer: $(printf 'so it goes on; %.0s' {1..60})the end"}
	EOF
	chat 100x30 -s context.summary_tokens=100
	ask "/compact"
	shows 'there is nothing to compact yet'
	for i in 1 2 3 4; do
		ask "question $i"
		wait_for asked $i
		shows 'Enter send'
	done
	ask "/compact"
	shows 'note      context compacted: '
	ask "question 5"
	wait_for asked 6
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[1].content')" 'They spoke of five things'
}

# While a turn runs room is made before its next request; its own words stay.
test_compact_in_the_middle_of_a_turn() {
	server <<-EOF
		replies:
		  - {match: '</assistant>', text: 'They spoke of four things.'}
		  - {match: look, calls: [{name: list_files}], delay_ms: {head: 1500}}
		  - {match: folders, text: Looked.}
		  - {repeat: true, text: "An answer: $(printf 'so it goes on; %.0s' {1..60})the end"}
	EOF
	chat 100x30 -s context.summary_tokens=100 --depth react
	for i in 1 2 3 4; do
		ask "question $i"
		wait_for asked $i
		shows 'Enter send'
	done
	ask "look around"
	shows 'waiting for the model'
	ask "/compact"
	shows 'context compacted: '
	shows 'Looked.'
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -r '[.body.messages[1:][] | .content // "" | scan("four things|question [0-9]|look around")] | join(" ")')" \
		"four things question 4 look around"
	expect_equal "$(agent --replay last --output events | jq -r 'select(.type == "compaction") | [.turn, .iteration] | join(" ")')" "5 2"
}

run_tests
