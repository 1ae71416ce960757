#!/bin/bash
# SPDX-License-Identifier: MIT
# A model server that misbehaves in every way the scripted one can: what is said, how it ends, what is kept.
. "$(dirname "$0")/../support/lib.sh"

QUICK='-s backend.retry_base_ms=1 -s backend.retries=2'
HERE='http://127\.0\.0\.1:[0-9]+/v1'

db() { # SQL
	sqlite3 "$XDG_DATA_HOME/agent/agent.db" "$1"
}

stored() { # FILTER over the stored events of the last session
	agent --replay last --output events | jq -r "$1"
}

clean() { # no sanitizer spoke, nothing drives the terminal
	expect_no_match "$(cat "$T/out" "$T/err")" $'Sanitizer|runtime error|\e'
}

# the reply (YAML) | settings | exit | the end's words, after "end  failed: URL/chat/completions: " | text kept of the reply
# `-` for the URL part: the words begin elsewhere.
FAULTS='
close_before_head: true|retries=0|1|the connection to .127.0.0.1:[0-9]+. broke: Empty reply|
close_before_head: true|retries=2|1|the connection to .127.0.0.1:[0-9]+. broke: Empty reply|
text: [one, two], cut_after: 1|retries=2|1|the connection to .127.0.0.1:[0-9]+. broke: .+|one
text: [one, two], cut_after: 0|retries=0|1|the connection to .127.0.0.1:[0-9]+. broke: .+|
text: [one, two], stall_after: 1|stall_timeout_s=0.2|124|nothing more from .127.0.0.1:[0-9]+. for 200 ms \(backend\.stall_timeout_s\)|one
text: [one, two], stall_after: 0|stall_timeout_s=0.2|124|nothing more from .127.0.0.1:[0-9]+. for 200 ms \(backend\.stall_timeout_s\)|
delay_ms: {head: 60000}, text: x|first_byte_timeout_s=0.2|124|no answer from .127.0.0.1:[0-9]+. within 200 ms \(backend\.first_byte_timeout_s\)|
text: x, delay_ms: {between: 50}, deltas: 900|reply_timeout_s=0.3|124|.127.0.0.1:[0-9]+. did not finish within 300 ms \(backend\.reply_timeout_s\)|x(word )+
comments_only: true|comment_timeout_s=0.3|124|the server sent nothing but comments for too long \(backend\.comment_timeout_s\)|
text: [one, two], garbage: true|retries=2|1|.*JSON|onetwo
garbage: head|retries=0|1|.|
text: [one, two], no_done: true, no_finish: true|retries=2|1|.|onetwo
huge_line: 200000, text: [one]|max_line_bytes=100000|1|a line or an event of the stream is too long \(backend\.max_line_bytes, backend\.max_event_bytes\)|one
text: [one, two], error_in_stream: {message: "out of memory", code: 500}|retries=2|1|the server broke off: out of memory|onetwo
text: [one, two], error_in_stream: overloaded|retries=0|1|the server broke off: overloaded|onetwo
status: 400, error: {message: "bad field x", code: 400}|retries=2|1|the server answered 400: bad field x|
status: 401, error: {message: "no such key"}|retries=2|1|the server answered 401: no such key.*|
status: 402, error: {message: "pay"}|retries=2|1|the server answered 402: pay|
status: 403|retries=2|1|the server answered 403|
status: 404, body: "{\"detail\":\"Not Found\"}"|retries=2|1|the server answered 404: Not Found.*base_url|
status: 413|retries=2|1|the server answered 413|
status: 429, error: {message: "You exceeded your current quota", code: insufficient_quota}|retries=2|1|the server answered 429: You exceeded your current quota|
status: 500, error: boom|retries=0|1|the server answered 500: boom|
status: 503, body: "<html><title>busy</title></html>", content_type: text/html|retries=0|1|the server answered 503: busy|
status: 302, body: "", headers: {Location: "http://127.0.0.1:1/elsewhere"}|retries=2|1|the server answered 302 .*it points to .http://127\.0\.0\.1:1/elsewhere. and is not followed|
body: "<html>login</html>", content_type: text/html|retries=0|1|the server answered with a page, not with a reply; check backend\.base_url|
body: "{\"x\":1}"|retries=0|1|.|
body: "not json"|retries=0|1|.|
raw: ""|retries=0|1|the server.s answer is empty|
'

test_every_fault_says_what_and_where_and_keeps_what_came() {
	rows=0
	while IFS='|' read -r reply settings code words kept <&9; do
		[ -n "$reply" ] || continue
		server <<<"replies: [{$reply, repeat: true}]"
		expect_exit "$code" model --ask hi -s backend.retry_base_ms=1 -s "backend.$settings" </dev/null
		clean
		expect_equal "$(cat "$T/out")" '' "$reply"
		end=$(tail -n 1 "$T/err")
		grep -qE "^end +(failed: )?$HERE/chat/completions: $words" <<<"$end" || fail "$reply: $end"
		expect_match "$(stored 'select(.type=="turn_end")|.data.outcome')" '^(failed|timeout)$'
		message=$(stored 'select(.type=="message" and .data.role=="assistant")|[.data.interrupted,(.data.parts|map(.text)|join(""))]|join(" ")')
		if [ -n "$kept" ]; then
			expect_match "$message" "^true $kept\$"
		else
			expect_equal "$message" '' "$reply"
		fi
		rows=$((rows + 1))
	done 9<<<"$FAULTS"
	expect_equal $rows 29
}

test_what_servers_do_wrong_but_mean_well_is_answered() {
	rows=0
	while IFS='|' read -r reply <&9; do
		[ -n "$reply" ] || continue
		server <<<"replies: [{$reply}]"
		expect_exit 0 model --ask hi -s backend.retries=0 </dev/null
		expect_equal "$(cat "$T/out")" 'one two' "$reply"
		rows=$((rows + 1))
	done 9<<-'EOF'
		text: one two, no_done: true
		text: one two, no_finish: true
		text: one two, whole_json: true
		text: one two, content_type: text/plain
		text: one two, finish: something_new
		text: one two, model: another
		text: one two, usage: {prompt_tokens: null}
	EOF
	expect_equal $rows 7
}

test_retries_are_seen_with_their_countdown() {
	server <<-'EOF'
		replies:
		  - {status: 503, error: busy}
		  - {close_before_head: true}
		  - {text: at last}
	EOF
	expect_exit 0 model --ask hi -s backend.retry_base_ms=40 --output events
	expect_equal "$(wc -l <"$REQUESTS")" 3
	jq -c 'select(.type=="retry")|.data' "$T/out" >"$T/retries"
	expect_equal "$(jq -r .attempt "$T/retries" | tr '\n' ' ')" '1 2 '
	expect_equal "$(jq -c '[(.wait_ms>=30 and .wait_ms<=40), (.wait_ms>=60 and .wait_ms<=80)]' "$T/retries" | tr '\n' ' ')" \
		'[true,false] [false,true] '
	expect_match "$(grep '^waiting' "$T/err" | head -n 1)" '^waiting   retry 1 in (3[0-9]|40) ms: the server answered 503: busy$'
	expect_equal "$(jq -c 'select(.type=="turn_end")|.data.outcome' "$T/out")" '"answered"'
}

test_retries_end_after_three() {
	server <<<'replies: [{status: 500, error: boom, repeat: true}]'
	expect_exit 1 model --ask hi -s backend.retry_base_ms=1
	expect_equal "$(wc -l <"$REQUESTS")" 4
}

# status and headers | requests made | the least and the most that was waited in ms
# holds: empty-account-told
test_which_refusals_are_tried_again_and_when() {
	rows=0
	later=$(date -u -d '+1 second' '+%a, %d %b %Y %H:%M:%S GMT')
	hour=$(date -u -d '+1 hour' '+%a, %d %b %Y %H:%M:%S GMT')
	while IFS='|' read -r reply requests least most <&9; do
		server <<<"replies: [{$reply}, {text: ok}]"
		"$AGENT" --backend openai --base-url "$URL" -m m --depth react --ask hi -s backend.retry_base_ms=10 -s backend.protocol=chat --output events \
			</dev/null >"$T/out" 2>"$T/err"
		expect_equal "$(wc -l <"$REQUESTS")" "$requests" "$reply"
		waited=$(jq 'select(.type=="retry")|.data.wait_ms' "$T/out")
		[ -z "$least" ] || { [ "$waited" -ge "$least" ] && [ "$waited" -le "$most" ]; } || fail "$reply: waited $waited"
		rows=$((rows + 1))
	done 9<<-EOF
		status: 408|2|7|10
		status: 409|2|7|10
		status: 425|2|7|10
		status: 429|2|7|10
		status: 529|2|7|10
		status: 400|1
		status: 404|1
		status: 422|1
		status: 429, headers: {Retry-After: "0"}|2|0|0
		status: 429, headers: {Retry-After: "0.05"}|2|50|50
		status: 429, headers: {retry-after-ms: "30"}|2|30|30
		status: 503, headers: {Retry-After: "$later"}|2|0|1000
		status: 503, headers: {Retry-After: "$hour"}|1
		status: 429, headers: {Retry-After: "3600"}|1
		status: 429, headers: {Retry-After: soon}|2|7|10
		status: 429, error: {message: "check your plan and billing details"}|1
		status: 429, error: {message: "check your plan and billing details"}, headers: {Retry-After: "0.05"}|2|50|50
		status: 429, error: {message: "current quota, see billing", code: rate_limit_exceeded}|2|7|10
		status: 429, body: "[{\"error\":{\"code\":429,\"status\":\"RESOURCE_EXHAUSTED\",\"message\":\"You exceeded your current quota, please check your plan and billing details\",\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"0.04s\"}]}}]"|2|40|40
		status: 429, error: {message: "slow down", code: insufficient_quota, type: rate_limit_exceeded}|1
		status: 500, headers: {x-should-retry: "false"}|1
		status: 400, headers: {x-should-retry: "true"}|2|7|10
	EOF
	expect_equal $rows 22
}

test_a_wait_that_is_too_long_is_refused_with_words() {
	server <<<'replies: [{status: 429, error: slow down, headers: {Retry-After: "120"}}]'
	expect_exit 1 model --ask hi
	expect_match "$(tail -n 1 "$T/err")" 'slow down; the server asks to wait 2 ?m.*backend\.retry_after_max_s'
}

# No call runs before the end of its reply, so one that breaks off is asked for again; what was shown is taken back, and what came is paid for.
# holds: reply-breaks-off
test_a_stream_that_breaks_is_asked_again() {
	while IFS='|' read -r reply <&9; do
		server <<<"replies: [{$reply}, {text: again, usage: {prompt_tokens: 10, completion_tokens: 2}}]"
		expect_exit 0 model --ask hi $QUICK --output events
		expect_equal "$(wc -l <"$REQUESTS")" 2 "$reply"
		expect_equal "$(jq -r 'select(.type=="message" and .data.role=="assistant")|.data.parts[]|.text' "$T/out")" again "$reply"
		expect_equal "$(jq -r 'select(.type=="delta" and .data.kind!="thinking" or .type=="retry")|.data.kind // .type' "$T/out" | tail -n 3 | tr '\n' ' ')" 'cut retry text '
		expect_equal "$(jq -c 'select(.type=="usage")|.data.estimated // false' "$T/out" | tr '\n' ' ')" 'true false '
		test ! -e f || fail "a call of the broken reply was run"
	done 9<<-'EOF'
		text: [one, two], cut_after: 1
		reasoning: [hm, so], text: x, cut_after: 1
		text: [one, two], error_in_stream: {message: overloaded, code: 529}
		text: [one, two], finish: insufficient_system_resource
		calls: [{name: write_file, arguments: {path: f, content: hello}}], text: [Well], cut_after: 2
	EOF
}

test_a_stream_that_breaks_is_asked_a_bounded_number_of_times() {
	server <<<'replies: [{text: [one, two], cut_after: 1, repeat: true}]'
	expect_exit 1 model --ask hi $QUICK
	expect_equal "$(wc -l <"$REQUESTS")" 3
	expect_match "$(cat "$T/err")" '^cut off   one$'
}

# A call that the server itself could not read is asked for once more.
# holds: reply-ends-trouble
test_a_malformed_call_is_asked_for_once_more() {
	server <<-'EOF'
		replies:
		  - {status: 400, error: {message: "Failed to call a function. See 'failed_generation'", type: invalid_request_error, code: tool_use_failed, failed_generation: "<function=x"}}
		  - {text: at last}
		  - {text: [one], finish: MALFORMED_FUNCTION_CALL}
		  - {text: at last}
		  - {text: [one], error_in_stream: {code: 500, message: "The model produced output that does not match the expected peg-native format", type: server_error}, repeat: true}
	EOF
	expect_exit 0 model --ask hi $QUICK
	expect_exit 0 model --ask hi $QUICK
	expect_equal "$(cat "$T/out")" 'at last'
	expect_equal "$(wc -l <"$REQUESTS")" 4
	expect_exit 1 model --ask hi $QUICK
	expect_equal "$(wc -l <"$REQUESTS")" 6
}

test_a_server_that_is_not_there_is_named() {
	expect_exit 1 agent --backend openai --base-url http://127.0.0.1:1/v1 -m m --ask hi $QUICK
	expect_match "$(tail -n 1 "$T/err")" '^end +failed: http://127\.0\.0\.1:1/v1/chat/completions: .*([Rr]efused|connect)'
	expect_exit 1 agent --backend openai --base-url http://no-such-host.invalid/v1 -m m --ask hi $QUICK
	expect_match "$(tail -n 1 "$T/err")" 'no-such-host\.invalid'
	server <<<'{models: [m], replies: []}'
	expect_exit 1 agent --base-url "${URL/http/https}" -m m doctor
	expect_match "$(cat "$T/out")" '^server .*; it (speaks|may speak) no TLS there: is it http:// in backend.base_url\?'
	for url in ftp://127.0.0.1/v1 127.0.0.1:1/v1 'http:///v1' file:///etc/passwd; do
		expect_exit 2 agent --backend openai --base-url "$url" -m m --ask hi
		expect_match "$(cat "$T/err")" "'?backend.base_url'? .*(must be a URL that begins with|is no) http"
	done
}

test_the_calls_of_a_broken_reply_are_not_run() {
	server <<<'replies: [{text: [Well], calls: [{name: write_file, arguments: {path: f, content: hello}}], cut_after: 4}]'
	expect_exit 1 model --ask hi --approve all $QUICK
	test ! -e f || fail "the call was run"
	expect_equal "$(stored 'select(.type=="message")|.data.parts|map(.type)|tojson' | tail -n 1)" '["text"]'
	server <<<'replies: [{text: fine}]'
	expect_exit 0 model --ask "go on" --continue
	expect_equal "$(jq -c '[.body.messages[1:][].role]' "$REQUESTS")" '["user","assistant","user"]'
}

test_the_only_model_a_server_lists_is_used() {
	server <<<'{models: [{id: tiny, max_model_len: 8192}], replies: [{text: ok}]}'
	expect_exit 0 agent --backend openai --base-url "$URL" --ask hi --output events
	expect_equal "$(jq -r '[.method,.path,.body.model?|strings]|join(" ")' "$REQUESTS")" 'GET /v1/models
POST /v1/chat/completions tiny'
}

test_without_a_model_some_of_several_are_named() {
	server <<<'{models: [a1, b2, c3, d4, e5, f6, g7], replies: []}'
	expect_exit 2 agent --backend openai --base-url "$URL" --ask hi
	expect_match "$(tail -n 1 "$T/err")" '7 models \(a1, b2, c3, d4, e5, \.\.\.\); choose one with -m'
	expect_equal "$(cat "$T/out")" ''
	server <<<'{models: [], replies: []}'
	expect_exit 2 agent --backend openai --base-url "$URL" --ask hi
	expect_match "$(tail -n 1 "$T/err")" 'lists no model; name one with -m'
}

test_models_names_what_it_leaves_out_of_the_list() {
	local long left_out="which is left out"
	long=$(printf 'x%.0s' {1..501})
	server <<<'{models: [{id: tiny}, {object: model}, {id: ""}, {id: "red\u001b[31m"}, {id: '"$long"'}, {id: large}], replies: []}'
	expect_exit 0 agent --backend openai --base-url "$URL" models
	expect_equal "$(cat "$T/out")" "tiny
large"
	expect_equal "$(cat "$T/err")" "agent: the server's list has 'entry 2', $left_out: it has no name ('id', a text)
agent: the server's list has 'entry 3', $left_out: it has no name ('id', a text)
agent: the server's list has 'red␛[31m', $left_out: its name has bytes that cannot be shown
agent: the server's list has '${long:0:59}…', $left_out: its name is too long"
	expect_exit 0 agent --backend openai --base-url "$URL" models --output json
	expect_equal "$(jq -c '[.[].id]' "$T/out") $(wc -l <"$T/err")" '["tiny","large"] 4'
}

# holds: agent-doctor-asks
test_doctor_asks_the_server_and_exits_by_what_it_says() {
	server <<<'{models: [{id: tiny, max_model_len: 32768}, other], replies: [{text: ok, repeat: true}]}'
	expect_exit 0 agent --base-url "$URL" -m tiny doctor
	expect_match "$(cat "$T/out")" '^server +answers; 2 models: tiny, other$'
	expect_match "$(cat "$T/out")" '^window +32768 tokens$'
	expect_exit 1 agent --base-url "$URL" -m tinny doctor
	expect_match "$(cat "$T/out")" '^ +-> it does not list tinny; agent models shows all it has$'
	expect_exit 1 agent --base-url http://127.0.0.1:1/v1 -m tiny doctor
	expect_match "$(cat "$T/out")" "^server +http://127.0.0.1:1/v1/models: cannot connect to '127.0.0.1:1'"
}

# Lists name a model otherwise than it is asked for.
# holds: agent-doctor-asks
test_doctor_finds_a_model_by_the_name_it_is_asked_for() {
	server <<<'{models: ["models/gemini-3-pro-preview", "qwen3:latest", claude-sonnet-4-5-20250929, {id: tiny-7b, max_model_len: 32768}], replies: [{text: ok, repeat: true}]}'
	for name in gemini-3-pro-preview models/gemini-3-pro-preview qwen3 claude-sonnet-4-5; do
		expect_exit 0 agent --base-url "$URL" -m $name doctor
	done
	for name in claude-sonnet-4 qwen gemini-3 pro-preview tiny; do
		expect_exit 1 agent --base-url "$URL" -m $name doctor
		expect_match "$(cat "$T/out")" "it does not list $name;"
	done
}

# One short request each, which may be cut or refused, over each protocol.
# holds: agent-doctor-asks
test_doctor_tells_what_the_model_takes() {
	local protocol replies row requests
	while IFS='|' read -r protocol replies row requests <&9; do
		server <<<"{models: [tiny], replies: [$replies]}"
		expect_exit 0 agent --base-url "$URL" -m tiny -s backend.protocol="$protocol" doctor
		expect_match "$(cat "$T/out")" "^abilities +$row\$" "$protocol: $replies"
		expect_equal "$(jq -s 'map(select(.method == "POST")) | length' "$REQUESTS")" "$requests" "$protocol: $replies"
		expect_equal "$(jq -r '.body | objects | .max_tokens // .max_output_tokens' "$REQUESTS" | sort -u)" 16
	done 9<<-'EOF'
		chat|{text: o, finish: length}, {text: "{", finish: length}|tools yes, structured output yes|2
		chat|{text: ok}, {status: 400, error: "response_format is not supported"}|tools yes, structured output as JSON without a schema \(which is checked here\)|2
		chat|{text: ok}, {status: 400, error: "bad request"}|tools yes, structured output no \(checked here instead\)|2
		chat|{status: 400, error: "tiny does not support tools"}, {text: ok}|tools no \(plan and answer come in words\), structured output yes|2
		chat|{status: 422, error: "no"}, {status: 422, error: "no"}, {text: ok}|tools no \(plan and answer come in words\), structured output no \(checked here instead\)|3
		chat|{status: 400, error: "Could not finish the message because max_tokens or model output limit was reached."}, {text: ok}|tools yes, structured output yes|2
		messages|{text: ok, finish: length}|tools yes, structured output no \(checked here instead\)|1
		messages|{status: 400, error: "tiny does not support tools"}, {text: ok}|tools no \(plan and answer come in words\), structured output no \(checked here instead\)|2
		chat|{status: 429, error: slow down}, {text: ok}|tools not known, structured output yes|2
		chat|{text: ok}, {status: 503, error: overloaded}|tools yes, structured output not known|2
		responses|{text: ok, finish: length}, {text: ok}|tools yes, structured output yes|2
		responses|{text: ok}, {status: 400, error: "text.format json_schema is not supported"}|tools yes, structured output as JSON without a schema \(which is checked here\)|2
	EOF
	server <<<'{models: [tiny], replies: [{status: 400, error: "tool choice requires --enable-auto-tool-choice"}, {text: ok}]}'
	expect_exit 0 agent --base-url "$URL" -m tiny doctor
	expect_match "$(cat "$T/out")" '^ +-> asked with a tool: .*--enable-auto-tool-choice'
	server <<<'{models: [tiny], replies: [{text: ok, repeat: true}]}'
	expect_exit 0 agent --base-url "$URL" -m tiny -s backend.protocol=responses doctor
	jq -s '[.[] | .body | objects] | {tools: .[0].tools[0].name, format: .[1].text.format.type}' -c "$REQUESTS" >"$T/asked"
	expect_equal "$(cat "$T/asked")" '{"tools":"list_files","format":"json_schema"}'
}

test_doctor_asks_nothing_that_the_list_tells() {
	server <<<'{models: [{id: far/tiny, supported_parameters: [tools, structured_outputs]}, {id: far/old, supported_parameters: [temperature]}, {id: m7, capabilities: {function_calling: true}}], replies: [{text: ok}]}'
	expect_exit 0 agent --base-url "$URL" -m far/tiny doctor
	expect_match "$(cat "$T/out")" '^abilities +tools yes, structured output yes$'
	expect_exit 0 agent --base-url "$URL" -m far/old doctor
	expect_match "$(cat "$T/out")" '^abilities +tools no .*, structured output no '
	expect_equal "$(grep -c POST "$REQUESTS")" 0
	expect_exit 0 agent --base-url "$URL" -m m7 doctor
	expect_equal "$(jq -c '.body | objects | [has("tools"), has("response_format")]' "$REQUESTS")" '[false,true]'
}

# holds: agent-doctor-asks
test_doctor_says_that_no_request_is_answered() {
	server <<<'{models: [tiny], replies: [{status: 401, error: no such key}]}'
	expect_exit 1 agent --base-url "$URL" -m tiny doctor
	expect_match "$(cat "$T/out")" "^ +-> it answers no request: $HERE/chat/completions: the server answered 401: no such key"
	expect_equal "$(grep -c POST "$REQUESTS")" 1
	server <<<'{models: [tiny], replies: [{status: 400, error: not today, repeat: true}]}'
	expect_exit 1 agent --base-url "$URL" -m tiny doctor
	expect_match "$(cat "$T/out")" "^ +-> it answers no request: .*not today"
	server <<<'{models: [tiny], replies: [{status: 503, error: overloaded, repeat: true}]}'
	expect_exit 1 agent --base-url "$URL" -m tiny doctor
	expect_equal "$(grep -c POST "$REQUESTS")" 3
}

# holds: agent-doctor-asks
test_doctor_and_models_wait_for_nothing_longer_than_their_own_limit() {
	server <<<'{models: [tiny], replies: [{text: late, delay_ms: 60000, repeat: true}]}'
	expect_exit 1 agent --base-url "$URL" -m tiny -s doctor.timeout_s=0.3 doctor
	expect_match "$(cat "$T/out")" '^server +answers; 1 model: tiny$'
	expect_match "$(cat "$T/out")" '^ +-> it answers no request: no answer within 0\.3 s \(doctor\.timeout_s\)$'
	expect_equal "$(grep -c POST "$REQUESTS")" 1
	"$BUILD/tests/support/deaf_server" "$T/port" &
	SERVERS="$SERVERS $!"
	wait_for test -s "$T/port"
	expect_exit 1 agent --base-url "http://127.0.0.1:$(cat "$T/port")/v1" -m tiny -s doctor.timeout_s=0.3 doctor
	expect_match "$(cat "$T/out")" '^server +no answer within 0\.3 s \(doctor\.timeout_s\)$'
	expect_match "$(cat "$T/out")" '^ +-> is a model server there'
	expect_exit 1 agent --base-url "http://127.0.0.1:$(cat "$T/port")/v1?key=hidden" -m tiny -s doctor.timeout_s=0.3 models
	expect_match "$(cat "$T/err")" '^agent: http://127.0.0.1:[0-9]+/v1: no answer within 0\.3 s \(doctor\.timeout_s\); is a model server there'
}

test_models_lists_what_the_server_has() {
	server <<<'{models: [{id: tiny, max_model_len: 8192}, {id: far, top_provider: {context_length: 64000}}, other], replies: []}'
	expect_exit 0 agent --base-url "$URL" models
	expect_equal "$(cat "$T/out")" "tiny  8192 tokens
far  64000 tokens
other"
	expect_exit 0 agent --base-url "$URL" models --output json
	expect_equal "$(jq -r '.[1].id' "$T/out")" far
	expect_exit 2 agent models
	expect_match "$(cat "$T/err")" 'no server is configured'
	expect_exit 1 agent --base-url http://127.0.0.1:1/v1 models
}

# Each kind of server says in a place of its own how large a window it runs the model with.
test_a_window_that_is_small_by_the_servers_default_is_named_with_the_way_to_a_larger_one() {
	local kind page tokens way
	while IFS='|' read -r kind page tokens way; do
		server <<<"{models: [qwen3, other], pages: [$page], replies: [{text: ok, repeat: true}]}"
		expect_exit 0 agent --base-url "$URL" -m qwen3 doctor
		expect_match "$(cat "$T/out")" "^window +$tokens tokens$" "$kind"
		expect_exit 0 agent --base-url "$URL/chat/completions" -m qwen3 doctor # pasted whole
		expect_match "$(cat "$T/out")" "^window +$tokens tokens$" "$kind"
		[ -z "$way" ] || expect_match "$(cat "$T/out")" "^ +-> little for work with tools; for more: $way" "$kind"
	done <<-'EOF'
		Ollama|{path: /api/ps, body: {models: [{name: "other:latest", context_length: 9}, {name: "qwen3:latest", context_length: 4096}]}}|4096|OLLAMA_CONTEXT_LENGTH=32768
		llama.cpp|{path: /props, body: {default_generation_settings: {n_ctx: 2048}}}|2048|llama-server -c 32768
		LM Studio|{path: /api/v0/models, body: {data: [{id: qwen3, loaded_context_length: 8192, max_context_length: 131072}]}}|8192|load the model
		llama.cpp|{path: /props, body: {default_generation_settings: {n_ctx: 40960}}}|40960|
	EOF
}

# holds: servers-machine-never
test_a_server_on_this_machine_is_never_asked_through_a_proxy() {
	server <<<'replies: [{text: "not through it", repeat: true}]'
	unset no_proxy NO_PROXY
	export http_proxy=http://127.0.0.1:1 HTTP_PROXY=http://127.0.0.1:1 all_proxy=http://127.0.0.1:1
	expect_exit 0 model --ask hi -s backend.retries=0
	expect_equal "$(cat "$T/out")" "not through it"
	URL=${URL/127.0.0.1/localhost} expect_exit 0 model --ask hi -s backend.retries=0
	expect_exit 1 agent --backend openai --base-url http://server.invalid/v1 -m m --ask hi -s backend.retries=0
	expect_match "$(cat "$T/err")" "cannot ask 'server.invalid:80' through the proxy '127.0.0.1:1'"
}

# holds: base-url-without
test_a_base_url_without_v1_is_asked_with_it() {
	server --under /v1 <<<'{models: [tiny], replies: [{text: found it, repeat: true}]}'
	local base=${URL%/v1}
	expect_exit 0 agent --backend openai --base-url "$base" -m tiny --ask hi
	expect_equal "$(cat "$T/out")" "found it"
	expect_equal "$(jq -r .path "$REQUESTS" | paste -sd' ')" '/chat/completions /v1/chat/completions'
	expect_exit 0 agent --backend openai --base-url "$base/" --ask hi # its model is asked for as well
	expect_exit 0 agent --base-url "$base" -m tiny doctor
	expect_match "$(cat "$T/out")" '^server +answers; 1 model: tiny$'
	expect_exit 0 agent --base-url "$base" models
	expect_equal "$(cat "$T/out")" tiny
	expect_exit 0 agent --base-url "$base" -m tiny -s backend.protocol=responses --ask hi
	expect_exit 0 agent --base-url "$base" -m tiny -s backend.protocol=messages --ask hi
}

test_a_path_that_is_not_there_is_not_there_with_status_200_either() {
	server <<<'replies: [{status: 200, content_type: application/json, body: "{\"error\":\"Unexpected endpoint or method. (POST /chat/completions)\"}"}, {text: found it}]'
	expect_exit 0 agent --base-url "${URL%/v1}" -m tiny --ask hi
	expect_equal "$(cat "$T/out")" "found it"
	expect_equal "$(jq -r .path "$REQUESTS" | paste -sd' ')" '/chat/completions /v1/chat/completions'
}

test_where_no_path_is_there_the_first_one_is_named() {
	server --under /elsewhere <<<'replies: []'
	expect_exit 1 agent --base-url "${URL%/v1}" -m tiny --ask hi
	expect_match "$(tail -1 "$T/err")" ":$PORT/chat/completions: the server answered 404: .*; check backend.base_url: there is none below /v1 either"
}

test_of_several_models_the_one_that_talks_is_used() {
	server <<<'{models: ["nomic-embed-text:latest", tiny, "BAAI/bge-m3", text-embedding-3-small, whisper-1], replies: [{text: ok}]}'
	expect_exit 0 agent --backend openai --base-url "$URL" --ask hi
	expect_equal "$(jq -r '.body.model? | strings' "$REQUESTS")" tiny
}

# holds: wrong-between-here
test_a_proxy_that_is_not_there_is_named_as_one_and_its_password_is_not() {
	unset no_proxy NO_PROXY
	export https_proxy=http://me:sesame@127.0.0.1:1
	expect_exit 1 agent --base-url https://server.invalid/v1 -m m --ask hi $QUICK
	expect_match "$(tail -1 "$T/err")" "cannot ask 'server.invalid:443' through the proxy '127.0.0.1:1' of [$]https_proxy: .*; is the proxy running\?"
	expect_exit 1 agent --base-url https://server.invalid/v1 -m m doctor
	expect_match "$(cat "$T/out")" "through the proxy '127.0.0.1:1'"
	expect_no_match "$(cat "$T/out" "$T/err")" sesame
	export http_proxy=nowhere.invalid:3128
	expect_exit 1 agent --base-url http://server.invalid/v1 -m m --ask hi $QUICK
	expect_match "$(tail -1 "$T/err")" "through the proxy 'nowhere.invalid:3128' of [$]http_proxy: Could not resolve proxy"
}

# The certificate is its own CA: nobody knows it who was not told.
# holds: wrong-between-here
test_a_certificate_nobody_knows_names_what_is_trusted_and_the_setting() {
	local pem=$ROOT/tests/e2e/data/server.pem ca=$HOME/ca.pem
	server --tls "$pem" <<<'{models: [tiny], replies: [{text: over TLS, repeat: true}]}'
	URL=${URL/http/https}
	expect_exit 1 model --ask hi
	expect_match "$(tail -1 "$T/err")" "no TLS with '127.0.0.1:$PORT': .*self-signed certificate.* \(trusted: /.*\); it signed itself: name its certificate in backend.ca_file"
	expect_equal "$(grep -c retry "$T/err")" 0
	expect_exit 1 agent --base-url "$URL" -m tiny doctor
	expect_match "$(cat "$T/out")" "^server .*no TLS with .*backend.ca_file"
	sed -n '/BEGIN CERT/,$p' "$pem" >"$ca"
	expect_exit 0 model --ask hi -s backend.ca_file=$ca
	expect_equal "$(cat "$T/out")" "over TLS"
	expect_exit 0 agent --base-url "$URL" -m tiny -s 'backend.ca_file=~/ca.pem' doctor
	expect_exit 1 model --ask hi -s backend.ca_file=$HOME/none.pem
	expect_match "$(tail -1 "$T/err")" "none.pem.*; backend.ca_file has to name a file of certificates"
	URL=${URL/127.0.0.1/other.localhost} expect_exit 1 model --ask hi -s backend.ca_file=$ca
	expect_match "$(tail -1 "$T/err")" "'other.localhost'.*; ask it by a name its certificate is made for"
	printf 'backend.ca_file: %s\n' "$ca" >agent.yaml
	expect_exit 1 model --ask hi
	expect_match "$(cat "$T/err")" 'may not set backend.ca_file until this folder is trusted'
}

# holds: server-wants-key
test_a_base_url_of_the_environment_needs_no_key() {
	server <<<'{models: [tiny], replies: [{text: no key, repeat: true}]}'
	OPENAI_BASE_URL=$URL expect_exit 0 agent --ask hi
	expect_equal "$(cat "$T/out")" "no key"
	expect_equal "$(jq -r '.headers.authorization' "$REQUESTS" | sort -u)" null
	OPENAI_BASE_URL=$URL expect_exit 0 agent doctor
	expect_match "$(cat "$T/out")" '^protocol +auto: chat$'
	expect_match "$(cat "$T/out")" '^backend +http://.*: OPENAI_BASE_URL is set$'
}

# holds: model-changes-mid
test_a_fallback_model_is_asked_once_the_retries_are_used_up_and_that_is_said() {
	server <<-'EOF2'
		replies:
		- {status: 503, error: overloaded}
		- {status: 503, error: overloaded}
		- {status: 503, error: overloaded}
		- {text: from the other, repeat: true}
	EOF2
	expect_exit 0 model --ask hi $QUICK -s backend.fallback_model=other
	expect_equal "$(cat "$T/out")" "from the other"
	expect_equal "$(jq -r .body.model "$REQUESTS" | paste -sd' ')" 'scripted scripted scripted other'
	expect_match "$(cat "$T/err")" 'scripted keeps failing, other is asked from now on: .*overloaded'
	server <<<'replies: [{status: 400, error: bad request, repeat: true}]'
	expect_exit 1 model --ask hi $QUICK -s backend.fallback_model=other
	expect_equal "$(jq -r .body.model "$REQUESTS" | sort -u)" scripted
	server <<<'replies: [{status: 503, error: overloaded, repeat: true}]'
	expect_exit 1 model --ask hi $QUICK -s backend.fallback_model=other
	expect_equal "$(jq -r .body.model "$REQUESTS" | uniq -c | tr -s ' ' | paste -sd' ')" ' 3 scripted  3 other'
}

# holds: answer-blanks-none
test_an_encoding_that_was_not_asked_for_is_named() {
	server <<-'EOF'
		replies:
		- {text: "packed", headers: {Content-Encoding: gzip}}
		- {status: 500, error: packed, headers: {Content-Encoding: br}}
		- {text: "as it is", headers: {Content-Encoding: identity}}
	EOF
	expect_exit 1 model --ask hi
	expect_match "$(cat "$T/err")" "'127.0.0.1:$PORT' encodes its answers as 'gzip', which was not asked for"
	expect_exit 1 model --ask hi
	expect_match "$(cat "$T/err")" "encodes its answers as 'br', which was not asked for"
	expect_exit 0 model --ask hi
	expect_equal "$(cat "$T/out")" "as it is"
}

# holds: answer-blanks-none
test_an_answer_of_blanks_is_an_empty_answer() {
	server <<<'replies: [{text: " \n\t \n", repeat: true}]'
	expect_exit 1 model --ask hi
	expect_match "$(cat "$T/err")" 'the model gave an empty answer'
	expect_equal "$(cat "$T/out")" ''
}

test_a_key_is_sent_and_shown_nowhere() {
	export OPENAI_API_KEY=sk-sesame-0123456789
	server <<-'EOF'
		replies:
		  - {text: ["your key sk-sesa", "me-0123456789 is good"], calls: [{name: run_command, arguments: {command: "echo sk-sesame-0123456789; env"}}]}
		  - {text: "it is sk-sesame-0123456789"}
		  - {status: 401, error: "Incorrect API key provided: sk-sesame-0123456789"}
	EOF
	expect_exit 0 model --ask "mine is sk-sesame-0123456789" --approve all --output events -v -s log.level=debug
	cp "$T/err" "$T/err1"
	cp "$T/out" "$T/out1"
	expect_match "$(cat "$T/out1")" 'your key .*OPENAI_API_KEY'
	expect_exit 1 model --ask again --output json
	expect_match "$(jq -r .error "$T/out")" 'Incorrect API key provided: .*OPENAI_API_KEY'
	agent sessions export last "$T/exported"
	expect_equal "$(jq -r .headers.authorization "$REQUESTS" | sort -u)" "Bearer sk-sesame-0123456789"
	found=$(grep -rlF sk-sesame "$HOME" "$T/out" "$T/err" "$T/out1" "$T/err1" "$T/exported")
	expect_equal "$found" ''
	db 'pragma wal_checkpoint(truncate)' >/dev/null
	expect_equal "$(grep -c sk-sesame "$XDG_DATA_HOME/agent/agent.db")" 0
}

# In headers, in the URL, in what the server says back; whatever looks at the settings.
test_secrets_of_the_settings_are_shown_nowhere() {
	local query=sk-sesame-of-the-query header=sk-sesame-of-a-header
	server <<-END
		replies:
		  - {text: ["you sent sk-sesame-of-the", "-query and $header"], calls: [{name: run_command, arguments: {command: "echo $query $header; env"}}]}
		  - {text: "$header"}
		  - {status: 401, error: "Bad $query, bad $header", repeat: true}
	END
	mkdir -p "$XDG_CONFIG_HOME/agent"
	cat >"$XDG_CONFIG_HOME/agent/agent.yaml" <<-END
		backend: {provider: openai, model: m, base_url: "$URL?api_key=$query&api-version=2024-02-01", headers: {X-Api-Key: "Key $header"}}
	END
	expect_exit 0 agent --ask hi --approve all --output events -v -s log.level=debug
	expect_equal "$(jq -r '.headers["x-api-key"]' "$REQUESTS" | sort -u)" "Key $header"
	expect_exit 1 agent --ask again --output events -v -s log.level=debug $QUICK
	cp "$T/out" "$T/out1"
	cp "$T/err" "$T/err1"
	expect_match "$(cat "$T/err1")" 'Bad \$api_key, bad \$X-Api-Key'
	expect_exit 1 agent doctor # says what the server said of its requests
	cat "$T/out" "$T/err" >>"$T/out1"
	for words in "config show" "sessions export last $T/exported" "sessions export last $T/exported.html --format html" "sessions show last"; do
		expect_exit 0 agent $words
		cat "$T/out" "$T/err" >>"$T/out1"
	done
	db 'pragma wal_checkpoint(truncate)' >/dev/null
	rm "$XDG_CONFIG_HOME/agent/agent.yaml"
	expect_equal "$(grep -rlaF sk-sesame "$HOME" "$T"/out* "$T"/err* "$T"/exported*)" ''
}

test_a_server_of_ones_own_that_cannot_be_used_is_told() {
	export OPENAI_API_KEY=sk-sesame-0123456789
	for url in localhost:8000/v1 http://me:sk-sesame@127.0.0.1:9/v1; do
		OPENAI_BASE_URL=$url expect_exit 2 agent --ask hi
		expect_equal "$(cat "$T/err")" 'agent: $OPENAI_BASE_URL is no http or https URL without a user name and password'
		OPENAI_BASE_URL=$url expect_exit 2 agent doctor
		expect_no_match "$(cat "$T/out" "$T/err")" sk-sesame
	done
}

# holds: provider-row-data
test_a_known_key_goes_to_its_own_server_only() {
	export OPENAI_API_KEY=sk-sesame-0123456789
	server <<<'replies: [{text: ok}]'
	expect_exit 0 agent --base-url "$URL" -m m --ask hi
	expect_equal "$(jq -r '.headers.authorization' "$REQUESTS")" null
	export MY_KEY=my-own-key-12345
	server <<<'replies: [{text: ok}]'
	expect_exit 0 agent --base-url "$URL" -m m --ask hi -s backend.api_key_env=MY_KEY
	expect_equal "$(jq -r '.headers.authorization' "$REQUESTS")" 'Bearer my-own-key-12345'
	expect_exit 2 agent --base-url "$URL" -m m --ask hi -s backend.api_key_env=NOT_THERE
	expect_match "$(cat "$T/err")" "names 'NOT_THERE', which is not set"
}

test_a_redirect_elsewhere_is_not_followed() {
	server <<<'replies: [{text: stolen, repeat: true}]'
	other=$URL there=$REQUESTS
	server <<<"replies: [{status: 307, body: \"\", headers: {Location: \"$other/chat/completions\"}}]"
	export OPENAI_API_KEY=sk-sesame-0123456789
	expect_exit 1 model --ask hi $QUICK
	expect_equal "$(cat "$there")" ''
	expect_match "$(tail -n 1 "$T/err")" "it points to '$other/chat/completions' and is not followed: set backend.base_url"
}

# Sends the signal to the agent when the condition holds, measures how long it takes to end.
interrupt() { # STAGE CONDITION... (the agent's arguments are in $arguments)
	local stage=$1 from to
	shift
	: >"$T/out"
	"$AGENT" --backend openai --base-url "$URL" -m m --depth react --ask hi --output events "${arguments[@]}" </dev/null >"$T/out" 2>"$T/err" &
	pid=$!
	wait_for "$@"
	from=$(date +%s%N)
	kill -INT $pid
	wait $pid
	expect_equal $? 130 "$stage"
	to=$(date +%s%N)
	[ $(((to - from) / 1000000)) -lt 500 ] || fail "$stage: ended after $(((to - from) / 1000000)) ms"
	expect_equal "$(tail -n 1 "$T/out" | jq -c '[.type,.data.outcome]')" '["turn_end","interrupted"]' "$stage"
	clean
}

started() {
	grep -q '"type":"status"' "$T/out"
}

test_interrupted_while_connecting() {
	"$BUILD/tests/support/deaf_server" "$T/port" &
	SERVERS=$!
	wait_for test -s "$T/port"
	URL=http://127.0.0.1:$(cat "$T/port")/v1
	expect_exit 1 "$AGENT" --backend openai --base-url "$URL" -m m --ask hi --depth react -s backend.connect_timeout_s=0.3 \
		-s backend.retries=0
	expect_match "$(tail -n 1 "$T/err")" 'no connection to .* within 300 ms; is the server running'
	arguments=()
	interrupt connect started
	expect_equal "$(jq -r 'select(.type=="retry")|.type' "$T/out")" ''
}

test_interrupted_before_the_first_byte() {
	server <<<'replies: [{delay_ms: {head: 60000}, text: x}]'
	arguments=()
	interrupt first test -s "$REQUESTS"
}

test_interrupted_in_the_stream() {
	server <<<'replies: [{text: [one, two], stall_after: 1}]'
	arguments=()
	interrupt stream grep -q '"type":"delta"' "$T/out"
	expect_equal "$(stored 'select(.type=="message")|[.data.role,.data.interrupted,.data.parts[0].text]|tojson' | tail -n 1)" \
		'["assistant",true,"one"]'
}

test_interrupted_while_waiting_for_a_retry() {
	server <<<'replies: [{status: 503, headers: {Retry-After: "50"}}]'
	arguments=()
	interrupt retry grep -q '"type":"retry"' "$T/out"
}

test_interrupted_while_a_command_runs() {
	server <<-'EOF'
		replies: [{calls: [{name: run_command, arguments: {command: "echo $$ >pid; trap '' INT TERM; while :; do sleep 60; done"}}]}]
	EOF
	arguments=(--approve all)
	interrupt command test -s pid
	wait_for not_running "$(cat pid)"
	expect_equal "$(stored 'select(.type=="tool_result")|.data.text')" 'interrupted, may have run'
}

not_running() {
	! kill -0 "$1"
}

test_interrupted_while_files_are_searched() {
	awk 'BEGIN { for (i = 0; i < 300000; i++) print "oooooooooooooooooooooooooooooooooooooooooooooo" }' >big.txt
	server <<<"replies: [{calls: [{name: search_text, arguments: {pattern: '(o+o+)+x'}}]}]"
	arguments=()
	interrupt search grep -q '"type":"tool_call"' "$T/out"
}

test_interrupted_while_models_are_listed() {
	server <<<'{models: [{id: a}], replies: [{text: [x, y], stall_after: 1}]}'
	arguments=()
	interrupt models grep -q '"type":"delta"' "$T/out"
}

run_tests
