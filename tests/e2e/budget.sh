#!/bin/bash
# Money: a price or none, and a budget that ends the turn before the next request.
. "$(dirname "$0")/../support/lib.sh"

calling() {
	server <<EOF
replies:
  - calls: [{name: list_files, arguments: {}}]
    usage: {prompt_tokens: 1000000, completion_tokens: 0}
    repeat: true
EOF
}

test_a_budget_ends_the_turn_before_the_next_request_with_exit_4() {
	calling
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1 --ask go --budget 1.5 --output json
	expect_equal "$(jq -c '[.outcome, .usage.cost_usd + 0]' "$T/out")" '["budget",2]'
	expect_equal "$(wc -l <"$REQUESTS")" 1
	expect_match "$(cat "$T/err")" "the turn's budget of \\\$1.50 is spent"
}

# What a summary costs counts before the request it makes room for.
test_a_summary_that_spends_the_budget_ends_the_turn() {
	for i in 1 2 3 4; do seq -f "line %.0f of file $i" 1 1000 >"file$i.txt"; done
	server <<-'EOF'
		replies:
		  - {match: "</result>", text: The files were read so far., usage: {prompt_tokens: 1000000, completion_tokens: 0}}
		  - {calls: [{name: read_file, arguments: {path: file1.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file2.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file3.txt}}]}
		  - {calls: [{name: read_file, arguments: {path: file4.txt}}]}
		  - text: All are read.
	EOF
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1 --depth react --ask "read them" --budget 1.5 -s backend.context_tokens=20000 -s context.result_percent=50
	expect_match "$(cat "$T/err")" "the turn's budget of \\\$1.50 is spent"
	expect_match "$(jq -r '.body.messages[1].content' <(tail -n 1 "$REQUESTS"))" '</result>'
}

test_the_day_counts_all_sessions() {
	server <<EOF
replies:
  - text: hello
    usage: {prompt_tokens: 1000000, completion_tokens: 0}
    repeat: true
EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1 --ask go -s budget.day_usd=3
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1 --ask go -s budget.day_usd=3
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1 --ask go -s budget.day_usd=3
}

test_a_budget_without_a_price_is_refused() {
	calling
	expect_exit 2 model --ask go --budget 1
	expect_match "$(cat "$T/err")" "no price for 'scripted'"
	expect_equal "$(wc -l <"$REQUESTS")" 0
}

test_an_unpriced_model_costs_null() {
	server <<EOF
replies:
  - text: hello
    usage: {prompt_tokens: 10, completion_tokens: 1}
EOF
	expect_exit 0 model --ask go --output json
	expect_equal "$(jq -c '.usage | [.input, .output, .cost_usd]' "$T/out")" '[10,1,null]'
}

run_tests
