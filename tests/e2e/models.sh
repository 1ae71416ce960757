#!/bin/bash
# SPDX-License-Identifier: MIT
# Which models there are, what they cost and whose key asks for them: catalogues, a server's own list, its bill, the environment.
. "$(dirname "$0")/../support/lib.sh"

CATALOGUE='{"moon": {"id": "moon", "models": {
	"luna-9": {"id": "luna-9", "tool_call": true, "reasoning": true, "release_date": "2026-11-01", "modalities": {"input": ["text"], "output": ["text"]}, "cost": {"input": 2, "output": 8}, "limit": {"context": 300000, "output": 32000}},
	"gpt-6.5-sol": {"id": "gpt-6.5-sol", "tool_call": true, "release_date": "2026-11-09", "cost": {"input": 7, "output": 42}, "limit": {"context": 500000, "output": 64000}}}}}'

known() { # MODEL FILTER: what `agent models --check` knows of it
	agent models --check "$1" --output json 2>/dev/null | jq -c ".[0]|$2"
}

test_a_catalogue_is_taken_from_a_server() {
	local kept=$XDG_CONFIG_HOME/agent/config/catalogue.json
	server <<<"{pages: [{path: /api.json, body: $(jq -c . <<<"$CATALOGUE")}], replies: []}"
	expect_equal "$(known gpt-6.5-sol '[.context_tokens, .price.input, .price.assumed]')" '[400000,5,true]'
	expect_exit 0 agent models --update "http://127.0.0.1:$PORT/api.json"
	expect_equal "$(cat "$T/out")" '2 models, 2 with a price: ~/.config/agent/config/catalogue.json'
	expect_equal "$(stat -c %a "$kept")" 600
	expect_equal "$(known gpt-6.5-sol '[.context_tokens, .price.input, .price.assumed]')" '[500000,7,null]'
	expect_equal "$(known luna-9 '[.context_tokens, .price.output]')" '[300000,8]'
	expect_equal "$(jq -r '[.method, .path] | join(" ")' "$REQUESTS")" 'GET /api.json'
}

test_what_is_known_of_models_is_a_table_with_a_head() {
	expect_exit 0 agent models --check gpt-6 claude-opus-4-1
	expect_match "$(head -n 1 "$T/out")" '^model +dialect +wire +window +in \$/M +out \$/M +effort at each level$'
	expect_match "$(cat "$T/out")" '^gpt-6 +gpt +responses +400k +~\$5\.00 +~\$30\.00 +none low medium high$'
	expect_match "$(cat "$T/out")" '^claude-opus-4-1 +claude +messages +200k +\$15\.00 +\$75\.00 +off 4096 12000 24000$'
	expect_equal "$(tail -n +4 "$T/out")" "~ assumed: what the dearest model of its family costs"
	expect_exit 1 agent models --check nobodys-model-1
	expect_match "$(cat "$T/err")" "'nobodys-model-1' has no dialect"
	expect_exit 1 agent models --check
	expect_match "$(cat "$T/err")" 'there is no catalogue: take one with agent models --update https://models.dev/api.json, or name models'
	expect_exit 0 agent models --check "$ROOT/tests/data/catalogue.json"
	expect_equal "$(wc -l <"$T/out")" 31
}

# It is a stranger's server: no key and no header of the settings goes there.
test_a_catalogue_is_asked_for_without_keys_and_headers() {
	server <<<"{pages: [{path: /api.json, body: $(jq -c . <<<"$CATALOGUE")}], replies: []}"
	export OPENAI_API_KEY=sk-of-nobody-123456
	expect_exit 0 agent -s 'backend.headers={X-Team: ours}' models --update "http://127.0.0.1:$PORT/api.json"
	expect_no_match "$(cat "$REQUESTS")" 'sk-of-nobody|x-team|authorization'
}

test_what_is_no_catalogue_changes_nothing() {
	local kept=$XDG_CONFIG_HOME/agent/config/catalogue.json before where wanted
	jq . <<<"$CATALOGUE" >c.json
	expect_exit 0 agent models --update c.json
	before=$(cat "$kept")
	server <<<'{pages: [{path: /page.json, body: {hello: there}}], replies: []}'
	while IFS='|' read -r where wanted; do
		expect_exit 1 agent models --update "$where"
		expect_match "$(cat "$T/err")" "$wanted" "$where"
		expect_equal "$(cat "$kept")" "$before" "$where"
	done <<-END
		http://127.0.0.1:$PORT/page.json|page.json' is no catalogue of models; try https://models.dev/api.json
		http://127.0.0.1:$PORT/gone.json|the server answered 404
		http://127.0.0.1:1/api.json|Connection refused
		nowhere.json|no such file|No such file
	END
}

# ---- A server that lists what its models cost -------------------------------------------------------

seller() { # SCRIPT: the row of OpenRouter, at a server of this machine
	server <<<"$1"
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed "s#https://openrouter.ai/api/v1#$URL#" "$ROOT/config/providers.yaml" >"$XDG_CONFIG_HOME/agent/config/providers.yaml"
	export OPENROUTER_API_KEY=sk-or-of-nobody-1234
}

LISTED='{id: moon/luna-9, context_length: 300000, pricing: {prompt: "0.000002", completion: "0.000008", input_cache_read: "0.0000002"}}'

test_a_servers_own_list_says_what_its_models_cost() {
	seller "{models: [$LISTED, {id: sun/sol-1}], replies: [{text: hello, usage: {prompt_tokens: 1000, completion_tokens: 100}, repeat: true}]}"
	expect_exit 0 agent models
	expect_equal "$(cat "$T/out")" "moon/luna-9  300000 tokens  \$2.00 in, \$8.00 out
sun/sol-1"
	expect_exit 0 agent -m moon/luna-9 --depth direct --ask go --budget 1 --output json
	expect_equal "$(jq -c .usage.cost_usd "$T/out")" 0.0028
	expect_equal "$(jq -r '[.method, .path] | join(" ")' "$REQUESTS" | sort -u | paste -sd,)" 'GET /v1/models,POST /v1/chat/completions'
	expect_exit 2 agent -m sun/sol-1 --depth direct --ask go --budget 1
	expect_match "$(cat "$T/err")" "no price for 'sun/sol-1'"
	expect_exit 4 agent -m moon/luna-9 --depth direct --ask go --budget 0.000001
}

# What the user says it costs goes before what the server lists.
test_a_price_of_ones_own_goes_before_the_servers() {
	seller "{models: [$LISTED], replies: [{text: hello, usage: {prompt_tokens: 1000, completion_tokens: 100}, repeat: true}]}"
	expect_exit 0 agent -m moon/luna-9 -s 'budget.prices={moon/luna-9: {input: 5, output: 30}}' --depth direct --ask go --budget 1 --output json
	expect_equal "$(jq -c .usage.cost_usd "$T/out")" 0.008
}

test_the_bill_a_server_reports_is_what_a_request_cost() {
	seller "{models: [$LISTED], replies: [{text: hello, usage: {prompt_tokens: 1000, completion_tokens: 100, cost: 0.0125}},
		{text: hello, usage: {prompt_tokens: 1000, completion_tokens: 100, cost: 0.01, is_byok: true, cost_details: {upstream_inference_cost: 0.2}}}, {text: hello, usage: {prompt_tokens: 10, completion_tokens: 1, cost: 0.6}, repeat: true}]}"
	expect_exit 0 agent -m moon/luna-9 --depth direct --ask go --budget 1 --output json
	expect_equal "$(jq -c .usage.cost_usd "$T/out")" 0.0125
	expect_exit 0 agent -m moon/luna-9 --depth direct --ask go --output json
	expect_equal "$(jq -c .usage.cost_usd "$T/out")" 0.21
	expect_exit 0 agent usage --all --output json
	expect_equal "$(jq -c '[.total.requests, .total.cost_usd]' "$T/out")" '[2,0.2225]'
	expect_exit 0 agent -m moon/luna-9 --depth direct --ask go -s budget.day_usd=0.3
	expect_exit 4 agent -m moon/luna-9 --depth direct --ask go -s budget.day_usd=0.3
}

# ---- Keys of the environment -------------------------------------------------------------------------

test_doctor_says_what_each_key_that_is_found_lacks() {
	local set wanted
	while IFS='|' read -r set wanted; do
		(
			export ${set?}
			agent doctor >"$T/out" 2>"$T/err"
			expect_match "$(cat "$T/out")" "^(keys)? +${set%%=*} is set $wanted$" "$set"
			expect_no_match "$(cat "$T/out" "$T/err")" 'of-nobody'
		) || exit 1
	done <<-'EOF'
		OPENAI_API_KEY=sk-of-nobody-123456 OPENAI_BASE_URL=http://127.0.0.1:1/v1|\(OpenAI\): it lacks a model: choose one with -m
		OPENAI_API_KEY=sk-of-nobody-123456 OPENAI_BASE_URL=http://127.0.0.1:1/v1 AGENT_MODEL=m|\(OpenAI\)
		ANTHROPIC_AUTH_TOKEN=of-nobody-123456 ANTHROPIC_BASE_URL=http://127.0.0.1:1/v1 AGENT_MODEL=m|\(Anthropic\)
		GOOGLE_API_KEY=of-nobody-123456 AGENT_BASE_URL=http://127.0.0.1:1/v1|\(Gemini\): it lacks a model: choose one with -m
		AZURE_OPENAI_API_KEY=of-nobody-123456|\(Azure OpenAI\): it lacks an endpoint: set \$AZURE_OPENAI_ENDPOINT, or backend.base_url
		AZURE_OPENAI_API_KEY=of-nobody-123456 AZURE_OPENAI_ENDPOINT=http://127.0.0.1:1|\(Azure OpenAI\): it lacks a model: choose one with -m
		AWS_BEARER_TOKEN_BEDROCK=of-nobody-123456|\(Amazon Bedrock\): it lacks a region: set \$AWS_REGION, or backend.base_url
		LITELLM_PROXY_API_KEY=of-nobody-123456|\(LiteLLM\): it lacks an endpoint: set \$LITELLM_PROXY_API_BASE, or backend.base_url
		HF_TOKEN=of-nobody-123456|\(Hugging Face\): it is used with -m OWNER/MODEL, or where backend.api_key_env names it
		GITHUB_TOKEN=of-nobody-123456|\(GitHub Models\): it is used only where backend.api_key_env names it
	EOF
}

# Its list is asked for where it is and with the header its key goes by, as its models are.
test_the_list_is_asked_for_as_its_provider_wants_it() {
	local asked
	asked() { # VARIABLES...: path and headers of the key of one request
		expect_exit 0 env "$@" "$AGENT" models
		jq -rs 'last | [.path, (.headers | {"api-key", "x-api-key", authorization} | with_entries(select(.value)) | to_entries[] | "\(.key): \(.value)")] | join(" ")' "$REQUESTS"
	}
	server <<<'{models: [a, b], pages: [{path: /catalog/models, body: [{id: a}]}], replies: []}'
	expect_equal "$(asked AZURE_OPENAI_API_KEY=key-of-azure-1 AZURE_OPENAI_ENDPOINT="${URL%/v1}")" '/openai/v1/models api-key: key-of-azure-1'
	expect_equal "$(asked ANTHROPIC_AUTH_TOKEN=token-of-claude-1 ANTHROPIC_BASE_URL="${URL%/v1}")" '/v1/models authorization: Bearer token-of-claude-1'
	expect_equal "$(asked ANTHROPIC_API_KEY=key-of-claude-1 ANTHROPIC_BASE_URL="${URL%/v1}")" '/v1/models x-api-key: key-of-claude-1'
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed "s|https://models.github.ai/inference|${URL%/v1}/inference|" "$ROOT/config/providers.yaml" >"$XDG_CONFIG_HOME/agent/config/providers.yaml"
	expect_equal "$(GITHUB_TOKEN=token-of-github-1 asked AGENT_API_KEY_ENV=GITHUB_TOKEN)" '/catalog/models authorization: Bearer token-of-github-1'
}

test_with_several_keys_the_models_family_chooses_and_it_is_said() {
	export OPENAI_API_KEY=sk-of-nobody-123456 ANTHROPIC_API_KEY=of-nobody-1234567 OPENAI_BASE_URL=http://127.0.0.1:1/v1 ANTHROPIC_BASE_URL=http://127.0.0.1:2/v1
	agent -m claude-opus-5 doctor >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/out")" '^backend +http://127.0.0.1:2/v1: ANTHROPIC_API_KEY is set, and claude-opus-5 is a model for Anthropic$'
	agent -m gpt-6 doctor >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/out")" '^backend +http://127.0.0.1:1/v1: OPENAI_API_KEY is set, and gpt-6 is a model for OpenAI$'
}

run_tests
