#!/bin/bash
# SPDX-License-Identifier: MIT
# A session with all that shapes its history, against servers whose chat templates have rules of their own (tests/support/server/template_check.c):
# what one refuses is said once and done otherwise from then on, with no quirk set by hand.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

# Tools with thinking and words, two calls at once, a strategy, a call that is cut, steering, a summary.
whole_session() {
	cat <<-'EOF'
		replies:
		  - {match: "</assistant>", text: "They looked at files.", repeat: true}
		  - {match: "Tools of the agent:", text: '{"approach": "Write it.", "complexity": "moderate", "success_criteria": [{"text": "out.txt says done", "check": {"file": "out.txt", "matches": "^done$"}}]}'}
		  - {match: "look around", text: "I look.", reasoning: "First the files.", calls: [{name: list_files, arguments: {}}, {name: read_file, arguments: {path: a.txt}}]}
		  - {match: "hello", calls: [{id: "functions.read_file:1", name: read_file, arguments: {path: gone.txt}}]}
		  - {match: "gone.txt", text: "All seen.", reasoning: "That was it."}
		  - {match: "write out.txt", calls: [{name: write_file, arguments: {path: out.txt, content: "done\n"}}, {name: list_files, arguments: {}}]}
		  - {match: "out.txt", text: "Written."}
		  - {match: "begin", calls: [{name: run_command, arguments: {command: "exec sleep 60"}}, {name: list_files, arguments: {}}]}
		  - {match: "steered", text: "I turn round."}
		  - {match: "wander", calls: [{name: run_command, arguments: {command: "touch wandering; until [ -e told ]; do sleep 0.02; done"}}]}
	EOF
	printf '  - {text: "%s So it is.", repeat: true}\n' "$(yes 'A long answer goes on and on.' | head -n 60 | xargs)"
}

last_turn() { # OUTCOME
	[ "$(agent --replay last --output events | jq -rs 'map(select(.type == "turn_start" or .type == "turn_end")) | last | .data.outcome')" = "$1" ]
}

go_through() { # TEMPLATE
	echo hello >a.txt
	server --template "$1" <<<"$(whole_session)"
	expect_exit 0 model --ask "look around"
	expect_equal "$(cat "$T/out")" "All seen." "$1: tools"
	expect_exit 0 model --depth strategic --approve all --continue --ask "write out.txt"
	expect_equal "$(cat out.txt)" done "$1: strategy"
	expect_exit 124 model --timeout 1 --approve all --continue --ask "begin"
	expect_exit 0 model --continue --ask "and now?"
	expect_match "$(cat "$T/out")" "So it is.$"
	expect_exit 0 model --fork "last:$(agent --replay last --output events | jq -s 'map(select(.type == "tool_call"))[1].seq')" --ask "another way?"
	for i in 1 2 3 4 5; do
		expect_exit 0 model --continue --ask "question $i"
	done
	screen 100x30 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all -s context.summary_tokens=100 --continue
	shows 'Enter send'
	types "wander"
	keys Enter
	wait_for test -e wandering
	types "steered"
	keys Enter
	shows steered
	touch told
	shows "I turn round."
	types "/compact"
	keys Enter
	shows "context compacted"
	types "what was it?"
	keys Enter
	wait_for holds '.body.messages[-1].content | tostring | test("what was it")' "$REQUESTS"
	wait_for last_turn answered
	leaves
	rm -f wandering told out.txt
}

# What a template takes of calls and thinking is found out by its refusal.
test_mistral_takes_ids_of_nine() {
	go_through mistral
}

test_llama_takes_one_call_at_a_time() {
	go_through llama
}

test_gpt_oss_takes_words_or_thinking() {
	go_through gpt-oss
}

# One that knows no tools gets a session that has used them in words, and the user is told.
no_tools() { # TEMPLATE
	echo hello >a.txt
	server <<<"$(whole_session)"
	expect_exit 0 model --ask "look around"
	server --template "$1" <<<"$(whole_session)"
	expect_exit 0 model --continue --ask "what was it?"
	expect_match "$(cat "$T/out")" "So it is.$"
	expect_match "$(cat "$T/err")" "^warning +scripted takes no tools here"
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -c '[.body | has("tools"), (.messages[1:] | map(.role))]')" \
		'[false,["user","assistant","user","assistant","user","assistant","user"]]'
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[2].content')" '^<tool_call>\{"name": "read_file", "arguments": \{"path": ?"a.txt"\}\}</tool_call>$'
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[3].content')" 'hello'
	expect_exit 6 model --depth strategic --continue --ask "and then?" # nobody wrote what its criterion names
}

test_gemma_knows_users_and_assistants_alone() {
	no_tools gemma
}

test_command_r_makes_nothing_of_the_tools() {
	no_tools command-r
}

run_tests
