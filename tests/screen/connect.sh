#!/bin/bash
# SPDX-License-Identifier: MIT
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

test_a_server_that_says_nothing_is_given_up() {
	"$BUILD/tests/support/deaf_server" "$T/port" &
	SERVERS="${SERVERS:-} $!"
	wait_for test -s "$T/port"
	screen 100x20 "$AGENT" --backend offline -s doctor.timeout_s=0.5
	shows 'Enter send'
	types "/connect http://127.0.0.1:$(cat "$T/port")/v1"
	keys Enter
	shows 'no answer within 0.5 s (doctor.timeout_s)'
	leaves
}

# It comes in pieces, from a command, from the server: no byte that the terminal gets is of it whole.
# holds: key-file-command
test_a_key_that_a_command_prints_is_never_on_the_screen() {
	local key=sk-sesame-0123456789abcdef
	echo "$key" >"$T/vault"
	server <<-EOF2
		replies:
		- {text: "So it is $key, slowly.", reasoning: "I think it is $key or so.", delay_ms: {between: 5}, delta_chars: 3}
		- {text: "I run.", calls: [{name: run_command, arguments: {command: "cat $T/vault; echo ran >&2"}}]}
		- {status: 400, error: "your key $key is wrong"}
	EOF2
	screen 100x24 "$AGENT" --backend openai --base-url "$URL" -m m --depth react --approve all -s "backend.api_key_command=cat $T/vault"
	in_tmux pipe-pane "cat >>'$T/bytes'"
	shows 'Enter send'
	types 'hello'
	keys Enter
	shows 'So it is $api_key_command, slowly.'
	types 'run it'
	keys Enter
	shows '$api_key_command is wrong'
	keys C-o
	types '/config show'
	keys Enter
	shows 'api_key_command'
	leaves
	expect_equal "$(jq -r .headers.authorization "$REQUESTS" | sort -u)" "Bearer $key"
	wait_for grep -q slowly "$T/bytes"
	# also when written piece by piece, with the terminal's own sequences between the pieces
	sed 's/\x1b\[[0-9;?]*[A-Za-z]//g' "$T/bytes" | tr -d '\r\n' | grep -aoF "$key" && fail "the terminal got the key"
	! grep -rlaF -e "$key" "$HOME" || fail "the key is kept"
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

test_a_paste_stays_one_while_a_model_is_chosen() {
	server <<<'{models: [first-model, second-model], replies: [{text: "I am here."}]}'
	seq 1 100 >"$T/paste"
	screen 100x24 "$AGENT" --base-url "$URL"
	shows 'Enter send'
	in_tmux load-buffer "$T/paste" \; paste-buffer -p
	shows 'pasted 100 lines'
	keys Enter
	shows 'Which model shall answer?'
	keys Enter
	shows 'I am here.'
	leaves
	expect_equal "$(agent --replay last --output events | jq -c 'select(.type == "turn_start").data.pasted')" '[[0,292]]'
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

# ---- What the header says of a session that goes on is what answers ---------------------------------

# A session with first-model of the first server; the configuration names another by then.
held_a_session() { # the configuration's YAML, where $FIRST and $URL are the servers
	server <<<'{models: [first-model], replies: [{text: from the first, repeat: true}]}'
	FIRST=$URL FIRST_REQUESTS=$REQUESTS
	server <<<'{models: [second-model], replies: [{text: from the second, repeat: true}]}'
	mkdir -p "$XDG_CONFIG_HOME/agent"
	expect_exit 0 agent --base-url "$FIRST" -m first-model --depth direct --ask hello
	echo "${1//SECOND/$URL}" >"$XDG_CONFIG_HOME/agent/agent.yaml"
}

header_has() {
	picture | head -n 1 | grep -qE "(^| )$1( |\$)"
}

header() { # WORD: in the header, and nothing there says another model
	(wait_for header_has "$1") >/dev/null || fail "not '$1' in the header: $(picture | head -n 1)"
	local other
	for other in first-model second-model third-model offline model-chat model-messages model-responses; do
		[ "$other" = "$1" ] || ! header_has "$other" || fail "'$other' beside '$1' in the header: $(picture | head -n 1)"
	done
}

test_a_session_that_goes_on_names_the_model_it_had_and_asks_it() {
	held_a_session 'backend: {base_url: "SECOND", model: second-model}'
	screen 100x24 "$AGENT" --depth direct --continue
	shows 'Enter send'
	header first-model
	types again
	keys Enter
	(wait_for eval '[ "$(grep -c POST "$FIRST_REQUESTS")" = 2 ]') || fail "the first server was not asked"
	header first-model
	leaves
	expect_equal "$(jq -r '.body.model? | strings' "$FIRST_REQUESTS" | sort -u)" first-model
}

test_a_session_that_goes_on_with_another_model_names_that() {
	held_a_session 'backend: {base_url: "SECOND", model: second-model}'
	screen 100x24 "$AGENT" --depth direct --continue -m third-model
	shows 'Enter send'
	header third-model
	types again
	keys Enter
	(wait_for eval '[ "$(grep -c POST "$FIRST_REQUESTS")" = 2 ]') || fail "the first server was not asked"
	header third-model
	leaves
	expect_equal "$(jq -r '.body.model? | strings' "$FIRST_REQUESTS" | tail -n 1)" third-model
	screen 100x24 "$AGENT" --depth direct --continue --base-url "$URL" -m second-model
	shows 'Enter send'
	header second-model
	types again
	keys Enter
	shows 'from the second'
	header second-model
	leaves
}

test_a_session_that_goes_on_offline_says_so() {
	held_a_session ''
	screen 100x24 "$AGENT" --depth direct --continue --backend offline
	shows 'Enter send'
	header offline
	leaves
	sqlite3 "$XDG_DATA_HOME/agent/agent.db" "update events set data = replace(data, '$FIRST', 'https://server.invalid/v1') where type in ('session_start', 'setting')"
	screen 100x24 "$AGENT" --depth direct --continue
	shows 'the offline backend answers now'
	header offline
	leaves
}

# It is not kept in agent.yaml, whose server is another one. A fork begins with the model of the session it comes from.
test_a_model_that_was_chosen_in_the_session_is_named_after_going_on() {
	held_a_session $'backend:\n  base_url: "SECOND"\n  model: second-model'
	screen 100x24 "$AGENT" --depth direct --continue
	shows 'Enter send'
	types '/model third-model'
	keys Enter
	shows 'backend.model is now third-model'
	header third-model
	leaves
	expect_match "$(cat "$XDG_CONFIG_HOME/agent/agent.yaml")" 'model: second-model$' # which is of the server there
	screen 100x24 "$AGENT" --depth direct --continue
	shows 'Enter send'
	header third-model
	types again
	keys Enter
	(wait_for eval '[ "$(jq -r ".body.model? | strings" "$FIRST_REQUESTS" | tail -n 1)" = third-model ]') || fail "third-model was not asked"
	leaves
	screen 100x24 "$AGENT" --depth direct --fork "$(agent sessions list --output json | jq -r '.[0].id')"
	shows 'Enter send'
	header third-model
	leaves
}

# Each server speaks one protocol and refuses what breaks its rules (tests/support/server/request_check.c).
speaker() { # PROTOCOL: sets url[PROTOCOL], requests[PROTOCOL]
	server --protocol "$1" <<-EOF
		models: [model-$1]
		replies:
		  - {reasoning: "thought over $1", text: "Looking.", calls: [{id: c1, name: list_files, arguments: {}}, {id: c2, name: list_files, arguments: {}}]}
		  - {text: "first answer over $1"}
		  - {reasoning: "again over $1", calls: [{id: c1, name: list_files, arguments: {}}]}
		  - {text: "second answer over $1"}
	EOF
	url[$1]=$URL requests[$1]=$REQUESTS
}

# Calls, their results and the thoughts that can be checked, as each protocol has them.
told_of() { # PROTOCOL: of the last request
	tail -n 1 "${requests[$1]}" | jq -c '.body | [
		([.messages[]? | .tool_calls[]?] + [.messages[]?.content | arrays[] | select(.type == "tool_use")] + [.input[]? | select(.type == "function_call")] | length),
		([.messages[]? | select(.role == "tool")] + [.messages[]?.content | arrays[] | select(.type == "tool_result")] + [.input[]? | select(.type == "function_call_output")] | length),
		([.messages[]?.content | arrays[] | select(.type == "thinking")] + [.input[]? | select(.type == "reasoning")] | length)]'
}

# holds: model-changes-mid
test_a_conversation_goes_on_over_another_protocol_after_connect() {
	local -A url requests
	local round protocol calls thoughts first
	for round in 'messages chat responses messages' 'responses chat messages responses'; do
		calls=0 first=${round%% *}
		for protocol in chat messages responses; do
			speaker $protocol
		done
		screen 100x40 "$AGENT" --depth react --base-url "${url[$first]}" -m "model-$first"
		shows 'Enter send'
		for protocol in $round; do
			[ $calls = 0 ] || {
				types "/connect ${url[$protocol]}"
				keys Enter
				shows "connected to model-$protocol"
				header "model-$protocol"
			}
			[ $calls != 6 ] || first="back at $first"
			types "go on with $protocol"
			keys Enter
			case $first in
			back*) shows "second answer over $protocol" && calls=$((calls + 1)) thoughts=2 ;;
			*) shows "first answer over $protocol" && calls=$((calls + 2)) thoughts=1 ;;
			esac
			[ $protocol != chat ] || thoughts=0 # it is no part of its own there
			expect_equal "$(told_of $protocol)" "[$calls,$calls,$thoughts]" "$round: $protocol"
			expect_equal "$(jq -s '[.[].body | objects | .model] | unique' -c "${requests[$protocol]}")" "[\"model-$protocol\"]"
		done
		leaves
		rm -f "$XDG_CONFIG_HOME/agent/agent.yaml"
	done
}


# It is typed where nothing shows it, kept in a file that only the user can read, and named by a profile.
test_a_key_is_pasted_unseen_and_kept_as_a_profile() {
	local key=sk-sesame-0123456789abcdef
	server <<<"{models: [m], replies: [{text: 'So it is $key.', repeat: true}]}"
	screen 100x24 "$AGENT" --backend offline
	in_tmux pipe-pane "cat >>'$T/bytes'"
	shows 'Enter send'
	types "/connect $URL paste"
	keys Enter
	shows 'Paste it'
	keys Enter
	shows 'it is not shown'
	types "$key"
	shows ' * ********'
	keys Enter
	shows 'kept as profile 127-0-0-1'
	types 'hello'
	keys Enter
	shows 'So it is $api_key'
	leaves
	expect_equal "$(jq -r .headers.authorization "$REQUESTS" | sort -u)" "Bearer $key"
	expect_equal "$(stat -c %a "$XDG_CONFIG_HOME/agent/keys/127-0-0-1")" 600
	expect_equal "$(cat "$XDG_CONFIG_HOME/agent/agent.yaml")" 'profile: "127-0-0-1"'
	expect_no_match "$(grep -rl "$key" "$T/bytes" "$XDG_DATA_HOME" "$XDG_STATE_HOME" 2>/dev/null)" '.'
}

test_a_key_is_kept_by_pass_where_that_is_installed() {
	mkdir "$T/bin"
	printf '#!/bin/sh\ncase $1 in insert) cat >"%s/$4";; show) cat "%s/$2";; esac\n' "$T" "$T" >"$T/bin/pass"
	chmod +x "$T/bin/pass"
	mkdir "$T/agent"
	server <<<'{models: [m], replies: [{text: "Here.", repeat: true}]}'
	PATH="$T/bin:$PATH" screen 100x24 "$AGENT" --backend offline
	shows 'Enter send'
	types "/connect $URL paste"
	keys Enter
	shows 'Paste it'
	keys Enter
	shows 'it is not shown'
	types "sk-sesame-pass"
	keys Enter
	shows 'Keep the key in'
	types pass
	keys Enter
	shows 'kept as profile'
	leaves
	expect_equal "$(cat "$T/agent/127-0-0-1")" sk-sesame-pass
	expect_match "$(cat "$XDG_CONFIG_HOME/agent/profiles/127-0-0-1.yaml")" 'api_key_command: "pass show agent/127-0-0-1"'
	[ ! -e "$XDG_CONFIG_HOME/agent/keys" ] || fail "it is in a file too"
}

# Two keys of one server: each profile sends its own, whatever agent.yaml says of another.
test_profiles_hold_several_keys_of_a_server() {
	server <<<'{models: [m], replies: [{text: "Here.", repeat: true}]}'
	mkdir -p "$XDG_CONFIG_HOME/agent/profiles"
	echo 'backend.api_key_command: "echo sk-sesame-of-the-file"' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	for name in home work; do
		echo "sk-sesame-$name" >"$T/$name.key"
		printf 'backend: {base_url: "%s", api_key_file: "%s", model: m}\n' "$URL" "$T/$name.key" \
			>"$XDG_CONFIG_HOME/agent/profiles/$name.yaml"
	done
	"$AGENT" --profile home --ask hello >"$T/out" 2>&1
	AGENT_PROFILE=work "$AGENT" --ask hello >>"$T/out" 2>&1
	screen 100x24 "$AGENT" --profile home
	shows 'Enter send'
	types '/profile work'
	keys Enter
	shows 'profile work answers'
	types hello
	keys Enter
	shows 'Here.'
	leaves
	expect_equal "$(jq -r 'select(.method == "POST") | .headers.authorization' "$REQUESTS" | paste -sd' ')" \
		'Bearer sk-sesame-home Bearer sk-sesame-work Bearer sk-sesame-work'
	expect_match "$(cat "$XDG_CONFIG_HOME/agent/agent.yaml")" '^profile: "work"$'
	"$AGENT" --profile none --ask hello >"$T/out" 2>&1
	expect_match "$(cat "$T/out")" 'profiles/none\.yaml'
}
run_tests
