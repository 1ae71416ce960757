#!/bin/bash
# SPDX-License-Identifier: MIT
# What a server refuses of a request is left out, or done otherwise, and asked again (config/refusals.yaml).
. "$(dirname "$0")/../support/lib.sh"

over() { # PROTOCOL ARGUMENTS...
	model -s backend.protocol="$1" "${@:2}"
}

call='calls: [{id: c1, name: list_files, arguments: {}}, {id: c2, name: list_files, arguments: {}}]'

sent() { # NUMBER JQ
	sed -n "$1p" "$REQUESTS" | jq -c "$2"
}

# protocol ~ status ~ the server's words ~ what of the next request (jq) ~ is then ~ settings
# holds: server-refuses-request
test_what_is_refused_is_left_out_and_stays_so() {
	rows=0
	while IFS='~' read -r protocol status words what wanted settings <&9; do
		server <<<"replies: [{reasoning: hm, $call}, {status: $status, error: {message: \"$words\"}}, {text: fine}, {text: more}]"
		expect_exit 0 over "$protocol" $settings --output events --ask go </dev/null
		expect_equal "$(wc -l <"$REQUESTS")" 3 "$words"
		expect_equal "$(sent 3 "$what")" "$wanted" "$words"
		[ "$(sent 2 "$what")" != "$wanted" ] || fail "$words: it was so before"
		rows=$((rows + 1))
	done 9<<-'EOF'
		chat~400~Unrecognized request argument supplied: stream_options~.body.stream_options~null
		chat~422~stream_options: Extra inputs are not permitted~.body.stream_options~null
		chat~400~Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.~.body.max_completion_tokens~900~-s backend.max_tokens=900
		chat~400~Tool call id was c1 but must be a-z, A-Z, 0-9, with a length of 9.~[.body.messages[].tool_calls//[]|.[].id|length]|unique~[9]
		chat~500~This model only supports single tool-calls at once!~[.body.messages[].tool_calls//[]|length]|max~1
		chat~400~property 'reasoning_content' is unsupported~[.body.messages[].reasoning_content//empty]~[]
		chat~422~body.messages.2.assistant.reasoning_content: Extra inputs are not permitted~[.body.messages[].reasoning_content//empty]~[]
		chat~500~Cannot pass both content and thinking in an assistant message with tool calls!~[.body.messages[].reasoning_content//empty]~[]
		messages~400~messages.0.content.0.cache_control: Extra inputs are not permitted~[.body|..|objects.cache_control//empty]|length~0
		messages~400~output_config: Extra inputs are not permitted~.body.output_config~null~-m claude-opus-4-8 -s backend.effort=high
		messages~400~output_config.effort: this model does not support the effort parameter~.body.output_config~null~-m claude-opus-4-8 -s backend.effort=high
		responses~400~Unsupported parameter: 'prompt_cache_key'~.body.prompt_cache_key~null
		responses~400~Unsupported parameter: 'reasoning.summary'~.body.reasoning.summary~null
		responses~400~Encrypted content is not supported with this model.~.body.include~null
		responses~400~The encrypted content for item rs_1 could not be verified.~[.body.input[].type]|map(select(. == "reasoning"))~[]
		messages~400~messages.1.content.0: Invalid signature in thinking block~[.body.messages[].content[]|.type]|map(select(. == "thinking"))~[]
		messages~400~thinking blocks are not supported~[.body.messages[].content[]|.type]|map(select(. == "thinking"))~[]
		chat~400~Function call is missing a thought_signature in functionCall parts.~[.body.messages[].tool_calls//[]|.[].extra_content.google.thought_signature//empty]|length~1
		chat~400~'max_tokens' or 'max_completion_tokens' is too large: 16000. This model's maximum context length is 8192 tokens and your request has 1000 input tokens (16000 > 8192 - 1000).~.body.max_tokens~7192~-s backend.max_tokens=16000
		chat~400~max_tokens is too large: 16000. This model supports at most 8192 completion tokens.~.body.max_tokens~8192~-s backend.max_tokens=16000
		messages~400~max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens for m~.body.max_tokens~8192
		responses~400~Unsupported value: 'minimal' is not supported with this model. Supported values are: 'low', 'medium', 'high', and 'xhigh'. (reasoning.effort)~.body.reasoning.effort~"low"~-s backend.effort=minimal
		responses~404~Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.~[.body.input[].type]|map(select(. == "reasoning"))~[]
		responses~400~Your organization must be verified to stream this model.~.body.stream~false
		chat~500~System role not supported~.body.messages[0].role~"user"
	EOF
	expect_equal $rows 25
}

# The field stands beside the words, or where FastAPI has it, and some say so with 422.
test_a_refusal_is_read_whole() {
	while IFS='~' read -r status error what wanted settings <&9; do
		server <<<"replies: [{reasoning: hm, $call}, {status: $status, body: '$error'}, {text: fine}]"
		expect_exit 0 over chat $settings --ask go </dev/null
		expect_equal "$(wc -l <"$REQUESTS")" 3 "$error"
		expect_equal "$(sent 3 "$what")" "$wanted" "$error"
	done 9<<-'EOF'
		400~{"error":{"message":"Unknown parameter","param":"stream_options.include_usage","code":"unknown_parameter"}}~.body.stream_options~null
		422~{"detail":[{"type":"missing","loc":["body","x"],"msg":"Field required"},{"loc":["body","stream_options"],"msg":"extra fields not permitted","type":"value_error.extra"}]}~.body.stream_options~null
		422~{"detail":[{"loc":["body","messages",2,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted"}]}~[.body.messages[].reasoning_content//empty]~[]
		400~{"error":{"message":"Unsupported value: `high`. Supported values are: `none`, `low`.","param":"reasoning_effort"}}~.body.reasoning_effort~"low"~-s backend.effort=high
	EOF
}

test_the_wait_that_words_ask_for_is_waited_for_in_a_stream_too() {
	local reply
	for reply in 'status: 429, error: {message: "Rate limit reached for m: Please try again in 1.2s. Visit the site.", code: rate_limit_exceeded}' \
		'text: "", error_in_stream: {code: rate_limit_exceeded, message: "Rate limit reached for m. Please try again in 1.2s."}'; do
		server <<<"replies: [{$reply}, {text: fine}]"
		expect_exit 0 over chat --output events --ask go
		expect_equal "$(jq -c 'select(.type == "retry") | .data.wait_ms' "$T/out")" 1200 "$reply"
	done
}

# The path is there: those behind it do not run the model, or not so.
test_a_404_of_those_behind_the_path_does_not_blame_it() {
	server <<<'replies: [{status: 404, error: {message: "No endpoints found matching your data policy (Free model publication).", code: 404}, repeat: true}]'
	expect_exit 1 model -m vendor/name --ask go
	expect_equal "$(grep -c POST "$REQUESTS")" 1
	expect_no_match "$(cat "$T/err")" base_url
	expect_match "$(cat "$T/err")" 'choose another with -m, or allow more in your account'
}

test_a_thought_that_is_missing_is_sent_empty() {
	server <<<"replies: [{$call}, {status: 400, error: {message: \"thinking is enabled but reasoning_content is missing in assistant tool call message at index 2\"}}, {text: fine}]"
	expect_exit 0 over chat --ask go
	expect_equal "$(sent 3 '[.body.messages[] | select(.tool_calls) | .reasoning_content]')" '[""]'
}

# Some say so inside of an answer that began well.
# holds: server-refuses-request
test_a_refusal_in_a_stream_or_a_body_teaches_too() {
	for reply in 'error_in_stream: {code: 400, message: "stream_options is unknown"}' 'body: "{\"error\":{\"code\":400,\"message\":\"stream_options is unknown\"}}"'; do
		server <<<"replies: [{text: '', $reply}, {text: fine}]"
		expect_exit 0 over chat --ask go
		expect_equal "$(sent 2 .body.stream_options)" null "$reply"
	done
}

# holds: server-refuses-request
test_the_same_refusal_again_is_a_failure() {
	server <<<'replies: [{status: 400, error: {message: "stream_options: no"}, repeat: true}]'
	expect_exit 1 over chat --ask go
	expect_equal "$(wc -l <"$REQUESTS")" 2
}

# Each field is refused for the other one: both were tried, and then the length is left out.
test_refusals_that_contradict_each_other_are_followed_once() {
	server <<-'EOF'
		replies:
		  - {status: 400, error: {message: "max_completion_tokens is too large: 900."}}
		  - {status: 400, error: {message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}
		  - {status: 400, error: {message: "max_completion_tokens is too large: 900."}}
		  - {text: fine, repeat: true}
	EOF
	OPENAI_BASE_URL=$URL OPENAI_API_KEY=sk-sesame-0123456789 expect_exit 0 agent -m m -s backend.protocol=chat -s backend.max_tokens=900 --ask go
	expect_equal "$(jq -c '.body | [.max_tokens, .max_completion_tokens]' "$REQUESTS" | tr -d '\n')" '[null,900][900,null][null,900][null,null]'
	expect_match "$(cat "$T/err")" 'sent again without what the model refuses.*max_completion_tokens is too large: 900'
}

# A server that takes no tools: its model is taught to write calls, the plan is read from the words, and an answer comes.
# holds: server-takes-tools
test_without_tools_there_is_a_plan_and_an_answer_in_words() {
	while IFS='|' read -r protocol status words <&9; do
		server <<-EOF
			replies:
			  - {status: $status, error: {message: "$words"}}
			  - text: 'I look. <tool_call>{"name": "list_files", "arguments": {}}</tool_call>'
			  - {match: "0 files", text: "Plan:\n1. Look\n2. Write\n\nHere is how."}
			  - {text: "More."}
		EOF
		expect_exit 0 over "$protocol" --output events --ask go </dev/null
		expect_equal "$(sent 2 '.body | has("tools")')" false "$words"
		expect_match "$(sent 2 '.body.messages[0].content // .body.instructions' | grep -c '<tool_call>')" '^1$'
		expect_equal "$(jq -c 'select(.type == "plan") | .data.plan | (.items // .todos) | map(.content)' "$T/out" | tail -n 1)" '["Look","Write"]' "$words"
		expect_match "$(jq -r 'select(.type == "notice") | .data.text' "$T/out")" 'scripted takes no tools here: it is taught to call them in words'
		expect_equal "$(jq -r 'select(.type == "turn_end") | .data.outcome' "$T/out")" answered
		expect_equal "$(sent 3 '.body | has("tools")') $(jq -c 'select(.type == "tool_result") | [.data.tool, .data.ok]' "$T/out")" 'false ["list_files",true]' "$words"
	done 9<<-'EOF'
		chat|400|registry.ollama.ai/library/tiny:latest does not support tools
		chat|404|No endpoints found that support tool use. Try disabling list_files.
		chat|400|\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set
		chat|500|tools param requires --jinja flag
		responses|400|this model does not support function calling
	EOF
}

# Models that take tools with reasoning by Responses alone: that protocol where nobody said which, no reasoning else.
# holds: protocol-server-speaks
test_a_model_that_wants_the_other_protocol_is_asked_by_it() {
	words="Function tools with reasoning_effort are not supported for m in /v1/chat/completions. Please use /v1/responses instead."
	server <<<"replies: [{status: 400, error: {message: \"$words\"}}, {text: fine}]"
	expect_exit 0 model --ask go
	expect_equal "$(sent 2 .path)" '"/v1/responses"'
	server <<<"replies: [{status: 400, error: {message: \"$words\"}}, {text: fine}]"
	expect_exit 0 over chat --ask go
	expect_equal "$(sent 2 '[.path, .body.reasoning_effort]')" '["/v1/chat/completions","none"]'
	server <<<"replies: [{status: 404, error: {message: \"This model is only supported in v1/responses and not in v1/chat/completions.\"}}, {text: fine}]"
	expect_exit 0 model --ask go
	expect_equal "$(sent 2 .path)" '"/v1/responses"'
}

# Of the user, whatever the protocol.
test_a_map_of_the_settings_goes_into_every_request() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	cat >"$XDG_CONFIG_HOME/agent/agent.yaml" <<-'END'
		backend:
		  temperature: 0.5
		  extra_body: {chat_template_kwargs: {enable_thinking: false}, provider: {sort: price, api_key: sk-sesame-of-the-body}, service_tier: flex, temperature: 0.1, text: {verbosity: low}}
	END
	for protocol in chat messages responses; do
		server <<<"replies: [{$call}, {text: 'it is sk-sesame-of-the-body'}]"
		expect_exit 0 over "$protocol" --ask go
		expect_match "$(cat "$T/out")" 'it is \$api_key'
		for n in 1 2; do
			expect_equal "$(sent $n '.body | [.chat_template_kwargs.enable_thinking, .provider.sort, .provider.api_key, .service_tier, .temperature, .text.verbosity]')" \
				'[false,"price","sk-sesame-of-the-body","flex",0.1,"low"]' "$protocol"
		done
	done
	expect_exit 0 agent config show
	expect_no_match "$(cat "$T/out")" sesame
	rm "$XDG_CONFIG_HOME/agent/agent.yaml"
	for name in messages tools stream model; do
		expect_exit 2 over chat -s "backend.extra_body={$name: []}" --ask go
		expect_match "$(cat "$T/err")" "'backend.extra_body.*$name"
	done
}

# Providers with a switch beside the level, or a form of their own; what the user sends goes before it.
# holds: how-much-model
test_an_effort_is_said_as_the_provider_has_it() {
	local key base level wanted what='.body | {thinking, enable_thinking, thinking_budget, reasoning, reasoning_effort} | map_values(select(. != null))'
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	server <<<'replies: [{text: fine, repeat: true}]'
	while IFS='|' read -r key base level wanted name <&9; do
		: >"$REQUESTS"
		sed "s#base_url: $base\$#base_url: $URL#" "$ROOT/config/providers.yaml" >"$XDG_CONFIG_HOME/agent/config/providers.yaml"
		env "$key=sk-sesame-0123456789" "$AGENT" -m "${name:-m}" --depth react -s backend.effort="$level" --ask go >"$T/out" 2>&1 || fail "$key: $(cat "$T/out")"
		expect_equal "$(sent 1 "$what")" "$wanted" "$key, $level, $name"
	done 9<<-'EOF'
		ZAI_API_KEY|https://api.z.ai/api/paas/v4|minimal|{"thinking":{"type":"disabled"}}
		ZAI_API_KEY|https://api.z.ai/api/paas/v4|high|{"thinking":{"type":"enabled"},"reasoning_effort":"high"}
		DASHSCOPE_API_KEY|https://dashscope-intl.aliyuncs.com/compatible-mode/v1|minimal|{"enable_thinking":false}
		DASHSCOPE_API_KEY|https://dashscope-intl.aliyuncs.com/compatible-mode/v1|low|{"enable_thinking":true,"thinking_budget":4096}
		DASHSCOPE_API_KEY|https://dashscope-intl.aliyuncs.com/compatible-mode/v1|high|{"enable_thinking":true}
		DEEPSEEK_API_KEY|https://api.deepseek.com/v1|minimal|{"thinking":{"type":"disabled"}}
		DEEPSEEK_API_KEY|https://api.deepseek.com/v1|medium|{"thinking":{"type":"enabled"},"reasoning_effort":"high"}
		OPENROUTER_API_KEY|https://openrouter.ai/api/v1|low|{"reasoning":{"effort":"low"}}
		OPENROUTER_API_KEY|https://openrouter.ai/api/v1|minimal|{"reasoning":{"effort":"minimal"}}
		MISTRAL_API_KEY|https://api.mistral.ai/v1|low|{"reasoning_effort":"low"}
		MOONSHOT_API_KEY|https://api.moonshot.ai/v1|minimal|{"thinking":{"type":"disabled"}}|kimi-k2.6
		MOONSHOT_API_KEY|https://api.moonshot.ai/v1|high|{"thinking":{"type":"enabled"}}|kimi-k2.5
		MOONSHOT_API_KEY|https://api.moonshot.ai/v1|minimal|{}|kimi-k2.7-code
		MOONSHOT_API_KEY|https://api.moonshot.ai/v1|minimal|{}|kimi-k2-thinking
		MOONSHOT_API_KEY|https://api.moonshot.ai/v1|minimal|{"reasoning_effort":"low"}|kimi-k3
		MOONSHOT_API_KEY|https://api.moonshot.ai/v1|medium|{"reasoning_effort":"high"}|kimi-k3
	EOF
	: >"$REQUESTS"
	sed "s#base_url: https://openrouter.ai/api/v1#base_url: $URL#" "$ROOT/config/providers.yaml" >"$XDG_CONFIG_HOME/agent/config/providers.yaml"
	OPENROUTER_API_KEY=sk-sesame-0123456789 expect_exit 0 agent -m m --depth react -s backend.effort=low -s 'backend.extra_body={reasoning: {max_tokens: 900}}' --ask go
	expect_equal "$(sent 1 .body.reasoning)" '{"effort":"low","max_tokens":900}'
	OPENROUTER_API_KEY=sk-sesame-0123456789 expect_exit 0 agent -m m --depth react --ask go
	expect_equal "$(sent 2 "$what")" '{}'
}

# A model that thinks always refuses to be told not to.
# holds: how-much-model
test_a_switch_that_is_refused_is_left_out() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	server <<<'replies: [{status: 400, error: {message: "parameter.enable_thinking must be set to true"}}, {text: fine}]'
	sed "s#base_url: https://dashscope-intl.*#base_url: $URL#" "$ROOT/config/providers.yaml" >"$XDG_CONFIG_HOME/agent/config/providers.yaml"
	DASHSCOPE_API_KEY=sk-sesame-0123456789 expect_exit 0 agent -m m --depth react -s backend.effort=minimal --ask go
	expect_equal "$(sent 1 .body.enable_thinking)" false
	expect_equal "$(sent 2 '.body | has("enable_thinking")')" false
}

run_tests
