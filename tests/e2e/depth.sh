#!/bin/bash
# SPDX-License-Identifier: MIT
# Depth: route, strategy, criteria that run, verdicts, recovery, limits; each with its feed as literal text.
. "$(dirname "$0")/../support/lib.sh"

# The feed without what a clock says.
feed() {
	sed -E 's/ · [0-9.]+ (ms|s)$//' "$T/err"
}

# The depth is chosen by the rules.
routed() {
	agent --backend openai --base-url "$URL" -m scripted "$@"
}

# How the newest turn was routed, and why.
route() {
	agent --replay last --output events | jq -r 'select(.type == "turn_start").data | "\(.depth): \(.why)"' | tail -n 1
}

requests() {
	wc -l <"$REQUESTS"
}

test_a_simple_question_costs_one_model_call() {
	server <<-EOF
		replies:
		  - text: Paris.
	EOF
	expect_exit 0 routed --ask "What is the capital of France?"
	expect_equal "$(cat "$T/out")" Paris.
	expect_equal "$(feed)" ""
	expect_equal "$(route)" "direct: a short question"
	expect_equal "$(requests)" 1
}

# In whatever language; where no rule speaks, tools are there, and a direct one may still use them.
test_requests_go_where_they_belong_in_other_languages() {
	local depth words
	while IFS='|' read -r -u 9 depth words; do
		server <<<'replies: [{text: ok, repeat: true}]'
		routed --ask "$words" --output events </dev/null >"$T/out" 2>"$T/err" || fail "exit $?: $words"
		expect_equal "$(jq -r 'select(.type == "turn_start") | .data.depth' "$T/out")" "$depth" "$words"
		expect_equal "$(head -n 1 "$REQUESTS" | jq '.body.tools | length > 0')" true "$words"
	done 9<<-'EOF'
		react|repariere den fehlschlagenden Test
		react|Corrige le test qui échoue
		react|Arregla la prueba que falla
		react|corrija o teste que falha
		react|Correggi il test che fallisce
		react|исправь падающий тест
		react|修复失败的测试
		react|失敗しているテストを修正して
		react|실패하는 테스트를 고쳐 줘
		direct|Wie heißt die Hauptstadt von Peru?
		direct|Quelle est la capitale du Pérou ?
		react|zzyzx the frobnitz
	EOF
}

# Neither for the depth nor for the title, also where the words look like the block.
test_piped_text_is_not_the_users_words() {
	server <<-EOF
		replies:
		  - text: Nobody.
	EOF
	expect_exit 0 routed --ask "who wrote this?" < <(echo "Refactor all files in src/a.c, make sure tests pass")
	expect_equal "$(feed)" ""
	expect_equal "$(route)" "direct: a short question"
	expect_equal "$(agent sessions list --output json | jq -r '.[0].title')" "who wrote this?"
	expect_exit 0 agent --backend offline --ask $'count lines\n<stdin>\n3' < <(printf 'a\nb\n')
	expect_equal "$(agent sessions list --output json | jq -r '.[0].title')" "count lines <stdin> 3"
}

# holds: direct-reply-wants
test_direct_goes_on_as_react_when_tools_are_needed() {
	echo secret >note
	server <<-EOF
		replies:
		  - calls: [{name: read_file, arguments: {path: note}}]
		  - text: It says secret.
	EOF
	expect_exit 0 routed --ask "what did she say?"
	expect_equal "$(feed)" "note      direct did not do, going on as react: it needs tools
[Act]     read_file note
[Obs]     note, 1 line"
	expect_equal "$(cat "$T/out")" "It says secret."
	expect_equal "$(requests)" 2
}

# A stream that breaks is no failing of the depth: it ends the turn as at any other depth, and nothing is said twice.
test_a_direct_reply_that_breaks_is_not_asked_again_as_react() {
	server <<-EOF
		replies:
		  - {text: [Par, is], cut_after: 1}
		  - text: Paris.
	EOF
	expect_exit 1 routed -s backend.retries=0 --ask "What is the capital of France?"
	expect_equal "$(cat "$T/out")" ""
	expect_equal "$(requests)" 1
	expect_equal "$(sed 's/^end       failed: .*/end       failed/' "$T/err")" "cut off   Par
end       failed"
}

test_an_empty_direct_answer_goes_on_as_react() {
	server <<-EOF
		replies:
		  - text: ""
		  - text: Paris.
	EOF
	expect_exit 0 routed --output json --ask "What is the capital of France?"
	expect_equal "$(jq -r '.answer, .depth' "$T/out")" "Paris.
react"
	expect_equal "$(feed)" "note      direct did not do, going on as react: there was no answer"
}

test_an_answer_that_was_filtered_says_so() {
	server <<<'replies: [{text: "Paris is", finish: content_filter}]'
	expect_exit 0 model --ask "What is the capital of France?"
	expect_equal "$(cat "$T/out")" "Paris is"
	expect_match "$(feed)" "^warning   the server's content filter ended the answer$"
}

# Half an answer is none: it goes on, or the turn has not answered.
# holds: answer-cut-server
test_an_answer_that_was_cut_goes_on() {
	local protocol finish
	while read -r protocol finish; do
		server <<-EOF
			replies:
			  - {text: "Paris is", finish: $finish}
			  - {text: " the capital", finish: $finish}
			  - {text: " of France."}
		EOF
		expect_exit 0 model -s backend.protocol="$protocol" --ask "What is the capital of France?" </dev/null
		expect_equal "$(cat "$T/out")" "Paris is the capital of France." "$protocol $finish"
	done <<-'EOF'
		chat length
		chat model_context_window_exceeded
		messages max_tokens
		responses length
	EOF
	server <<<'replies: [{text: "Paris is ", finish: length, repeat: true}]'
	expect_exit 3 model --ask "What is the capital of France?" -s limits.answer_parts=2
	expect_equal "$(cat "$T/out")" "Paris is Paris is Paris is "
	expect_match "$(cat "$T/err")" "cut at the longest reply the server allows, 3 times in a row"
	expect_equal "$(grep -c POST "$REQUESTS")" 3
}

# Asked again it would refuse again.
# holds: model-refuses-ends
test_a_refusal_without_a_word_is_no_empty_answer() {
	server <<<'replies: [{text: "", finish: content_filter}]'
	expect_exit 1 model --ask "What is the capital of France?"
	expect_match "$(tail -1 "$T/err")" '^end       failed: .*the server refused to answer: its content filter ended the reply$'
	expect_equal "$(wc -l <"$REQUESTS")" 1
}

# holds: direct-reply-wants
test_direct_as_the_users_choice_goes_on_too_when_tools_are_needed() {
	echo secret >note
	server <<-EOF
		replies:
		  - text: I would have to look.
		    calls: [{name: read_file, arguments: {path: note}}]
		  - text: It says secret.
	EOF
	expect_exit 0 model --depth direct --ask "what did she say?"
	expect_equal "$(requests)" 2
	expect_equal "$(cat "$T/out")" "It says secret."
	expect_equal "$(grep -c 'I would have to look' "$T/err")" 1
}

strategy() {
	cat <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: |
		      ```json
		      {"approach": "Write the file, then look at it.", "complexity": "moderate",
		       "success_criteria": [{"text": "out.txt says done", "check": {"file": "out.txt", "matches": "^done$"}}],
		       "required_tools": ["write_file"]}
		      ```
	EOF
}

# Some models go on behind their JSON, in words that look like more of it.
test_words_behind_a_strategy_are_no_part_of_it() {
	server <<-'EOF'
		replies:
		  - {text: 'Here it is: {"approach": "Look at \"{\".", "complexity": "moderate", "success_criteria": [{"text": "it is there", "check": {"file": "made"}}]} Now I run {ls} and wait }.'}
		  - {text: done, repeat: true}
	EOF
	touch made
	expect_exit 0 model --depth strategic --ask "look" --output events
	expect_equal "$(jq -r 'select(.type == "strategy") | .data.approach' "$T/out")" 'Look at "{".'
	expect_no_match "$(sed -n 2p "$REQUESTS" | jq -c '.body.messages')" 'no JSON|cannot be read'
}

test_strategic_success() {
	server < <(
		strategy
		cat <<-'EOF'
			  - calls: [{name: write_file, arguments: {path: out.txt, content: "done\n"}}]
			  - text: out.txt is written.
		EOF
	)
	expect_exit 0 model --depth strategic --approve edits --ask "write out.txt"
	expect_equal "$(feed)" "[Plan]    Write the file, then look at it; done when out.txt says done
[Act]     write_file out.txt (1 line)
[Obs]     created out.txt (1 line)
check     out.txt says done: met (out.txt matches '^done$')"
	expect_equal "$(requests)" 3
}

# The project's own check: passes once fixed is there.
makefile() {
	printf 'test:\n\t@if [ -e fixed ]; then echo 41 passed; else echo "1 of 41 failed: csv_iso_date"; exit 1; fi\n' >Makefile
}

command_strategy() {
	cat <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Fix it.", "complexity": "moderate", "success_criteria": [{"text": "`make test` passes", "check": {"command": "make test", "exit": 0, "output": "passed"}}]}'
	EOF
}

test_a_done_that_is_not_is_sent_back_until_the_check_passes() {
	makefile
	server < <(
		command_strategy
		cat <<-'EOF'
			  - calls: [{name: write_file, arguments: {path: csv.c, content: "int x;\n"}}]
			  - text: Done.
			  - match: "`make test` passes (exit 2"
			    calls: [{name: write_file, arguments: {path: fixed, content: "yes\n"}}]
			  - text: Now it is done.
		EOF
	)
	expect_exit 0 model --depth strategic --approve all --ask "fix the importer"
	expect_equal "$(feed)" "[Plan]    Fix it; done when \`make test\` passes
[Act]     write_file csv.c (1 line)
[Obs]     created csv.c (1 line)
[Act]     check: run_command make test
[Obs]     exit 2 · make: *** [Makefile:2: test] Error 1
check     \`make test\` passes: not met (exit 2 · make: *** [Makefile:2: test] Error 1) - the answer is sent back (1 of 5)
[Act]     write_file fixed (1 line)
[Obs]     created fixed (1 line)
[Act]     check: run_command make test
[Obs]     exit 0 · 41 passed
check     \`make test\` passes: met (exit 0 · 41 passed)"
	expect_equal "$(cat "$T/out")" "Now it is done."
	expect_equal "$(requests)" 5
	expect_match "$(jq -r '.body.messages[-1].content' "$REQUESTS" | grep csv_iso)" '1 of 41 failed: csv_iso_date'
}

test_a_model_that_explains_why_it_cannot_ends_unmet_with_exit_6() {
	makefile
	server < <(
		command_strategy
		cat <<-'EOF'
			  - text: Done.
			  - text: I cannot, the compiler is missing.
		EOF
	)
	expect_exit 6 model --depth strategic --approve all --output json --ask "fix the importer"
	expect_equal "$(jq -r '.outcome, .answer' "$T/out")" "unmet
Done.

I cannot, the compiler is missing.

Not met:
- c1: \`make test\` passes (exit 2 · make: *** [Makefile:2: test] Error 1)"
	expect_equal "$(jq -c '.approach, (.criteria[] | [.id, .met])' "$T/out")" '"Fix it."
["c1",false]'
	expect_equal "$(requests)" 3
}

test_a_check_the_model_ran_itself_is_not_run_again() {
	makefile
	touch fixed
	server < <(
		command_strategy
		cat <<-'EOF'
			  - calls: [{name: run_command, arguments: {command: make test}}]
			  - text: It passes.
		EOF
	)
	expect_exit 0 model --depth strategic --approve all --ask "fix the importer" --output events
	expect_equal "$(jq -c 'select(.type == "evaluation") | [.data.by, .data.criteria[0].met, .iteration]' "$T/out")" '["rules",true,1]'
}

# The user and other programs change the ground too: a check counts until the next call. This one changes it itself.
test_a_check_runs_again_after_whatever_was_called() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Wait.", "complexity": "moderate", "success_criteria": [{"text": "it is there", "check": {"command": "test -e seen || { touch seen; false; }"}}]}'
		  - text: Done.
		  - calls: [{name: list_files}]
		  - text: Now it is.
	EOF
	expect_exit 0 model --depth strategic --approve all --ask "wait for it" --output json
	expect_equal "$(jq -c '.outcome, .criteria[0].met' "$T/out")" '"answered"
true'
	expect_equal "$(requests)" 4
}

# Planned anew, a criterion that only has the place of an old one is not met by that; the old one stays.
test_a_new_criterion_is_not_met_by_the_old_one() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["one is read", "it is said"]}'
		  - match: "Strategy so far:"
		    text: '{"approach": "Read two.", "complexity": "moderate", "success_criteria": ["two is read", "it is said"]}'
		  - match: "The last step:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Fine.", "criteria": [{"id": "c1", "met": true}, {"id": "c2", "met": true}]}'
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - text: Said.
	EOF
	expect_exit 0 model --depth strategic --approve all -s evaluation.when=on_error -s recovery.retry=1 -s recovery.another_way=0 --ask "read it" --output json
	expect_equal "$(jq -c '.approach, [.criteria[] | [.text, .met]]' "$T/out")" '"Read two."
[["one is read",true],["it is said",true],["two is read",null]]'
}

test_a_check_that_may_not_run_leaves_its_criterion_open() {
	makefile
	server < <(
		command_strategy
		echo "  - text: Looks fine."
	)
	expect_exit 0 model --depth strategic --output json --ask "does it work?"
	expect_equal "$(jq -r '.outcome, .criteria[0].met, .answer' "$T/out")" "answered
null
Looks fine.

Not checked:
- c1: \`make test\` passes (not run: denied: approval mode read-only: running commands is denied; allow it with --approve all)"
	expect_equal "$(feed)" "[Plan]    Fix it; done when \`make test\` passes
[Act]     check: run_command make test
[Obs]     denied: approval mode read-only: running commands is denied; allow it with --approve all
end       not checked: \`make test\` passes"
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "turn_end") | .data | [.unmet, .unverified]')" '[[],["c1"]]'
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "evaluation")')" ''
}

# A file that may not be read tells nothing through a criterion either.
test_a_file_that_may_not_be_read_leaves_its_criterion_open() {
	echo "PIN 1234" >secret.txt
	mkdir -p "$XDG_CONFIG_HOME/agent"
	echo 'permissions.rules: [{deny: {path: secret.txt}}]' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Guess.", "complexity": "moderate", "success_criteria": [{"text": "it begins with 1", "check": {"file": "secret.txt", "matches": "PIN 1"}}]}'
		  - text: It does.
	EOF
	expect_exit 0 model --depth strategic --output json --ask "guess it"
	expect_equal "$(jq -c '.criteria[0].met' "$T/out")" null
	expect_match "$(jq -r .answer "$T/out")" "c1: it begins with 1 \\(not read: deny path 'secret.txt' "
}

test_limits_end_a_turn_whose_answer_is_held_back() {
	makefile
	server < <(
		command_strategy
		cat <<-'EOF'
			  - text: Done.
			  - calls: [{name: list_files}]
		EOF
	)
	expect_exit 3 model --depth strategic --approve all --max-iterations 2 --ask "fix it"
	expect_equal "$(tail -1 "$T/err")" "end       stopped at the limit of 2 rounds; allow more with --max-iterations · unmet: \`make test\` passes"
}

# A model that does something each time, and never what is missing.
test_an_answer_is_sent_back_a_limited_number_of_times() {
	makefile
	server < <(
		command_strategy
		for i in 1 2 3; do
			echo "  - {calls: [{name: list_files, arguments: {depth: $i}}]}"
			echo "  - text: Done $i."
		done
	)
	expect_exit 6 model --depth strategic --approve all -s limits.reflections=2 --ask "fix it"
	expect_equal "$(feed)" "[Plan]    Fix it; done when \`make test\` passes
[Act]     list_files .
[Obs]     1 file, 0 folders in .
[Act]     check: run_command make test
[Obs]     exit 2 · make: *** [Makefile:2: test] Error 1
check     \`make test\` passes: not met (exit 2 · make: *** [Makefile:2: test] Error 1) - the answer is sent back (1 of 2)
[Act]     list_files .
[Obs]     1 file, 0 folders in .
[Act]     check: run_command make test
[Obs]     exit 2 · make: *** [Makefile:2: test] Error 1
check     the answer is sent back (2 of 2)
[Act]     list_files .
[Obs]     1 file, 0 folders in .
[Act]     check: run_command make test
[Obs]     exit 2 · make: *** [Makefile:2: test] Error 1
warning   the answer was sent back 2 times, which is the limit (limits.reflections): it stands as it is
end       answered, but a criterion is not met · unmet: \`make test\` passes"
	expect_equal "$(requests)" 7
}

test_an_off_track_step_is_corrected() {
	echo a >a.txt
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read b.", "complexity": "moderate", "success_criteria": ["b is read"]}'
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - match: "The last step:"
		    text: '{"on_track": false, "confidence": 0.9, "reasoning": "It says no, a.txt is meant.", "adjustments": ["read a.txt"]}'
		  - match: "off track: It says no"
		    calls: [{name: read_file, arguments: {path: a.txt}}]
		  - text: a.txt says a.
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "goal_achieved": true, "confidence": 0.9, "reasoning": "It was read.", "criteria": [{"id": "c1", "met": true, "evidence": "read_file a.txt"}]}'
	EOF
	expect_exit 0 model --depth strategic --approve all --ask "read it"
	expect_equal "$(feed)" "[Plan]    Read b; done when b is read
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
check     run_command: exit 1 · no - another way (2 of 5)
[Reflect] off track: It says no, a.txt is meant.
warning   the course is changed: read a.txt
[Act]     read_file a.txt
[Obs]     a.txt, 1 line
[Reflect] It was read."
	expect_equal "$(requests)" 7
}

# Three steps, of which the last fails as the one before it, and an answer whose criterion only a model can judge: how often the evaluator is asked.
verdicts() { # WHEN DEPTH EXPECTED
	echo a >a.txt
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		  - {match: "The last step:", repeat: true, text: '{"on_track": true, "confidence": 0.9, "reasoning": "Go on."}'}
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Fine.", "criteria": [{"id": "c1", "met": true}]}'
		  - calls: [{name: read_file, arguments: {path: a.txt}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - text: a.txt says a.
	EOF
	expect_exit 0 model --depth "$2" --approve all -s "evaluation.when=$1" --ask "read it"
	expect_equal "$(jq -r 'select(.body.tools | not) | .body.messages[1].content | if contains("The last step:") then "step" elif contains("The answer it is") then "answer" else empty end' "$REQUESTS" | xargs)" "$3" "$1"
}

test_the_model_is_asked_for_a_verdict_when_the_setting_says_so() {
	verdicts never strategic ""
	verdicts at_end strategic "answer"
	verdicts on_error strategic "step"
	verdicts '[on_error, at_end]' strategic "step answer"
	verdicts '[every_step, at_end]' strategic "step step step answer"
	verdicts '[every_step, on_error, at_end]' react "" # without a strategy there is nothing to judge by
}

# A criterion that is a question: the evaluator is asked it, and its no sends the answer back.
test_a_question_is_put_to_the_evaluator() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Say it.", "complexity": "moderate", "success_criteria": [{"text": "it is polite", "check": {"question": "Does the answer say please?"}}]}'
		  - match: "Give it."
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "It is curt.", "criteria": [{"id": "c1", "met": false, "evidence": "no please"}]}'
		  - match: "Please give it."
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "It says please.", "criteria": [{"id": "c1", "met": true}]}'
		  - text: Give it.
		  - match: "it is polite"
		    text: Please give it.
	EOF
	expect_exit 0 model --depth strategic --ask "say it"
	expect_equal "$(feed)" "[Plan]    Say it; done when it is polite
[Reflect] It is curt.
check     the answer is sent back by the evaluator (1 of 5)
[Reflect] It says please."
	expect_equal "$(cat "$T/out")" "Please give it."
	expect_match "$(jq -r '.body.messages[1].content | select(contains("about to give"))' "$REQUESTS" | head -n 40)" 'it is polite - question: Does the answer say please\?'
	expect_match "$(jq -r '.body.messages[-1].content' "$REQUESTS" | grep -A4 'An evaluator judged')" 'It is curt.*'
}

polite() { # polite VERDICT [TEXT]: an answer that is judged so, and what is said when it is sent back
	server <<-EOF
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Say it.", "complexity": "moderate", "success_criteria": [{"text": "it is polite"}]}'
		  - match: "about to give"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Seen.", $1}'
		  - calls: [{name: list_files, arguments: {}}]
		  - text: Give it.
		  - text: ${2:-Please give it.}
	EOF
	expect_exit 0 model --depth strategic --ask "say it"
}

test_an_evaluator_that_says_continue_false_ends_it() {
	polite '"continue": false, "criteria": [{"id": "c1", "met": false}]'
	expect_match "$(cat "$T/out")" '^Give it\.$'
	expect_match "$(cat "$T/out")" '^Not met, as the evaluator sees it:$'
	expect_no_match "$(feed)" 'sent back'
}

test_the_evaluators_words_are_the_answer_when_the_goal_is_achieved() {
	polite '"goal_achieved": true, "final_response": "Here you are, please.", "criteria": [{"id": "c1", "met": true}]'
	expect_equal "$(cat "$T/out")" "Here you are, please."
}

test_the_evaluator_sees_what_the_calls_returned() {
	echo hello >seen.txt
	polite '"criteria": [{"id": "c1", "met": true}]'
	expect_match "$(jq -r '.body.messages[1].content | select(contains("about to give"))' "$REQUESTS")" '^seen\.txt'
}

# A check names what the work was to make: where that was never made it is not met, whatever its text was to be.
test_what_was_never_made_is_not_met() {
	for check in '{"file": "made.txt", "matches": "yes"}' '{"command": "./made.sh"}'; do
		server <<-EOF
			replies:
			  - match: "Tools of the agent:"
			    text: '{"approach": "Make it.", "complexity": "moderate", "success_criteria": [{"text": "it is made", "check": $check}]}'
			  - text: I cannot.
			  - {text: I cannot., repeat: true}
		EOF
		expect_exit 6 model --depth strategic --approve all --ask "make it"
		expect_match "$(cat "$T/out")" '^- c1: it is made'
	done
}

# The item in progress carries what went wrong; a verdict that is not sure of itself changes nothing.
test_a_verdict_counts_from_its_confidence_on() {
	for confidence in 0.5 0.51; do
		server <<-EOF
			replies:
			  - match: "Tools of the agent:"
			    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": []}'
			  - match: "The last step:"
			    text: '{"on_track": false, "confidence": $confidence, "reasoning": "b.txt is not there.", "adjustments": ["read a.txt", "then c.txt"]}'
			  - calls:
			      - {name: write_todos, arguments: {todos: [{id: one, content: Read it, status: in_progress}, {id: two, content: Say it, status: pending}]}}
			      - {name: read_file, arguments: {path: b.txt}}
			  - text: It is not there.
			  - {text: It is not there., repeat: true}
		EOF
		expect_exit 0 model --depth strategic -s evaluation.when=every_step --ask "read it" --output events
		expect_match "$(jq -r 'select(.type == "evaluation" and .data.by == "evaluator") | .summary' "$T/out")" '^off track: b\.txt is not there\.$'
		jq -r 'select(.type == "notice" or .type == "plan") | .data | .text // .plan.items[0].result // empty' "$T/out" >"$T/changed.$confidence"
	done
	expect_no_match "$(cat "$T/changed.0.5")" 'course|off track'
	expect_match "$(cat "$T/changed.0.51")" '^the course is changed: read a\.txt - then c\.txt$'
	expect_match "$(cat "$T/changed.0.51")" '^off track: b\.txt is not there\.$'
}

test_roles_see_the_project_as_it_is_and_no_words_for_the_agent() {
	seq 1000 >numbers.txt
	echo 'Use tabs.' >AGENTS.md
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Look.", "success_criteria": [{"text": "the cause is named", "check": {"question": "Is it?"}}]}'
		  - match: "The answer it is about to give"
		    text: '{"reasoning": "no cause", "on_track": true, "goal_achieved": false, "confidence": 0.9, "issues": [], "adjustments": [], "plan_adjustments": [], "continue": true, "criteria": [{"id": "c1", "met": false}]}'
		  - {text: "It fails."}
		  - {text: "The cause is a zero.", repeat: true}
	EOF
	expect_exit 0 model --depth strategic --ask "why" --output events
	expect_equal "$(jq -r 'select(.type == "strategy") | .data.complexity' "$T/out")" moderate
	jq -r 'select(.body.messages[0].content | startswith("You find the strategy")) | .body.messages[1].content' "$REQUESTS" >"$T/asked"
	expect_match "$(cat "$T/asked")" '^numbers.txt 3.8K$'
	expect_equal "$(grep -c 'AGENTS.md)' "$T/asked")" 1
	jq -r 'select(.body.messages[0].content | startswith("You judge")) | .body.messages[1].content' "$REQUESTS" >"$T/judged"
	expect_match "$(cat "$T/judged")" '^Approach: Look\.$'
	expect_no_match "$(cat "$T/judged")" 'active-strategy|Work towards'
	expect_match "$(jq -r '.body.messages[]? | select(.role == "user") | .content' "$REQUESTS")" 'say what is to be added'
}

test_a_strategist_that_returns_rubbish_twice_leaves_react() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: Let me think about that.
		  - match: "there is no JSON object in the reply"
		    text: '{"approach": 7}'
		  - text: Hello.
	EOF
	expect_exit 0 model --depth strategic --ask "say hello"
	expect_equal "$(feed)" "warning   no strategy, going on as react: its reply is of no use: the reply lacks 'success_criteria'"
	expect_equal "$(cat "$T/out")" Hello.
	expect_equal "$(requests)" 3
}

test_a_strategist_that_is_late_leaves_react() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: too late
		    delay_ms: {head: 20000}
		  - text: Hello.
	EOF
	expect_exit 0 model --depth strategic -s roles.strategist.timeout_s=0.2 -s 'limits.scale={"*": 1}' --ask "say hello"
	expect_equal "$(feed)" "warning   no strategy, going on as react: it took longer than 0.2 s (roles.strategist.timeout_s)"
	expect_equal "$(cat "$T/out")" Hello.
}

test_a_simple_request_is_answered_by_the_strategist_itself() {
	server <<-'EOF'
		replies:
		  - text: '{"approach": "Answer.", "complexity": "simple", "success_criteria": [], "answer": "Four."}'
	EOF
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_equal "$(cat "$T/out")" Four.
	expect_equal "$(requests)" 1
}

test_an_evaluator_that_is_late_gives_no_verdict() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Say it.", "complexity": "moderate", "success_criteria": ["it is said"]}'
		  - text: Said.
		  - match: "The answer it is about to give:"
		    text: too late
		    delay_ms: {head: 20000}
	EOF
	expect_exit 0 model --depth strategic -s limits.reflect_s=0.05 -s 'limits.scale={"*": 4}' --output json --ask "say it"
	expect_equal "$(feed)" "[Plan]    Say it; done when it is said
note      no verdict: it took longer than 0.2 s (limits.reflect_s)
end       not checked: it is said"
	expect_equal "$(jq -r '.outcome, .criteria[0].met' "$T/out")" "answered
null"
}

test_every_rung_of_recovery_is_seen_and_none_ends_the_tools() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": []}'
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - match: "This error came before"
		    calls: [{name: list_files, arguments: {depth: 1}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - match: "Strategy so far:"
		    text: '{"approach": "Read another.", "complexity": "moderate", "success_criteria": []}'
		  - match: "The strategy was made anew"
		    calls: [{name: list_files, arguments: {depth: 2}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - match: "fewest moving parts"
		    calls: [{name: list_files, arguments: {depth: 3}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - match: "if nothing is left to try"
		    calls: [{name: list_files, arguments: {depth: 4}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: list_files}]
		  - text: It says no.
	EOF
	expect_exit 0 model --depth strategic --approve all -s evaluation.when=never --ask "read it"
	expect_equal "$(feed)" "[Plan]    Read it
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
check     run_command: exit 1 · no - another way (2 of 5)
[Act]     list_files .
[Obs]     0 files, 0 folders in .
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
check     run_command: exit 1 · no - planning anew (3 of 5)
[Plan]    Read another
[Act]     list_files .
[Obs]     0 files, 0 folders in .
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
check     run_command: exit 1 · no - the simplest way (4 of 5)
[Act]     list_files .
[Obs]     0 files, 0 folders in .
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
check     run_command: exit 1 · no - one last test, or an answer that says what failed (5 of 5)
[Act]     list_files .
[Obs]     0 files, 0 folders in .
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
check     run_command: exit 1 · no - one last test, or an answer that says what failed (5 of 5)
[Act]     list_files .
[Obs]     0 files, 0 folders in ."
	expect_equal "$(cat "$T/out")" "It says no."
	expect_equal "$(requests)" 14
	expect_equal "$(tail -1 "$REQUESTS" | jq '.body.tools | length > 0')" true
	expect_equal "$(tail -1 "$REQUESTS" | grep -o 'This error came before\|The strategy was made anew\|fewest moving parts\|if nothing is left to try' | sort | uniq -c | awk '{print $1}' | xargs)" "1 1 1 1"
}

test_the_rounds_of_a_turn_are_limited() {
	server <<-'EOF'
		replies:
		  - {match: no more tools run, text: Nothing is there.}
		  - calls: [{name: list_files}]
		  - calls: [{name: list_files, arguments: {depth: 1}}]
	EOF
	expect_exit 3 model --max-iterations 2 --ask "look"
	expect_equal "$(feed)" "[Act]     list_files .
[Obs]     0 files, 0 folders in .
[Act]     list_files .
[Obs]     0 files, 0 folders in .
end       stopped at the limit of 2 rounds; allow more with --max-iterations"
	expect_equal "$(cat "$T/out")" "Nothing is there."
}

test_the_wall_time_ends_a_turn_with_124() {
	server <<-'EOF'
		replies:
		  - text: too late
		    delay_ms: {head: 20000}
		    repeat: true
	EOF
	expect_exit 124 model --timeout 0.2 --ask "look"
	expect_equal "$(feed)" "end       the turn ran longer than 0.2 s; give it more with --timeout"
	expect_equal "$(cat "$T/out")" ""
}

# A person at the terminal is asked about calls, never about the limits of --ask.
on_terminal() {
	script -qec "'$AGENT' --backend openai --base-url '$URL' -m scripted --depth react $*" /dev/null </dev/null >"$T/said" 2>&1
}

test_limits_of_ask_are_no_questions_on_a_terminal_either() {
	server <<-'EOF'
		replies:
		  - calls: [{name: list_files}]
		  - {text: too late, delay_ms: {head: 20000}}
	EOF
	expect_exit 3 on_terminal --max-iterations 1 --ask look
	expect_match "$(cat "$T/said")" 'stopped at the limit of 1 round; allow more with --max-iterations'
	expect_no_match "$(cat "$T/said")" 'm more'
	expect_exit 124 on_terminal --timeout 0.3 --ask look
	expect_match "$(cat "$T/said")" 'the turn ran longer than 0.3 s; give it more with --timeout'
	expect_no_match "$(cat "$T/said")" 'm more'
}

test_a_planner_that_is_late_leaves_the_plan_as_it_is() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": []}'
		  - match: "Strategy so far:"
		    text: too late
		    delay_ms: {head: 20000}
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - text: It is not there.
	EOF
	expect_exit 0 model --depth strategic --approve all -s evaluation.when=never -s recovery.retry=1 -s recovery.another_way=0 -s limits.plan_s=0.1 \
		-s 'limits.scale={"http://elsewhere*": 100, "*": 2}' --ask "read it"
	expect_equal "$(feed)" "[Plan]    Read it
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
[Act]     run_command echo no; exit 1
[Obs]     exit 1 · no
check     run_command: exit 1 · no - planning anew (2 of 4)
warning   the plan stays as it is: it took longer than 0.2 s (limits.plan_s)"
	expect_equal "$(cat "$T/out")" "It is not there."
}

test_a_round_that_takes_too_long_ends_the_turn_with_124() {
	server <<-'EOF'
		replies:
		  - text: too late
		    delay_ms: {head: 20000}
	EOF
	expect_exit 124 model -s limits.round_s=0.1 -s 'limits.scale={"*": 2}' --ask "look"
	expect_match "$(tail -1 "$T/err")" '^end       the model took longer than 0\.2 s for one round; give it more with -s limits\.round_s'
}

test_roles_have_their_own_settings_and_the_strategist_no_tools() {
	server < <(
		strategy
		cat <<-'EOF'
			  - calls: [{name: write_file, arguments: {path: out.txt, content: "done\n"}}]
			  - text: out.txt is written.
		EOF
	)
	expect_exit 0 model --depth strategic --approve edits -s roles.planner.model=thinker -s roles.strategist.max_tokens=900 --ask "write out.txt"
	expect_equal "$(jq -c '.body | [.model, .temperature, .max_tokens, (.tools | length > 0)]' "$REQUESTS")" '["thinker",0.7,900,false]
["scripted",null,null,true]
["scripted",null,null,true]'
	expect_no_match "$(sed -n 1p "$REQUESTS")" 'parameters|additionalProperties'
	expect_equal "$(agent --replay last --output events 2>/dev/null | jq -r 'select(.type == "usage") | .data.role' | uniq -c | xargs)" "1 strategist 2 turn"
}

# Temperature and length of each, and what one of them is set to.
test_each_role_asks_with_its_own_settings() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		  - match: "Strategy so far:"
		    text: '{"approach": "Read another.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		  - match: "The last step:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Go on."}'
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Fine.", "criteria": [{"id": "c1", "met": true}]}'
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - text: It is not there.
	EOF
	expect_exit 0 model --depth strategic --approve all -s recovery.retry=1 -s recovery.another_way=0 -s roles.evaluator.model=judge -s backend.temperature=0.1 --ask "read it"
	expect_equal "$(jq -c '.body | [.model, .temperature, .max_tokens, (.tools != null)]' "$REQUESTS")" '["scripted",0.7,2000,false]
["scripted",0.1,null,true]
["scripted",0.1,null,true]
["judge",0.3,500,false]
["scripted",0.7,1000,false]
["scripted",0.1,null,true]
["judge",0.3,500,false]'
}

# Five turns of which the first are summed up in the last; each role that there is asks at least once.
all_five_roles() {
	long=$(printf 'so it goes on and on; %.0s' $(seq 120))
	server <<-EOF
		replies:
		  - match: "</assistant>"
		    text: They spoke.
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		  - match: "Strategy so far:"
		    text: '{"approach": "Read another.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		  - match: "The last step:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Go on."}'
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Fine.", "criteria": [{"id": "c1", "met": true}]}'
		  - {text: "$long"}
		  - {text: "$long"}
		  - {text: "$long"}
		  - {text: "$long"}
		  - {status: 400, error: {message: "prompt is too long: 9 tokens > 8 maximum"}}
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - text: It is not there.
	EOF
	expect_exit 0 model --ask "turn 1"
	for i in 2 3 4; do expect_exit 0 model --continue --ask "turn $i"; done
	expect_exit 0 model --continue --depth strategic --approve all -s recovery.retry=1 -s recovery.another_way=0 "$@" --ask "read it"
	jq -c 'select(.method == "POST" and .n > 4) | .body | [(if .tools then "turn" elif .messages[1].content | contains("</assistant>") then "summariser"
		elif .messages[1].content | contains("Tools of the agent:") then "strategist" elif .messages[1].content | contains("Strategy so far:") then "planner"
		else "evaluator" end), .model, .temperature, .max_tokens]' "$REQUESTS" | sort -u >"$T/asked"
}

test_all_five_roles_ask_with_what_they_are_set_to() {
	all_five_roles -s backend.temperature=0.1 -s backend.max_tokens=100 \
		-s roles.strategist.model=s -s roles.strategist.temperature=0.2 -s roles.strategist.max_tokens=200 \
		-s roles.planner.model=p -s roles.planner.temperature=0.3 -s roles.planner.max_tokens=300 \
		-s roles.evaluator.model=e -s roles.evaluator.temperature=0.4 -s roles.evaluator.max_tokens=400 \
		-s roles.summariser.model=u -s roles.summariser.temperature=0.5 -s roles.summariser.max_tokens=500
	expect_equal "$(cat "$T/asked")" '["evaluator","e",0.4,400]
["planner","p",0.3,300]
["strategist","s",0.2,200]
["summariser","u",0.5,500]
["turn","scripted",0.1,100]'
}

test_what_a_role_leaves_unset_comes_from_the_next_in_its_chain() {
	all_five_roles -s backend.temperature=0.1 -s backend.max_tokens=100 \
		-s roles.strategist.model= -s roles.strategist.temperature= -s roles.strategist.max_tokens= \
		-s roles.planner.model=p -s roles.planner.temperature=0.3 -s roles.planner.max_tokens=300 \
		-s roles.evaluator.temperature= -s roles.evaluator.max_tokens=
	expect_equal "$(cat "$T/asked")" '["evaluator","scripted",0.1,100]
["planner","p",0.3,300]
["strategist","p",0.3,300]
["summariser","scripted",0.1,100]
["turn","scripted",0.1,100]'
}

test_the_summariser_may_have_a_server_and_a_time_of_its_own() {
	server <<<'replies: [{text: They spoke elsewhere.}]'
	elsewhere=$URL
	all_five_roles -s roles.summariser.base_url="$elsewhere" -s roles.summariser.model=u
	expect_equal "$(jq -r .body.model "$T/requests.1")" u
	expect_equal "$(agent --replay last --output events | jq -r 'select(.type == "compaction") | .data.summary')" "They spoke elsewhere."
	server <<<'replies: [{text: too late, delay_ms: {head: 20000}, repeat: true}]'
	elsewhere=$URL
	all_five_roles -s roles.summariser.base_url="$elsewhere" -s roles.summariser.model=u -s roles.summariser.timeout_s=0.1 -s 'limits.scale={"u": 2}'
	expect_match "$(feed)" 'the model gave no summary; a list of what was said takes its place'
	expect_match "$(agent --replay last --output events | jq -r 'select(.type == "compaction") | .data.summary')" 'turn 1'
}

test_a_role_may_have_a_server_of_its_own() {
	server < <(strategy)
	strategist=$URL
	server <<-'EOF'
		replies:
		  - text: Nothing to do.
	EOF
	echo done >out.txt
	expect_exit 0 model --depth strategic -s roles.strategist.base_url="$strategist" -s roles.strategist.model=big --ask "write out.txt"
	expect_equal "$(requests)" 1
	expect_equal "$(jq -r .body.model "$T/requests.1")" big
}

# Each of them somewhere else, with a model of its own there, and with a time of its own.
test_every_role_may_have_a_server_and_a_time_of_its_own() {
	local role options=()
	for role in strategist planner evaluator; do
		server <<-'EOF'
			replies:
			  - match: "The last step:"
			    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Go on.", "criteria": [{"id": "c1", "met": true}]}'
			    repeat: true
			  - match: "The answer it is about to give:"
			    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Fine.", "criteria": [{"id": "c1", "met": true}]}'
			  - text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		EOF
		options+=(-s "roles.$role.base_url=$URL" -s "roles.$role.model=$role-s own")
	done
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - text: It is not there.
	EOF
	expect_exit 0 model --depth strategic --approve all -s recovery.retry=1 -s recovery.another_way=0 "${options[@]}" --ask "read it"
	for n in 1 2 3 4; do
		jq -r '.body | [.model, (.tools != null)] | join(" ")' "$T/requests.$n" | sort -u
	done >"$T/asked"
	expect_equal "$(cat "$T/asked")" "strategist-s own false
planner-s own false
evaluator-s own false
scripted true"
	server <<<'replies: [{text: too late, delay_ms: {head: 20000}, repeat: true}]'
	late=$URL
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read it.", "complexity": "moderate", "success_criteria": ["it is read"]}'
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - text: It is not there.
	EOF
	expect_exit 0 model --depth strategic --approve all -s recovery.retry=1 -s recovery.another_way=0 -s 'limits.scale={"*": 1}' \
		-s roles.planner.base_url="$late" -s roles.planner.timeout_s=0.1 -s roles.evaluator.base_url="$late" -s roles.evaluator.timeout_s=0.1 \
		-s roles.strategist.base_url="$URL" -s roles.strategist.timeout_s=9 --ask "read it"
	expect_equal "$(feed | grep -v '^\[\|^check')" "note      no verdict: it took longer than 0.1 s (roles.evaluator.timeout_s)
warning   the plan stays as it is: it took longer than 0.1 s (roles.planner.timeout_s)
note      no verdict: it took longer than 0.1 s (roles.evaluator.timeout_s)
end       not checked: it is read"
}

# What is refused, one field after the other, and by whom.
test_fields_a_model_refuses_are_left_out() {
	server <<-'EOF'
		replies:
		  - status: 400
		    error: {message: "Unsupported value: 'temperature' does not support 0.7 with this model.", type: invalid_request_error}
		  - status: 400
		    error: {message: "Unsupported parameter: 'max_tokens' is not supported with this model.", type: invalid_request_error}
		  - text: '{"approach": "Answer.", "complexity": "simple", "success_criteria": [], "answer": "Four."}'
	EOF
	expect_exit 0 model --depth strategic --ask "2+2?"
	expect_equal "$(jq -c '.body | [.temperature, .max_tokens]' "$REQUESTS")" '[0.7,2000]
[null,2000]
[null,null]'
}

test_the_turn_leaves_out_what_its_model_refuses_too() {
	server <<-'EOF'
		replies:
		  - status: 400
		    error: {message: "Unsupported value: 'temperature' does not support 0.1 with this model.", type: invalid_request_error}
		  - calls: [{name: list_files}]
		  - text: Nothing.
		  - {status: 400, error: {message: "temperature again"}}
	EOF
	expect_exit 0 model -s backend.temperature=0.1 -s backend.max_tokens=50 --ask "look"
	expect_equal "$(jq -c '.body | [.temperature, .max_tokens]' "$REQUESTS")" '[0.1,50]
[null,50]
[null,50]'
	expect_match "$(head -n 1 "$T/err")" "^warning   sent again without what the model refuses: .*'temperature' does not support 0.1"
	expect_exit 1 model --ask "look"
	expect_match "$(tail -n 1 "$T/err")" 'temperature again' # nothing was sent that could be left out
}

test_the_summariser_leaves_out_what_its_model_refuses() {
	server <<-'EOF'
		replies:
		  - {status: 400, error: {message: "'temperature' is not supported"}}
		  - text: They spoke elsewhere.
	EOF
	elsewhere=$REQUESTS at=$URL
	all_five_roles -s roles.summariser.base_url="$at" -s roles.summariser.model=u -s roles.summariser.temperature=0.5 -s roles.summariser.max_tokens=77
	expect_equal "$(jq -c '.body | [.temperature, .max_tokens]' "$elsewhere")" '[0.5,77]
[null,77]'
	expect_equal "$(agent --replay last --output events | jq -r 'select(.type == "compaction") | .data.summary')" "They spoke elsewhere."
}

# Every byte before the tail equals the request before, while strategy and criteria change.
test_every_byte_before_the_tail_equals_the_request_before() {
	makefile
	server < <(
		command_strategy
		cat <<-'EOF'
			  - calls: [{name: write_file, arguments: {path: csv.c, content: "int x;\n"}}]
			  - text: Done.
			  - calls: [{name: write_file, arguments: {path: fixed, content: "yes\n"}}]
			  - text: Now it is done.
		EOF
	)
	expect_exit 0 model --depth strategic --approve all --ask "fix the importer"
	jq -c 'select(.body.tools) | .body | del(.messages)' "$REQUESTS" | sort -u >"$T/heads"
	expect_equal "$(wc -l <"$T/heads")" 1
	jq -c 'select(.body.tools) | .body.messages' "$REQUESTS" >"$T/bodies"
	previous=
	while IFS= read -r body; do
		expect_match "$body" '<active-strategy>'
		[ -z "$previous" ] || [ "${body:0:${#previous}}" = "$previous" ] || fail "other bytes before the tail"
		previous=${body%%<active-strategy>*}
		while [ "${previous: -2}" = '\n' ]; do previous=${previous%\\n}; done
	done <"$T/bodies"
}

# The documented number of calls: direct 1; react one per round; strategic one more, and one more for criteria only a model can judge.
four_calls() {
	cat <<-'EOF'
		  - calls: [{name: list_files, arguments: {depth: 1}}]
		    delay_ms: {head: 200}
		  - calls: [{name: list_files, arguments: {depth: 2}}]
		    delay_ms: {head: 200}
		  - calls: [{name: list_files, arguments: {depth: 3}}]
		    delay_ms: {head: 200}
		  - text: Listed.
		    delay_ms: {head: 200}
	EOF
}

test_strategic_takes_less_than_twice_the_time_of_react() {
	server < <(
		echo "replies:"
		four_calls
	)
	expect_exit 0 model --depth react --output json --ask "list it"
	react=$(jq .duration_ms "$T/out")
	expect_equal "$(requests)" 4
	server < <(
		cat <<-'EOF'
			replies:
			  - match: "Tools of the agent:"
			    text: '{"approach": "List it.", "complexity": "moderate", "success_criteria": ["it is listed"]}'
			    delay_ms: {head: 200}
			  - match: "The answer it is about to give:"
			    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Listed.", "criteria": [{"id": "c1", "met": true}]}'
			    delay_ms: {head: 200}
		EOF
		four_calls
	)
	expect_exit 0 model --depth strategic --output json --ask "list it"
	strategic=$(jq .duration_ms "$T/out")
	expect_equal "$(requests)" 6
	[ "$strategic" -lt $((react * 2)) ] || fail "strategic $strategic ms, react $react ms"
}

# The stages of a log, without times and with N for what a clock says.
stages() {
	sed -E 's/^20[^ ]+Z (info|debug) +//; s/ in [0-9]+ ms/ in N ms/; /^(POST|reply after|role [a-z]+: [a-z]+$)/d' "$1"
}

# Without being asked to, at the level the log has by default.
test_the_log_has_every_stage_with_its_duration() {
	makefile
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Fix it.", "complexity": "moderate", "success_criteria": [{"text": "`make test` passes", "check": {"command": "make test", "output": "passed"}}, "it is said"]}'
		  - match: "The last step:"
		    text: rubbish
		    repeat: true
		  - match: "there is no JSON object in the reply"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Go on."}'
		  - match: "Strategy so far:"
		    text: '{"approach": "Fix it.", "complexity": "moderate", "success_criteria": [{"text": "`make test` passes", "check": {"command": "make test", "output": "passed"}}, "it is said"]}'
		  - match: "The answer it is about to give:"
		    text: '{"on_track": true, "confidence": 0.9, "reasoning": "Said.", "criteria": [{"id": "c2", "met": true}]}'
		  - {status: 500, error: {message: busy}}
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: run_command, arguments: {command: "echo no; exit 1"}}]
		  - calls: [{name: write_file, arguments: {path: fixed, content: "yes\n"}}]
		  - text: Done.
	EOF
	expect_exit 0 model --depth strategic --approve all -s recovery.retry=1 -s recovery.another_way=0 -s backend.retry_base_ms=1 --ask "fix it"
	expect_equal "$(stages "$XDG_STATE_HOME/agent/agent.log" | sed -E 's/next in [0-9]+ ms/next in N ms/')" "turn 1: depth strategic: set: command line
strategist: reply of scripted in N ms
role strategist: answered in N ms
turn: attempt 1 failed, the next in N ms: the server answered 500: busy
turn: reply of scripted in N ms
tool run_command: failed in N ms
turn: reply of scripted in N ms
tool run_command: failed in N ms
evaluator: reply of scripted in N ms
role evaluator: sent back: there is no JSON object in the reply
evaluator: reply of scripted in N ms
role evaluator: answered in N ms
recovery: planning anew (2 of 4)
planner: reply of scripted in N ms
role planner: answered in N ms
turn: reply of scripted in N ms
tool write_file: done in N ms
turn: reply of scripted in N ms
criterion c1: met: exit 0 · 41 passed in N ms
evaluator: reply of scripted in N ms
role evaluator: answered in N ms
turn 1: answered after 4 rounds in N ms"
}

test_the_log_has_summaries_with_their_duration() {
	all_five_roles
	log=$(stages "$XDG_STATE_HOME/agent/agent.log")
	expect_match "$log" '^role summariser: answered in N ms$'
	expect_match "$log" '^compaction: summed up, [0-9]+ to [0-9]+ tokens$'
	expect_match "$log" '^turn 5: answered after [0-9]+ rounds in N ms$'
}

test_v_tells_every_stage_on_stderr() {
	makefile
	touch fixed
	server < <(
		command_strategy
		echo "  - text: Done."
	)
	expect_exit 0 agent --backend openai --base-url "$URL" -m scripted --depth strategic --approve all -v --ask "fix it"
	for stage in 'role strategist: answered in [0-9]+ ms' 'turn: reply of scripted in [0-9]+ ms' 'criterion c1: met: exit 0'; do
		expect_match "$(cat "$T/err")" "$stage"
	done
	expect_equal "$(cat "$T/out")" Done.
}

run_tests
