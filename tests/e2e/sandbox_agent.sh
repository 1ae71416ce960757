#!/bin/bash
# SPDX-License-Identifier: MIT
# The model's commands in the sandbox: what is asked, what they reach, what is told when it stops them.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

needs() { # needs TIER
	[ "$(agent sandbox --show 2>/dev/null | awk '$1 == "tier" {print $2}')" = "$1" ] || skip "no tier $1 here"
}
# script ARGUMENTS: a model that calls run_command so, then says "ok"
script() {
	cat >"$T/replies.yaml" <<<"replies: [{calls: [{name: run_command, arguments: $1}]}, {text: ok, repeat: true}]"
}
asked() { # the question's data
	server <"$T/replies.yaml"
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.when=[never]' "$@" --output events --ask go 2>/dev/null |
		jq -c 'select(.type == "question").data'
}
go() { # the same from the start each time
	[ ! -e "$T/replies.yaml" ] || server <"$T/replies.yaml"
	model -s 'evaluation.when=[never]' "$@" --ask go
}

# holds: commands-model-confined
test_by_default_the_models_commands_are_confined() {
	needs namespaces
	mkdir "$T/outside"
	script "{command: \"touch inside; touch $T/outside/x; echo over\"}"
	expect_exit 0 go --approve all
	[ -e inside ] || fail "nothing was written in the workspace"
	[ ! -e "$T/outside/x" ] || fail "it wrote outside"
	script "{command: \"touch $T/outside/x\"}"
	expect_exit 0 go --approve all -s sandbox.mode=off
	[ -e "$T/outside/x" ] || fail "mode off confined it"
}

# holds: confined-command-writes
test_what_one_command_leaves_in_tmp_the_next_finds() {
	needs namespaces
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: "echo one >/tmp/agent-e2e-kept"}}]
		  - calls: [{name: run_command, arguments: {command: "cat /tmp/agent-e2e-kept >seen"}}]
		  - text: ok
	EOF
	expect_exit 0 go --approve all
	expect_equal "$(cat seen)" one
	[ ! -e /tmp/agent-e2e-kept ] || fail "it is in the system's /tmp"
}

# holds: without-being-asked
test_a_server_left_running_is_found_by_the_next_command_and_by_nobody_else() {
	needs namespaces
	cp "$BUILD/tests/support/model_server" . && echo 'replies: [{text: hi, repeat: true}]' >script.yaml
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {background: true, command: "./model_server script.yaml --port-file port --timeout 60"}}]
		  - calls: [{name: run_command, arguments: {command: "until [ -s port ]; do sleep 0.02; done; curl -sS --noproxy '*' --max-time 5 http://127.0.0.1:$(cat port)/v1/models >got; cp port was"}}]
		  - calls: [{name: run_command, arguments: {command: "touch seen; until [ -e looked ]; do sleep 0.02; done"}}]
		  - text: ok
	EOF
	go --approve all >"$T/out" 2>&1 &
	local pid=$!
	wait_for test -e seen
	[ -s got ] || fail "the next command did not reach it"
	curl -s --noproxy '*' --max-time 2 "http://127.0.0.1:$(cat was)/v1/models" && fail "it is reached from outside"
	expect_exit 7 agent sandbox -- curl -s --noproxy '*' --max-time 2 "http://127.0.0.1:$(cat was)/v1/models"
	touch looked
	wait $pid
}

test_in_mode_edits_a_confined_command_is_not_asked_for() {
	needs namespaces
	script '{command: "touch made"}'
	expect_exit 0 go --approve edits
	[ -e made ] || fail "it did not run"
	rm made
	expect_exit 5 go --approve ask
	expect_exit 5 go --approve edits -s sandbox.mode=off
	expect_exit 5 go --approve edits -s sandbox.mode=landlock
	expect_exit 5 go --approve edits -s permissions.sandboxed=ask
	expect_exit 5 go --approve edits -s 'permissions.rules=[{ask: {command: touch}}]'
	expect_exit 5 go --approve edits -s sandbox.network=on
	[ ! -e made ] || fail "it ran although it was to be asked for"
	expect_exit 0 go --approve ask -s permissions.sandboxed=allow
	script '{command: "rm -rf made"}'
	expect_exit 5 go --approve edits # destructive
	script '{command: "echo x >agent.yaml"}'
	expect_exit 5 go --approve edits # protected
	[ ! -e agent.yaml ] || fail "it wrote what is protected"
}

# holds: without-being-asked
test_the_network_is_a_question_of_its_own() {
	needs namespaces
	script "{command: \"curl -s --noproxy '*' --max-time 5 URL >got; true\", network: true}"
	server <"$T/replies.yaml" # the one that is asked; each go starts another
	sed -i "s|URL|$URL/models|" "$T/replies.yaml"
	expect_exit 5 go --approve edits
	expect_exit 5 go --approve ask -s 'permissions.rules=[{allow: {command: curl}}, {allow: {command: "true"}}]'
	expect_exit 5 go --approve edits -s 'permissions.rules=[{allow: {command: curl}}, {allow: {command: "true", network: true}}]'
	[ ! -e got ] || fail "it ran unasked"
	expect_exit 0 go --approve edits -s 'permissions.rules=[{allow: {command: curl, network: true}}, {allow: {command: "true", network: true}}]'
	[ -s got ] || fail "a rule that gives the network did not"
	rm got
	expect_exit 5 go --approve all -s 'permissions.rules=[{deny: {network: true}}]'
	expect_exit 5 go --approve all -s sandbox.network=off
	expect_match "$(cat "$T/err")" 'sandbox.network is off'
	expect_exit 0 go --approve all
	[ -s got ] || fail "it had no network"
	sed -i "s/, network: true//" "$T/replies.yaml"
	rm got
	expect_exit 0 go --approve all
	[ ! -s got ] || fail "it had the network without asking for it"
}

# The one way: asked about, and then only this command may write it.
# holds: git-config-changed
test_a_command_that_changes_the_repositorys_configuration_is_asked_about_and_then_may() {
	needs namespaces
	git init -q .
	script '{command: "git remote add origin there && git config user.name somebody"}'
	expect_exit 5 go --approve edits
	expect_equal "$(asked --approve edits | jq -r .reason)" 'it changes .git/config, which other commands cannot'
	expect_equal "$(git remote)" ""
	expect_exit 0 go --approve edits -s 'permissions.rules=[{allow: {command: git remote}}, {allow: {command: git config}}]'
	expect_equal "$(git remote) $(git config user.name)" "origin somebody"
	script '{command: "git push -u origin HEAD"}'
	git -c user.email=a@b -c user.name=a commit -q --allow-empty -m one && git init -q --bare bare && git remote set-url origin "$PWD/bare"
	expect_exit 0 go --approve all
	expect_equal "$(git config "branch.$(git branch --show-current).remote")" origin
	script '{command: "git config user.name; git config --get user.name; git branch -v"}'
	expect_exit 0 go --approve edits
	script '{command: "g=git; $g config core.fsmonitor evil; touch over"}'
	go --approve edits >/dev/null 2>&1
	expect_equal "$(git config core.fsmonitor)" ""
	echo 'echo evil >.git/hooks/pre-commit' >hook.sh
	script '{command: "git config user.name other; sh ./hook.sh"}'
	expect_exit 0 go --approve all
	[ "$(git config user.name)" = other ] && [ ! -e .git/hooks/pre-commit ] || fail "it wrote a hook too"
}

# What was not there cannot be held read-only; it is looked at before it is used.
# holds: command-planted-nothing
test_what_a_command_plants_is_asked_about_before_it_is_used() {
	needs namespaces
	script '{command: "git init -q . && git config core.fsmonitor ./planted && echo touch ran >planted && chmod +x planted"}'
	expect_exit 5 go --approve edits # it changes a configuration
	expect_exit 0 go --approve all
	script '{command: "git status"}'
	expect_exit 5 go --approve ask
	[ ! -e ran ] || fail "what was planted ran"
	git config --unset core.fsmonitor
	expect_exit 0 go --approve ask
	cat >"$T/replies.yaml" <<<'replies: [{calls: [{name: run_command, arguments: {command: "printf x >agent.yaml"}}]}, {text: ok, repeat: true}]'
	expect_exit 5 go --approve all
	[ ! -e agent.yaml ] || fail "it wrote the settings of the folder"
}

# Between the judgement of a command and its start, as while a card is open.
renamed_meanwhile() { # TIER
	local pid line
	rm -rf began go file && mkfifo go && echo ours >file
	server <<-'EOF'
		replies:
		  - {calls: [{name: run_command, arguments: {command: "touch began; cat go"}}]}
		  - {calls: [{name: run_command, arguments: {command: "touch ran; cat file"}}]}
		  - {text: ok}
	EOF
	model -s 'evaluation.when=[never]' --approve all -s sandbox.mode="$1" --ask go >"$T/out" 2>&1 &
	pid=$!
	wait_for test -e began
	mv "$T/work" "$T/moved" && mkdir "$T/work" && echo theirs >"$T/work/file"
	echo >"$T/moved/go"
	wait $pid || fail "$(cat "$T/out")"
	line=$(jq -r '.body.messages // .messages | tostring' "$REQUESTS" | tail -n 1)
	expect_match "$line" "the folder '.*/work' was renamed or replaced since this began, so no command is started there"
	expect_no_match "$line" theirs
	[ ! -e "$T/work/ran" ] && [ ! -e "$T/moved/ran" ] || fail "the command ran"
	rm -r "$T/work" && mv "$T/moved" "$T/work" && cd "$T/work" || fail "no folder"
}
test_a_workspace_that_was_renamed_is_not_entered_by_its_path() {
	local tier
	for tier in namespaces landlock; do
		"$AGENT" -s "sandbox.mode=$tier" sandbox -- true 2>/dev/null && renamed_meanwhile $tier
	done
	return 0
}

test_the_card_says_what_a_command_reaches() {
	needs namespaces
	script '{command: "rm x"}'
	expect_equal "$(asked --approve ask | jq -r .reach)" 'writes here · no network'
	script '{command: "rm x", network: true}'
	expect_equal "$(asked --approve ask | jq -r .reach)" 'writes here · network'
	expect_equal "$(asked --approve ask -s sandbox.mode=off | jq -r .reach)" null
	script '{command: "touch x", network: true, why: "the index of packages"}'
	expect_equal "$(asked --approve ask | jq -r .reason)" 'it asks for the network, and says: "the index of packages"'
	expect_equal "$(asked --approve edits | jq -r '.options | index("always") != null')" true
}

# holds: sandbox-stopped-told
test_what_the_sandbox_stopped_is_told_with_the_way_out() {
	needs namespaces
	told() { jq -r '.body.messages // .messages | tostring' "$REQUESTS" | tail -1; }
	script '{command: "curl -sS http://host.invalid/"}'
	go --approve all >/dev/null 2>&1
	grep -q 'network: true' "$REQUESTS" || fail "the model is not told how to ask for the network"
	script '{command: "echo x >/usr/agent-was-here"}'
	go --approve all >/dev/null 2>&1
	grep -q 'sandbox.writable' "$REQUESTS" || fail "the model is not told why the file was not written"
	script '{command: "echo fine; exit 3"}'
	go --approve all >/dev/null 2>&1
	grep -q 'sandbox.writable' "$REQUESTS" && fail "a failure that is none of the sandbox is put down to it"
	return 0
}

# holds: commands-model-confined
test_without_a_sandbox_it_asks_or_refuses_and_never_runs_silently() {
	script '{command: "touch ran"}'
	without() { server <"$T/replies.yaml" && "$WITHOUT" both "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.when=[never]' "$@"; }
	expect_exit 5 without --approve all --ask go
	expect_match "$(cat "$T/err")" 'no sandbox can be made here|nobody to ask'
	expect_exit 5 without --approve all -s sandbox.missing=refuse --ask go
	expect_match "$(cat "$T/err")" 'sandbox.missing is refuse'
	expect_exit 5 without --approve edits --ask go
	[ ! -e ran ] || fail "it ran"
	expect_equal "$(without --approve all --output events --ask go 2>/dev/null | jq -r 'select(.type == "question").data.reach')" 'NOT SANDBOXED'
	expect_exit 0 without --approve all -s sandbox.missing=run --ask go
	[ -e ran ] || fail "sandbox.missing run did not run it"
}

# holds: secrets-other-programs
test_the_key_and_the_session_are_out_of_reach() {
	needs namespaces
	script "{command: \"grep -ras sk-sesam[e] /proc/*/environ /proc/*/cmdline; cat $XDG_DATA_HOME/agent/agent.db; env; true\"}"
	OPENAI_API_KEY=sk-sesame-0123456789 go --approve all >"$T/out" 2>&1
	jq -r '.body.messages[-1].content // .messages[-1].content' "$REQUESTS" >"$T/told" 2>/dev/null
	grep -q sk-sesame "$T/told" "$T/out" && fail "the key was seen"
	grep -qa 'SQLite format' "$T/told" && fail "the database of sessions was read"
	return 0
}

# Searched as bytes in what /proc shows of every process, and read from their memory; from outside the same search finds it.
# holds: key-found-nowhere
test_the_key_is_in_nothing_that_a_command_can_read() {
	local tier key=sk-sesame-$RANDOM-0123456789 search
	search="env ASAN_OPTIONS=detect_leaks=0 ./escape_driver bytes $(rev <<<"$key")"
	cp "$BUILD/tests/support/escape_driver" .
	for tier in namespaces landlock; do
		"$AGENT" -s sandbox.mode=$tier sandbox -- true 2>/dev/null || continue
		script "{command: \"$search >said && touch clean; touch searched; until [ -e go ]; do sleep 0.02; done\"}"
		server <"$T/replies.yaml"
		rm -f searched clean go
		OPENAI_API_KEY=$key "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.when=[never]' -s sandbox.mode=$tier --approve all --ask go >"$T/out" 2>&1 &
		local pid=$!
		wait_for test -e searched
		[ -e clean ] || fail "in tier $tier: $(cat said)"
		[ "$(id -u)" != 0 ] || ! $search >"$T/said" || [ ! -x "$ROOT/agent" ] || fail "the search finds nothing where the key is"
		touch go
		wait $pid
	done
}

test_doctor_says_what_holds_and_why_not_more() {
	needs namespaces
	agent --backend offline doctor >"$T/out" 2>&1
	expect_match "$(cat "$T/out")" '^sandbox +namespaces'
	"$WITHOUT" namespaces "$AGENT" --backend offline doctor >"$T/out" 2>&1
	expect_match "$(cat "$T/out")" '^sandbox +landlock'
	expect_match "$(cat "$T/out")" 'namespaces: cannot make namespaces'
	"$WITHOUT" both "$AGENT" --backend offline doctor >"$T/out" 2>&1
	expect_match "$(cat "$T/out")" '^sandbox +none can be made here; sandbox.missing is ask'
}

# Each ends within its limit, says why, leaves nothing running, and costs the agent no memory. The sanitised program would.
# holds: processes-memory-file
test_what_takes_too_much_ends_with_a_clear_result_and_the_agent_stays_small() {
	needs namespaces
	local program=$AGENT line options wanted arguments pid peak
	[ ! -x "$ROOT/agent" ] || program=$ROOT/agent
	while IFS='|' read -r wanted options line; do
		arguments=$(jq -cn --arg c "$line" '{command: $c, timeout_s: 3}')
		server <<<"replies: [{calls: [{name: run_command, arguments: $arguments}]}, {delay_ms: 60000, text: ok}]"
		"$program" --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.when=[never]' ${options:+-s "$options"} --approve all --ask go >"$T/out" 2>&1 &
		pid=$!
		wait_for sh -c "[ \"\$(jq -s length '$REQUESTS')\" -ge 2 ]"
		peak=$(awk '/^VmHWM/ {print $2}' "/proc/$pid/status")
		grep -qE "$wanted" "$REQUESTS" || fail "$line: the result does not say '$wanted'"
		! pgrep -f '[s]leep 300\.66' >/dev/null || fail "$line: something is left"
		[ "$peak" -lt 30720 ] || [ "$program" = "$AGENT" ] || fail "$line: the agent took $peak KiB"
		kill -TERM $pid
		wait $pid
	done <<-'EOF'
		timed out.*fork|sandbox.limits.processes=310|b() { b | b & }; b; sleep 300.66
		bytes were not kept||head -c 1000000000 /dev/zero | tr '\0' x
		timed out||sleep 300.66
		over sandbox.limits.memory_bytes|sandbox.limits.memory_bytes=60000000|head -c 300000000 /dev/zero | tail -c 200000000 | sleep 300.66
		timed out||kill -STOP $$; sleep 300.66
		timed out||trap '' TERM INT HUP; sleep 300.66; sleep 300.66; sleep 300.66
	EOF
	return 0
}

# holds: sandbox-stopped-told
test_root_is_told_that_anothers_workspace_cannot_be_written() {
	[ "$(id -u)" = 0 ] || skip "only root"
	needs namespaces
	script '{command: "echo x >made"}'
	go --approve all >/dev/null 2>&1
	[ -e made ] || fail "its own workspace was not written"
	grep -q 'belongs to another user' "$REQUESTS" && fail "its own workspace is said to be another's"
	rm made
	chown 65534 . && chmod 755 . "$T"
	go --approve all >/dev/null 2>&1
	[ ! -e made ] || fail "it was written"
	grep -q 'run as the owner of the workspace' "$REQUESTS" || fail "the model is not told why"
	expect_match "$(agent sandbox --show)" 'note +the workspace belongs to another user'
	expect_match "$(agent --backend offline doctor)" '-> the workspace belongs to another user'
}

run_tests
