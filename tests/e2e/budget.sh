#!/bin/bash
# SPDX-License-Identifier: MIT
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

# holds: cap-user-asked
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

# Of the models that are asked beside the turn's or after it too: not when the turn is half done.
# holds: budget-model-price
test_a_budget_is_refused_for_any_model_without_a_price_before_the_first_request() {
	calling
	while read -r setting; do
		expect_exit 2 agent --backend openai --base-url "$URL" -m gpt-4.1 -s "$setting=scripted" --ask go --budget 1
		expect_match "$(cat "$T/err")" "no price for 'scripted' \\($setting\\): put one into budget.prices"
	done <<-'EOF'
		backend.fallback_model
		roles.strategist.model
		roles.planner.model
		roles.evaluator.model
		roles.summariser.model
	EOF
	expect_equal "$(wc -l <"$REQUESTS")" 0
}

# The model of the first request is known before it as well: the only one that the server lists.
test_a_budget_holds_for_a_model_that_nobody_named() {
	server <<<'{models: [scripted], replies: [{text: hello, repeat: true}]}'
	expect_exit 2 agent --base-url "$URL" --ask go --budget 1
	expect_match "$(cat "$T/err")" "no price for 'scripted'"
	server <<<'{models: [gpt-4.1], replies: [{text: hello, repeat: true}]}'
	expect_exit 4 agent --base-url "$URL" --ask go --budget 0.000001
	expect_equal "$(grep -c POST "$REQUESTS")" 0
	server <<<'{models: [gpt-4.1, gpt-4.1-mini], replies: [{text: hello, repeat: true}]}'
	expect_exit 2 agent --base-url "$URL" --ask go --budget 1
	expect_match "$(cat "$T/err")" 'choose one with -m'
	expect_equal "$(grep -c POST "$REQUESTS")" 0
}

# holds: budget-model-price
test_a_price_can_be_set_so_that_a_budget_holds() {
	server <<-'EOF'
		{replies: [{text: hello, usage: {prompt_tokens: 1000, completion_tokens: 100}, repeat: true}]}
	EOF
	expect_exit 0 model --ask go --budget 1 -s 'budget.prices={script*: {input: 5, output: 30}}' --output json
	expect_equal "$(jq -c .usage.cost_usd "$T/out")" 0.008
	expect_exit 4 model --ask go --budget 0.01 -s 'budget.prices={scripted: {input: 5, output: 30}}'
	expect_exit 0 model --ask go --budget 0 -s 'budget.prices={scripted: {input: 0, output: 0}}'
}

# A delegate counts as its parent does: the prices, and how a request is estimated, go with it.
test_a_price_that_is_set_goes_with_a_delegate() {
	server <<-'EOF'
		replies:
		  - {match: the whole, calls: [{name: delegate, arguments: {goal: a part, context: none}}], usage: {prompt_tokens: 1000, completion_tokens: 100}}
		  - {match: a part, text: done, usage: {prompt_tokens: 2000, completion_tokens: 100}}
		  - {text: all done, usage: {prompt_tokens: 1000, completion_tokens: 100}, repeat: true}
	EOF
	expect_exit 0 model --ask 'the whole' --approve all --budget 1 -s 'budget.prices={scripted: {input: 5, output: 30}}' --output json
	expect_equal "$(jq -c '[.answer, .usage.cost_usd]' "$T/out")" '["all done",0.029]'
}

# holds: each-provider-counts
test_an_unpriced_model_costs_null() {
	server <<EOF
replies:
  - text: hello
    usage: {prompt_tokens: 10, completion_tokens: 1}
EOF
	expect_exit 0 model --ask go --output json
	expect_equal "$(jq -c '.usage | [.input, .output, .cost_usd]' "$T/out")" '[10,1,null]'
}

# Listed prices are those of the usual tier: what another one costs is not known, and no budget holds there.
test_what_was_served_at_another_tier_is_unpriced() {
	local protocol tier cost
	while read -r protocol tier cost <&9; do
		server <<<"replies: [{text: hello, usage: {prompt_tokens: 1000000, completion_tokens: 0, service_tier: $tier}}]"
		expect_exit 0 agent --base-url "$URL" -m claude-opus-4-5 -s backend.protocol="$protocol" --depth direct --ask go --output json
		expect_equal "$(jq -c '.usage | [.input, .cost_usd]' "$T/out")" "[1000000,$cost]" "$protocol $tier"
		expect_exit 0 agent --base-url "$URL" usage --output json
	done 9<<-'EOF'
		messages standard 5
		messages priority null
		chat default 5
		chat flex null
		responses default 5
		responses priority null
	EOF
	server <<<'replies: [{text: hello, usage: {prompt_tokens: 1000000, completion_tokens: 0}, repeat: true}]'
	asks_for_flex() {
		agent --base-url "$URL" -m gpt-4.1 -s backend.protocol=chat -s 'backend.extra_body={service_tier: flex}' --depth direct --ask go "$@"
	}
	expect_exit 0 asks_for_flex --output json
	expect_equal "$(jq -c .usage.cost_usd "$T/out")" null
	expect_exit 2 asks_for_flex --budget 5
	expect_match "$(cat "$T/err")" "no price for 'gpt-4.1'"
	expect_exit 0 asks_for_flex --budget 5 -s 'budget.prices={gpt-4.1: {input: 1, output: 4}}' --output json
	expect_equal "$(jq -c .usage.cost_usd "$T/out")" 1
}

reading() { # [REPLY MEMBERS]: five files are read one after the other, each token counted as it is sent
	local n
	for n in 1 2 3 4 5; do seq -f "line %.0f of file $n" 1 300 >"file$n.txt"; done
	server <<EOF
replies:
  - {calls: [{name: read_file, arguments: {path: file1.txt}}], text: Beginning with the first., metered: 4}
  - {calls: [{name: read_file, arguments: {path: file2.txt}}], metered: 4}
  - {calls: [{name: read_file, arguments: {path: file3.txt}}], metered: 4}
  - {calls: [{name: read_file, arguments: {path: file4.txt}}], metered: 4}
  - {calls: [{name: read_file, arguments: {path: file5.txt}}], metered: 4}
  - {text: "$(printf 'all of it. %.0s' $(seq 400))", metered: 4, repeat: true}
EOF
}

paid() { # MOST: not more than that, and something
	expect_equal "$(jq --argjson most "$1" '.usage.cost_usd > 0 and .usage.cost_usd <= $most' "$T/out")" true "within $1: $(cat "$T/out")"
}

# holds: budget-holds-before
test_a_budget_holds_before_each_request_for_the_most_it_can_take() {
	local usd
	for usd in 0.004 0.005 0.006 0.008 0.011; do
		reading
		expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth react --ask "read them" --budget $usd --output json
		paid $usd
		expect_match "$(cat "$T/err")" "the turn's budget of \\\$$usd (is spent|leaves \\\$0\\.00[0-9]+, and the next request may take)"
		expect_match "$(jq -r .answer "$T/out")" 'no answer yet; what was said last|Beginning with the first'
	done
}

test_a_budget_too_small_for_the_first_request_asks_nothing() {
	reading
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1 --depth react --ask "read them" --budget 0.001
	expect_equal "$(wc -l <"$REQUESTS")" 0
	expect_match "$(cat "$T/err")" 'of \$0.001 leaves \$0.001, and the next request may take \$0.0[0-9]+; allow more with --budget USD'
}

# holds: budget-holds-before
test_a_reply_is_asked_for_no_longer_than_is_paid_for() {
	server <<EOF
replies:
  - {text: "$(printf 'word %.0s' $(seq 3000))", metered: 4, repeat: true}
EOF
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask "tell me all" --budget 0.005 --output json
	paid 0.005
	jq -e 'select(.method == "POST") | .body.max_tokens > 255 and .body.max_tokens < 3000' "$REQUESTS" >/dev/null || fail "max_tokens: $(jq -c .body.max_tokens "$REQUESTS")"
	expect_match "$(jq -r .answer "$T/out")" '^word word .*'
	expect_match "$(jq -r .answer "$T/out")" 'cut here: the budget is spent'
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask "tell me all" --budget 1 --output json
	expect_equal "$(tail -n 1 "$REQUESTS" | jq .body.max_tokens)" null
}

test_the_limit_of_tokens_holds_in_the_same_way() {
	local most
	for most in 9000 12000 20000; do
		reading
		expect_exit 3 agent --backend openai --base-url "$URL" -m scripted --depth react --ask "read them" -s limits.tokens=$most --output json
		expect_equal "$(jq --argjson most $most '.usage.input + .usage.output <= $most' "$T/out")" true "$(cat "$T/out")"
	done
}

# Work that goes on leaves room for one answer that says what it came to, in money as in tokens.
test_the_price_of_a_closing_answer_is_kept_back() {
	local limit
	for limit in budget.turn_usd=0.03 budget.day_usd=0.03 limits.tokens=30000; do
		rm -rf "$XDG_DATA_HOME"
		server <<-EOF
			replies:
			  - {match: this is your last reply, text: These were read so far., metered: 4, repeat: true}
			$(for i in $(seq 60); do echo "  - {calls: [{name: read_file, arguments: {path: file$i.txt}}], metered: 4}"; done)
		EOF
		for i in $(seq 60); do printf 'word %.0s' {1..200} >"file$i.txt"; done
		agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth react --ask "read them" --max-iterations 200 -s "$limit" --output json >"$T/out" 2>"$T/err"
		expect_equal "$?" "$([ "${limit%=*}" = limits.tokens ] && echo 3 || echo 4)" "$limit"
		expect_match "$(jq -r .answer "$T/out")" '^These were read so far'
		expect_equal "$(jq --argjson most "${limit#*=}" 'if $most > 1 then .usage.input + .usage.output <= $most else .usage.cost_usd <= $most end' "$T/out")" true "within $limit: $(cat "$T/out")"
		expect_equal "$(grep -c "this is your last reply" "$REQUESTS")" 1
	done
}

# holds: budget-holds-before
test_a_server_that_refuses_a_length_is_asked_without_and_its_reply_ended() {
	local words most
	while read -r words most; do # a sign is a token, a word one or more
		server <<-EOF
			replies:
			  - {status: 400, error: "max_tokens is not supported"}
			  - {text: "$(printf "$words %.0s" $(seq 30000))", delta_chars: 50, delay_ms: {between: 1}}
		EOF
		expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask "tell me all" --budget 0.005 --output json
		paid 0.005
		expect_equal "$(jq -c 'select(.method == "POST") | .body | has("max_tokens")' "$REQUESTS" | paste -sd,)" true,false
		expect_equal "$(jq --argjson most $most '.answer | utf8bytelength > $most / 2 and utf8bytelength < $most' "$T/out")" true "$(jq '.answer | utf8bytelength' "$T/out")"
	done <<-EOF
		word 10000
		{1;2} 2800
	EOF
}

test_a_server_that_does_not_heed_the_length_has_its_reply_ended() {
	server <<EOF
replies:
  - {text: "$(printf 'word %.0s' $(seq 60000))", delta_chars: 50, delay_ms: {between: 1}}
EOF
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask "tell me all" --budget 0.005 --output json
	expect_equal "$(jq -c 'select(.method == "POST") | .body | has("max_tokens")' "$REQUESTS" | paste -sd,)" true
	paid 0.005
}

# A model that thinks is asked for a strategy without the length that its answer needs: what is left of a budget is another length.
# holds: budget-holds-before
test_a_role_without_a_length_of_its_own_is_bounded_by_what_is_left() {
	local usd long
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	echo 'models: [{match: thinker, thinks: true, price: {input: 0.4, output: 1.6}, quirks: {output_tokens: 30000}}]' >"$XDG_CONFIG_HOME/agent/config/models.yaml"
	long=$(printf 'word %.0s' $(seq 9000))
	for usd in 0.003 0.004 0.006; do
		server <<<"replies: [{text: \"$long\", metered: 3, repeat: true}]"
		expect_exit 4 agent --backend openai --base-url "$URL" -m thinker --depth strategic --ask "look" --budget $usd --output json
		paid $usd
		server <<<"replies: [{status: 400, error: 'max_tokens is not supported'}, {text: \"$long\", metered: 4, delta_chars: 40, delay_ms: {between: 1}, repeat: true}]"
		expect_exit 4 agent --backend openai --base-url "$URL" -m thinker --depth strategic --ask "look" --budget $usd --output json
		paid $usd
		expect_equal "$(sed -n 2p "$REQUESTS" | jq -c '.body | has("max_tokens")')" false
	done
}

# holds: processes-once-do
test_processes_at_once_do_not_spend_the_same_dollar_of_the_day() {
	local n pids=
	server <<EOF
replies:
  - {text: "$(printf 'word %.0s' $(seq 3000))", metered: 4, delay_ms: 50, repeat: true}
EOF
	for n in 1 2 3 4 5 6; do
		agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask "tell me all" -s budget.day_usd=0.02 --output json >"$T/out.$n" 2>"$T/err.$n" &
		pids="$pids $!"
	done
	wait $pids
	expect_equal "$(cat "$T"/out.* | jq -s 'map(.usage.cost_usd // 0) | add | . > 0.005 and . <= 0.02')" true "$(cat "$T"/out.*)"
	expect_exit 0 agent usage --all --output json
	expect_equal "$(jq '.total.cost_usd <= 0.02' "$T/out")" true
}

# Its server bills what it had asked for, though nobody reads it any more.
# holds: processes-once-do
test_what_a_killed_process_had_reserved_becomes_its_usage() {
	server <<EOF
replies:
  - {text: slow, delay_ms: 60000}
  - {text: quick, repeat: true}
EOF
	"$AGENT" --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go -s budget.day_usd=0.02 >"$T/first" 2>&1 &
	wait_for test -s "$REQUESTS"
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go -s budget.day_usd=0.02
	expect_match "$(cat "$T/err")" "the day's budget of"
	kill -KILL $!
	wait $!
	expect_exit 0 agent usage --all --output json
	expect_equal "$(jq -c '[.total.requests, .total.estimated, (.total.cost_usd * 1000 | round)]' "$T/out")" '[1,1,20]'
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go -s budget.day_usd=0.02
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go -s budget.day_usd=0.1
	expect_exit 0 agent usage --all --output json
	expect_equal "$(jq -c '[.total.requests, .total.estimated]' "$T/out")" '[2,2]'
}

# Also without a cap: what was under way is not lost, and a session that goes on has it once.
# holds: processes-once-do
test_a_killed_request_is_counted_without_a_budget() {
	server <<<'replies: [{text: slow, delay_ms: 60000}, {text: quick, usage: {prompt_tokens: 10, completion_tokens: 1}, repeat: true}]'
	"$AGENT" --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go >"$T/first" 2>&1 &
	wait_for test -s "$REQUESTS"
	kill -KILL $!
	wait $!
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --resume last --ask more
	expect_exit 0 agent usage --all --output json
	expect_equal "$(jq -c '[.total.requests, .total.estimated, .total.cost_usd > 0]' "$T/out")" '[2,1,true]'
}

# The reservation of the request that was refused is none of another's.
test_a_request_sent_again_does_not_stand_in_its_own_way() {
	server <<EOF
replies:
  - {status: 400, error: "max_tokens is not supported"}
  - {text: hello, usage: {prompt_tokens: 10, completion_tokens: 1}}
EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go -s budget.day_usd=0.02
	expect_equal "$(cat "$T/out")" hello
	expect_equal "$(jq -c 'select(.method == "POST") | .body | has("max_tokens")' "$REQUESTS" | paste -sd,)" true,false
}

test_no_more_of_the_day_is_reserved_than_the_turns_budget_allows() {
	server <<EOF
replies:
  - {text: slow, delay_ms: 60000}
  - {text: quick, repeat: true}
EOF
	"$AGENT" --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go --budget 0.005 -s budget.day_usd=0.02 >"$T/first" 2>&1 &
	wait_for test -s "$REQUESTS"
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth direct --ask go -s budget.day_usd=0.02
	kill -KILL $!
	wait $!
	expect_equal "$(cat "$T/out")" quick
}

# What was held back stays what it was: the next answer is whole without it.
test_the_beginning_of_a_cut_answer_is_no_part_of_a_later_one() {
	server <<EOF
replies:
  - calls: [{name: write_file, arguments: {path: src/csv.c, content: "int x;"}}]
    usage: {prompt_tokens: 10, completion_tokens: 1}
  - {text: "It is wri", finish: length, usage: {prompt_tokens: 10, completion_tokens: 1}}
  - {text: "tten.", usage: {prompt_tokens: 10, completion_tokens: 1}}
  - {text: "It is written, and was not checked.", usage: {prompt_tokens: 10, completion_tokens: 1}}
EOF
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth react --approve all --ask go --budget 0.04
	expect_equal "$(cat "$T/out")" "It is written, and was not checked."
	expect_equal "$(grep -c POST "$REQUESTS")" 4
}

run_tests
