#!/bin/bash
# SPDX-License-Identifier: MIT
# Configuration as a person meets it: mistakes with their place and exit 78, show, check, path, trust.
. "$(dirname "$0")/../support/lib.sh"

user_file() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	cat >"$XDG_CONFIG_HOME/agent/agent.yaml"
}

test_every_command_that_loads_settings_refuses_a_bad_file() {
	printf 'backend:\n  modle: x\n  retries: 99\n' >agent.yaml
	wanted="agent.yaml:2:3: unknown key 'modle' (did you mean 'model'?)
agent.yaml:3:12: 'backend.retries' must be from 0 to 20, not 99"
	for command in "--ask hi" "tools" "doctor" "config check" "config show" "config trust"; do
		expect_exit 78 agent $command </dev/null
		expect_equal "$(grep -F agent.yaml: "$T/err" "$T/out" -h)" "$wanted" "$command"
	done
	expect_exit 0 agent config path
	expect_exit 0 agent --version
	test ! -e "$XDG_DATA_HOME/agent" || fail "something was stored"
}

test_each_kind_of_bad_file_ends_with_78() {
	kinds=0
	bad() { # WORDS, file on stdin
		cat >agent.yaml
		expect_exit 78 agent config check
		expect_match "$(cat "$T/err")" "$1"
		expect_no_match "$(cat "$T/err")" 'Sanitizer|runtime error'
		kinds=$((kinds + 1))
	}
	bad "^agent.yaml:1:1: unknown key 'zzz'" <<<'zzz: 1'
	bad "^agent.yaml:1:10: 'approve' must be .* or null, not a list" <<<'approve: [1]'
	bad "^agent.yaml:1:20: .* from 1 to 10000, not 0" <<<'limits.iterations: 0'
	bad "^agent.yaml:2:1: duplicate key 'approve'" < <(printf 'approve: ask\napprove: ask\n')
	bad "^agent.yaml:1:10: bytes that are not UTF-8" < <(printf 'approve: \xff\n')
	bad "^agent.yaml:1:4: NUL byte" < <(printf 'ui:\0\n')
	bad "^agent.yaml:2:1: tab used as indentation" < <(printf 'ui:\n\tmouse: true\n')
	bad "^agent.yaml:5:[0-9]+: more than 100000 nodes" < <(
		echo 'a: &a [x,x,x,x,x,x,x,x,x,x]'
		for pair in ba cb dc ed fe gf; do
			a="*${pair:1}"
			echo "${pair:0:1}: &${pair:0:1} [$a,$a,$a,$a,$a,$a,$a,$a,$a,$a]"
		done
	)
	bad "^agent.yaml:1:65: nested deeper than 64 levels" < <(printf '%0.s[' $(seq 1 3000))
	bad "^agent.yaml:2:1: a second document begins here" < <(printf 'approve: ask\n---\n')
	bad "^agent.yaml: .* is too large" < <(head -c 1100000 /dev/zero | tr '\0' '#')
	rm agent.yaml && mkdir agent.yaml
	expect_exit 78 agent config check
	expect_match "$(cat "$T/err")" "^agent.yaml: .* is a folder"
	rmdir agent.yaml && mkfifo agent.yaml
	expect_exit 78 agent config check
	expect_match "$(cat "$T/err")" "^agent.yaml: .* is not a regular file"
	expect_equal $kinds 11
}

test_what_is_wrong_on_the_command_line_is_bad_usage() {
	expect_exit 2 agent -s backend.modle=x config show
	expect_equal "$(cat "$T/err")" \
		"command line: unknown key 'backend.modle' (did you mean 'backend.model'?)"
	expect_exit 2 agent --depth deep --ask hi
	expect_match "$(cat "$T/err")" 'must be one of auto, direct, react, strategic'
}

test_show_tells_values_and_sources_and_can_be_read_again() {
	printf 'backend:\n  temperature: 0.5\n' >agent.yaml
	export AGENT_MODEL="a: b #c"
	expect_exit 0 agent -s limits.iterations=3 config show
	expect_match "$(cat "$T/out")" '^backend.temperature: 0.5 +# agent.yaml:2$'
	expect_match "$(cat "$T/out")" "^backend.model: 'a: b #c' +# environment AGENT_MODEL$"
	expect_match "$(cat "$T/out")" '^limits.iterations: 3 +# command line$'
	expect_match "$(cat "$T/out")" '^ui.plan: auto +# default$'
	unset AGENT_MODEL
	cp "$T/out" "$T/shown.yaml"
	expect_exit 0 agent --config "$T/shown.yaml" config show
	expect_equal "$(sed 's/ *# .*//' "$T/out")" "$(sed 's/ *# .*//' "$T/shown.yaml")"
}

test_show_of_one_key_or_section() {
	expect_exit 0 agent config show budget
	expect_equal "$(cut -d: -f1 "$T/out")" "budget.answer_tokens
budget.bytes_per_token
budget.day_usd
budget.head_bytes_per_token
budget.least_reply
budget.longest_reply
budget.most_bytes_per_token
budget.prices
budget.session_usd
budget.turn_usd"
	expect_exit 2 agent config show modle
	expect_match "$(cat "$T/err")" "unknown key 'modle' \(did you mean 'backend.model'\?\)"
	expect_exit 2 agent config
	expect_exit 2 agent config nothing
}

test_values_that_may_be_secret_are_not_shown() {
	user_file <<<'backend.headers: {X-Token: sesame-sesame}'
	expect_exit 0 agent config show
	expect_match "$(cat "$T/out")" '^backend.headers: \{"X-Token":"\(hidden\)"\}'
	printf 'backend.api_key_env: sk-sesame-sesame\n' >agent.yaml
	expect_exit 78 agent config check
	expect_no_match "$(cat "$T/err" "$T/out")" sesame
}

test_an_untrusted_folder_is_told_and_trust_shows_what_changes() {
	printf 'approve: all\nbackend:\n  model: m\n  base_url: http://127.0.0.1:9/v1\n' >agent.yaml
	user_file <<<'# mine
ui: {theme: dark}   # stays'
	chmod 640 "$XDG_CONFIG_HOME/agent/agent.yaml"
	expect_exit 0 agent config show approve
	expect_match "$(cat "$T/out")" '^approve: null +# default$'
	expect_exit 0 agent config check
	expect_match "$(cat "$T/out")" '^# agent.yaml:1: approve is ignored'
	expect_exit 0 agent config trust
	expect_match "$(cat "$T/out")" '^  approve: null -> all$'
	expect_match "$(cat "$T/out")" "^  backend.base_url: null -> 'http://127.0.0.1:9/v1'$"
	expect_equal "$(cat "$XDG_CONFIG_HOME/agent/agent.yaml")" "# mine
ui: {theme: dark}   # stays

trust.workspaces:
  - \"$PWD\""
	expect_equal "$(stat -c %a "$XDG_CONFIG_HOME/agent/agent.yaml")" 640
	expect_exit 0 agent config show approve
	expect_match "$(cat "$T/out")" '^approve: all +# agent.yaml:1$'
	expect_exit 0 agent config trust
	expect_match "$(cat "$T/out")" 'is trusted already'
	expect_equal "$(grep -c "$PWD" "$XDG_CONFIG_HOME/agent/agent.yaml")" 1
}

test_a_users_table_of_commands_is_checked_and_a_wrong_one_allows_nothing() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	cp "$ROOT/config/commands.yaml" "$XDG_CONFIG_HOME/agent/config/commands.yaml"
	expect_exit 0 agent config check
	printf 'commands: {make: {raeds: true}, evil: {reads: true}}\nvariables: []\n' \
		>"$XDG_CONFIG_HOME/agent/config/commands.yaml"
	expect_exit 78 agent config check
	expect_match "$(cat "$T/err")" "commands.yaml:1:.*raeds.*did you mean 'reads'"
	agent --approve ask -s 'permissions.reading=[evil]' tools evil >"$T/out"
	expect_match "$(tail -1 "$T/out")" '^asks'
}

# holds: trust-file-content
test_trust_is_of_the_content_and_a_changed_file_is_told_again() {
	printf 'approve: edits\n' >agent.yaml
	expect_exit 0 agent config trust
	expect_exit 0 agent config show approve
	expect_match "$(cat "$T/out")" '^approve: edits +# agent.yaml:1$'
	printf 'approve: all\n' >agent.yaml
	expect_exit 0 agent config show approve
	expect_match "$(cat "$T/out")" '^approve: null +# default$'
	expect_exit 0 agent config check
	expect_match "$(cat "$T/out")" '^# agent.yaml:1: approve is ignored: the file changed since it was trusted'
	agent --backend offline --ask hello >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/err")" 'may not set approve until this folder is trusted again: it changed since'
	expect_exit 0 agent config trust
	expect_match "$(cat "$T/out")" 'is not the one that was trusted'
	expect_match "$(cat "$T/out")" '^  approve: null -> all$'
	expect_exit 0 agent config show approve
	expect_match "$(cat "$T/out")" '^approve: all +# agent.yaml:1$'
	expect_equal "$(grep -c "$PWD" "$XDG_CONFIG_HOME/agent/agent.yaml")" 1
}

test_a_folder_listed_by_hand_is_trusted_once_its_file_was_shown() {
	printf 'approve: all\n' >agent.yaml
	user_file <<<"trust.workspaces: [$PWD]"
	expect_exit 0 agent config show approve
	expect_match "$(cat "$T/out")" '^approve: null +# default$'
	expect_exit 0 agent config trust
	expect_exit 0 agent config show approve
	expect_match "$(cat "$T/out")" '^approve: all'
}

# holds: trust-file-content
test_an_untrusted_file_lifts_no_limit_and_chooses_no_model() {
	local key
	for key in 'backend.model: m' 'backend.provider: openai' 'backend.max_tokens: 100000' 'roles.strategist.model: m' \
		'limits.iterations: 9999' 'limits.wall_s: 100000' 'limits.tokens: 0' 'budget.turn_usd: 1000' 'tools.command_timeout_s: 86400' \
		'delegate.depth: 2' 'delegate.iterations: 9999' 'agent.parallel: 64' 'memory.max_bytes: 1000000' 'recovery.retry: 100'; do
		printf '%s\n' "$key" >agent.yaml
		expect_exit 0 agent config show "${key%%:*}"
		expect_match "$(cat "$T/out")" '# default$'
		expect_exit 0 agent config check
		expect_match "$(cat "$T/out")" "${key%%:*} is ignored"
	done
}

test_trust_of_another_folder_keeps_a_linked_file_linked() {
	mkdir -p "$T/dotfiles" "$T/other" "$XDG_CONFIG_HOME/agent"
	echo 'trust: {workspaces: [/a]}' >"$T/dotfiles/agent.yaml"
	ln -s "$T/dotfiles/agent.yaml" "$XDG_CONFIG_HOME/agent/agent.yaml"
	expect_exit 0 agent config trust "$T/other"
	test -L "$XDG_CONFIG_HOME/agent/agent.yaml" || fail "the link is gone"
	expect_equal "$(cat "$T/dotfiles/agent.yaml")" "trust: {workspaces: [\"$T/other\", /a]}"
	expect_exit 2 agent config trust "$T/nowhere"
	expect_exit 2 agent --config "$T/dotfiles/agent.yaml" config trust
}

test_trust_that_cannot_be_one_line_changes_nothing() {
	user_file <<<'{approve: ask}'
	expect_exit 78 agent config trust
	expect_equal "$(cat "$XDG_CONFIG_HOME/agent/agent.yaml")" '{approve: ask}'
	expect_match "$(cat "$T/err")" "was left as it is: .*add \`\"$PWD\"\` to trust.workspaces"
}

test_a_strangers_file_cannot_drive_the_terminal() {
	printf 'ui.theme: "\\e[2J\\u202e"\n' >agent.yaml
	expect_exit 0 agent config show ui.theme
	expect_no_match "$(cat "$T/out")" $'\e'
	expect_no_match "$(cat "$T/out")" $'\u202e'
	printf '"\\e[2J": 1\n' >agent.yaml
	expect_exit 78 agent config check
	expect_no_match "$(cat "$T/err")" $'\e'
}

test_a_mistake_in_an_own_table_is_found_by_check() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	printf 'models:\n  - match: x\n    price: {input: 1}\n' >"$XDG_CONFIG_HOME/agent/config/models.yaml"
	expect_exit 78 agent config check
	expect_equal "$(cat "$T/err")" \
		"~/.config/agent/config/models.yaml:3:12: 'models[0].price' lacks 'output'"
}

run_tests
