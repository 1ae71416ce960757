#!/bin/bash
# SPDX-License-Identifier: MIT
# Delegates: agents in processes of their own, seen from a parent and driven by hand.
. "$(dirname "$0")/../support/lib.sh"

SUBREAPER=$BUILD/tests/support/subreaper_driver
SECRET=sk-a-key-nobody-may-see

# goals NAME...: a server whose first reply calls one delegate for each; their replies take 300 ms.
goals() {
	local name
	{
		echo 'replies:'
		for name; do
			printf '  - {match: "find %s", delay_ms: 300, text: "%s is in %s.c:1"}\n' "$name" "$name" "$name"
		done
		printf '  - match: "split it"\n    delay_ms: 300\n    calls:\n'
		for name; do
			printf '      - {name: delegate, arguments: {goal: "find %s"}}\n' "$name"
		done
		printf '  - {match: outcome, text: "all found"}\n'
	} >"$T/goals.yaml"
	server <"$T/goals.yaml"
}

# A server whose delegate runs a command for ever, once or three times.
lasting() {
	{
		echo 'replies:'
		echo '  - {match: "wait here", calls: [{name: run_command, arguments: {command: "sleep 1000; echo over"}}], repeat: true}'
		printf '  - match: "split it"\n    calls:\n'
		for name in $(seq "$1"); do
			printf '      - {name: delegate, arguments: {goal: "wait here %s"}}\n' "$name"
		done
	} >"$T/lasting.yaml"
	server <"$T/lasting.yaml"
}

# One delegate, which gets the replies of stdin; then the parent answers.
one() {
	{
		cat
		printf '  - match: "split it"\n    calls:\n      - {name: delegate, arguments: {goal: "the part"}}\n'
		printf '  - {match: delegate, text: "went on"}\n  - {match: outcome, text: "went on"}\n'
	} >"$T/one.yaml"
	server <"$T/one.yaml"
}

# Scripts that stand for ssh and srun: they pass stdin and stdout on and nothing else. The one gives its words to a shell far away
# (another session, an environment of its own), the other starts a job step in a session of its own.
launchers() {
	cat >"$T/ssh" <<'EOF'
#!/bin/sh
host=$1
shift
cat | setsid --wait env -i PATH="$PATH" HOME="$HOME" TMPDIR="$TMPDIR" no_proxy=127.0.0.1 LC_ALL=C.UTF-8 \
	ASAN_OPTIONS="$ASAN_OPTIONS" sh -c "$*" | cat
EOF
	cat >"$T/srun" <<'EOF'
#!/bin/sh
setsid --wait "$@"
EOF
	chmod +x "$T/ssh" "$T/srun"
	export TMPDIR=${TMPDIR:-/tmp} ASAN_OPTIONS=${ASAN_OPTIONS:-}
	cat >"$T/with_ssh.yaml" <<EOF
delegate.launcher: ["$T/ssh", "far-away", "{agent}", "--child", "-C", "{workspace}"]
EOF
	cat >"$T/with_srun.yaml" <<EOF
delegate.launcher: ["$T/srun", "{agent}", "--child", "-C", "{workspace}"]
EOF
	echo "{}" >"$T/with_itself.yaml"
}

results() {
	jq -c 'select(.type == "tool_result")' "$T/out"
}

now_ms() {
	echo $(($(date +%s%N) / 1000000))
}

# The time of a turn, in ms.
took() {
	local from
	from=$(now_ms)
	expect_exit 0 model --ask "split it"
	TOOK=$(($(now_ms) - from))
}

test_three_side_by_side_take_little_longer_than_one() {
	local one try
	for try in 1 2 3; do # a loaded machine may be slow once
		goals alpha
		took
		one=$TOOK
		goals alpha beta gamma
		took
		expect_equal "$(cat "$T/out")" "all found"
		[ $((TOOK * 10)) -ge $((one * 16)) ] || return 0
	done
	fail "three took $TOOK ms, one took $one ms"
}

test_only_the_capsule_comes_back() {
	goals alpha
	expect_exit 0 model --ask "split it" --output events
	expect_equal "$(results | jq -r .summary)" "answered: alpha is in alpha.c:1"
	expect_equal "$(results | jq -r .data.text)" \
		'{"outcome":"answered","goal":"find alpha","key_findings":["alpha is in alpha.c:1"],"artifacts":[],"next_actions":[]}'
	expect_equal "$(results | jq -c '.data.data.capsule | keys_unsorted')" '["goal","plan","key_findings","artifacts","next_actions"]'
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[-1].content' | head -1 | sed 's/^\[obs [0-9]*\] //')" "$(results | jq -r .data.text)"
}

# holds: delegate-capsule-parent
test_the_parents_request_holds_no_step_of_a_child() {
	echo "CHILD READ" >a.txt
	one <<'EOF'
replies:
  - {match: "the part", text: "<think>CHILD THOUGHT</think>CHILD LOOKS.", calls: [{name: read_file, arguments: {path: a.txt}, id: child_call}]}
  - {match: "CHILD READ", text: "Now I CHILD WRITE.", calls: [{name: write_file, arguments: {path: new.txt, content: "CHILD CONTENT"}}]}
  - {match: "created", text: "It is new.txt."}
  - match: "outcome"
    calls: [{name: read_file, arguments: {path: none.txt}}]
  - {match: "none.txt", text: "Not there."}
EOF
	expect_exit 0 model --ask "split it" --approve edits
	grep '"method":"POST"' "$REQUESTS" | jq -c 'select(.body.messages[1].content|startswith("split it"))|.body.messages|.[1:]|map([.role, (.tool_calls // [] | map(.function.name))])' >shape
	expect_equal "$(cat shape)" '[["user",[]]]
[["user",[]],["assistant",["delegate"]],["tool",[]]]
[["user",[]],["assistant",["delegate"]],["tool",[]],["assistant",["read_file"]],["tool",[]]]'
	grep '"method":"POST"' "$REQUESTS" | jq -r 'select(.body.messages[1].content|startswith("split it"))|.body|tostring' >wire
	expect_no_match "$(cat wire)" 'CHILD (THOUGHT|LOOKS|READ|WRITE|CONTENT)|child_call'
	expect_match "$(cat wire)" 'It is new.txt'
}

test_files_it_wrote_are_artifacts_of_it_and_of_the_parent() {
	one <<'EOF'
replies:
  - {match: "the part", text: "Writing the file.", calls: [{name: write_file, arguments: {path: new.txt, content: "a\nb\n"}}]}
  - {match: "created", text: "new.txt is written"}
EOF
	expect_exit 0 model --ask "split it" --output events --approve edits
	expect_equal "$(cat new.txt)" "$(printf 'a\nb')"
	expect_equal "$(results | jq -c '.data.data.capsule.artifacts')" '[{"type":"file","ref":"new.txt","summary":"created, +2 -0"}]'
	expect_equal "$(jq -c 'select(.type == "capsule") | .data.artifacts' "$T/out")" \
		'[{"type":"file","ref":"new.txt","summary":"created, +2 -0"}]'
}

test_its_events_are_a_child_session_and_shown_below_the_call() {
	local parent child
	one <<'EOF'
replies:
  - {match: "the part", text: "Looking.", calls: [{name: list_files, arguments: {path: nowhere}}]}
  - {match: "nowhere", text: "nothing there"}
EOF
	expect_exit 0 model --ask "split it" --output events
	parent=$(jq -r 'select(.type == "session_start") | .data.id' "$T/out")
	child=$(results | jq -r .data.data.session)
	expect_match "$(cat "$T/err")" '^ {10}\[Act\] list_files'
	expect_equal "$(jq -c 'select(.type == "child") | [.seq, .data.call, .data.session]' "$T/out" | sort -u)" "[0,\"call_1\",\"$child\"]"
	expect_exit 0 agent --replay "$child" --output events
	expect_equal "$(head -1 "$T/out" | jq -c '[.type, .data.parent.session, .data.parent.call, .data.title]')" \
		"[\"session_start\",\"$parent\",\"call_1\",\"the part\"]"
	expect_equal "$(jq -c .seq "$T/out")" "$(seq "$(wc -l <"$T/out")")"
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.outcome' "$T/out")" answered
	expect_exit 0 agent sessions list
	expect_match "$(cat "$T/out")" "split it"
	expect_no_match "$(cat "$T/out")" "the part"
	expect_exit 0 agent --replay last --output events
	expect_equal "$(head -1 "$T/out" | jq -r .data.id)" "$parent"
}

test_through_launchers_that_pass_stdin_and_stdout_on() {
	local way
	launchers
	for way in ssh srun; do
		goals alpha beta
		expect_exit 0 model --config "$T/with_$way.yaml" --ask "split it" --output events
		expect_equal "$(results | jq -r .summary | sort)" "$(printf 'answered: alpha is in alpha.c:1\nanswered: beta is in beta.c:1')"
	done
}

test_the_key_goes_down_stdin_and_nowhere_else() {
	goals alpha
	cat >"$T/spy" <<EOF
#!/bin/sh
tr '\\0' '\\n' <"/proc/\$\$/environ" >"$T/seen"
printf '%s\\n' "\$@" >>"$T/seen"
exec "\$@"
EOF
	chmod +x "$T/spy"
	OPENAI_API_KEY=$SECRET expect_exit 0 model --ask "split it" --output events -s "delegate.launcher=[\"$T/spy\", \"{agent}\", \"--child\"]" \
		-s 'delegate.environment=[OPENAI_API_KEY]'
	grep -q -- --child "$T/seen" || fail "the launcher did not run"
	expect_equal "$(jq -r .headers.authorization "$REQUESTS" | sort -u)" "Bearer $SECRET"
	! grep -rqF "$SECRET" "$T/seen" "$T/out" "$T/err" "$HOME" || fail "the key is in $(grep -rlF "$SECRET" "$T/seen" "$T/out" "$T/err" "$HOME")"
}

test_one_that_ends_or_does_not_start_is_a_result() {
	local row
	for row in '["sh", "-c", "echo boom >&2; exit 7"]|it ended with exit 7: boom' \
		'["/no/such/launcher"]|cannot run ./no/such/launcher' \
		'["sh", "-c", "kill -SEGV $$"]|it was ended by signal 11'; do
		one <<<'replies:'
		expect_exit 0 model --ask "split it" --output events -s "delegate.launcher=${row%%|*}"
		expect_match "$(results | jq -r .data.text)" "the delegate gave nothing back: ${row#*|}"
		expect_equal "$(results | jq -c .data.ok)" false
		expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" "went on"
	done
}

test_one_that_hangs_is_ended_in_time() {
	one <<<'replies:'
	expect_exit 0 model --ask "split it" --output events -s 'delegate.launcher=["sleep", "1000"]' -s delegate.wall_s=0.2 -s delegate.grace_ms=50
	expect_match "$(results | jq -r .data.text)" 'it ran longer than 0.2 s'
}

test_what_is_no_event_is_borne_a_while_and_then_refused() {
	one <<<'replies:'
	expect_exit 0 model --ask "split it" --output events -s 'delegate.launcher=["sh", "-c", "cat >/dev/null & yes | head -n 500; wait"]'
	expect_match "$(results | jq -r .data.text)" 'it sends what are no events'
	one <<<'replies:'
	expect_exit 0 model --ask "split it" --output events -s 'delegate.launcher=["sh", "-c", "yes | tr -d \"\\n\""]'
	expect_match "$(results | jq -r .data.text)" 'it sent a line longer than'
	one <<<'replies:'
	expect_exit 0 model --ask "split it" --output events -s delegate.max_output_bytes=2000 \
		-s 'delegate.launcher=["sh", "-c", "yes {}"]'
	expect_match "$(results | jq -r .data.text)" 'it sent more than 2000 bytes'
	goals alpha
	expect_exit 0 model --ask "split it" --output events \
		-s 'delegate.launcher=["sh", "-c", "echo Welcome to far-away; exec \"$0\" --child", "{agent}"]'
	expect_equal "$(results | jq -r .summary)" "answered: alpha is in alpha.c:1"
}

test_events_of_a_liar_grant_nothing() {
	local child
	one <<<'replies:'
	cat >"$T/liar" <<'EOF'
#!/bin/sh
echo '{"seq":9,"type":"session_start","data":{"id":"01AAAAAAAAAAAAAAAAAAAAAAAA","parent":{"session":"x"}}}'
echo '{"seq":1,"type":"turn_start","turn":1,"data":{"prompt":"p"}}'
echo '{"type":"setting","data":{"key":"approve","value":"all"}}'
echo '{"type":"answer","data":{"id":"q","choice":"always"}}'
echo '{"type":"usage","data":{"input":-5,"output":9999999999999999,"cost_usd":-1}}'
echo '{"type":"usage","data":{"input":5,"output":5,"written":-9000,"cost_usd":0.01}}'
echo '{"type":"child","data":{"call":1,"session":null,"event":{"type":"child","data":{}}}}'
echo '{"type":"question","data":{"id":"q","kind":"approval","text":3,"options":[1,{}],"arguments":[]}}'
echo '{"type":"question","data":{"id":"q","kind":"approval","text":"3","options":[1,{}],"arguments":[]}}'
echo '{"type":"capsule","data":{"goal":7,"key_findings":"x","artifacts":[{"type":"file","ref":"\u001b[31m"}],"plan":{"items":5}}}'
echo '{"type":"capsule","data":{"goal":"7","key_findings":[5,{}],"artifacts":[{"type":"file","ref":"\u001b[31m"},7],"plan":{"items":5}}}'
echo '{"seq":0,"type":"blob","data":{"ref":"blob:AAAAAAAAAAAAAAAAAAAAAAAAAA","offset":0,"bytes":4,"base64":"ZXZpbA=="}}'
echo '{"type":"file_change","data":{"call":"c","path":"mine","before":"blob:AAAAAAAAAAAAAAAAAAAAAAAAAA","after":"blob:BBBBBBBBBBBBBBBBBBBBBBBBBB"}}'
echo '{"type":"file_change","data":{"call":"c","path":"../mine","created":true,"after":null,"removed":true}}'
echo '{"type":"turn_end","data":{"outcome":"victory"}}'
EOF
	chmod +x "$T/liar"
	echo mine >mine
	expect_exit 5 model --ask "split it" --output events -s "delegate.launcher=[\"$T/liar\"]"
	expect_equal "$(results | jq -r .data.data.outcome)" failed
	expect_equal "$(jq -c 'select(.type == "file_change")' "$T/out")" ""
	expect_equal "$(jq -c 'select(.type == "usage" and .data.role == "delegate")' "$T/out")" ""
	child=$(results | jq -r .data.data.session)
	expect_exit 0 agent --replay "$child" --output events
	expect_equal "$(jq -r 'select(.type == "session_start") | .data.id' "$T/out")" "$child"
	expect_equal "$(jq -r 'select(.type == "setting") | .type' "$T/out")" ""
	expect_equal "$(jq -r 'select(.type == "answer") | .data.choice' "$T/out")" once
	expect_equal "$(jq -c .seq "$T/out")" "$(seq "$(wc -l <"$T/out")")"
}

# holds: rows-questions-delegates
test_rows_of_several_say_whose_they_are() {
	echo "alpha beta" >a.txt
	server <<'EOF'
replies:
  - {match: "find alpha", text: "I look.", calls: [{name: read_file, arguments: {path: a.txt}}]}
  - {match: "alpha beta", text: "alpha is in a.txt:1"}
  - {match: "find beta", text: "beta is in a.txt:1"}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "find alpha"}}, {name: delegate, arguments: {goal: "find beta"}}]}
  - {match: outcome, text: "all found"}
EOF
	expect_exit 0 model --ask "split it"
	expect_match "$(cat "$T/err")" '^ +find alpha · \[Act\] read_file a.txt'
	expect_match "$(cat "$T/err")" '^\[Obs\] +find alpha · answered: alpha is in a.txt:1'
	expect_match "$(cat "$T/err")" '^\[Obs\] +find beta · answered: beta is in a.txt:1'
	goals alpha
	expect_exit 0 model --ask "split it"
	expect_match "$(cat "$T/err")" '^\[Obs\] +answered: alpha is in alpha.c:1'
}

test_its_question_is_denied_where_nobody_can_be_asked() {
	one <<'EOF'
replies:
  - {match: "the part", calls: [{name: run_command, arguments: {command: "touch ran"}}]}
  - {match: "Denied", text: "I may not run it"}
EOF
	expect_exit 5 model --ask "split it" --output events --approve ask
	[ ! -e ran ] || fail "it ran"
	expect_equal "$(jq -r 'select(.type == "question") | .data.text' "$T/out")" "delegate: run_command touch ran"
	expect_equal "$(results | jq -r .data.data.outcome)" blocked
	expect_equal "$(jq -c 'select(.type == "turn_end") | .data.denied | map(.tool)' "$T/out")" '["delegate"]'
}

test_delegates_of_delegates_end_at_depth_two() {
	server <<'EOF'
replies:
  - {match: "level two", text: "at the bottom"}
  - {match: "level one", calls: [{name: delegate, arguments: {goal: "level two"}}]}
  - {match: "at the bottom", text: "passed on", repeat: true}
  - {match: "passed on", text: "passed on"}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "level one"}}]}
EOF
	expect_exit 0 model --ask "split it" --output events
	expect_equal "$(jq -c '[.body.tools[].function.name] | index("delegate") != null' "$REQUESTS" | head -3)" "$(printf 'true\ntrue\nfalse')"
	expect_equal "$(jq -r 'select(.type == "child" and .data.event.type == "child") | .data.event.data.event.type' "$T/out" | tail -1)" turn_end
	sqlite3 -version >/dev/null 2>&1 || return 0
	expect_equal "$(sqlite3 "$XDG_DATA_HOME/agent/agent.db" "select count(*) from sessions where parent is not null")" 2
}

test_tools_it_is_given_are_all_it_has() {
	server <<'EOF'
replies:
  - {match: "only look", text: "looked"}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "only look", tools: [read_file, list_files]}}, {name: delegate, arguments: {goal: "x", tools: [fly]}}]}
  - {match: "fly", text: "done"}
EOF
	expect_exit 0 model --ask "split it" --output events
	expect_equal "$(sed -n 2p "$REQUESTS" | jq -c '[.body.tools[].function.name]')" '["list_files","read_file"]'
	expect_equal "$(results | jq -r .data.text | tail -1)" "delegate: there is no tool 'fly' to be used"
}

test_limits_are_never_wider_than_what_is_left() {
	cat >"$T/tee" <<EOF
#!/bin/sh
head -n 1 >"$T/spec"
EOF
	chmod +x "$T/tee"
	one <<<'replies:'
	agent --backend openai --base-url "$URL" -m gpt-4.1 --ask "split it" --max-iterations 4 --timeout 20 --budget 1 \
		-s "delegate.launcher=[\"$T/tee\"]" >/dev/null 2>&1
	expect_equal "$(jq -c '[.limits.iterations, (.limits.seconds <= 20), (.limits.usd < 1 and .limits.usd > 0.9), .level]' "$T/spec")" '[3,true,true,1]'
	expect_equal "$(jq -c '.settings | [has("approve"), has("budget.turn_usd"), .["delegate.launcher"] != null]' "$T/spec")" '[false,false,true]'
}

# holds: cap-user-asked
test_what_they_spend_is_the_turns_and_ends_it_at_the_budget() {
	server <<'EOF'
replies:
  - match: "the part"
    calls: [{name: list_files, arguments: {}}]
    usage: {prompt_tokens: 1000000, completion_tokens: 0}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "the part"}}]}
EOF
	expect_exit 4 agent --backend openai --base-url "$URL" -m gpt-4.1 --ask "split it" --budget 1.5 --output json
	expect_equal "$(jq -c '[.outcome, .usage.cost_usd >= 2, .usage.cost_usd < 2.1]' "$T/out")" '["budget",true,true]'
	expect_equal "$(grep -c '"method":"POST"' "$REQUESTS")" 2
	expect_match "$(cat "$T/err")" '\[Obs\] +budget: '
}

# Each has its share of what is left, and gets more while some of it is nobody's; what a reply may cost is asked for no longer.
test_delegates_side_by_side_do_not_spend_more_than_there_is() {
	local n spent
	for n in 1 2 3; do seq -f "line %.0f of file $n" 1 300 >"file$n.txt"; done
	server <<'EOF'
replies:
  - match: "split it"
    metered: 4
    repeat: true
    calls: [{name: delegate, arguments: {goal: "part one"}}, {name: delegate, arguments: {goal: "part two"}}, {name: delegate, arguments: {goal: "part three"}}]
  - {match: "part", metered: 4, calls: [{name: read_file, arguments: {path: file1.txt}}], repeat: true}
  - {match: "of file 1", metered: 4, calls: [{name: read_file, arguments: {path: file2.txt}}], repeat: true}
  - {match: "of file 2", metered: 4, calls: [{name: read_file, arguments: {path: file3.txt}}], repeat: true}
  - {match: "", metered: 4, text: "all of it", repeat: true}
EOF
	for n in 0.01 0.015 0.02 0.03; do
		agent --backend openai --base-url "$URL" -m gpt-4.1-mini --depth react --ask "split it" --budget $n --output json >"$T/out" 2>"$T/err"
		expect_equal "$(jq --argjson most $n '.usage.cost_usd > 0 and .usage.cost_usd <= $most' "$T/out")" true "within $n: $(cat "$T/out")"
	done
	spent=$(jq .usage.cost_usd "$T/out")
	expect_equal "$(jq -n "$spent > 0.01")" true "most of it is used: $spent"
}

# everything_ends SIGNAL WAY: three delegates run a command each; the parent is told SIGNAL; nothing is left.
everything_ends() {
	lasting 3
	rm -f "$T/pid" "$T/events"
	OPENAI_API_KEY=k "$SUBREAPER" "$T/pid" 8000 "$AGENT" --backend openai --base-url "$URL" -m scripted --approve all \
		--config "$T/with_$2.yaml" --ask "split it" --output events >"$T/events" 2>"$T/err" &
	local reaper=$!
	all_run() { [ "$(jq -c 'select(.type == "child" and .data.event.type == "tool_call")' "$T/events" | wc -l)" = 3 ]; }
	wait_for all_run
	kill "-$1" "$(cat "$T/pid")"
	wait $reaper || fail "$2, after $1: $(grep left: "$T/events")"
}

test_a_signal_to_the_parent_ends_them_and_their_commands() {
	launchers
	everything_ends INT itself
	everything_ends TERM ssh
}

test_nothing_is_left_when_the_parent_is_killed() {
	launchers
	everything_ends KILL itself
	everything_ends KILL ssh
	everything_ends KILL srun
}

# ---- agent --child by hand

spec() { # [MEMBERS]: a spec line
	printf '{"goal": "the part", "backend": {"provider": "openai", "base_url": "%s", "model": "scripted"}%s}\n' "${URL:-http://127.0.0.1:1/v1}" "${1:-}"
}

test_child_refuses_a_bad_spec_with_exit_2() {
	local row
	for row in '|no spec on stdin' 'nonsense|--child: ' '[]|--child: ' '{"goal": "x"}|backend' '{"goal": "", "backend": {"provider": "offline"}}|goal' \
		'{"goal": "x", "backend": {"provider": "offline"}, "more": 1}|more' \
		'{"goal": "x", "backend": {"provider": "other"}}|the provider .other. is not available' \
		'{"goal": "x", "backend": {"provider": "openai", "base_url": "file:///x"}}|is no http or https URL' \
		'{"goal": "x", "backend": {"provider": "openai", "base_url": "http://h/v1", "key": "a\nb"}}|a character no key has' \
		'{"goal": "x", "backend": {"provider": "offline"}, "settings": {"no.such": 1}}|unknown setting .no.such.' \
		'{"goal": "x", "backend": {"provider": "offline"}, "settings": {"agent.parallel": 0}}|agent.parallel' \
		'{"goal": "x", "backend": {"provider": "offline"}, "limits": {"iterations": 0}}|iterations' \
		'{"goal": "x", "backend": {"provider": "offline"}, "depth": "deepest"}|depth'; do
		expect_exit 2 agent --child <<<"${row%%|*}"
		expect_equal "$(cat "$T/out")" "" "stdout"
		expect_match "$(cat "$T/err")" "^agent: --child: "
		expect_match "$(cat "$T/err")" "${row#*|}"
	done
	expect_exit 2 agent --child </dev/null
}

test_child_takes_an_answer_and_stores_nothing() {
	server <<'EOF'
replies:
  - {match: "the part", calls: [{name: run_command, arguments: {command: "echo hello >ran"}}]}
  - {match: "exit 0", text: "it ran"}
EOF
	mkfifo "$T/in"
	"$AGENT" --child <"$T/in" >"$T/out" 2>"$T/err" &
	local pid=$!
	exec 7>"$T/in"
	spec ', "approve": "ask"' >&7
	wait_for holds '.type == "question"' "$T/out"
	echo 'no intent' >&7
	printf '{"intent": "answer", "id": %s, "choice": "once"}\n' "$(jq 'select(.type == "question") | .data.id' "$T/out")" >&7
	wait $pid || fail "exit $?: $(cat "$T/err")"
	exec 7>&-
	expect_equal "$(cat ran)" hello
	expect_match "$(jq -r 'select(.type == "notice") | .data.text' "$T/out")" "a line of stdin is no intent"
	expect_equal "$(jq -r 'select(.type == "turn_end") | .data.answer' "$T/out")" "it ran"
	[ ! -e "$XDG_DATA_HOME/agent" ] || fail "a store was made"
}

# Its turn is its only one: nobody can go on with the plan after it, so it is reminded and asks nothing.
# holds: left-plan-offered
test_child_that_leaves_steps_open_is_reminded_and_offers_nothing() {
	server <<'EOF'
replies:
  - {match: "the part", calls: [{name: write_todos, arguments: {todos: [{id: a, content: One, status: in_progress}, {id: b, content: Two, status: pending}]}}]}
  - {match: revision, text: "One is done."}
  - {text: "Two cannot be done now."}
EOF
	mkfifo "$T/in"
	"$AGENT" --child <"$T/in" >"$T/out" 2>"$T/err" &
	local pid=$!
	exec 7>"$T/in"
	spec ', "depth": "react"' >&7
	wait $pid || fail "exit $?: $(cat "$T/err")"
	exec 7>&-
	expect_equal "$(jq -c 'select(.type == "question")' "$T/out")" ""
	expect_match "$(tail -1 "$REQUESTS" | jq -r '.body.messages[-1].content')" '- a: One'
	expect_equal "$(jq -c 'select(.type == "turn_end") | .data | [.outcome, .open_items]' "$T/out")" '["answered",["One","Two"]]'
}

test_child_ends_with_its_stdin_and_ends_its_commands() {
	lasting 1
	rm -f "$T/pid"
	mkfifo "$T/in"
	"$SUBREAPER" "$T/pid" 8000 "$AGENT" --child <"$T/in" >"$T/out" 2>"$T/err" &
	local reaper=$!
	exec 7>"$T/in"
	printf '{"goal": "wait here", "approve": "all", "backend": {"provider": "openai", "base_url": "%s", "model": "scripted"}}\n' "$URL" >&7
	wait_for holds '.type == "tool_call"' "$T/out"
	exec 7>&-
	wait $reaper || fail "$(grep left: "$T/out")"
	expect_equal "$(grep -v ^left "$T/out" | jq -r 'select(.type == "turn_end") | .data.outcome')" interrupted
}

test_child_stops_at_its_limits() {
	local row pid
	trap '' PIPE # it may be gone when it is told something
	server <<'EOF'
replies:
  - {calls: [{name: list_files, arguments: {}}], usage: {prompt_tokens: 4400, completion_tokens: 10}, delay_ms: 20, repeat: true}
EOF
	mkfifo "$T/in"
	for row in '{"iterations": 2}|limit|2' '{"tokens": 9500}|limit|2' '{"seconds": 0.01}|timeout|[0-9]+'; do
		: >"$REQUESTS"
		"$AGENT" --child <"$T/in" >"$T/out" 2>"$T/err" &
		pid=$!
		exec 7>"$T/in"
		spec ", \"depth\": \"react\", \"limits\": ${row%%|*}" >&7
		answer_limit() { # whether to go on is asked
			local id
			kill -0 $pid 2>/dev/null || return 0
			id=$(jq -r 'select(.type == "question") | .data.id' "$T/out")
			[ -z "$id" ] || printf '{"intent": "answer", "id": "%s", "choice": "stop"}\n' "$id" >&7
			return 1
		}
		wait_for answer_limit
		wait $pid
		exec 7>&-
		row=${row#*|}
		expect_equal "$(jq -r 'select(.type == "turn_end") | .data.outcome' "$T/out")" "${row%|*}"
		expect_match "$(wc -l <"$REQUESTS")" "^${row#*|}\$"
	done
}

# What a delegate wrote is taken back like the parent's own: contents come up with its events.
test_what_it_wrote_can_be_undone_in_the_parent() {
	printf 'old\n' >a.txt
	server <<'EOS'
replies:
  - match: "write the part"
    calls:
      - {name: write_file, arguments: {path: b.txt, content: "new\n"}}
      - {name: read_file, arguments: {path: a.txt}}
      - {name: edit_file, arguments: {path: a.txt, edits: [{old: old, new: newer}]}}
      - {name: edit_file, arguments: {path: a.txt, edits: [{old: newer, new: newest}]}}
      - {name: run_command, arguments: {command: "echo made >c.txt"}}
  - {match: "exit 0", text: "written"}
  - {match: "split it", calls: [{name: delegate, arguments: {goal: "write the part"}}]}
  - {match: "outcome", text: "all done"}
EOS
	expect_exit 0 model --approve all --ask "split it"
	expect_equal "$(cat a.txt b.txt c.txt | tr '\n' ' ')" "newest new made "
	expect_exit 0 agent sessions undo last --yes
	expect_equal "$(cat a.txt; ls)" "old
a.txt"
}

# A part of a task takes more than a few rounds.
test_a_delegate_has_rounds_for_a_real_part_of_the_work() {
	seq -f 'row <%.0f>' 30 >rows.txt
	one < <(
		echo 'replies:'
		echo '  - {match: "the part", calls: [{name: read_file, arguments: {path: rows.txt, offset: 1, limit: 1}}]}'
		for i in $(seq 24); do
			echo "  - {match: \"row <$i>\", calls: [{name: read_file, arguments: {path: rows.txt, offset: $((i + 1)), limit: 1}}]}"
		done
		echo '  - {match: "row <25>", text: "the last row is 30"}'
	)
	expect_exit 0 model --ask "split it" --output events
	expect_match "$(results | tail -n 1)" 'the last row is 30'
	expect_equal "$(jq -c 'select(.type == "child" and .data.event.type == "turn_end") | .data.event.data | [.outcome, .totals.iterations]' "$T/out")" '["answered",26]'
}

run_tests
