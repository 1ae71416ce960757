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

# Prompts wait for the choice, and go out with what was chosen.
test_of_several_models_one_is_asked_for_and_then_the_prompt_goes_out() {
	server <<<'{models: [first-model, "nomic-embed-text", second-model], replies: [{text: "I am here."}]}'
	screen 100x24 "$AGENT" --base-url "$URL" "who are you?"
	shows 'Which model shall answer?'
	shows '   second-model'
	hides nomic
	types second
	keys Enter
	shows 'I am here.'
	expect_equal "$(jq -r '.body.model? | strings' "$REQUESTS")" second-model
	leaves
}

# Nothing that is typed goes into a list that came meanwhile.
test_the_list_comes_with_the_first_prompt_that_is_sent() {
	server <<<'{models: [first-model, second-model], replies: [{text: "I am here."}]}'
	screen 100x24 "$AGENT" --base-url "$URL"
	shows 'Enter send'
	types 'who are you?'
	shows ' › who are you?'
	hides 'Which model shall answer?'
	keys Enter
	shows 'Which model shall answer?'
	shows 'Enter choose  Up/Down select'
	keys Enter
	shows 'I am here.'
	expect_equal "$(jq -r '.body.model? | strings' "$REQUESTS")" first-model
	leaves
}

test_the_list_that_is_left_lets_the_prompt_say_what_is_missing() {
	server <<<'{models: [first-model, second-model], replies: []}'
	screen 100x24 "$AGENT" --base-url "$URL" "who are you?"
	shows 'Which model shall answer?'
	keys Escape
	shows 'the server has 2 models'
	leaves
}

test_the_only_model_is_asked_without_a_list() {
	server <<<'{models: [nomic-embed-text, tiny], replies: [{text: "I am here."}]}'
	screen 100x24 "$AGENT" --base-url "$URL" "who are you?"
	shows 'I am here.'
	hides 'Which model shall answer?'
	leaves
}

test_r_has_a_failed_turn_made_again() {
	server <<-'EOF2'
		replies:
		- {status: 400, error: not today}
		- text: now it works
	EOF2
	screen 100x24 "$AGENT" --base-url "$URL" -m m --depth direct "try it"
	shows 'not today'
	shows 'r tries again'
	keys r
	shows 'now it works'
	expect_match "$(sed -n 2p "$REQUESTS" | jq -r '.body.messages | map(.content) | join(" ") | gsub("\n"; " ")')" 'try it .*try it'
	leaves
}

# In the user's agent.yaml, whose comments and order stay; a server of this start alone keeps nothing.
test_the_model_and_its_effort_that_are_chosen_last() {
	local file=$XDG_CONFIG_HOME/agent/agent.yaml
	server <<<'{models: [old-model, new-model], replies: [{text: with the new one}, {text: elsewhere}]}'
	mkdir -p "${file%/*}"
	printf '# mine\nbackend:\n  base_url: "%s" # at home\n  model: old-model  # for now\nui.mouse: false\n' "$URL" >"$file"
	screen 100x24 "$AGENT" --depth direct
	shows 'Enter send'
	types '/model new-model high'
	keys Enter
	shows 'backend.model is kept in your agent.yaml'
	shows 'backend.effort is kept in your agent.yaml'
	expect_equal "$(cat "$file")" "# mine
backend:
  base_url: \"$URL\" # at home
  model: \"new-model\"  # for now
ui.mouse: false
backend.effort: \"high\""
	types '/model'
	keys Enter
	shows 'Models · effort high'
	keys Escape
	hides 'Models · effort'
	types hello
	keys Enter
	shows 'with the new one'
	leaves
	expect_exit 0 agent config show
	expect_match "$(cat "$T/out")" '^backend.model: new-model '
	screen 100x24 "$AGENT" --depth direct --base-url "$URL"
	shows 'Enter send'
	types '/model old-model'
	keys Enter
	shows 'backend.model is now old-model'
	types hello
	keys Enter
	shows elsewhere
	leaves
	expect_match "$(cat "$file")" 'model: "new-model"'
}

run_tests
