#!/bin/bash
# SPDX-License-Identifier: MIT
# agent usage: what was spent, by each of its sides.
# holds: spent-told-turn
. "$(dirname "$0")/../support/lib.sh"

spend() {
	server <<EOF
replies:
  - {match: third, model: local-model, text: hello, usage: {prompt_tokens: 1000000, completion_tokens: 100000, prompt_tokens_details: {cached_tokens: 400000}}}
  - {model: gpt-4.1, text: hello, usage: {prompt_tokens: 1000000, completion_tokens: 100000, prompt_tokens_details: {cached_tokens: 400000}}, repeat: true}
EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1 --depth direct --ask "first"
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1 --depth direct --ask "second" --continue
	expect_exit 0 agent --backend openai --base-url "$URL" -m local-model --depth direct --ask "third"
}

test_usage_is_a_table_of_days_with_a_total() {
	spend
	expect_exit 0 agent usage
	expect_equal "$(sed "s/$(date +%F)/DATE      /" "$T/out")" "\
DAY                              REQUESTS       INPUT    CACHED    OUTPUT  US\$
DATE                                    3     3000000   1200000    300000  4.4000 +
total                                   3     3000000   1200000    300000  4.4000 +
+: and 1 request of models without a price"
}

test_usage_is_told_by_each_side_as_json() {
	spend
	expect_exit 0 agent usage --by model --output json
	expect_equal "$(jq -c '[.by, (.rows[] | [.model, .requests, .cost_usd])]' "$T/out")" '["model",["gpt-4.1",2,4.4],["local-model",1,null]]'
	expect_equal "$(jq -c '.total | [.input, .cached, .unpriced]' "$T/out")" '[3000000,1200000,1]'
	expect_exit 0 agent usage --by session --output json
	expect_equal "$(jq -c '[.rows[] | [.title, .requests]]' "$T/out")" '[["first",2],["third",1]]'
	expect_exit 0 agent usage --by provider --output json
	expect_equal "$(jq -r '.rows[0].provider' "$T/out")" "127.0.0.1:$PORT"
	expect_exit 0 agent usage --by turn --output json
	expect_equal "$(jq '.rows | length' "$T/out")" 3
	expect_exit 0 agent usage --by folder --all --output json
	expect_equal "$(jq -r '.rows[0].folder' "$T/out")" "$T/work"
}

test_usage_counts_a_period_and_a_folder() {
	spend
	expect_exit 0 agent usage --since 1h --output json
	expect_equal "$(jq .total.requests "$T/out")" 3
	expect_exit 0 agent usage --until 2001-01-01
	expect_equal "$(cat "$T/out")" "nothing was spent in this folder in that time"
	mkdir elsewhere
	expect_exit 0 agent -C elsewhere usage
	expect_equal "$(cat "$T/out")" "nothing was spent in this folder in that time"
	expect_exit 0 agent -C elsewhere usage --all --output json
	expect_equal "$(jq .total.requests "$T/out")" 3
}

# What the server says it cost counts before any table, and prices what no table knows.
test_a_price_that_the_server_says_counts() {
	server <<<'replies: [{text: hello, repeat: true, usage: {prompt_tokens: 1000, completion_tokens: 10, cost: 0.0125, prompt_tokens_details: {cache_write_tokens: 900}}}]'
	for name in local-model gpt-4.1; do
		expect_exit 0 model -m "$name" --ask hi --output events
		expect_equal "$(jq -c 'select(.type == "usage") | .data | [.input, .written, .cost_usd]' "$T/out")" '[1000,900,0.0125]'
	done
}

test_usage_refuses_what_it_does_not_know() {
	expect_exit 2 agent usage --by weather
	expect_match "$(cat "$T/err")" "'weather': must be day, model, folder, session, role, provider, turn or break"
	expect_exit 2 agent usage --since soon
	expect_match "$(cat "$T/err")" "'soon': is no time"
}

run_tests
