#!/bin/bash
# SPDX-License-Identifier: MIT
# What was found is not lost: a turn that comes to a limit answers from what it has, and what it said or cost before counts.
. "$(dirname "$0")/../support/lib.sh"

sent() { # N FILTER: from the body of the Nth request
	sed -n "$1p" "$REQUESTS" | jq -r ".body|$2"
}

requests() {
	grep -c chat/completions "$REQUESTS"
}

# Sixty files that are read ten at a time, and the answer of a model that is offered no tools.
sixty_files() {
	local round file
	for file in $(seq 60); do echo "content $file" >"f$file.txt"; done
	echo 'replies:'
	echo '  - {match: no more tools run, text: "Read so far: f1.txt to f50.txt. Not read: f51.txt to f60.txt. Next: agent --continue."}'
	echo '  - calls: [{name: list_files, arguments: {path: .}}]'
	for round in 0 1 2 3 4 5; do
		echo '  - calls:'
		for file in $(seq $((round * 10 + 1)) $((round * 10 + 10))); do
			echo "    - {name: read_file, arguments: {path: f$file.txt}}"
		done
	done
	for round in $(seq 8); do echo "  - calls: [{name: search_text, arguments: {pattern: 'content $round'}}]"; done
	echo '  - text: All sixty files hold their number.'
}

# holds: limit-ends-answer
test_every_file_is_read_at_the_default_limits() {
	server < <(sixty_files)
	expect_exit 0 model --ask "read every file in here" </dev/null
	expect_equal "$(cat "$T/out")" "All sixty files hold their number."
	expect_equal "$(requests)" 16
}

# holds: limit-ends-answer
test_at_the_limit_of_rounds_the_answer_is_what_was_read() {
	server < <(sixty_files)
	expect_exit 3 model --ask "read every file in here" --max-iterations 5 </dev/null
	expect_equal "$(cat "$T/out")" "Read so far: f1.txt to f50.txt. Not read: f51.txt to f60.txt. Next: agent --continue."
	expect_equal "$(requests)" 6
	expect_equal "$(sent 5 '.tools|length > 0')" true
	expect_equal "$(sent 6 '.tools')" null
	expect_match "$(sent 6 '.messages|last|.content')" 'content 40'
	expect_match "$(tail -1 "$T/err")" '^end       stopped at the limit of 5 rounds; allow more with --max-iterations'
}

test_offline_at_the_limit_of_rounds_the_answer_is_what_was_done() {
	echo one >a.txt
	expect_exit 3 agent --backend offline --ask 'show a.txt then find files matching "*.txt" then count lines by type' --max-iterations 2 </dev/null
	expect_match "$(cat "$T/out")" 'one'
	expect_match "$(cat "$T/out")" '^1 file match'
	expect_match "$(cat "$T/out")" '^Not done:'
	expect_match "$(cat "$T/out")" '^- Count lines$'
}

test_two_rounds_before_the_limit_the_model_is_told() {
	server <<-'EOF2'
		replies:
		  - {match: no more tools run, text: That is all.}
		  - calls: [{name: list_files, arguments: {depth: 1}}]
		  - calls: [{name: list_files, arguments: {depth: 2}}]
		  - calls: [{name: list_files, arguments: {depth: 3}}]
		  - calls: [{name: list_files, arguments: {depth: 4}}]
	EOF2
	expect_exit 3 model --ask look --max-iterations 3 </dev/null
	expect_no_match "$(sent 1 '.messages|tojson')" 'Rounds left'
	expect_match "$(sent 2 '.messages|last|.content')" 'Rounds left in this turn, this one included: 2'
	expect_match "$(sent 3 '.messages|tojson')" 'Rounds left in this turn, this one included: 2'
}

test_a_server_that_wants_tools_named_is_asked_again_with_them() {
	server <<-'EOF2'
		replies:
		  - {match: no more tools run, status: 400, error: {message: "tools must be set when the conversation has calls"}}
		  - {match: no more tools run, text: One folder.}
		  - calls: [{name: list_files}]
	EOF2
	expect_exit 3 model --ask look --max-iterations 1 </dev/null
	expect_equal "$(cat "$T/out")" "One folder."
	expect_equal "$(sent 3 '.tools|length > 0')" true
}

# holds: limit-ends-answer
test_time_is_left_for_an_answer_whatever_runs() {
	local stage
	for stage in first command; do
		server <<-'EOF2'
			replies:
			  - {match: no more tools run, text: "This is what there is."}
			  - {match: first, delay_ms: {head: 60000}, text: x}
			  - {match: command, calls: [{name: run_command, arguments: {command: "echo started; exec sleep 60"}}]}
		EOF2
		expect_exit 124 model --ask $stage --timeout 3 --approve all </dev/null
		expect_equal "$(cat "$T/out")" "This is what there is." $stage
		expect_equal "$(sent 2 .tools)" null
		expect_equal "$(tail -1 "$T/err")" "end       the turn ran longer than 3 s; give it more with --timeout"
	done
	expect_match "$(sent 2 '.messages|tojson')" 'started' # what the command said before it was stopped
}

test_a_reply_that_streams_is_not_cut_to_leave_time() {
	server <<-'EOF2'
		replies:
		  - {text: [one, " two", " three", " four", " five", " six", " seven", " eight"], delay_ms: {between: 350}}
	EOF2
	expect_exit 0 model --ask count --timeout 5 -s limits.answer_s=3600 </dev/null
	expect_equal "$(cat "$T/out")" "one two three four five six seven eight"
	expect_equal "$(requests)" 1
}

# holds: clock-round-cuts
test_a_reply_that_streams_is_not_cut_by_the_clock_of_the_round() {
	server <<-'EOF2'
		replies:
		  - {text: [one, " two", " three", " four"], delay_ms: {between: 200}}
	EOF2
	expect_exit 0 model --ask count -s limits.round_s=0.2 -s 'limits.scale={}' </dev/null
	expect_equal "$(cat "$T/out")" "one two three four"
}

test_a_long_first_thought_has_no_clock_by_default() {
	expect_exit 0 agent config show
	expect_match "$(cat "$T/out")" '^limits.round_s: null '
	expect_match "$(cat "$T/out")" '^limits.iterations: 100 '
}

# holds: limit-ends-answer
test_an_answer_that_was_held_back_is_printed_when_nothing_better_comes() {
	printf 'test:\n\tfalse\n' >Makefile
	server <<-'EOF2'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Fix it.", "complexity": "moderate", "success_criteria": [{"text": "`make test` passes", "check": {"command": "make test", "exit": 0}}]}'
		  - text: The cause is in csv.c:88.
		  - {calls: [{name: list_files}]}
		  - {match: no more tools run, status: 400, error: {message: no}, repeat: true}
	EOF2
	expect_exit 3 model --depth strategic --approve all --max-iterations 2 --ask "fix it" </dev/null
	expect_match "$(cat "$T/out")" '^\(held back'
	expect_match "$(cat "$T/out")" 'The cause is in csv\.c:88'
	expect_match "$(cat "$T/out")" '^Not met:'
}

test_open_steps_stand_behind_the_answer_at_a_limit() {
	server <<-'EOF2'
		replies:
		  - {match: no more tools run, text: "The first is done."}
		  - {calls: [{name: write_todos, arguments: {todos: [{id: a, content: read the first, status: completed}, {id: b, content: read the second, status: pending}]}}]}
	EOF2
	expect_exit 3 model --ask "do both" --max-iterations 1 </dev/null
	expect_match "$(cat "$T/out")" '^The first is done\.'
	expect_match "$(cat "$T/out")" '^Open in the plan:'
	expect_match "$(cat "$T/out")" '^- read the second'
}


# ---- Thinking in the text ------------------------------------------------------------------------

# holds: thinking-marked-text
test_thinking_in_the_text_is_no_part_of_an_answer_however_it_is_cut() {
	local text n=0
	while IFS= read -r text; do
		server <<<"replies: [{text: $text, delta_chars: $((n % 5 + 1))}]"
		expect_exit 0 model --ask hi --output json </dev/null
		expect_equal "$(jq -r .answer "$T/out")" "The answer." "$text"
		n=$((n + 1))
	done <<-'EOF'
		"<think>Let me see.</think>\n\nThe answer."
		"<thinking>\nLet me see.\n</thinking>The answer."
		"[THINK]Let me see.[/THINK]The answer."
		"Let me see.\nIt must be so.\n</think>\n\nThe answer."
		"Let me see. It must be so.</think>\n\nThe answer."
		"Let me see.[/THINK]\n\nThe answer."
		"<|channel|>analysis<|message|>Let me see.<|end|><|start|>assistant<|channel|>final<|message|>The answer.<|return|>"
		"The answer."
	EOF
	expect_equal $n 8
}

test_marks_of_thinking_inside_code_and_words_are_text() {
	server <<-'EOF'
		replies:
		  - text: "Models write `<think>` first:\n```\n<think>so</think>\n```\nThat is all."
	EOF
	expect_exit 0 model --ask hi </dev/null
	expect_equal "$(cat "$T/out")" 'Models write `<think>` first:
```
<think>so</think>
```
That is all.'
	server <<-'EOF'
		replies:
		  - text: "A tag </think> closes it.\n~~~\n<think>so</think>\n~~~\nWhat ends with </think>\nis text."
	EOF
	expect_exit 0 model --ask hi </dev/null
	expect_equal "$(cat "$T/out")" 'A tag </think> closes it.
~~~
<think>so</think>
~~~
What ends with </think>
is text.'
}

# holds: thinking-marked-text
test_thinking_is_in_no_title_capsule_event_or_export() {
	server <<-'EOF'
		replies:
		  - text: "<think>secret thought one</think>I read it.\n"
		    calls: [{name: read_file, arguments: {path: a}}]
		  - text: ["secret thought two\n", "</think>\n", "The answer."]
		    delay_ms: {between: 100}
	EOF
	echo a >a
	expect_exit 0 model --ask "read a" --output events </dev/null
	expect_equal "$(jq -c 'select(.type=="capsule")|.data.key_findings[0]' "$T/out")" '"The answer."'
	expect_no_match "$(jq -c 'select(.type!="delta")' "$T/out")" 'secret thought'
	expect_no_match "$(cat "$T/err")" 'secret thought'
	expect_match "$(jq -r 'select(.type=="delta")|.data.kind' "$T/out" | uniq | paste -sd' ')" 'taken_back'
	expect_no_match "$(agent sessions export last)" 'secret thought'
	expect_no_match "$(agent sessions list)" 'secret thought'
}

test_json_of_a_role_is_found_behind_thinking() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '<think>Maybe {"approach": 3}?</think>{"approach": "Answer it.", "complexity": "moderate", "success_criteria": []}'
		  - text: Done.
	EOF
	expect_exit 0 model --depth strategic --ask "explain it" </dev/null
	expect_equal "$(cat "$T/out")" Done.
	expect_match "$(cat "$T/err")" '^\[Plan\] +Answer it'
	expect_equal "$(requests)" 2
}

# ---- What it cost, what it found -------------------------------------------------------------------

# holds: request-given-up, reply-cut-counts
test_a_reply_that_was_cut_counts_what_it_cost() {
	server <<<'replies: [{text: [one, two], stall_after: 2}]'
	expect_exit 124 model --ask hi --timeout 2 --output events </dev/null
	expect_equal "$(jq -c 'select(.type=="usage")|.data|[.role, .estimated, (.input > 100), (.output >= 0)]' "$T/out")" '["turn",true,true,true]'
	expect_equal "$(jq -c 'select(.type=="turn_end")|.data.totals|[.input > 100, .estimated]' "$T/out")" '[true,true]'
	server <<<'replies: [{text: [one, two], stall_after: 2}]'
	expect_exit 124 model --ask hi --timeout 2 --output json </dev/null
	expect_equal "$(jq -c '.usage|[.input > 100, .estimated]' "$T/out")" '[true,true]'
	server <<<'replies: [{text: [one, two], cut_after: 2}]'
	expect_exit 1 model --ask hi --output events </dev/null
	expect_equal "$(jq -c 'select(.type=="usage")|.data|[.role, .estimated, (.input > 100)]' "$T/out")" '["turn",true,true]'
}

# Models that hide their thoughts say nothing for minutes, and are paid for them: what was sent counts, whatever came.
# holds: request-given-up
test_a_request_that_was_given_up_before_anything_came_counts_what_was_sent() {
	server <<<'replies: [{text: late, delay_ms: 60000, repeat: true}]'
	expect_exit 124 model --ask hi --timeout 1 --output events </dev/null
	expect_equal "$(jq -c 'select(.type=="usage")|.data|[.role, .estimated, (.input > 100), .output]' "$T/out" | sort -u)" '["turn",true,true,0]'
	: >"$REQUESTS"
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --ask hi --output events >"$T/out" 2>"$T/err" </dev/null &
	wait_for test -s "$REQUESTS"
	kill -INT $!
	wait $!
	expect_equal "$(jq -c 'select(.type=="usage")|.data|[.role, .estimated, (.input > 100), .output]' "$T/out")" '["turn",true,true,0]'
	expect_exit 124 model --ask hi --output events -s backend.first_byte_timeout_s=0.3 </dev/null
	expect_equal "$(jq -s '[.[] | select(.type=="usage").data.input > 100] | length' "$T/out")" 1
	server <<<'replies: [{status: 400, error: no}, {close_before_head: true, repeat: true}]'
	for n in 1 2; do
		expect_exit 1 model --ask hi --output events -s backend.retries=1 -s backend.retry_base_ms=1 </dev/null
		expect_equal "$(jq -c 'select(.type=="usage")' "$T/out")" '' "what was refused costs nothing"
	done
}

# A summary is a request like any other.
# holds: request-given-up
test_a_summary_that_is_given_up_counts_what_it_cost() {
	for i in 1 2 3 4; do seq -f "line %.0f of file $i" 1 1000 >"file$i.txt"; done
	server <<-'EOF'
		replies:
		  - {match: "</result>", text: [The, files], stall_after: 2, repeat: true}
		  - {calls: [{name: read_file, arguments: {path: file1.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file2.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file3.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file4.txt}}]}
		  - text: All are read.
	EOF
	expect_exit 0 model --ask "read them" -s backend.context_tokens=20000 -s context.result_percent=50 -s context.summary_timeout_s=0.3 -s 'limits.scale={}' --output events </dev/null
	expect_equal "$(jq -c 'select(.type=="usage" and .data.role == "summariser")|.data|[.estimated, (.input > 100), .output]' "$T/out" | uniq -c | sed 's/^ *//')" '2 [true,true,2]' "both attempts"
}

# holds: evaluator-sees-whole
test_the_evaluator_sees_the_answer_with_its_lines_what_failed_and_the_changes() {
	echo old >f.txt
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Change it.", "complexity": "moderate", "success_criteria": ["it is explained"]}'
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "goal_achieved": true, "confidence": 0.9, "reasoning": "Fine.", "criteria": [{"id": "c1", "met": true}]}'
		  - calls: [{name: read_file, arguments: {path: f.txt}}]
		  - calls: [{name: edit_file, arguments: {path: f.txt, edits: [{old: old, new: new}]}}]
		  - calls: [{name: run_command, arguments: {command: "echo broken; exit 3"}}]
		  - text: "First line.\n\n- second line\n"
	EOF
	expect_exit 0 model --depth strategic --approve all -s 'evaluation.when=[at_end]' --ask "change it" </dev/null
	grep 'The answer it is about to give' "$REQUESTS" | tail -1 | jq -r '.body.messages|last|.content' >"$T/judged"
	expect_match "$(cat "$T/judged")" '^First line\.$'
	expect_match "$(cat "$T/judged")" '^- second line$'
	expect_match "$(cat "$T/judged")" '^broken$'
	expect_match "$(cat "$T/judged")" '^-old$'
	expect_match "$(cat "$T/judged")" '^\+new$'
}

# holds: complex-request-without
test_a_complex_request_without_a_plan_gets_the_suggestion_at_react_too() {
	server <<-'EOF'
		replies:
		  - calls: [{name: list_files, arguments: {}}]
		  - text: Done.
	EOF
	expect_exit 0 model --depth react --ask "Refactor the parser, then add tests for it, then update the documentation and fix whatever fails" </dev/null
	expect_match "$(sent 2 '.messages|tojson')" 'This looks like several steps'
}

# Where the server takes tools that may not be called, nothing of the conversation is read anew.
test_the_last_request_extends_the_one_before_where_tools_may_be_forbidden() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	printf 'models:\n  - {match: scripted, quirks: {tools_uncalled: true}}\n' >"$XDG_CONFIG_HOME/agent/config/models.yaml"
	server < <(sixty_files)
	expect_exit 3 model --ask "read every file in here" --max-iterations 5 </dev/null
	expect_match "$(cat "$T/out")" '^Read so far: f1.txt'
	expect_equal "$(sent 5 '.tool_choice')" null
	expect_equal "$(sent 6 '.tool_choice')" none
	expect_equal "$(sent 6 '.tools')" "$(sent 5 '.tools')"
	expect_equal "$(jq -sc '.[4].body.messages as $before | .[5].body.messages[:($before | length)] == $before' "$REQUESTS")" true
}

run_tests
