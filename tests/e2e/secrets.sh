#!/bin/bash
# SPDX-License-Identifier: MIT
# The key is nowhere a command can look, and nothing that is written holds it: what is searched is bytes, not what a reader shows.
# holds: key-nowhere-command
. "$(dirname "$0")/../support/lib.sh"

KEY=sk-sesame-0123456789abcdef

# No file the program wrote holds the key (binary files too).
expect_unwritten() {
	local files
	files=$(grep -rlaF -- "$KEY" "$HOME" "$@" 2>/dev/null)
	[ -z "$files" ] || fail "the key is in: $files"
}

with_key() {
	OPENAI_API_KEY=$KEY "$@"
}

# holds: key-found-nowhere
test_a_command_finds_the_key_nowhere_under_proc() {
	server <<-EOF
		replies:
		- calls: [{name: run_command, arguments: {command: "agent=\$(cut -d' ' -f4 /proc/\$PPID/stat); for p in \$PPID \$agent self; do cat /proc/\$p/environ /proc/\$p/cmdline; done >$T/seen; env >>$T/seen; cat /proc/\$agent/limits >$T/limits"}}]
		- text: Looked.
	EOF
	NOTE=$KEY with_key expect_exit 0 model --ask "look" --approve all -s "backend.headers={X-Api-Key: $KEY-header}"
	expect_match "$(tr '\0' '\n' <"$T/seen")" '^--ask$'
	grep -qaF "$KEY" "$T/seen" && fail "the key was seen: $(tr '\0' '\n' <"$T/seen" | grep -aF "$KEY")"
	grep -qaF "$KEY-header" <(jq -r '.headers | tostring' "$REQUESTS") || fail "the header was not sent as it is"
	expect_match "$(cat "$T/limits")" '^Max core file size +0 '
}

# holds: key-found-nowhere
test_no_process_of_the_user_may_read_the_memory() {
	local pid as=()
	mkfifo "$T/in"
	cp "$AGENT" "$T/agent"
	chmod 755 "$T"
	[ "$(id -u)" != 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	"${as[@]}" "$T/agent" --child <"$T/in" >"$T/out" 2>"$T/err" &
	pid=$!
	exec 8>"$T/in"
	is_running() { [ "$(readlink "/proc/$pid/exe")" = "$T/agent" ] && [ -e "/proc/$pid/mem" ]; }
	is_private() { [ "$(stat -c %u "/proc/$pid/mem")" = 0 ]; }
	wait_for is_running
	wait_for is_private
	exec 8>&-
	wait $pid || true
}

# What a command or a tool left in a file is kept to be undone, but not in the database.
# holds: nothing-written-exported
test_a_file_with_the_key_is_undone_but_never_stored() {
	echo "$KEY" >"$T/key"
	printf 'A=1\n' >.env
	server <<-EOF
		replies:
		- calls: [{name: run_command, arguments: {command: "echo OPENAI_API_KEY=\$(cat $T/key) >.env; printf '\\\\0\\\\1'; cat $T/key"}}]
		- text: Written.
	EOF
	with_key expect_exit 0 model --ask "write it" --approve all
	expect_equal "$(cat .env)" "OPENAI_API_KEY=$KEY"
	expect_unwritten
	expect_match "$(agent sessions export last | jq -c 'select(.type == "file_change").data.path')" '\.env'
	with_key expect_exit 0 agent sessions undo last:1 --yes
	expect_equal "$(cat .env)" "A=1"
	expect_unwritten
	server <<<'replies: [{calls: [{name: read_file, arguments: {path: secret}}]}, {calls: [{name: write_file, arguments: {path: secret, content: none}}]}, {text: Written.}]'
	echo "$KEY" >secret
	with_key expect_exit 0 model --ask "take it out" --approve all
	expect_exit 1 agent sessions undo last:1 --yes
	expect_match "$(cat "$T/out" "$T/err")" 'not kept secret \(left alone\)'
	expect_unwritten
}

# Stored when the key was not known yet: what is written from then on says its name.
# holds: nothing-written-exported
test_every_form_of_export_is_redacted() {
	local form
	printf 'x=%s\n' "$KEY" >note
	server <<-EOF
		replies:
		- calls: [{name: write_todos, arguments: {todos: [{id: "1", content: "use $KEY", status: in_progress}, {id: "2", content: two, status: pending}, {id: "3", content: three, status: pending}]}}]
		- calls: [{name: write_file, arguments: {path: note, content: "y=$KEY"}}]
		- text: It is $KEY.
	EOF
	expect_exit 0 model --ask "what is $KEY" --approve all -s planner.nudges=0
	grep -rqaF "$KEY" "$XDG_DATA_HOME" || fail "the store should hold what was no secret then"
	mkdir out
	for form in jsonl md html cast; do
		with_key expect_exit 0 agent sessions export last "out/s.$form"
	done
	for form in json md; do
		with_key agent plans export "$(agent plans list --output json | jq -r '.[0].id')" --format $form >"out/plan.$form" || fail "plan: $(agent plans list --output json)"
	done
	with_key agent --replay last --output events >out/replay
	with_key agent --replay last >out/printed 2>&1
	[ -s out/s.jsonl ] && [ -s out/s.md ] && [ -s out/s.html ] && [ -s out/s.cast ] && [ -s out/replay ] && [ -s out/printed ] || fail "an export is empty"
	grep -qF "\$OPENAI_API_KEY" out/s.md || fail "its name is not there"
	! grep -rlaF "$KEY" out || fail "exported with the key"
	! jq -r 'select(.type == "blob").data.base64' out/s.jsonl | while read -r b; do base64 -d <<<"$b"; done | grep -qaF "$KEY" || fail "a content was exported"
	with_key expect_exit 0 agent sessions import out/s.jsonl
}

test_titles_history_log_and_unsaved_events_hold_no_key() {
	server <<-EOF
		replies: [{text: "so it is $KEY"}]
	EOF
	echo "my key is $KEY" | with_key expect_exit 0 model --ask - -v
	with_key expect_exit 0 agent sessions rename last "about $KEY"
	expect_match "$(agent sessions list)" 'about .OPENAI_API_KEY'
	expect_unwritten
}

# ---- Keys from a command and from a file ------------------------------------------------------------

# A password manager that counts how often it is asked and tells what it was given.
manager() {
	printf '%s' "$KEY" >"$T/vault"
	printf '#!/bin/sh\necho asked >>%s/asked\nenv >%s/its_env\ncat %s/vault\necho\necho "notes: of the key"\n' "$T" "$T" "$T" >"$T/manager"
	chmod +x "$T/manager"
}

# holds: key-file-command
test_a_key_that_a_command_prints_is_sent_once_asked_for_and_written_nowhere() {
	manager
	mkdir -p "$XDG_CONFIG_HOME/agent"
	server <<-EOF
		replies:
		- calls: [{name: run_command, arguments: {command: "env; cat /proc/\$PPID/environ; echo seen $KEY"}}]
		- calls: [{name: delegate, arguments: {goal: "say hello"}}]
		- {match: say hello, text: "Hello, $KEY."}
		- {text: "It is $KEY.", repeat: true}
	EOF
	echo "backend: {provider: openai, model: scripted, base_url: \"$URL\", api_key_command: $T/manager}" >"$XDG_CONFIG_HOME/agent/agent.yaml"
	expect_exit 0 agent --depth react --ask look --approve all --output events -v -s log.level=debug
	cp "$T/out" "$T/out1"
	cp "$T/err" "$T/err1"
	expect_equal "$(jq -r .headers.authorization "$REQUESTS" | sort | uniq -c | sed 's/^ *//')" "4 Bearer $KEY"
	expect_equal "$(wc -l <"$T/asked")" 1
	expect_match "$(cat "$T/out1")" 'seen \$api_key_command'
	! jq -j 'select(.type == "delta").data.text' "$T/out1" | grep -qaF "$KEY" || fail "the key is in what came piece by piece"
	for words in doctor "config show" "models" "sessions export last $T/exported" "sessions export last $T/exported.html --format html"; do
		expect_exit 0 agent $words
		cat "$T/out" "$T/err" >>"$T/out1"
	done
	expect_unwritten "$T/out1" "$T/err1" "$T/exported" "$T/exported.html" "$T/work" "$T/tmp"
}

# holds: key-file-command
test_a_command_for_a_key_that_fails_hangs_or_prints_none_is_told() {
	local command words
	server <<<'replies: []'
	while IFS='|' read -r command words; do
		expect_exit 1 model --ask hi -s "backend.api_key_command=$command" -s backend.api_key_timeout_s=0.3
		expect_match "$(tail -1 "$T/err")" "$words"
		expect_unwritten "$T/out" "$T/err"
	done <<-EOF
		echo $KEY; echo no entry $KEY >&2; exit 3|backend.api_key_command ended with status 3: no entry .api_key_command
		true|backend.api_key_command printed no key
		printf 'two words'|holds a character no key has
		echo \$\$ >$T/pid; exec sleep 60|did not end within 0.3 s \(backend.api_key_timeout_s\) and was killed
	EOF
	kill -0 "$(cat "$T/pid")" 2>/dev/null && fail "the command still runs"
	expect_equal "$(cat "$REQUESTS")" ''
}

test_a_folder_may_not_name_a_command_before_it_is_trusted() {
	manager
	server <<<'replies: [{text: hello, repeat: true}]'
	echo "backend: {api_key_command: $T/manager, api_key_file: $T/vault, base_url: \"$URL\"}" >agent.yaml
	expect_exit 0 model --ask hi
	expect_match "$(cat "$T/err")" 'may not set .*backend.api_key_command.* until this folder is trusted'
	[ ! -e "$T/asked" ] || fail "it was run"
	expect_equal "$(jq -r .headers.authorization "$REQUESTS")" null
}

# holds: key-file-command
test_a_key_in_a_file_is_sent_and_written_nowhere_else() {
	manager
	server <<<"replies: [{text: 'yours is $KEY', repeat: true}]"
	expect_exit 0 model --ask hi -s "backend.api_key_file=$T/vault" --output events
	expect_equal "$(jq -r .headers.authorization "$REQUESTS")" "Bearer $KEY"
	expect_unwritten "$T/out" "$T/err"
	expect_exit 2 model --ask hi -s "backend.api_key_file=$T/none"
	: >"$T/vault"
	expect_exit 2 model --ask hi -s "backend.api_key_file=$T/vault"
	expect_match "$(cat "$T/err")" 'the file of backend.api_key_file is empty'
}

run_tests
