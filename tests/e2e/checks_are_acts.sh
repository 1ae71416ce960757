#!/bin/bash
# SPDX-License-Identifier: MIT
# A criterion's check is an act: it is seen, it asks where a command would, and what could not be checked is said to be not checked.
. "$(dirname "$0")/../support/lib.sh"

# strategy CHECK [TEXT]: a server whose strategist finds one criterion; every answer is "Done."
strategy() {
	local verdict=${2:-text: no JSON}
	server <<-EOF
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Do it.", "complexity": "moderate", "success_criteria": [{"text": "it works", "check": $1}]}'
		  - match: "The answer it is about to give:"
		    $verdict
		    repeat: true
		  - {text: Done., repeat: true}
	EOF
}

feed() { # the rows of phases on stderr
	grep -E '^\[(Act|Obs)\]' "$T/err" | sed -E 's/ · [0-9.]+ m?s.*//; s/^(\[[A-Za-z]+\]) +/\1 /'
}

ends() {
	jq -c '[.outcome, .criteria[0].met, .criteria[0].evidence]' "$T/out"
}

# holds: check-act-shown
test_a_check_has_its_rows_and_is_no_call_of_the_model() {
	strategy '{"command": "echo fine; false"}'
	expect_exit 6 model --depth strategic --approve all --output json --ask "make it work"
	expect_equal "$(feed | sort -u)" "[Act] check: run_command echo fine; false
[Obs] exit 1 · fine"
	agent --replay last --output events >"$T/events"
	expect_equal "$(jq -c 'select(.type == "tool_call") | .data | [.by, .criterion, .checks, .arguments.command]' "$T/events" | sort -u)" '["check","c1","it works","echo fine; false"]'
	expect_equal "$(jq -c 'select(.type == "turn_end") | .data.totals.calls' "$T/events")" 0
	expect_no_match "$(cat "$REQUESTS" | jq -c '.body.messages[] | select(.role == "tool")')" fine
}

# holds: check-act-shown
test_a_destructive_check_of_the_strategist_is_not_run_unasked() {
	mkdir keep
	strategy '{"command": "rm -r keep"}'
	expect_exit 0 model --depth strategic --approve all --output json --ask "make it work"
	test -d keep || fail "it ran"
	expect_equal "$(ends)" '["answered",null,"not run: denied: it is asked for in every mode and there is nobody to ask: a destructive check that you did not write"]'
	expect_match "$(jq -r .answer "$T/out")" 'Not checked:'
	expect_match "$(cat "$T/err")" '\[Act\] +check: .*rm -r keep +destructive'
	expect_equal "$(grep -c '^question' "$T/err")" 1 "asked once"
	expect_match "$(grep '^question' "$T/err")" "check that 'it works' with: .*rm -r keep"
}

test_a_destructive_check_the_user_wrote_runs_in_mode_all() {
	mkdir keep
	strategy '{"command": "rm -r keep"}'
	expect_exit 0 model --depth strategic --approve all --output json --ask "do it, and rm -r keep must work"
	test ! -d keep || fail "it did not run"
	mkdir keep
	strategy '{"command": "rm -r keep"}'
	model --depth strategic --approve all --output json --ask "do what is piped" <<<"rm -r keep" >"$T/out" 2>"$T/err"
	test -d keep || fail "what was piped is not what the user typed"
}

# holds: check-act-shown
test_a_check_refused_once_is_not_asked_for_again() {
	server <<-'EOF'
		replies:
		  - match: "Tools of the agent:"
		    text: '{"approach": "Do it.", "complexity": "moderate", "success_criteria": [{"text": "it is there", "check": {"file": "made"}}, {"text": "it works", "check": {"command": "touch checked"}}]}'
		  - {text: Done.}
		  - calls: [{name: list_files, arguments: {}}]
		  - {text: Really., repeat: true}
	EOF
	mkfifo in
	agent --child <in >"$T/out" 2>"$T/err" &
	exec 8>in
	jq -nc --arg url "$URL" '{goal: "make it", backend: {provider: "openai", base_url: $url, model: "scripted"}, depth: "strategic", approve: "ask", limits: {iterations: 9, seconds: 60}}' >&8
	wait_for holds '.type == "question"' "$T/out"
	id=$(jq -r 'select(.type == "question") | .data.id' "$T/out")
	echo '{"intent": "answer", "id": "'"$id"'", "choice": "no"}' >&8
	wait_for holds '.type == "turn_end"' "$T/out"
	exec 8>&-
	expect_equal "$(jq -c 'select(.type == "question") | .data.checks' "$T/out")" '"it works"'
	test ! -e checked || fail "it ran"
}

# holds: check-cannot-run
test_what_cannot_be_checked_is_not_failed() {
	echo text >file
	while IFS='|' read -r check why; do
		strategy "$check"
		expect_exit 0 model --depth strategic --approve all --timeout 3 --output json --ask "make it work" </dev/null
		expect_match "$(ends)" "^\[\"answered\",null,\"$why"
		expect_match "$(jq -r .answer "$T/out")" 'Not checked:'
		expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "turn_end") | .data | [.unmet, .unverified]')" '[[],["c1"]]'
	done <<-'EOF'
		{"command": "no-such-command here"}|it did not run to its end: exit 127
		{"command": "./file"}|it did not run to its end: exit 126
		{"command": "true", "output": "(((("}|exit 0.*the pattern
		{"file": "file", "matches": "(((("}|file: not checked: the pattern
		{"command": "sleep 30"}|it did not run to its end: the turn.s time was over
	EOF
}

test_what_ran_and_failed_is_failed() {
	echo text >file
	for check in '{"command": "false"}' '{"file": "missing"}' '{"file": "file", "matches": "words"}' '{"command": "echo a", "output": "b"}'; do
		strategy "$check"
		expect_exit 6 model --depth strategic --approve all --output json --ask "make it work"
		expect_match "$(jq -r .answer "$T/out")" 'Not met:'
	done
}

test_what_the_evaluator_denies_is_told_and_no_failed_check() {
	strategy '{"question": "does it work?"}' "text: '{\"on_track\": true, \"goal_achieved\": false, \"confidence\": 0.9, \"reasoning\": \"It does not.\", \"criteria\": [{\"id\": \"c1\", \"met\": false, \"evidence\": \"nothing shows it\"}]}'"
	expect_exit 0 model --depth strategic --approve all --output json --ask "make it work"
	expect_match "$(jq -r .answer "$T/out")" 'Not met, as the evaluator sees it:'
	strategy '{"question": "does it work?"}'
	expect_exit 0 model --depth strategic --approve all --output json --ask "make it work"
	expect_match "$(jq -r .answer "$T/out")" 'Not checked:'
	strategy '{"question": "does it work?"}'
	expect_exit 0 model --depth strategic --approve all --output json --ask "make it work" -s evaluation.when='[never]'
	expect_match "$(jq -r .answer "$T/out")" 'Not checked:'
}

run_tests
