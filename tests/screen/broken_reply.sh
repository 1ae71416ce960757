#!/bin/bash
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

run_tests
