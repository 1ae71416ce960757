#!/bin/bash
# Getting to an answer in the chat: keys, servers, models.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

test_a_key_that_was_refused_is_asked_for_again_with_the_next_prompt() {
	server <<-'EOF2'
		replies:
		- {status: 401, error: that key is old}
		- text: welcome back
	EOF2
	echo 'echo sk-sesame-$(wc -l <'"$T"'/asked); echo >>'"$T/asked" >"$T/manager"
	echo >"$T/asked"
	screen 100x20 "$AGENT" --backend openai --base-url "$URL" -m m --depth direct -s "backend.api_key_command=sh $T/manager"
	shows 'Enter send'
	types 'hello'
	keys Enter
	shows 'it was sent the key of backend.api_key_command'
	types 'hello again'
	keys Enter
	shows 'welcome back'
	expect_equal "$(jq -r .headers.authorization "$REQUESTS" | paste -sd' ')" 'Bearer sk-sesame-1 Bearer sk-sesame-2'
	leaves
}

run_tests
