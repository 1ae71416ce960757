#!/bin/bash
# SPDX-License-Identifier: MIT
# The command line as a stranger finds it: help, mistakes, what is not there yet, and every command.
. "$(dirname "$0")/../support/lib.sh"

COMMANDS='sessions attach test plans roadmaps stats models usage tools config doctor sandbox acp mcp'

test_help_lists_only_what_exists() {
	expect_exit 0 agent --help
	expect_equal "$(cat "$T/err")" ''
	expect_equal "$(sed -n '/^commands:/,/^$/s/^  \([a-z]*\).*/\1/p' "$T/out" | tr '\n' ' ')" "$COMMANDS "
	expect_exit 0 agent -h --ask hi
	# Alone, --detach goes on without anybody (tests/screen/faces.sh has it).
	for name in $(grep -oE '^ +(-., )?--[a-z-]+' "$T/out" | grep -oE -- '--.*' | grep -vx -- --detach); do
		expect_no_match "$("$AGENT" "$name" 2>&1 </dev/null)" "unknown option|not available"
	done
	for command in $COMMANDS; do
		expect_exit 0 agent $command --help
		expect_match "$(cat "$T/out")" "^usage: agent $command"
	done
	expect_exit 0 agent sessions rename --help
	expect_match "$(cat "$T/out")" '^usage: agent sessions '
	expect_exit 0 agent tools git --help
	expect_match "$(cat "$T/out")" 'git --help'
}

test_version_is_one_line() {
	expect_exit 0 agent --version
	expect_match "$(cat "$T/out")" '^agent [0-9]+\.[0-9]+\.[0-9]+$'
	expect_exit 0 agent -V
	expect_equal "$(ls -A "$HOME")" ''
}

# arguments | what is said on stderr after "agent: "
test_mistakes_are_told_with_exit_2() {
	rows=0
	while IFS='|' read -r arguments words <&9; do
		eval "expect_exit 2 agent $arguments </dev/null"
		expect_equal "$(cat "$T/err")" "$words" "$arguments"
		expect_equal "$(cat "$T/out")" '' "$arguments"
		rows=$((rows + 1))
	done 9<<-'EOF'
		--verison|agent: '--verison': unknown option (did you mean '--version'?)
		--modle x|agent: '--modle': unknown option (did you mean '--model'?)
		--zzz|agent: '--zzz': unknown option; see agent --help
		-x|agent: '-x': unknown option; see agent --help
		--ask|agent: '--ask': wants an argument; see agent --help
		--set nokey --ask x|agent: 'nokey': is not KEY=VALUE
		--ask one two|agent: 'two': too many words; put the whole text of --ask in quotes
		--ask one sessions|agent: 'sessions': a command goes without --ask, --continue, --resume, --fork and --replay
		--replay last --ask hi|agent: '--replay': goes without a prompt
		--continue --fork x --ask hi|agent: only one of --continue, --resume, --fork and --replay at a time
		--resume x --continue --ask hi|agent: only one of --continue, --resume, --fork and --replay at a time
		--resume|agent: '--resume': no terminal to choose a session on; name its ID or 'last', see agent sessions list
		--resume --plain|agent: '--resume': no terminal to choose a session on; name its ID or 'last', see agent sessions list
		--ask hi --resume|agent: '--resume': wants an ID or 'last' beside a prompt; see agent sessions list
		--resume --no-save --ask hi|agent: '--resume': wants an ID or 'last' beside a prompt; see agent sessions list
		--resume --continue|agent: only one of --continue, --resume, --fork and --replay at a time
		--speed 2 --ask hi|agent: --speed, --from and --to go with --replay
		--color sometimes --ask hi|agent: '--color sometimes': must be one of auto|always|never
		--max-iterations 0 --ask hi|command line: 'limits.iterations' must be from 1 to 10000, not 0
		--timeout -1 --ask hi|command line: 'limits.wall_s' must be from 0.01 to 604800, not -1
		--backend magic --ask hi|command line: 'backend.provider' must be one of auto, openai, offline, not 'magic'
		-C /etc/passwd --ask hi|agent: folder '/etc/passwd': Not a directory
		models -s x=1|agent: models: '-s' comes before the command: agent -s ... models
		usage --base-url=http://x|agent: usage: '--base-url' comes before the command: agent --base-url ... usage
		tools --more|agent: 'tools --more': unknown option; options come before 'tools', '--' before a command
		doctor more|agent: 'doctor more': one word too many; options come before 'doctor'
	EOF
	expect_equal $rows 26
}

test_behind_two_dashes_a_command_is_a_prompt() {
	expect_exit 2 agent -- plans </dev/null
	expect_equal "$(cat "$T/err")" 'agent: no terminal for the chat; ask one question with: agent --ask TEXT'
	expect_exit 2 agent the plans </dev/null
	expect_match "$(cat "$T/err")" 'no terminal for the chat'
	expect_exit 5 agent --ask plans </dev/null
}

test_tools_lists_each_with_its_class_and_what_would_happen() {
	expect_exit 0 agent tools
	expect_equal "$(tr -s ' ' <"$T/out" | cut -d' ' -f1-3)" 'list_files reads allowed
find_files reads allowed
search_text reads allowed
read_file reads allowed
view_image reads allowed
write_file writes denied
edit_file writes denied
run_command runs denied
fetch_url network denied
ask_user asks allowed
write_todos plans allowed
delegate delegates allowed
remember remembers denied'
	expect_equal "$(awk 'length > 200' "$T/out")" ''
	for row in "edits allowed asks" "all allowed allowed" "ask asks asks" "plan denied denied"; do
		set -- $row
		expect_exit 0 agent --approve "$1" tools
		expect_equal "$(awk '/^(write_file|run_command)/ {print $3}' "$T/out" | tr '\n' ' ')" "$2 $3 " "$1"
	done
}

test_every_document_says_of_mode_edits_what_the_chat_says() {
	local words file
	words=$(sed -n 's/.*\[APPROVE_EDITS\] = "\(.*\)",.*/\1/p' "$ROOT"/src/workspace/permission/permission_grant.c)
	[ -n "$words" ] || fail "no words"
	for file in docs/cli.md config/default.yaml agent.yaml.example; do
		grep -qF "$words" "$ROOT/$file" || fail "$file does not say '$words'"
	done
}

test_a_command_is_judged_as_the_agent_judges_it() {
	expect_exit 0 agent --approve edits tools -- make test
	expect_match "$(tail -1 "$T/out")" '^asks'
	unset AGENT_SANDBOX
	[ "$(agent doctor 2>&1 | grep -c '^sandbox .*namespaces')" = 1 ] || return 0
	expect_exit 0 agent --approve edits tools -- make test
	expect_equal "$(tail -1 "$T/out")" 'allowed: it can write in the workspace only and has no network'
	expect_exit 0 agent --approve ask tools -- make test
	expect_match "$(tail -1 "$T/out")" '^tried first: '
}

test_a_command_that_is_misspelled_is_guessed() {
	local words
	for words in 'sesions list' 'sesions' 'sessons search x' 'rodmaps check x' 'usag'; do
		expect_exit 2 agent $words
		expect_match "$(cat "$T/err")" "^agent: '${words%% *}': no command \(did you mean '[a-z]+'\?\); as a prompt: agent -- ${words%% *} "
	done
	expect_exit 0 agent help
	expect_match "$(cat "$T/out")" '^usage: agent'
	for words in sessions undo sesions; do # by its name, by what it does, and nearly by its name
		expect_exit 0 agent help $words
		expect_match "$(cat "$T/out")" '^usage: agent sessions'
	done
	expect_exit 0 agent sessions --help
}

test_doctor_says_what_is_there_and_what_to_do() {
	expect_exit 0 agent doctor
	expect_match "$(cat "$T/out")" '^backend +offline: no base URL or key is configured$'
	expect_match "$(cat "$T/out")" '^keys +no known API key is in the environment$'
	expect_match "$(cat "$T/out")" "^workspace +$PWD$"
	expect_match "$(cat "$T/out")" '^sandbox +off'
	expect_match "$(cat "$T/out")" '^ +-> connect a model: agent --base-url URL -m MODEL'
	test ! -e "$XDG_DATA_HOME/agent/agent.db" || fail "doctor made a database"
	export GROQ_API_KEY=gsk-sesame-0123456789 ANTHROPIC_API_KEY=sk-ant-sesame-0123
	agent doctor >"$T/out" 2>"$T/err" # asks the server, which is not there or does not know the key
	expect_match "$(cat "$T/out")" '^backend +https://api\.groq\.com/openai/v1: GROQ_API_KEY is set$'
	expect_match "$(cat "$T/out")" '^protocol +chat$'
	expect_match "$(cat "$T/out")" 'GROQ_API_KEY is set \(Groq\)'
	expect_no_match "$(cat "$T/out" "$T/err")" sesame
	expect_exit 2 agent doctor -- more
	expect_exit 2 agent -s backend.api_key_env=NONE --base-url http://127.0.0.1:1 doctor
	expect_match "$(cat "$T/out")" "^backend +.*'NONE', which is not set"
}

test_a_known_key_whose_protocol_is_missing_is_named() {
	export OTHER_API_KEY=sk-sesame-01234567
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	echo 'providers: [{name: Other, key: OTHER_API_KEY, base_url: "https://other.test/v1", protocol: other}]' >"$XDG_CONFIG_HOME/agent/config/providers.yaml"
	expect_exit 0 agent doctor
	expect_match "$(cat "$T/out")" '^backend +offline: .*OTHER_API_KEY is set, its protocol is not available in this version$'
}

test_sessions_list_show_export() {
	expect_exit 0 agent sessions
	expect_equal "$(cat "$T/out")" ''
	expect_equal "$(cat "$T/err")" 'agent: no sessions of this folder yet; --all lists those of others'
	server <<<'replies: [{calls: [{name: list_files, arguments: {}}]}, {text: "the answer"}]'
	expect_exit 0 model --ask "a question about things"
	expect_exit 0 agent sessions list
	expect_match "$(sed -n 2p "$T/out")" '^[0-9A-Z]{26}  20[0-9-]{8} [0-9:]{5} +1  a question about things$'
	id=$(cut -c1-26 <<<"$(sed -n 2p "$T/out")")
	expect_exit 0 agent sessions show "$id"
	expect_match "$(cat "$T/out")" 'a question about things'
	expect_match "$(cat "$T/out")" 'the answer'
	expect_exit 0 agent sessions show last --output json
	expect_equal "$(jq -r .id "$T/out" 2>/dev/null || jq -r .session.id "$T/out")" "$id"
	expect_exit 0 agent sessions export last
	expect_equal "$(head -n 1 "$T/out" | jq -r .type)" session_start
	mkdir "$T/other"
	expect_exit 0 agent -C "$T/other" sessions list
	expect_equal "$(cat "$T/out")" ''
	expect_exit 0 agent -C "$T/other" sessions list --all
	expect_match "$(cat "$T/out")" "$id.*a question about things"
	expect_exit 2 agent sessions show
	expect_exit 2 agent sessions show nothing
	expect_exit 2 agent sessions frob
	expect_exit 2 agent sessions list --frob
	expect_exit 2 agent sessions show last more
}

test_what_a_strangers_session_is_called_drives_no_terminal() {
	server <<<'replies: [{text: "x"}]'
	expect_exit 0 model --ask $'evil \e]0;title\a \u202e name'
	for command in "sessions list" "sessions show last" "--replay last"; do
		expect_exit 0 agent $command
		expect_no_match "$(cat "$T/out" "$T/err")" $'[\e\a]'
		expect_no_match "$(cat "$T/out" "$T/err")" $'\u202e'
	done
}

test_verbose_tells_what_happens_on_stderr() {
	server <<<'replies: [{text: fine}]'
	expect_exit 0 model --ask hi -v
	expect_equal "$(cat "$T/out")" fine
	expect_match "$(cat "$T/err")" "POST $URL/chat/completions: [0-9]+ bytes to model scripted, attempt 1\$"
	expect_match "$(cat "$T/err")" 'reply after [0-9]+ ms: whole$'
	expect_match "$(cat "$XDG_STATE_HOME/agent/agent.log")" '^20[0-9T:.-]+Z [a-z]+ +POST '
}

test_the_workspace_is_the_folder_given() {
	mkdir "$T/ws"
	echo hello >"$T/ws/f.txt"
	server <<<'replies: [{calls: [{name: read_file, arguments: {path: f.txt}}, {name: read_file, arguments: {path: ../work/secret}}]}, {text: fine}]'
	echo secret-words >secret
	expect_exit 0 model --ask hi -C "$T/ws"
	expect_match "$(jq -r '.body.messages[].content' "$REQUESTS")" 'hello'
	expect_no_match "$(jq -r '.body.messages[].content' "$REQUESTS")" 'secret-words'
}

test_what_is_set_on_the_command_line_wins() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	echo 'backend: {model: from-file, temperature: 0.5}' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	server <<<'replies: [{text: x, repeat: true}]'
	used() {
		expect_exit 0 agent --backend openai --base-url "$URL" --ask hi "$@"
		tail -n 1 "$REQUESTS" | jq -r '[.body.model,.body.temperature + 0]|join(" ")'
	}
	expect_equal "$(used)" 'from-file 0.5'
	export AGENT_MODEL=from-env
	expect_equal "$(used)" 'from-env 0.5'
	expect_equal "$(used -m from-line)" 'from-line 0.5'
	expect_equal "$(used -s backend.model=set -s backend.temperature=0)" 'set 0'
}

run_tests
