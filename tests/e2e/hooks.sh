#!/bin/bash
# SPDX-License-Identifier: MIT
# Hooks: what they are told, what comes of what they say, and that those of a workspace wait for trust.
. "$(dirname "$0")/../support/lib.sh"

# hooks FILE EVENT MATCHER COMMAND [more members]: one hook in a file of Claude Code's shape.
hooks() {
	mkdir -p "$(dirname "$1")"
	jq -n --arg event "$2" --arg matcher "$3" --arg command "$4" --argjson more "${5:-{\}}" \
		'{hooks: {($event): [{matcher: $matcher, hooks: [{type: "command", command: $command} + $more]}]}}' >"$1"
}

script() { # FILE: its text on stdin
	mkdir -p "$(dirname "$1")"
	cat >"$1"
	chmod +x "$1"
}

USER_FILE() { echo "$HOME/.claude/settings.json"; }
contents() { jq -r "select(.n == $1) | .body.messages[] | .content // empty" "$REQUESTS"; }
runs() { jq -c 'select(.type == "hook_run") | .data' "$T/out"; }

one_command() { # COMMAND: the model calls it once and answers
	server <<-EOF
		replies:
		  - calls: [{name: run_command, arguments: {command: "$1"}}]
		  - text: Done.
	EOF
}

test_exit_2_refuses_a_call_and_the_model_reads_why() {
	hooks "$(USER_FILE)" PreToolUse Bash 'echo "use rg, not grep" >&2; exit 2'
	one_command 'touch made'
	expect_exit 0 model --approve all --output events --ask "do it"
	[ ! -e made ] || fail "it ran"
	expect_match "$(contents 2)" 'Denied: a hook denies it: use rg, not grep'
	expect_match "$(runs)" '"event":"PreToolUse".*"tool":"run_command".*"exit":2.*"decision":"deny","reason":"use rg, not grep'
	expect_match "$(jq -c 'select(.type == "turn_end") | .data.denied' "$T/out")" 'a hook denies it'
}

test_the_planner_of_roadmaps_is_hooked_too() {
	hooks "$(USER_FILE)" PreToolUse 'elicit_context' 'echo "not this way" >&2; exit 2'
	server <<-'EOF'
		replies:
		  - calls: [{name: elicit_context, arguments: {start: "2027-03-01", deadline: "2027-03-31", hours: "18:00-21:00", confidence: 0.9}}]
		  - {text: Then not., repeat: true}
	EOF
	agent --backend openai --base-url "$URL" -m scripted --output events --roadmap "paint the fence by March" </dev/null >"$T/out" 2>"$T/err"
	expect_match "$(runs)" '"tool":"elicit_context".*"decision":"deny","reason":"not this way"'
	expect_match "$(contents 2)" 'a hook denies it: not this way'
}

test_a_replay_shows_why_something_was_blocked() {
	hooks "$(USER_FILE)" PreToolUse Bash 'echo "not today" >&2; exit 2'
	one_command 'touch made'
	expect_exit 0 model --approve all --ask "do it"
	expect_match "$("$AGENT" --replay last --plain </dev/null 2>&1)" "hook PreToolUse 'echo .*' says no to run_command: not today"
}

test_it_is_told_the_call_in_its_agents_words() {
	hooks "$(USER_FILE)" PreToolUse 'Write|Edit' 'cat >seen.json'
	server <<-'EOF'
		replies:
		  - calls: [{name: write_file, arguments: {path: a.txt, content: x}}]
		  - text: Done.
	EOF
	expect_exit 0 model --approve all --ask "write it"
	expect_equal "$(jq -r '[.hook_event_name, .tool_name, .tool_input.file_path, .tool_input.content, .cwd, .permission_mode, .agent.tool, .agent.arguments.path] | join(" ")' seen.json)" \
		"PreToolUse Write $PWD/a.txt x $PWD bypassPermissions write_file a.txt"
	expect_equal "$(jq -r '(.transcript_path | type), (.session_id | length), (.tool_use_id | type)' seen.json | tr '\n' ' ')" "string 26 string "
}

# The transcript has a line for each message, in the shape that published hooks read, and is gone with the session.
test_a_hook_reads_what_was_said() {
	for mode in off auto; do
		hooks "$(USER_FILE)" Stop '' 'jq -r .transcript_path >path.txt; cp "$(cat path.txt)" said.jsonl'
		one_command 'echo out'
		AGENT_SANDBOX=$mode expect_exit 0 model --approve all --ask "do it"
		expect_equal "$(jq -rc '[.type, (.message.content[] | .type, (.text // .input.command // .content))]' said.jsonl)" \
			'["user","text","do it"]
["assistant","tool_use","echo out"]
["user","tool_result","exit 0\nout\n"]
["assistant","text","Done."]'
		expect_equal "$(jq -r '.sessionId' said.jsonl | sort -u | wc -l) $(jq -r .parentUuid said.jsonl | head -n 1)" '1 null'
		expect_equal "$(jq -r .parentUuid said.jsonl | tail -n 1)" "$(jq -r .uuid said.jsonl | tail -n 2 | head -n 1)"
		[ $mode = auto ] || [ ! -e "$(cat path.txt)" ] || fail "the transcript is left behind"
		rm said.jsonl path.txt
	done
}

# What a hook of SessionStart exports into CLAUDE_ENV_FILE, commands have; what it prints besides is told the model.
test_commands_have_the_variables_of_a_hook() {
	hooks "$(USER_FILE)" SessionStart '' 'echo "It is Tuesday."; echo "export A=\"x y\"" >>"$CLAUDE_ENV_FILE"; echo "export PATH=\"\$A/bin:\$PATH\"" >>"$CLAUDE_ENV_FILE"; echo "B=no" >>"$CLAUDE_ENV_FILE"'
	one_command 'echo \"$A|${B:-none}|$PATH\"'
	for mode in off auto; do
		AGENT_SANDBOX=$mode expect_exit 0 model --approve all --ask "do it"
		expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[].content // empty')" '^(\[obs [0-9]+\] )?x y\|none\|x y/bin:/'
		expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[].content // empty')" 'It is Tuesday\.'
		expect_no_match "$(tail -n 1 "$REQUESTS")" 'A=x y'
		one_command 'echo \"$A|${B:-none}|$PATH\"'
	done
}

test_what_a_hook_defers_is_the_users_to_say() {
	hooks "$(USER_FILE)" PreToolUse Bash 'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"defer\", \"permissionDecisionReason\": \"see the ticket\"}}"'
	one_command 'touch made'
	expect_exit 5 model --approve all --output events --ask "do it"
	[ ! -e made ] || fail "it ran unasked"
	expect_match "$(runs)" '"decision":"defer","reason":"see the ticket"'
	expect_match "$(cat "$T/err")$(jq -c 'select(.type == "turn_end").data.denied' "$T/out")" 'a hook leaves it to you: see the ticket'
}

# A reason is cut between characters: bytes that are no UTF-8 are in no event.
test_a_hooks_long_reason_is_cut_between_characters() {
	for first in "" x; do
		long=$first$(printf 'ä%.0s' {1..300})
		hooks "$(USER_FILE)" PreToolUse Bash "echo '{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"ask\", \"permissionDecisionReason\": \"$long\"}}'"
		one_command 'touch made'
		expect_exit 5 model --approve all --output events --ask "do it"
		expect_match "$(jq -c 'select(.type == "turn_end").data.denied' "$T/out")" "a hook asks: ${first}ä{150,}…"
	done
}

test_new_arguments_are_checked_shown_and_told() {
	hooks "$(USER_FILE)" PreToolUse Bash \
		'jq -c "{hookSpecificOutput: {hookEventName: \"PreToolUse\", permissionDecision: \"allow\", updatedInput: {command: (.tool_input.command + \" && touch added\")}}}"'
	one_command 'touch made'
	expect_exit 0 model --approve all --output events --ask "do it"
	[ -e made ] && [ -e added ] || fail "the new command did not run"
	expect_equal "$(jq -r 'select(.type == "tool_call") | .data.arguments.command' "$T/out")" 'touch made && touch added'
	expect_match "$(contents 2)" "A hook of the user's changed the arguments before it ran: .*touch added"
}

test_arguments_that_do_not_fit_are_refused() {
	hooks "$(USER_FILE)" PreToolUse Bash \
		'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"updatedInput\": {\"command\": {\"x\": [1, 2]}}}}"'
	one_command 'touch made'
	expect_exit 0 model --approve all --ask "do it"
	[ ! -e made ] || fail "it ran"
	expect_match "$(contents 2)" 'a hook gave it arguments that do not fit'
}

test_new_arguments_are_held_to_the_rules() {
	hooks "$(USER_FILE)" PreToolUse Bash \
		'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"allow\", \"updatedInput\": {\"command\": \"touch made\"}}}"'
	one_command 'ls'
	expect_exit 5 model --approve ask -s 'permissions.rules=[{deny: {command: touch}}]' --ask "do it"
	[ ! -e made ] || fail "it ran"
}

test_allow_answers_what_the_mode_alone_would_ask() {
	hooks "$(USER_FILE)" PreToolUse Bash \
		'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"allow\"}}"'
	one_command 'touch made'
	expect_exit 0 model --approve ask --ask "do it"
	[ -e made ] || fail "it did not run"
	rm made
	one_command 'touch made'
	expect_exit 5 model --approve read-only --ask "do it"
	[ ! -e made ] || fail "it ran in read-only"
	one_command 'touch made'
	expect_exit 5 model --approve ask -s 'permissions.rules=[{ask: {command: touch}}]' --ask "do it"
	[ ! -e made ] || fail "it ran over a rule that asks"
}

# deny > ask > allow, and a hook that fails takes an allow away.
test_the_strictest_of_several_counts() {
	mkdir -p "$HOME/.claude"
	answer() { echo "echo '{\\\"hookSpecificOutput\\\": {\\\"hookEventName\\\": \\\"PreToolUse\\\", \\\"permissionDecision\\\": \\\"$1\\\", \\\"permissionDecisionReason\\\": \\\"says $1\\\"}}'"; }
	local strictest=0
	for words in 'allow deny:5' 'allow ask:5' 'ask allow:5' 'allow defer:5' 'deny ask:0'; do
		local list=${words%:*} code=${words#*:} each=
		[[ $words == *deny* ]] && code=0
		for word in $list; do each+="${each:+,}{\"type\": \"command\", \"command\": \"$(answer $word)\"}"; done
		echo "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"\", \"hooks\": [$each]}]}}" >"$(USER_FILE)"
		one_command 'touch made'
		expect_exit $code model --approve all --ask "do it"
		[ ! -e made ] || fail "it ran with $list"
	done
	echo "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"$(answer allow)\"}, {\"type\": \"command\", \"command\": \"kill -9 \$\$\"}]}]}}" >"$(USER_FILE)"
	one_command 'touch made'
	expect_exit 5 model --approve ask --ask "do it"
	[ ! -e made ] || fail "it ran though a guard crashed"
}

test_a_failure_is_told_and_refuses_where_the_hook_says_so() {
	hooks "$(USER_FILE)" PreToolUse Bash 'echo broken >&2; exit 1'
	one_command 'touch made'
	expect_exit 0 model --approve all --ask "do it"
	[ -e made ] || fail "it did not run"
	expect_match "$(cat "$T/err")" "hook PreToolUse .* failed on run_command: exit 1: broken"
	rm made
	hooks "$(USER_FILE)" PreToolUse Bash 'sleep 9' '{"timeout": 0.1, "onFailure": "block"}'
	one_command 'touch made'
	expect_exit 0 model --approve all --ask "do it"
	[ ! -e made ] || fail "it ran"
	expect_match "$(contents 2)" 'a hook denies it: it took too long'
}

test_a_prompt_is_held_back_or_added_to() {
	hooks "$(USER_FILE)" UserPromptSubmit '' 'grep -q password && { echo "no secrets" >&2; exit 2; }; echo "It is Tuesday."'
	server <<-'EOF'
		replies: [{text: Done., repeat: true}]
	EOF
	expect_exit 5 model --ask "my password is x"
	expect_match "$(cat "$T/err")" 'a hook held the prompt back: no secrets'
	[ ! -s "$REQUESTS" ] || fail "the prompt was sent"
	expect_exit 0 model --resume last --ask "hello"
	expect_no_match "$(contents 1)" 'my password'
	expect_match "$(contents 1)" 'It is Tuesday'
}

test_the_answer_is_held_back_until_the_hook_is_content() {
	hooks "$(USER_FILE)" Stop '' 'cat >>stops.jsonl; [ -e tested ] || { echo "run the tests first" >&2; exit 2; }'
	server <<-'EOF'
		replies:
		  - text: All done.
		  - calls: [{name: run_command, arguments: {command: touch tested}}]
		  - text: Tested.
	EOF
	expect_exit 0 model --approve all --ask "do it"
	expect_match "$(contents 2)" "holds your answer back: run the tests first"
	expect_equal "$(jq -r '[.stop_hook_active, .last_assistant_message] | join(" ")' stops.jsonl | head -1)" 'false All done.'
	expect_equal "$(jq -r .stop_hook_active stops.jsonl | tail -1)" true
}

test_an_answer_is_sent_back_so_often_and_no_more() {
	hooks "$(USER_FILE)" Stop '' 'echo again >&2; exit 2'
	server <<-'EOF'
		replies: [{text: Done., repeat: true}]
	EOF
	expect_exit 0 model -s hooks.stops=3 --ask "do it"
	expect_equal "$(wc -l <"$REQUESTS")" 4
	expect_match "$(cat "$T/err")" 'still holds the answer back after 3 times'
}

test_a_result_is_added_to_or_replaced() {
	hooks "$(USER_FILE)" PostToolUse Bash 'jq -r .tool_response.stdout >stdout.txt; echo "format it" >&2; exit 2'
	one_command 'echo out'
	expect_exit 0 model --approve all --ask "do it"
	expect_match "$(contents 2)" "A hook of the user's says of this: format it"
	expect_match "$(cat stdout.txt)" '^out$'
	hooks "$(USER_FILE)" PostToolUse Bash 'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PostToolUse\", \"updatedToolOutput\": \"another\", \"additionalContext\": \"and more\"}}"'
	one_command 'echo out'
	expect_exit 0 model --approve all --ask "do it"
	expect_match "$(contents 2)" 'another$'
	expect_match "$(contents 2)" 'and more'
}

test_a_turn_ends_where_a_hook_says_so() {
	hooks "$(USER_FILE)" PostToolUseFailure '' 'echo "{\"continue\": false, \"stopReason\": \"the build is red\"}"'
	one_command 'false'
	expect_exit 5 model --approve all --ask "do it"
	expect_match "$(cat "$T/err")" 'a hook ended the turn: the build is red'
	expect_equal "$(wc -l <"$REQUESTS")" 1
}

test_a_permission_is_answered_by_a_hook() {
	hooks "$(USER_FILE)" PermissionRequest Bash 'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PermissionRequest\", \"decision\": {\"behavior\": \"allow\"}}}"'
	one_command 'touch made'
	expect_exit 0 model --approve ask --ask "do it"
	[ -e made ] || fail "it did not run"
	hooks "$(USER_FILE)" PermissionRequest Bash 'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PermissionRequest\", \"decision\": {\"behavior\": \"deny\", \"message\": \"ask me later\"}}}"'
	one_command 'touch other'
	expect_exit 0 model --approve ask --ask "do it"
	[ ! -e other ] || fail "it ran"
	expect_match "$(contents 2)" 'a hook denies it: ask me later'
}

# Each of the fifteen is asked, with its own fields.
test_every_event_is_told() {
	local names="SessionStart SessionEnd UserPromptSubmit PreToolUse PermissionRequest PermissionDenied PostToolUse PostToolUseFailure SubagentStart SubagentStop Stop PlanChanged StepDone"
	mkdir -p "$HOME/.claude"
	for name in $names; do
		echo "{\"$name\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"cat >>$T/seen.jsonl\"}]}]}"
	done | jq -s '{hooks: add}' >"$(USER_FILE)"
	server <<-'EOF'
		replies:
		  - {match: 'help me', text: 'I helped.'}
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: first, status: in_progress}, {id: b, content: second, status: pending}]}}]
		  - calls: [{name: run_command, arguments: {command: 'true'}}]
		  - calls: [{name: run_command, arguments: {command: 'exit 3'}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: first, status: completed}, {id: b, content: second, status: in_progress}]}}]
		  - calls: [{name: delegate, arguments: {goal: help me}}]
		  - calls: [{name: run_command, arguments: {command: 'touch denied'}}]
		  - {repeat: true, text: Done.}
	EOF
	model --approve ask -s 'permissions.rules=[{allow: {command: "true"}}, {allow: {command: exit}}, {deny: {command: touch}}]' --ask "do it" >"$T/out" 2>"$T/err"
	for name in $names; do
		[ "$name" = PermissionRequest ] || holds ".hook_event_name == \"$name\"" "$T/seen.jsonl" || fail "$name was not told: $(jq -r .hook_event_name "$T/seen.jsonl" | sort | uniq -c)"
	done
	holds '.hook_event_name == "SubagentStop" and .agent_type == "delegate" and .last_assistant_message == "I helped."' "$T/seen.jsonl" || fail "no answer of the delegate"
	holds '.hook_event_name == "StepDone" and .step.content == "first"' "$T/seen.jsonl" || fail "no step"
	holds '.hook_event_name == "PlanChanged" and (.plan.items | length == 2)' "$T/seen.jsonl" || fail "no plan: $(grep PlanChanged "$T/seen.jsonl" | head -1)"
}

test_hooks_of_agent_yaml_add_up_and_those_of_a_workspace_wait_for_trust() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	cat >"$XDG_CONFIG_HOME/agent/agent.yaml" <<-'EOF'
		hooks:
		  SessionStart: [{hooks: [{command: echo user >>order.txt}]}]
	EOF
	cat >agent.yaml <<-'EOF'
		hooks:
		  SessionStart: [{hooks: [{command: ./mine.sh}]}]
	EOF
	script mine.sh <<<'echo workspace >>order.txt'
	server <<-'EOF'
		replies: [{text: Done., repeat: true}]
	EOF
	expect_exit 0 model --ask "hello"
	expect_equal "$(cat order.txt)" user
	expect_match "$("$AGENT" config trust)" 'hooks are trusted now: .*agent\.yaml'
	expect_exit 0 model --ask "hello"
	expect_equal "$(sort order.txt | uniq -c | tr -s ' \n' ' ')" ' 2 user 1 workspace '
	script mine.sh <<<'touch owned'
	expect_exit 0 model --ask "hello"
	[ ! -e owned ] || fail "a script ran that is not the one that was trusted"
	expect_match "$(cat "$T/err")" 'a file of hooks of this folder is not used until'
}

# What a workspace brings runs nothing before it was trusted: the tricks, each in a folder of its own.
test_no_trick_of_an_untrusted_workspace_runs_a_hook() {
	local evil="touch $T/owned"
	server <<-'EOF'
		replies: [{text: Done., repeat: true}]
	EOF
	local start='{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "'$evil'"}]}], "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "'$evil'"}]}]}}'
	for file in .claude/settings.json .claude/settings.local.json .codex/hooks.json .gemini/settings.json; do
		mkdir -p "$(dirname $file)"
		echo "$start" >$file
	done
	printf '[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "%s"\n' "$evil" >.codex/config.toml
	printf 'hooks:\n  SessionStart: [{hooks: [{command: %s}]}]\n  files: [claude, codex, gemini]\n  sandbox: workspace\n' "$evil" >agent.yaml
	git init -q . && mkdir -p below && expect_exit 0 model -s 'hooks.files=[claude, codex, gemini]' -C below --ask hello
	expect_exit 0 model -s 'hooks.files=[claude, codex, gemini]' --ask hello
	[ ! -e "$T/owned" ] || fail "it ran"
	ln -sf "$PWD/.claude/settings.json" linked.json
	mv .claude real && ln -s real .claude
	expect_exit 0 model --ask hello
	[ ! -e "$T/owned" ] || fail "it ran through a link"
}

test_a_changed_script_refuses_what_its_hook_guards() {
	hooks .claude/settings.json PreToolUse Bash '"$CLAUDE_PROJECT_DIR"/scripts/guard.sh'
	script scripts/guard.sh <<<'exit 0'
	"$AGENT" config trust >/dev/null || fail "not trusted"
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: "printf '#!/bin/sh\ntouch owned' >scripts/guard.sh"}}]
		  - calls: [{name: run_command, arguments: {command: touch made}}]
		  - text: Done.
	EOF
	expect_exit 0 model --approve all --ask "do it"
	[ ! -e owned ] && [ ! -e made ] || fail "it ran"
	expect_match "$(contents 3)" 'a hook denies it: it is not what was trusted'
}

test_gemini_and_codex_are_told_in_their_words() {
	hooks "$HOME/.gemini/settings.json" BeforeTool 'run_shell_command' 'cat >gemini.json; echo "{\"decision\": \"allow\", \"hookSpecificOutput\": {\"tool_input\": {\"command\": \"touch merged\"}}}"' '{"timeout": 5000}'
	hooks "$HOME/.codex/hooks.json" PreToolUse '^Bash$' 'cat >codex.json'
	one_command 'touch made'
	expect_exit 0 model --approve all -s 'hooks.files=[codex, gemini]' --ask "do it"
	expect_equal "$(jq -r '.hook_event_name, .tool_name, .tool_input.command' gemini.json | tr '\n' ' ')" 'BeforeTool run_shell_command touch made '
	expect_equal "$(jq -r '.hook_event_name, .tool_name, (.turn_id | type)' codex.json | tr '\n' ' ')" 'PreToolUse Bash string '
	[ -e merged ] || fail "the new command did not run"
	hooks "$HOME/.codex/hooks.json" PermissionRequest '' 'echo "{\"hookSpecificOutput\": {\"hookEventName\": \"PermissionRequest\", \"decision\": {\"behavior\": \"allow\", \"updatedInput\": {}}}}"'
	rm -f "$HOME/.gemini/settings.json"
	one_command 'touch reserved'
	expect_exit 0 model --approve ask -s 'hooks.files=[codex]' --ask "do it"
	[ ! -e reserved ] || fail "it ran"
}

# ---- Files that others published, by their shape; the scripts are written anew for the same answers ----

# disler/claude-code-hooks-mastery .claude/settings.json: `uv run` of a script for every tool, exit 2 with two lines.
test_published_a_script_for_every_tool_that_logs_and_refuses() {
	script "$T/bin/uv" <<<'#!/bin/sh
shift; exec sh "$@"'
	mkdir -p .claude
	for event in PreToolUse PostToolUse Notification Stop SubagentStop UserPromptSubmit PreCompact SessionStart; do
		jq -n --arg event $event '{($event): [{matcher: "", hooks: [{type: "command", command: "uv run .claude/hooks/guard.sh"}]}]}'
	done | jq -s '{permissions: {allow: ["Bash(ls:*)"]}, statusLine: {type: "command", command: "true"}, hooks: add}' >.claude/settings.json
	script .claude/hooks/guard.sh <<-'EOF'
		mkdir -p logs && cat >logs/last.json
		jq -c . logs/last.json >>logs/all.jsonl
		jq -e '.tool_name == "Bash" and (.tool_input.command | test("rm -rf"))' logs/last.json >/dev/null || exit 0
		echo "BLOCKED: that removes files" >&2
		exit 2
	EOF
	PATH=$T/bin:$PATH "$AGENT" config trust >/dev/null
	one_command 'rm -rf src'
	mkdir src
	PATH=$T/bin:$PATH expect_exit 0 model --approve all --ask "clean up"
	[ -d src ] || fail "it ran"
	expect_match "$(contents 2)" 'a hook denies it: BLOCKED: that removes files'
	expect_equal "$(jq -r .hook_event_name logs/all.jsonl | sort -u | tr '\n' ' ')" 'PreToolUse SessionStart Stop UserPromptSubmit '
}

# karanb192/claude-code-hooks, block-dangerous-commands: {} or a decision as JSON, a log in the home folder.
test_published_a_guard_that_answers_in_json() {
	hooks "$(USER_FILE)" PreToolUse Bash "HOOK_ASK_STRICT=true sh '$T/guard.sh'"
	script "$T/guard.sh" <<-'EOF'
		input=$(cat)
		case $input in
		*'reset --hard'*) jq -nc '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "[git-reset-hard] it loses work"}}' ;;
		*'sudo rm'*) jq -nc --arg d "$([ "$HOOK_ASK_STRICT" = true ] && echo ask || echo deny)" '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: $d, permissionDecisionReason: "[sudo-rm] it has more rights"}}' ;;
		*) echo '{}' ;;
		esac
	EOF
	one_command 'git reset --hard'
	expect_exit 0 model --approve all --ask "reset"
	expect_match "$(contents 2)" 'a hook denies it: \[git-reset-hard\] it loses work'
	one_command 'sudo rm x'
	expect_exit 5 model --approve all --ask "remove"
	expect_match "$(cat "$T/err")" 'a hook asks: \[sudo-rm\] it has more rights'
	one_command 'touch made'
	expect_exit 0 model --approve all --ask "make"
	[ -e made ] || fail "{} kept it from running"
}

# 10knamesmore/Mineral .codex/hooks.json: Edit|Write, the repository's top by git, a description, a status message.
test_published_a_check_of_edited_files_for_codex() {
	git init -q .
	mkdir -p .codex/hooks
	cat >.codex/hooks.json <<-'EOF'
		{"description": "Workspace hooks.", "hooks": {"PostToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command",
		  "command": "sh \"$(git rev-parse --show-toplevel)/.codex/hooks/size.sh\"", "timeout": 10, "statusMessage": "Checking the size"}]}]}}
	EOF
	script .codex/hooks/size.sh <<<'jq -c "[.tool_name, .tool_input.command]" >>seen.jsonl; echo "the file is too long" >&2; exit 2'
	"$AGENT" -s 'hooks.files=[codex]' config trust | grep -q 'its hooks are trusted now' || fail "not trusted"
	server <<-'EOF'
		replies:
		  - calls: [{name: write_file, arguments: {path: a.rs, content: "fn main() {}"}}]
		  - text: Done.
	EOF
	expect_exit 0 model --approve all -s 'hooks.files=[codex]' --ask "write"
	expect_match "$(contents 2)" "A hook of the user's says of this: the file is too long"
	expect_equal "$(cat seen.jsonl)" '["apply_patch","*** Begin Patch\n*** Add File: a.rs\n+fn main() {}\n*** End Patch\n"]'
	server <<-'EOF'
		replies:
		  - calls: [{name: read_file, arguments: {path: a.rs}}]
		  - calls: [{name: edit_file, arguments: {path: a.rs, old_string: "main", new_string: "start"}}]
		  - text: Done.
	EOF
	expect_exit 0 model --approve all -s 'hooks.files=[codex]' --ask "edit"
	expect_equal "$(tail -n 1 seen.jsonl)" '["apply_patch","*** Begin Patch\n*** Update File: a.rs\n@@\n-main\n+start\n*** End Patch\n"]'
}

# 1nf3rn0-H/agent-runtime-security .codex/hooks.json: one program for six events, `*`, two seconds each.
test_published_one_program_for_every_event_of_codex() {
	mkdir -p "$HOME/.codex"
	for event in SessionStart SubagentStart PreToolUse PermissionRequest PostToolUse SessionEnd; do
		jq -n --arg event $event --arg seen "$T/seen.jsonl" '{($event): [{hooks: [{type: "command", command: "cat >>\($seen) --", timeout: 2, statusMessage: "tracing"}]} + (if $event | test("Tool|Perm") then {matcher: "*"} else {} end)]}'
	done | jq -s '{description: "Policy hooks.", hooks: add}' >"$HOME/.codex/hooks.json"
	one_command 'touch made'
	expect_exit 0 model --approve all -s 'hooks.files=[codex]' --ask "do it"
	expect_equal "$(jq -r .hook_event_name "$T/seen.jsonl" | tr '\n' ' ')" 'SessionStart PreToolUse PostToolUse SessionEnd '
}

# The first hook of Gemini CLI's own guide (docs/hooks/writing-hooks.md): a log of every tool, `*`, a name, plain output.
test_published_a_log_of_tools_for_gemini() {
	mkdir -p .gemini/hooks
	echo '{"hooks": {"enabled": true, "AfterTool": [{"matcher": "*", "hooks": [{"name": "tool-logger", "type": "command", "command": "$GEMINI_PROJECT_DIR/.gemini/hooks/log-tools.sh", "description": "Log all"}]}]}}' >.gemini/settings.json
	script .gemini/hooks/log-tools.sh <<<'#!/usr/bin/env bash
echo "ran: $(jq -r .tool_name)" >>.gemini/tool-log.txt
echo "Logged"'
	"$AGENT" -s 'hooks.files=[gemini]' config trust >/dev/null
	one_command 'touch made'
	expect_exit 0 model --approve all -s 'hooks.files=[gemini]' --ask "do it"
	expect_equal "$(cat .gemini/tool-log.txt)" 'ran: run_shell_command'
}

run_tests
