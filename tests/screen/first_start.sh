#!/bin/bash
# The first start: no configuration, no key. Which backend is there is said; a server on this machine is offered, never used unasked (F5).
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
	expect_equal "$(cat "$XDG_CONFIG_HOME/agent/agent.yaml")" "backend.base_url: \"$URL\"
backend.model: \"tiny\""
	keys C-d
	wait_for ended
	expect_exit 0 agent --ask hello
	expect_equal "$(cat "$T/out")" "hello from the local model"
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

run_tests
