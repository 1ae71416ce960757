#!/bin/bash
# SPDX-License-Identifier: MIT
# Sessions of other agents become sessions of ours: shown, searched, gone on with; taking one twice changes nothing.
. "$(dirname "$0")/../support/lib.sh"

DATA=$ROOT/tests/data/foreign

import() { # FILE...: prints the id
	agent sessions import "$@" 2>"$T/err" || fail "import $*: $(cat "$T/err")"
}
events() { # ID JQ
	agent sessions export "$1" - | jq -r "$2"
}

test_a_session_of_each_agent_becomes_one_of_ours() {
	while IFS='|' read -r file wanted calls; do
		id=$(import "$DATA/$file")
		expect_equal "$(cat "$T/err")" "agent: imported: $wanted" "$file"
		expect_equal "$(events "$id" 'select(.type == "tool_call") | .summary' | paste -sd,)" "$calls" "$file"
		expect_equal "$(events "$id" 'select(.seq > 0) | .seq' | tail -1)" "$(events "$id" 'select(.seq > 0) | .seq' | wc -l)"
		expect_match "$(agent sessions show "$id")" "^imported .*, of ${wanted%%,*}"
		agent --replay "$id" --plain >"$T/replay" 2>&1 </dev/null || fail "replay: $(cat "$T/replay")"
	done <<-'EOF'
		claude.jsonl|claude-code 2.1.331, 33 records; no place for 2 a record of another branch, 1 attachment/date, 1 an edit without the file it was made in|read_file total.sh,read_file test.sh,edit_file test.sh,run_command sh test.sh,edit_file total.sh,run_command sh test.sh,mcp__tracker__close_issue {"number":17},write_file README.md (3 lines)
		codex.jsonl|codex 0.169.0, 18 records; no place for 1 words of the agent to its model, 1 an edit without the file it was made in|run_command cat total.sh,apply_patch total.sh
		codex-exec.jsonl|codex, 10 records; no place for 1 item.completed/todo_list|run_command /bin/bash -lc 'sh test.sh',close_issue {"number":17},file_change {"id":"item_3","type":"file_change","changes":[{"path":"/home/you/ledger/total.sh","kind":"update"}],"status":"completed"}
		gemini.jsonl|gemini-cli, 7 records; no place for 1 words of the agent to its model|read_file README.md,run_command false
		pi.jsonl|pi, 11 records; no place for 1 a record of another branch|run_command sh test.sh
	EOF
}

test_plans_usage_and_ends_are_ours() {
	id=$(import "$DATA/claude.jsonl")
	expect_equal "$(events "$id" 'select(.type == "plan") | .summary' | paste -sd,)" \
		"3 steps; Looking for the sum,2/3 Teaching the sum about comments,3/3 done"
	expect_equal "$(events "$id" 'select(.type == "plan") | .data.plan.id' | sort -u | wc -l)" 1
	expect_equal "$(events "$id" 'select(.type == "usage") | .data | "\(.input) \(.cached) \(.written)"' | sed -n 2p)" "11904 11600 300"
	expect_equal "$(events "$id" 'select(.type == "turn_end") | .data.outcome' | paste -sd,)" answered,interrupted
	expect_match "$(agent sessions search 'comment lines' --all)" "let a ledger have comment lines"
	expect_match "$(agent usage --by model --all 2>&1)" "claude-sonnet-4-5"
	expect_exit 1 agent sessions compare "$id" "$(import "$DATA/codex.jsonl")"
}

test_taking_it_twice_changes_nothing_and_what_grew_is_gone_on_with() {
	cp "$DATA/claude.jsonl" whole.jsonl
	for lines in 1 5 12 20 27 32; do
		head -n "$lines" whole.jsonl >part.jsonl
		agent sessions import part.jsonl >/dev/null 2>&1
	done
	id=$(import whole.jsonl)
	expect_match "$(cat "$T/err")" '^agent: continued: '
	expect_equal "$(import whole.jsonl)" "$id"
	expect_equal "$(cat "$T/err")" 'agent: unchanged: claude-code 2.1.331, 33 records'
	expect_equal "$(import part.jsonl)" "$id" "what is older"
	expect_equal "$(agent sessions list --all --output json | jq length)" 1
	# The same as in one go, but for where the imports were noted.
	said='select(.type == "message" or .type == "tool_result" or .type == "plan" or .type == "usage") | del(.seq, .data.request) | tojson'
	events "$id" "$said" >in_parts
	agent sessions delete "$id" --yes 2>/dev/null
	expect_equal "$(import whole.jsonl)" "$id" "the id"
	events "$id" "$said" >at_once
	cmp in_parts at_once || fail "$(diff in_parts at_once | head -4)"
}

test_what_was_rewritten_becomes_a_fork() {
	id=$(import "$DATA/gemini.jsonl")
	sed 's/"m5","timestamp"/"m6","timestamp"/; s/A heading: ledger/Nothing but a heading/' "$DATA/gemini.jsonl" >other.jsonl
	other=$(import other.jsonl)
	expect_match "$(cat "$T/err")" '^agent: forked: '
	[ "$id" != "$other" ] || fail "the same session"
	expect_equal "$(events "$other" 'select(.type == "session_start") | .data.parent.session')" "$id"
	expect_match "$(events "$other" 'select(.type == "turn_end") | .data.answer')" 'Nothing but a heading'
	import other.jsonl >/dev/null
	expect_match "$(cat "$T/err")" '^agent: unchanged: '
}

test_any_model_goes_on_with_it() {
	server <<<'replies: [{text: "I go on.", repeat: true}]'
	for file in claude codex gemini pi; do
		id=$(import "$DATA/$file.jsonl")
		expect_exit 0 model -C "$T/work" --resume "$id" --ask "and now?"
		expect_equal "$(cat "$T/out")" "I go on." "$file"
	done
	# Signed thinking is not sent, the calls are those of our tools, and each has its result.
	expect_no_match "$(cat "$REQUESTS")" 'EqoBCkYIBxgCKkD|gAAAA|A test first\.'
	grep '"messages"' "$REQUESTS" >asked
	expect_equal "$(sed -n 1p asked | jq -r '[.body.messages[].tool_calls // [] | .[].function.name] | unique | join(",")')" \
		edit_file,mcp__tracker__close_issue,read_file,run_command,write_file,write_todos
	expect_equal "$(jq -c '([.body.messages[].tool_calls // [] | .[].id] - [.body.messages[].tool_call_id // empty])' asked | sort -u)" '[]'
	expect_match "$(sed -n 1p asked | jq -r '.body.messages[] | select(.tool_call_id == "toolu_11") | .content')" 'interrupted'
	# Theirs has grown, ours was gone on with: both stay.
	{ cat "$DATA/codex.jsonl"; sed -n 4p "$DATA/codex.jsonl" | sed 's/add the total/drop the total/'; } >grown.jsonl
	id=$(import "$DATA/codex.jsonl")
	[ "$(import grown.jsonl)" != "$id" ] || fail "it went into ours"
	expect_match "$(cat "$T/err")" '^agent: forked: '
}

test_sessions_are_found_where_the_agents_keep_them() {
	mkdir -p "$HOME/.claude/projects/-home-you-ledger" "$HOME/.codex/sessions/2026/11/21" "$HOME/.gemini/tmp/work/chats"
	sed "s#/home/you/ledger#$T/work#g" "$DATA/claude.jsonl" >"$HOME/.claude/projects/-home-you-ledger/a.jsonl"
	cp "$DATA/codex.jsonl" "$HOME/.codex/sessions/2026/11/21/rollout-a.jsonl"
	cp "$DATA/gemini.jsonl" "$HOME/.gemini/tmp/work/chats/session-a.jsonl"
	printf %s "$T/work" >"$HOME/.gemini/tmp/work/.project_root"
	expect_equal "$(import --from claude --last | wc -l)" 1
	expect_equal "$(import --from gemini | wc -l)" 1
	expect_equal "$(agent sessions list | grep -c "$T/work")" 0
	expect_equal "$(agent sessions list --output json | jq length)" 2
	expect_exit 2 agent sessions import --from codex
	expect_match "$(cat "$T/err")" "no sessions of 'codex' in this folder: --all takes those of every folder"
	expect_equal "$(import --from codex --all | wc -l)" 1
	CODEX_HOME=$T/nowhere expect_exit 0 agent sessions import --from codex --all --dry-run
	expect_match "$(cat "$T/err")" 'would import: codex'
	expect_exit 2 agent sessions import --from nobody
	expect_match "$(cat "$T/err")" "no agent 'nobody': there are claude, codex, codex-exec, gemini, pi, opencode, atif, swe"
}

test_a_dry_run_stores_nothing() {
	expect_exit 0 agent sessions import "$DATA/claude.jsonl" --dry-run
	expect_match "$(cat "$T/err")" 'would import: claude-code 2.1.331, 33 records; no place for'
	expect_equal "$(cat "$T/out")$(agent sessions list --all --output json)" "[]"
}

test_a_trajectory_goes_out_and_comes_in_byte_for_byte() {
	for file in claude codex gemini pi; do
		id=$(import "$DATA/$file.jsonl")
		agent sessions export "$id" one.atif.json --thinking --force || fail "export of $file"
		two=$(import one.atif.json)
		agent sessions export "$two" two.atif.json --thinking --force
		cmp one.atif.json two.atif.json || fail "$file is another"
	done
	# The system prompt and the tools are in it, of sessions of our own, too.
	expect_equal "$(jq -r '.steps[0] | .source, .message' one.atif.json | paste -sd:)" "system:You work on a ledger."
	server <<<'replies: [{calls: [{name: list_files, arguments: {}}]}, {text: done}]'
	expect_exit 0 model --ask go
	id=$(agent sessions list --output json | jq -r '.[0].id')
	agent sessions export "$id" own.atif.json
	expect_match "$(jq -r '.steps[0].message' own.atif.json)" 'You are agent'
	expect_match "$(jq -r '.agent.tool_definitions[].function.name' own.atif.json | paste -sd,)" 'list_files.*read_file'
	agent sessions export "$(import own.atif.json)" again.atif.json
	cmp own.atif.json again.atif.json || fail "our own is another"
}

test_what_is_no_trajectory_is_refused() {
	good='{"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1"}, "steps": [{"step_id": 1, "source": "user", "message": "go"}, {"step_id": 2, "source": "agent", "message": "", "tool_calls": [{"tool_call_id": "c", "function_name": "f", "arguments": {}}], "observation": {"results": [{"source_call_id": "c", "content": "x"}]}, "metrics": {"prompt_tokens": 1}}]}'
	echo "$good" >good.json
	import good.json >/dev/null
	while IFS='|' read -r change wanted; do
		jq -c "$change" good.json >bad.json
		expect_exit 1 agent sessions import bad.json --from atif
		expect_match "$(cat "$T/err")" "$wanted"
	done <<-'EOF'
		.more = 1|more
		.steps[0].more = 1|step 1|more
		.schema_version = "ATIF-v1.9"|no session of an agent|schema_version
		.steps = []|steps
		.steps[1].step_id = 3|step 2: step_id is not the number
		.steps[0].metrics = {}|step 1: it has what only a step of the agent
		.steps[1].observation.results[0].source_call_id = "d"|step 2: source_call_id names no call
		.steps[0].timestamp = "yesterday"|step 1: timestamp is no time
		.steps[1].tool_calls[0].arguments = "x"|step 2: .*arguments
		.steps[1].metrics.prompt_tokens = 1.5|step 2: .*prompt_tokens
		.steps[0].message = [{"type": "image", "source": {"media_type": "image/bmp", "path": "a"}}]|step 1|message
		.steps[0].message = [{"type": "image", "text": "a", "source": {"media_type": "image/png", "path": "a"}}]|message
		.steps[1].llm_call_count = 0|step 2: without a call of a model
	EOF
}

test_what_is_no_session_is_said() {
	echo '{"a": 1}' >a.json
	printf '\0\1\2' >b.jsonl
	: >c.jsonl
	for file in a.json b.jsonl c.jsonl; do
		expect_exit 1 agent sessions import "$file"
	done
	expect_exit 1 agent sessions import a.json --from claude
	expect_match "$(cat "$T/err")" "a.json: no session of an agent that is known here"
	expect_exit 2 agent sessions import
}

# A Claude Code session of five edits of a file, the fourth of which breaks it; the first makes the file.
five_edits() {
	local i before after=null
	for i in 1 2 3 4 5; do
		before=$after
		after=$(printf '"value %s\\n"' $i)
		[ $i -lt 4 ] || after=$(printf '"broken %s\\n"' $i)
		jq -cn --arg i $i --argjson b "$before" --argjson a "$after" --arg t "$PWD" '{sessionId: "edits", cwd: $t, version: "2.1.0"} +
			(if $i == "1" then {type: "user", uuid: "u0", timestamp: "2026-01-01T00:00:00Z", message: {role: "user", content: "make edits"}} else empty end,
			{type: "assistant", uuid: ("a" + $i), parentUuid: (if $i == "1" then "u0" else "u" + ($i | tonumber - 1 | tostring) end), timestamp: "2026-01-01T00:00:0\($i)Z",
				message: {id: ("m" + $i), role: "assistant", model: "m", content: [{type: "tool_use", id: ("t" + $i), name: "Edit", input: {file_path: ($t + "/v.txt"), old_string: "x", new_string: "y"}}]}},
			{type: "user", uuid: ("u" + $i), parentUuid: ("a" + $i), timestamp: "2026-01-01T00:00:0\($i)Z",
				message: {role: "user", content: [{type: "tool_result", tool_use_id: ("t" + $i), content: "done"}]},
				toolUseResult: (if $b == null then {type: "create", filePath: ($t + "/v.txt"), content: $a, originalFile: null}
					else {filePath: ($t + "/v.txt"), originalFile: $b, oldString: $b, newString: $a, replaceAll: false} end)})'
	done
}

test_files_of_an_imported_session_are_rebuilt_and_bisected() {
	five_edits >edits.jsonl
	id=$(import edits.jsonl)
	expect_equal "$(events "$id" 'select(.type == "file_change") | .data.path' | paste -sd,)" v.txt,v.txt,v.txt,v.txt,v.txt
	printf 'broken 5\n' >v.txt
	agent sessions bisect "$id" --check 'grep -q value v.txt' --output json >"$T/found" 2>"$T/err" || fail "$(cat "$T/err")"
	expect_equal "$(jq -r .call "$T/found")" t4
}

# Both contents of a file stand beside a result, or the call is made again on what the session told of it: a name in brackets is of a
# file of which what it held before is not known.
test_edits_of_each_agent_are_states_of_files() {
	while IFS='|' read -r file wanted; do
		id=$(import "$DATA/$file")
		agent sessions export "$id" - >log
		expect_equal "$(jq -r 'select(.type == "file_change").data | [if .kept == false then "(\(.path))" else .path end, if .created then "new" else .before // "-" end, .after // "gone"] | join(" ")' log |
			sed "$(jq -r 'select(.type == "blob").data | "s%\(.ref)%\(.base64 | @base64d | gsub("\n"; ","))%"' log)" | paste -sd'|')" "$wanted" "$file"
	done <<-'EOF'
		edits.codex.jsonl|v.txt new one,two,|v.txt one,two, gone|w.txt new one,three,
		edits.gemini.jsonl|v.txt new one,two,|v.txt one,two, one,three,
		edits.pi.jsonl|v.txt one,two, one,three,|(new.txt) - x,
		edits.opencode.json|v.txt new one,two,|v.txt one,two, one,three,|x.txt a, b,
	EOF
}

run_tests
