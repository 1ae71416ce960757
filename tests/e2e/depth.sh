#!/bin/bash
# Depth: route, strategy, criteria that run, verdicts, recovery, limits; each with its feed as literal text (D1-D8, E1-E7, G2).
. "$(dirname "$0")/../support/lib.sh"

# The feed without what a clock says.
feed() {
	sed -E 's/ · [0-9.]+ (ms|s)$//' "$T/err"
}

# The depth is chosen by the rules.
routed() {
	agent --backend openai --base-url "$URL" -m scripted "$@"
}

requests() {
	wc -l <"$REQUESTS"
}

# The tail is the last thing of the last user or tool message: without it each request continues the one before.
body_prefixes() {
	jq -c --arg schema "$1" 'select(.body.tools) | .body.messages' "$REQUESTS"
}

test_a_simple_question_costs_one_model_call() {
	server <<-EOF
		replies:
		  - text: Paris.
	EOF
	expect_exit 0 routed --ask "What is the capital of France?"
	expect_equal "$(cat "$T/out")" Paris.
	expect_equal "$(feed)" "note      depth direct: a short question"
	expect_equal "$(requests)" 1
}

test_direct_goes_on_as_react_when_tools_are_needed() {
	echo secret >note
	server <<-EOF
		replies:
		  - calls: [{name: read_file, arguments: {path: note}}]
		  - text: It says secret.
	EOF
	expect_exit 0 routed --ask "what did she say?"
	expect_equal "$(feed)" "note      depth direct: a short question
note      direct did not do, going on as react: it needs tools
[Act]     read_file note
[Obs]     note, 1 line"
	expect_equal "$(cat "$T/out")" "It says secret."
	expect_equal "$(requests)" 2
}

test_direct_as_the_users_choice_runs_no_tools() {
	echo secret >note
	server <<-EOF
		replies:
		  - text: I would have to look.
		    calls: [{name: read_file, arguments: {path: note}}]
	EOF
	expect_exit 0 model --depth direct --ask "what did she say?"
	expect_equal "$(requests)" 1
	expect_equal "$(cat "$T/out")" "I would have to look."
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
[Act]     write_file out.txt (1 lines)
[Obs]     created out.txt (1 line)
[Reflect] out.txt says done: met (out.txt is there)"
	expect_equal "$(requests)" 3
}

run_tests
