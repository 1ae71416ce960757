#!/bin/bash
# SPDX-License-Identifier: MIT
# A reply that breaks off is asked for again: what was shown of it stands as such while that is waited for, and is gone when the
# whole one is there. A broken call in words is no answer either.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() {
	screen 80x24 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s backend.protocol=chat "$@"
}

test_what_was_shown_of_a_broken_reply_is_marked_and_then_gone() {
	server <<<'replies: [{text: ["The old words, cut in"], cut_after: 1}, {text: "The new words are whole."}]'
	chat -s backend.retry_base_ms=60000 -s backend.retry_max_ms=60000 begin
	shows 'retry 1 in'
	shows 'cut off   The old words, cut in'
	chat -s backend.retry_base_ms=1 --continue "go on"
	shows 'The new words are whole.'
	hides 'The old words'
	leaves
}

# Who cannot wait for the countdown need not.
test_a_wait_is_cut_short() {
	server <<<'replies: [{text: ["The old words"], cut_after: 1}, {text: "The new words are whole."}]'
	chat -s backend.retry_base_ms=60000 -s backend.retry_max_ms=60000 begin
	shows 'r tries at once'
	keys r
	shows 'The new words are whole.'
	leaves
}

test_a_call_in_words_is_shown_as_a_call() {
	server <<-'EOF'
		replies:
		  - {text: 'I look. <tool_call>{"name": "list_files", "arguments": {}}</tool_call>'}
		  - {text: "It is empty."}
	EOF
	chat begin
	shows 'It is empty.'
	shows 'list_files'
	on_screen '<tool_call>' && fail "the marks stand there"
	leaves
}

# The program is killed while a thought is seen to come: nothing of it is sent as if it were whole.
test_a_session_that_was_killed_in_a_thought_goes_on_over_each_protocol() {
	local protocol
	for protocol in chat messages responses; do
		server <<-'EOF'
			replies:
			  - {calls: [{id: c1, name: list_files, arguments: {}}]}
			  - {reasoning: "a long thought that never ends", text: never, stall_after: 2}
			  - {text: "on we go"}
		EOF
		printf '#!/bin/sh\necho $$ >"%s/pid"\nexec "%s" --backend openai --base-url "%s" -m scripted --depth react -s backend.protocol=%s begin\n' \
			"$T" "$AGENT" "$URL" "$protocol" >"$T/start"
		screen 80x24 sh "$T/start"
		shows 'thinking  a long thought'
		kill -9 "$(cat "$T/pid")"
		wait_for ended
		expect_exit 0 model -s backend.protocol="$protocol" --continue --ask "go on"
		expect_equal "$(cat "$T/out")" "on we go" "$protocol"
		expect_no_match "$(tail -n 1 "$REQUESTS" | jq -c .body)" 'a long t|encrypted_content":""'
	done
}

run_tests
