#!/bin/bash
# SPDX-License-Identifier: MIT
# Room in the window: a server that refuses what is too large, in the middle of a turn and over hundreds of turns.
. "$(dirname "$0")/../support/lib.sh"

events() {
	agent --replay last --output events 2>/dev/null
}

# No result without its call before it, no call without its result: of every request.
expect_nothing_orphaned() {
	local bad
	bad=$(jq -c 'select(.method == "POST") | .n as $n | [.body.messages[] | select(.role == "tool") | .tool_call_id] as $results |
		[.body.messages[] | .tool_calls // [] | .[].id] as $calls |
		select(($results | sort) != ($calls | sort)) | [$n, $calls, $results]' "$REQUESTS")
	expect_equal "$bad" "" "orphans"
}

# How many requests for a reply do not begin with the bytes of the one before, its tail left out.
breaks() {
	jq -sc 'def untailed: sub("\\n*<active-todo-plan>(.|\\n)*$"; "");
		[.[] | select(.method == "POST") | .body | select(.tools) |
			{head: del(.messages), before: .messages[:-1], last: (.messages[-1] | .content |= untailed)}] |
		[range(1; length) as $i | .[$i - 1] as $p | .[$i] as $n | ($p.before | length) as $at |
			($n.before + [$n.last]) as $all |
			select(($p.head != $n.head) or ($all[:$at] != $p.before) or ($all[$at].role != $p.last.role) or
				(($all[$at].content // "") | startswith($p.last.content) | not))] | length' "$REQUESTS"
}

# Three turns with a large result each.
three_turns() {
	seq -f 'line %.0f of the LARGE file' 1 400 >large.txt
	echo small >small.txt
	server <<-'EOF'
		replies:
		  - {match: LARGE, text: I have read it., repeat: true}
		  - {match: read it, calls: [{name: read_file, arguments: {path: large.txt}}], repeat: true}
	EOF
	expect_exit 0 model --ask "read it"
	expect_exit 0 model --continue --ask "read it again"
	expect_exit 0 model --continue --ask "read it once more"
	SESSION=$(agent sessions list --output json 2>/dev/null | jq -r '.[0].id // .sessions[0].id')
}

# WHO|STATUS|BODY, as quirks of the servers tell.
words() {
	cat <<-'EOF'
		llama.cpp|400|{"error":{"code":400,"message":"request (6031 tokens) exceeds the available context size (2048 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":6031,"n_ctx":2048}}
		Anthropic|400|{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}
		OpenAI|400|{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}
		OpenAI 2|400|{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error"}}
		Google|400|{"error":{"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}
		xAI|400|{"error":"This model's maximum prompt length is 131072 but the request contains 140000 tokens."}
		Groq|400|{"error":{"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error"}}
		vLLM|400|{"object":"error","message":"maximum context length is 4096 tokens","type":"BadRequestError","code":400}
		Copilot|400|{"error":{"message":"prompt token count of 70000 exceeds the limit of 64000","code":"model_max_prompt_tokens_exceeded"}}
		LM Studio|400|{"error":"Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough: greater than the context length"}
		MiniMax|400|{"error":{"message":"invalid params, context window exceeds limit (2013)"}}
		Kimi|400|{"error":{"message":"Your request exceeded model token limit: 131072","type":"invalid_request_error"}}
		Mistral|400|{"object":"error","message":"Prompt contains 40000 tokens, too large for model with 32768 maximum context length","type":"invalid_request_error"}
		Bedrock|400|{"message":"Input is too long for requested model."}
		Cerebras|400|
		Cerebras 2|413|
	EOF
}

test_an_overflow_in_mid_turn_compacts_once_and_the_turn_goes_on() {
	three_turns
	while IFS='|' read -r -u 9 who status body; do
		server <<-EOF
			replies:
			  - {match: go on, calls: [{name: read_file, arguments: {path: small.txt}}]}
			  - match: "</assistant>"
			    text: So far the large file was read.
			  - {status: $status, body: '${body//\'/\'\'}'}
			  - text: It goes on.
		EOF
		expect_exit 0 model --fork "$SESSION" --ask "go on"
		expect_equal "$(cat "$T/out")" "It goes on." "$who"
		expect_equal "$(events | jq -c 'select(.type == "compaction") | .turn')" 4 "$who"
		expect_equal "$(sed -E 's/ · [0-9.]+ ms$//; s/[0-9]+ to [0-9]+/N to M/' "$T/err" | tail -n 3)" "[Act]     read_file small.txt
[Obs]     small.txt, 1 line
note      old output trimmed: N to M tokens" "$who"
		expect_nothing_orphaned
		kept=$(jq -r 'select(.method == "POST") | .body.messages[] | select(.role == "user") | .content' "$REQUESTS" | tail -n 12)
		expect_match "$kept" '^go on$'
	done 9< <(words)
}

# A server that never has enough is asked a bounded number of times.
test_an_overflow_that_stays_ends_the_turn_with_its_words() {
	three_turns
	server <<-'EOF'
		replies:
		  - {match: "</assistant>", text: So far the large file was read., repeat: true}
		  - {status: 400, error: {message: "prompt is too long: 9 tokens > 8 maximum"}, repeat: true}
	EOF
	expect_exit 1 model --fork "$SESSION" --ask "go on"
	expect_match "$(tail -n 1 "$T/err")" '^end +failed: .*prompt is too long: 9 tokens > 8 maximum'
	[ "$(wc -l <"$REQUESTS")" -le 12 ] || fail "$(wc -l <"$REQUESTS") requests"
	expect_nothing_orphaned
}

# A server that cuts what is too long and says nothing: its usage tells, and from then on room is made before.
test_a_server_that_cuts_silently_is_found_out_by_its_usage() {
	for i in 1 2 3; do seq -f "line %.0f of file $i" 1 $((1100 - i * 100)) >"file$i.txt"; done
	server <<-'EOF'
		replies:
		  - {match: "</result>", text: The files were read so far.}
		  - {calls: [{name: read_file, arguments: {path: file1.txt}}], usage: {prompt_tokens: 4000, completion_tokens: 20}}
		  - {calls: [{name: read_file, arguments: {path: file2.txt}}], usage: {prompt_tokens: 8100, completion_tokens: 20}}
		  - {calls: [{name: read_file, arguments: {path: file3.txt}}], usage: {prompt_tokens: 8190, completion_tokens: 20}}
		  - {text: All are read., usage: {prompt_tokens: 8000, completion_tokens: 20}}
	EOF
	expect_exit 0 model --ask "read all three"
	expect_equal "$(cat "$T/out")" "All are read."
	expect_equal "$(sed -E 's/[0-9]+ to [0-9]+/N to M/' "$T/err" | grep -v '^\[')" "warning   the server takes in about 8190 tokens and silently leaves out the rest; give its model a larger window, or say how large it is (backend.context_tokens)
note      context compacted: N to M tokens"
	expect_equal "$(events | jq -c 'select(.type == "compaction" or .type == "notice") | [.type, .iteration]')" '["notice",3]
["compaction",4]'
	expect_nothing_orphaned
}

# The strategy stands before the summary, and the next turn goes on with it all the same.
test_a_strategy_survives_a_summary_and_a_kill() {
	for i in 1 2 3 4; do seq -f "line %.0f of file $i" 1 1000 >"file$i.txt"; done
	server <<-'EOF'
		replies:
		  - {match: "</result>", text: The files were read so far.}
		  - match: "Tools of the agent:"
		    text: '{"approach": "Read all.", "complexity": "moderate", "success_criteria": [{"text": "one is there", "check": {"file": "one"}}]}'
		  - {calls: [{name: read_file, arguments: {path: file1.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file2.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file3.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file4.txt}}]}
		  - {match: file 4, text: x, stall_after: 0}
	EOF
	"$AGENT" --backend openai --base-url "$URL" -m m --depth strategic -s backend.context_tokens=20000 -s context.result_percent=50 --ask "read them all" \
		--output events </dev/null >"$T/shown" 2>/dev/null &
	pid=$!
	wait_for grep -q '"type":"compaction".*"through_seq":[1-9]' "$T/shown"
	kill -9 $pid
	wait $pid 2>/dev/null
	server <<-'EOF'
		replies:
		  - match: "did not come to its end"
		    text: '{"approach": "Go on.", "complexity": "moderate", "success_criteria": [{"text": "one is there", "check": {"file": "one"}}]}'
		  - {calls: [{name: write_file, arguments: {path: one, content: "1"}}]}
		  - {text: It is there., repeat: true} # also after a last look
	EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m m --approve all --continue --ask "go on" --output json
	expect_equal "$(jq -c '.depth, .approach, [.criteria[] | [.text, .met]]' "$T/out")" '"strategic"
"Go on."
[["one is there",true]]'
}

# Nothing came before: the turn itself makes room, and keeps the user's words.
test_a_single_turn_makes_room_for_itself() {
	for i in 1 2 3 4 5 6 7 8 9; do
		seq -f "line %.0f of file $i" 1 600 >"file$i.txt"
	done
	{
		echo "replies:"
		echo '  - {match: "</result>", text: The files were read so far., repeat: true}'
		for i in 1 2 3 4 5 6 7 8 9; do
			echo "  - {calls: [{name: read_file, arguments: {path: file$i.txt}}]}"
		done
		echo "  - text: All nine are read."
	} >"$T/replies"
	server --context-tokens 16000 <"$T/replies"
	expect_exit 0 model --ask "read all nine, PLEASE" --max-iterations 20 -s context.ask_tokens=1000000
	expect_equal "$(cat "$T/out")" "All nine are read."
	expect_match "$(events | jq -r 'select(.type == "compaction") | .type' | wc -l)" '^[1-9]'
	expect_nothing_orphaned
	expect_equal "$(jq -c 'select(.method == "POST") | select(.body.tools) | .body.messages | tostring | contains("read all nine, PLEASE")' "$REQUESTS" | sort -u)" true
	expect_match "$(jq -r 'select(.method == "POST") | select(.body.tools == null) | .body.messages[-1].content' "$REQUESTS" | head -c 100000 | tr '\n' ' ')" '<request>[^<]*read all nine, PLEASE'
}

# One chat in lines: a prompt is typed when the answer before it has come, past an offer to go on with open steps.
chat_begin() {
	mkfifo "$T/keys" "$T/said"
	script -qec "'$AGENT' --plain --backend openai --base-url '$URL' -m scripted --depth react $*" /dev/null <"$T/keys" >"$T/said" 2>&1 &
	CHAT=$!
	exec 7>"$T/keys" 8<"$T/said"
	heard scripted
}

heard() {
	local line
	while IFS= read -r -t 10 line <&8; do
		echo "$line" >>"$T/heard"
		case $line in *"$1"*) return ;; esac
	done
	fail "never heard: $1 in: $(tail -n 5 "$T/heard")"
}

test_400_turns_fit_a_window_of_16k_and_keep_their_plan() {
	server --context-tokens 16000 <<-'EOF'
		models: [{id: scripted, max_model_len: 16000}]
		replies:
		  - {match: '</assistant>', repeat: true, text: 'The user wants the ledger done; SUMMARISED.'}
		  - match: plan it
		    calls: [{name: write_todos, arguments: {todos: [{id: one, content: Read the ledger, status: in_progress}, {id: two, content: Close the ledger, status: pending}]}}]
		  - {repeat: true, text: 'so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; the end of it', delta_chars: 200}
	EOF
	chat_begin -s planner.abandon_turns=0
	echo "plan it: read the ledger, then close it" >&7
	heard 'the end of it'
	for i in $(seq 2 400); do
		echo "turn $i: how does it go on?" >&7
		heard 'the end of it'
	done
	echo /quit >&7
	heard 'agent --resume'
	exec 7>&-
	wait $CHAT
	events >"$T/events"
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.outcome' "$T/events" | sort | uniq -c | xargs)" "400 answered"
	[ "$(jq -r 'select(.type == "compaction") | .data.summary' "$T/events" | grep -c SUMMARISED)" -gt 3 ] || fail "too few compactions"
	expect_equal "$(jq -r 'select(.type == "plan") | .data.plan | [.status, .items[].content] | join(",")' "$T/events" | tail -n 1)" 'active,Read the ledger,Close the ledger'
	expect_equal "$(jq -sc '[.[] | select(.method == "POST")][3:][] | select(.body.tools) | .body.messages[-1].content | contains("Close the ledger")' "$REQUESTS" | sort -u)" true
	expect_equal "$(jq -c 'select(.method == "POST") | (.body | tostring | length) / 4 > 16000' "$REQUESTS" | sort -u)" false
	expect_equal "$(breaks)" "$(grep -c '"type":"compaction"' "$T/events")" "other bytes before the tail"
	expect_nothing_orphaned
}

# /compact in lines: the instructions of the project are read anew with it, what is remembered is not.
test_compact_sums_up_and_renews_the_head() {
	echo "Use tabs." >AGENTS.md
	mkdir -p "$XDG_CONFIG_HOME/agent/memory"
	echo "- Likes tea." >"$XDG_CONFIG_HOME/agent/memory/user.md"
	server <<-'EOF'
		replies:
		  - {match: '</assistant>', text: 'They spoke of five things; SUMMARISED.'}
		  - {repeat: true, text: 'A long answer: so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; so it goes on and on; . And the end of it.'}
	EOF
	chat_begin -s context.summary_tokens=100
	echo "/compact" >&7
	heard 'there is nothing to compact yet'
	echo "/model early" >&7
	for i in 1 2 3 4 5; do
		[ $i = 2 ] && echo "/model later" >&7
		echo "question $i" >&7
		heard 'nd the end of it'
	done
	echo "Use spaces." >AGENTS.md
	echo "- Likes coffee." >"$XDG_CONFIG_HOME/agent/memory/user.md"
	echo "/compact" >&7
	heard 'context compacted: '
	echo "question 6" >&7
	heard 'nd the end of it'
	echo /quit >&7
	heard 'agent --resume'
	exec 7>&-
	wait $CHAT
	jq -rs '[.[] | select(.method == "POST")][4] | .body.messages[0].content' "$REQUESTS" >"$T/before"
	jq -rs 'last | .body.messages[0].content' "$REQUESTS" >"$T/after"
	expect_equal "$(diff "$T/before" "$T/after" | grep '^[<>]')" "< Use tabs.
> Use spaces."
	expect_equal "$(jq -rs 'last | [.body.messages[1:][].content | scan("question [0-9]|SUMMARISED")] | join(" ")' "$REQUESTS")" \
		"SUMMARISED question 4 question 5 question 6"
	expect_nothing_orphaned
	expect_match "$(events | jq -r 'select(.type == "compaction") | .data.head')" '^[0-9a-f]{16}$'
	expect_equal "$(jq -r 'select(.method == "POST") | .body.model' "$REQUESTS" | head -n 2 | xargs)" "early later"
	expect_equal "$(events | head -n 1 | jq -c .data.settings)" '{"backend.model":"early"}'
	AGENT_MODEL=scripted expect_exit 0 agent --backend openai --base-url "$URL" --depth react --continue --ask "question 7"
	expect_equal "$(jq -rs 'last | .body | .model, (.messages | length > 4)' "$REQUESTS" | xargs)" "later true" # what was set before the summary
}

# The questions of limits in lines.
test_a_limit_is_a_question_in_lines() {
	server <<-'EOF'
		replies:
		  - calls: [{name: list_files, arguments: {depth: 1}}]
		  - calls: [{name: list_files, arguments: {depth: 2}}]
		  - calls: [{name: list_files, arguments: {depth: 3}}]
	EOF
	chat_begin -s limits.iterations=1
	echo "list it" >&7
	heard '? 1 round used'
	heard 'm 1 more  a no limit for this turn  w answer now  s stop'
	echo m >&7
	heard '? 2 rounds used'
	heard 's stop'
	echo s >&7
	heard 'stopped at the limit of 2 rounds'
	echo /quit >&7
	heard 'agent --resume'
	expect_equal "$(grep -c '"method":"POST"' "$REQUESTS")" 2
}

last_request() { # its body
	jq -s 'map(select(.method == "POST"))[-1].body' "$REQUESTS"
}

test_a_trimmed_result_is_opened_by_its_reference() {
	three_turns
	server <<-'EOF'
		replies:
		  - {status: 400, body: '{"error":{"message":"This model''s maximum context length is 8192 tokens.","code":"context_length_exceeded"}}'}
		  - {text: It goes on.}
	EOF
	expect_exit 0 model --continue --ask "go on"
	ref=$(last_request | jq -r '.messages[] | select(.role == "tool") | .content' | grep -oE 'blob:[0-9A-Za-z]+' | head -n 1)
	[ -n "$ref" ] || fail "no reference"
	expect_no_match "$(tail -n 1 "$REQUESTS")" 'Make the call again'
	server <<-EOF
		replies:
		  - {calls: [{name: read_file, arguments: {path: "$ref"}}]}
		  - {text: seen}
	EOF
	expect_exit 0 model --continue --ask "and now?"
	expect_match "$(last_request | jq -r '.messages[-1].content')" 'line 1 of the LARGE file'
}

test_one_result_takes_a_tenth_of_the_window_at_most() {
	seq -f 'line %.0f of the LARGE file' 1 4000 >large.txt
	server <<<'replies: [{calls: [{name: read_file, arguments: {path: large.txt}}, {name: run_command, arguments: {command: cat large.txt}}]}, {text: done}]'
	expect_exit 0 model --approve all -s backend.context_tokens=20000 --ask go
	expect_equal "$(sed -n 2p "$REQUESTS" | jq '[.body.messages[] | select(.role == "tool") | .content | length | . > 4000 and . <= 8000] | all')" true
}

test_a_small_window_is_offered_fewer_tools() {
	server <<<'replies: [{text: hi, repeat: true}]'
	expect_exit 0 model --approve all -s backend.context_tokens=15999 --ask hi
	expect_equal "$(jq -r '[.body.tools[].function.name] | sort | join(" ")' "$REQUESTS")" \
		'edit_file list_files read_file run_command search_text write_file write_todos'
}

run_tests
