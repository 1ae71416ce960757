#!/bin/bash
# SPDX-License-Identifier: MIT
# The first start: no configuration, no key. Which backend is there is said; a server on this machine is offered, never used unasked.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

# A model server that answers where a local one is looked for.
local_server() {
	server <<EOF
models: [tiny]
replies:
  - text: "hello from the local model"
    repeat: true
EOF
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	printf 'providers: []\nlocal:\n  - name: Ollama\n    base_url: %s\n' "$URL" \
		>"$XDG_CONFIG_HOME/agent/config/providers.yaml"
}

test_a_local_server_is_offered_and_one_key_uses_and_remembers_it() {
	local_server
	screen 100x20 "$AGENT"
	shows "Ollama answers on this machine ($URL, tiny)"
	shows 'Enter use it, and remember'
	keys Enter
	shows 'written to your agent.yaml'
	types 'hello'
	keys Enter
	shows 'hello from the local model'
	expect_equal "$(sort "$XDG_CONFIG_HOME/agent/agent.yaml")" "backend.base_url: \"$URL\"
backend.model: \"tiny\""
	leaves
	expect_exit 0 agent --ask hello
	expect_equal "$(cat "$T/out")" "hello from the local model"
}

test_the_card_of_a_local_server_goes_when_connect_took_one() {
	local_server
	screen 100x20 "$AGENT"
	shows 'Enter use it, and remember'
	types "/connect $URL"
	keys Enter
	shows 'connected to tiny'
	hides 'Enter use it, and remember'
	leaves
}

# What embeds is no answer to a prompt, and OLLAMA_HOST says where Ollama listens.
# holds: server-machine-offered
test_the_offered_model_is_one_that_talks_and_ollama_is_found_where_its_variable_says() {
	server --under /v1 <<<'{models: ["nomic-embed-text:latest", "qwen3:8b"], replies: [{text: here it is}]}'
	export OLLAMA_HOST=0.0.0.0:$PORT
	screen 100x20 "$AGENT"
	shows "Ollama answers on this machine ($URL, qwen3:8b)"
	keys Enter
	shows 'written to your agent.yaml'
	types 'hello'
	keys Enter
	shows 'here it is'
	leaves
}

test_a_window_that_is_small_by_the_servers_default_is_said_before_the_first_prompt() {
	server <<<'{models: [qwen3], pages: [{path: /api/ps, body: {models: [{name: "qwen3:latest", context_length: 4096}]}}], replies: [{text: hello back, usage: {prompt_tokens: 3000, completion_tokens: 10}}]}'
	screen 110x24 "$AGENT" --base-url "$URL" -m qwen3
	shows 'warning   Ollama runs qwen3 with a window of 4096 tokens, which is little for work with'
	shows 'OLLAMA_CONTEXT_LENGTH=32768 ollama serve'
	types hello
	keys Enter
	shows 'hello back'
	shows 'ctx 73% of 4.1k'
	leaves
}

test_unasked_it_is_only_named() {
	local_server
	printf 'int main(void) { return 0; }\n' >a.c
	expect_exit 0 agent --ask "which files define main?"
	expect_match "$(cat "$T/err")" "Ollama answers on this machine: use it with agent --base-url $URL -m tiny"
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 0
}

test_a_sentence_typed_while_the_offer_is_open_takes_nothing() {
	local_server
	screen 100x20 "$AGENT"
	shows 'Ollama answers on this machine'
	types 'use no words'
	shows '› use no words'
	expect_equal "$(grep -c chat/completions "$REQUESTS")" 0
	[ ! -e "$XDG_CONFIG_HOME/agent/agent.yaml" ] || fail "something was remembered"
}

test_doctor_names_it() {
	local_server
	expect_exit 0 agent doctor
	expect_match "$(cat "$T/out")" "Ollama answers on this machine"
}

test_an_empty_chat_says_what_to_type_and_tab_takes_an_example() {
	mkdir -p ledger/src && touch ledger/README.md && cd ledger || exit 1
	screen 80x24 "$AGENT" -s ui.title=false
	shows 'what should be done?'
	expect_equal "$(picture | sed -n '3,$p' | head -13 | sed 's/ *$//')" " note      offline rules, no model · no base URL or key is configured

 No model yet: /connect sets one up. Without, for example:
 Tab           give me an overview of this project
 Tab           list the TODOs
 Tab           which files define main?

 /connect      use a model: a provider's, or one on this machine
 /replay demo  watch a short session with one
 ?             all keys and commands; / lists the commands, @ files
 Shift-Tab     what may happen without asking
 Alt-W         give the mouse to the terminal; Shift selects anyway
 Ctrl-D        leave; \`agent --continue\` goes on"
	keys Tab
	shows '› give me an overview of this project'
	keys Tab
	shows '› list the TODOs'
	keys Enter
	hides 'For example:'
	shows ' you'
}

test_who_has_no_model_sees_a_session_with_one() {
	screen 100x30 "$AGENT"
	shows '/replay demo'
	types '/replay demo'
	keys Enter
	shows 'let a ledger have comment lines'
	keys e
	shows 'comments are skipped: 2031 instead of 5'
	keys q
	shows '/connect'
	expect_equal "$(find "$TMPDIR" -name 'agent-demo-*')" ''
}

test_the_examples_fit_the_folder_and_the_screen() {
	screen 60x20 "$AGENT"
	shows 'Tab           what is in this folder?'
	in_tmux resize-window -x 30 -y 12
	shows 'Tab           what is in th'
	in_tmux resize-window -x 20 -y 6
	hides 'For example'
	in_tmux resize-window -x 110 -y 32
	shows 'Ctrl-D        leave'
	types 'my own words'
	keys Tab
	hides 'Ctrl-D        leave; and'
	shows '› my own words'
}

test_a_session_that_cannot_be_saved_says_so_all_the_time() {
	mkdir -p "$XDG_DATA_HOME"
	echo >"$XDG_DATA_HOME/agent"
	screen 80x24 "$AGENT"
	shows 'this session is not saved: '
	shows ' not saved  sandbox off  ask'
	leaves
	screen 80x24 "$AGENT" --no-save
	shows ' sandbox off  ask'
	hides 'not saved'
	leaves
}

run_tests
