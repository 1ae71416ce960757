#!/bin/bash
# SPDX-License-Identifier: MIT
# Measures what README promises (it starts in milliseconds, lives in a few megabytes and uses no CPU while it waits), as ratios to curl within one run, medians, in a home that exists, saving on.
# Prints one line per promise: what, measured, target, ok or MISSED. Exits 0 whatever the figures say: they are for people to read.
. "$(dirname "$0")/../support/lib.sh"
BUILD=$ROOT/${1:-build}
AGENT=$BUILD/agent
PAIR=$BUILD/tests/bench/pair
T=$(mktemp -d)
clean_environment
unset AGENT_SANDBOX
trap 'kill ${SERVERS:-} 2>/dev/null; [ -z "${TMUX_SOCKET:-}" ] || tmux -S "$TMUX_SOCKET" kill-server 2>/dev/null; rm -rf "$T"' EXIT

# report WHAT MEASURED TARGET UNIT
report() {
	local verdict=ok
	awk -v m="$2" -v t="$3" 'BEGIN { exit !(m > t) }' && verdict=MISSED
	printf '%-66s %8s %-6s target %6s  %s\n' "$1" "$2" "$4" "$3" "$verdict"
}
figure() { # figure NAME COLUMN < pair's line
	tr '\t' '\n' | awk -v n="$1" -v c="$2" '$1 == n {print $c}'
}
runs=${RUNS:-31}

line=$("$PAIR" -n "$runs" "exec $AGENT --version" "exec curl --version")
report "agent --version, wall against curl --version" "$(figure wall_ms 4 <<<"$line")" 1.3 x
report "agent --version, wall" "$(figure wall_ms 2 <<<"$line")" 3 ms

# asks PROTOCOL: curl's request for the server's next reply.
asks() {
	local path=$1 list=messages
	[ "$1" = chat ] && path=chat/completions
	[ "$1" = responses ] && list=input
	echo "exec curl -sN -H 'Content-Type: application/json' -d '{\"stream\":true,\"$list\":[]}' $URL/$path"
}

for protocol in chat messages responses; do
	export AGENT_PROTOCOL=$protocol
	rm -rf "$XDG_DATA_HOME/agent" # what was stored before costs each of them the same
	server <<-EOF
		replies:
		  - text: "hello there"
		    repeat: true
	EOF
	model --ask hello >/dev/null 2>&1
	line=$("$PAIR" -n "$runs" "exec $AGENT --backend openai --base-url $URL -m scripted --ask hello" "$(asks $protocol)")
	report "--ask with an immediate reply over $protocol, wall against curl -N" "$(figure wall_ms 4 <<<"$line")" 2 x
	report "--ask with an immediate reply over $protocol, memory above curl -N" "$(figure rss_kb 4 <<<"$line" | awk '{printf "%.1f", $1 / 1024}')" 8 MB

	server <<-EOF
		replies:
		  - deltas: 20000
		    text_per_delta: "word "
		    repeat: true
	EOF
	line=$("$PAIR" -n 9 "exec $AGENT --backend openai --base-url $URL -m scripted --ask hello" "$(asks $protocol)")
	report "20,000 deltas over $protocol, CPU against curl -N" "$(figure cpu_ms 4 <<<"$line")" 4 x
done
unset AGENT_PROTOCOL
report "the next request of a conversation of 200,000 tokens, any protocol" "$("$BUILD/tests/bench/next_request" | figure request_ms 2)" 2 ms

# rounds NAME: replies that each make one call with arguments $2, and a last answer.
rounds() {
	echo replies:
	for i in $(seq 40); do
		printf '  - calls: [{name: %s, arguments: %s}]\n' "$1" "$(sed "s/NUMBER/$i/" <<<"$2")"
	done
	echo '  - text: done'
}
gap_median() {
	jq -s '[.[] | select(.n > 1) | .gap_us] | sort | .[length / 2 | floor] / 1000' "$REQUESTS"
}
for i in $(seq 200); do echo "line $i"; done >file.txt
server <<<"$(rounds read_file '{path: file.txt, from_line: NUMBER}')"
model --ask go --max-iterations 50 >/dev/null 2>&1
report "end of a reply to the next request, read_file between" "$(gap_median)" 1 ms
server <<<"$(rounds run_command '{command: "echo NUMBER"}')"
model --ask go --max-iterations 50 --approve all >/dev/null 2>&1
report "end of a reply to the next request, run_command echo between, confined" "$(gap_median)" 5 ms
# What a round writes: forty of them and an answer, less a turn that is an answer alone.
written() { # written CALL ARGUMENTS: the bytes of the log and of its checkpoint
	rm -rf "$XDG_DATA_HOME/agent"
	server <<<"$(rounds "$1" "$2" | if [ "$3" = 0 ]; then sed '/calls:/d'; else cat; fi)"
	model --ask go --max-iterations 50 --approve all >/dev/null 2>&1
	python3 "$ROOT/tests/bench/written.py" "$XDG_DATA_HOME/agent/agent.db"
}
head -n 20 file.txt >short.txt
while IFS='|' read -r call arguments; do
	read -r log checkpoint < <(written "$call" "$arguments" 0)
	read -r more copied < <(written "$call" "$arguments" 40)
	report "written to the database in a round of $call, its checkpoint too" "$(((more - log + copied - checkpoint) / 40))" 8192 bytes
done <<-'EOF'
	run_command|{command: "echo NUMBER"}
	read_file|{path: short.txt, from_line: NUMBER}
EOF
line=$("$BUILD/tests/bench/start" 501)
report "a command from a program of 200 MB against one from a small one" "$(awk -v a="$(figure large 2 <<<"$line")" -v b="$(figure spawned 2 <<<"$line")" 'BEGIN {printf "%.2f", a / b}')" 1.1 x
report "a confined one from a program of 200 MB against one from a small one" "$(awk -v a="$(figure confined_large 2 <<<"$line")" -v b="$(figure confined 2 <<<"$line")" 'BEGIN {printf "%.2f", a / b}')" 1.1 x
report "a confined /bin/true against plain fork and exec" "$(awk -v a="$(figure confined 2 <<<"$line")" -v b="$(figure plain 2 <<<"$line")" 'BEGIN {printf "%.2f", a / b}')" 4 x
# Undo looks at the files before and after a command that may write: the first looks read them, so they are not counted.
mkdir big && (cd big && for d in $(seq 500); do mkdir "d$d" && (cd "d$d" && seq 100 | split -l 1 -a 3 - f); done)
later_median() {
	jq -s '[.[] | select(.n > 4) | .gap_us] | sort | .[length / 2 | floor] / 1000' "$REQUESTS"
}
server <<<"$(rounds run_command '{command: "touch /dev/null; echo NUMBER"}')"
model -C big --ask go --max-iterations 50 --approve all >/dev/null 2>&1
report "run_command among 50,000 files that changes none of them" "$(later_median)" 10 ms
server <<<"$(rounds run_command '{command: "echo NUMBER > made"}')"
model -C big --ask go --max-iterations 50 --approve all >/dev/null 2>&1
report "run_command among 50,000 files that changes one of them" "$(later_median)" 150 ms
# A layer costs the kernel an entry and an inode for each file that is opened through it.
while IFS='|' read -r what command; do
	line=$("$BUILD/tests/bench/trial_cost" big 11 "$command")
	report "a tried command $what, against a confined one" "$(awk -v a="$(figure tried 2 <<<"$line")" -v b="$(figure confined 2 <<<"$line")" 'BEGIN {printf "%.2f", b ? a / b : 0}')" 1.3 x
done <<-'EOF'
	among 50,000 files that reads none|true
	among 50,000 files that reads 100|for f in d1/*; do wc -l $f; done
	that reads 50,000 files of a line|find . -type f | xargs cat | wc -c
	that searches 50,000 files|grep -r 99 . | wc -l
EOF
rm -rf big

# Plan and strategy as messages against the same at the end of each request: a turn of 60 rounds whose plan moves on every sixth.
for i in $(seq 60); do
	plan=
	[ $((i % 6)) = 1 ] && plan=", {name: write_todos, arguments: {todos: [$(for j in 1 2 3 4 5 6; do
		status=pending
		[ $j -lt $((i / 10 + 1)) ] && status=completed
		[ $j = $((i / 10 + 1)) ] && status=in_progress
		printf '{id: step%d, content: "Read and change part %d of the work", status: %s}, ' $j $j $status
	done)]}}"
	echo "  - calls: [{name: read_file, arguments: {path: file.txt, from_line: $i}}$plan]"
done >"$T/moving"
for tail in append move; do
	server < <(
		echo replies:
		echo '  - {match: "Tools of the agent:", text: "{\"approach\": \"Part by part.\", \"complexity\": \"complex\", \"success_criteria\": [{\"text\": \"all parts are changed\"}]}"}'
		cat "$T/moving"
		printf '  - text: done\n    repeat: true\n'
	)
	model --ask go --depth strategic -s evaluation.when='[never]' -s context.tail=$tail >/dev/null 2>&1
	read -r "cost_$tail" "blocks_$tail" <<<"$(jq -c 'select(.method == "POST") | .body | select(.tools)' "$REQUESTS" | awk -f "$ROOT/tests/bench/extension.awk")"
done
echo "tokens of 60 rounds with what repeats at a tenth: append $cost_append (blocks $blocks_append), move $cost_move (blocks $blocks_move)"
report "tokens with the blocks as messages against moving ones" "$(awk -v a="$cost_append" -v m="$cost_move" 'BEGIN {printf "%.2f", a / m}')" 1 x

report "50 turns, a summary, --continue: bytes sent against the unavoidable" "$("$ROOT/tests/bench/session_50.sh" | awk '$1 == "total" {print $5}')" 1.05 x

# A long session, opened before: chat starts are compared, each ended by Ctrl-D.
awk -v n=100000 -v cwd="$PWD" -f "$ROOT/tests/bench/session.awk" >"$T/long.jsonl"
id=$("$AGENT" sessions import "$T/long.jsonl" 2>/dev/null)
printf '\004' >"$T/eot"
chat() {
	echo "exec script -qec \"exec '$AGENT' --backend offline $*\" /dev/null <'$T/eot' >'$T/screen'"
}
export TERM=xterm-256color
sh -c "$(chat --resume "$id")"
grep -aq 'answer 2274' "$T/screen" || echo "the long session is not on the screen"
line=$("$PAIR" -n 9 "$(chat --resume "$id")" "$(chat)")
report "100,000 stored events open, wall above an empty chat" "$(figure wall_ms 2 <<<"$line" | awk -v b="$(figure wall_ms 3 <<<"$line")" '{printf "%.0f", $1 - b}')" 100 ms
report "100,000 stored events open, memory" "$(figure rss_kb 2 <<<"$line" | awk '{printf "%.1f", $1 / 1024}')" 30 MB

# Being at any event of it: the median would be flattered by short ways, so the longest is told.
read -r _ longest resident <<<"$("$BUILD/tests/bench/seek" "$XDG_DATA_HOME/agent/agent.db" "$id")"
report "seek in 100,000 stored events, longest of 301" "$longest" 50 ms
report "seek in 100,000 stored events, memory" "$resident" 30 MB
read -r _ longest resident <<<"$("$BUILD/tests/bench/seek" "$T/long.jsonl")"
report "seek in a file of 100,000 events, longest of 301" "$longest" 50 ms
report "seek in a file of 100,000 events, memory" "$resident" 30 MB

# A history of 10,000 turns and 2,500 plans: what looks at all of it, and turns that must not notice it.
past=$T/past empty=$T/empty
mkdir -p "$past" "$empty"
for seed in $(seq 20); do
	awk -v n=500 -v cwd="$PWD" -v seed="$seed" -f "$ROOT/tests/bench/history.awk" >"$T/part.jsonl"
	XDG_DATA_HOME=$past "$AGENT" sessions import "$T/part.jsonl" >/dev/null 2>&1
done
line=$("$PAIR" -n 9 "exec env XDG_DATA_HOME=$past $AGENT stats" "exec env XDG_DATA_HOME=$empty $AGENT stats")
report "agent stats over 10,000 turns, wall" "$(figure wall_ms 2 <<<"$line" | awk '{printf "%.0f", $1}')" 300 ms
line=$("$PAIR" -n 9 "exec env XDG_DATA_HOME=$past $AGENT plans list" "exec env XDG_DATA_HOME=$empty $AGENT plans list")
report "agent plans list, 2,500 plans of 10,000 turns, wall" "$(figure wall_ms 2 <<<"$line" | awk '{printf "%.0f", $1}')" 500 ms
read -r first later <<<"$("$BUILD/tests/bench/estimate" "$past/agent/agent.db" "$PWD")"
report "estimate of a new plan over 2,500 past ones, the first" "$first" 10 ms
report "estimate of a new plan over 2,500 past ones, later" "$later" 5 ms
todos() { # todos A B: the states of two items
	printf '  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: Find, status: %s}, {id: b, content: Tell, status: %s}]}}]\n' "$1" "$2"
}
server <<<"$(
	echo replies:
	for i in $(seq $((2 * runs + 2))); do
		todos in_progress pending
		echo '  - calls: [{name: list_files, arguments: {}}]'
		todos completed in_progress
		echo '  - calls: [{name: list_files, arguments: {}}]'
		todos completed completed
		echo '  - text: done'
	done
)"
turn="$AGENT --backend openai --base-url $URL -m scripted --depth react --ask go"
line=$("$PAIR" -n "$runs" "exec env XDG_DATA_HOME=$past $turn" "exec env XDG_DATA_HOME=$empty $turn")
report "a turn with a plan, 2,500 past plans against none, wall" "$(figure wall_ms 4 <<<"$line")" 1.1 x
report "a plan of 200 items: snapshot applied, block, panel" "$("$BUILD/tests/bench/plan_200" | figure all_ms 2)" 1 ms

# A turn in the chat: there the plans before it are asked for an estimate while it runs.
planned() { # gap: the median of those between its rounds
	server <<<"$(rounds read_file '{path: file.txt, from_line: NUMBER}' |
		sed '1a\  - calls: [{name: write_todos, arguments: {todos: [{id: a, content: one, status: in_progress}, {id: b, content: two, status: pending}, {id: c, content: three, status: pending}, {id: d, content: four, status: pending}, {id: e, content: five, status: pending}]}}]')"
	tmux -S "$T/tmux.plans" -f /dev/null new-session -d -x 110 -y 32 \
		"exec $AGENT --backend openai --base-url $URL -m scripted --depth react --max-iterations 50 go"
	wait_for sh -c "tmux -S $T/tmux.plans capture-pane -p | grep -q '^ *done'"
	tmux -S "$T/tmux.plans" kill-server
	gap=$(gap_median)
}
for home in "$empty" "$past"; do
	none=${gap:-}
	XDG_DATA_HOME=$home planned
done
report "end of a reply to the next request in the chat, no past plan" "$none" 3 ms
report "the same with 2,500 past plans, more" "$(awk -v m="$gap" -v n="$none" 'BEGIN {printf "%.3f", (m > n ? m - n : 0)}')" 0.5 ms

# The step of a session that broke a check: how many checks, and the slowest of the states that were rebuilt.
for files in 12 1000; do
	read -r id _ < <("$BUILD/tests/support/bisect_driver" 8 1000 "$files")
	line=$("$AGENT" --output json sessions bisect "$id" --check '! grep -rq broken .' 2>/dev/null)
	report "bisect: checks that find one of 1,000 changes of $files files, and 2" "$(jq .checks <<<"$line")" 12 checks
	report "the same, the slowest state rebuilt" "$(jq '.slowest_rebuild_us / 1000' <<<"$line")" 50 ms
done

# A certificate of 100,000 events: the chain of its lines.
ssh-keygen -q -t ed25519 -N '' -f "$T/key"
read -r id _ < <("$BUILD/tests/support/bisect_driver" 1 45500)
"$AGENT" sessions certify "$id" "$T/big.cert" --key "$T/key"
report "certificate: the chain of 100,000 events checked, wall" "$("$AGENT" --output json sessions verify "$T/big.cert" | jq '.chain_us / 1000')" 100 ms

# Twenty faces that watch a session without a terminal, and one that drives it.
read -r behind dearest < <(T=$T python3 "$ROOT/tests/bench/faces.py" "$AGENT" "$BUILD/tests/support/model_server" 20)
report "faces: the last of 20 shows a prompt of another face after" "$behind" 50 ms
report "the same, a reply of 30 deltas a second: the dearest, processor" "$dearest" 1 %

# Roadmaps: the pass over a network, a schedule of it, and how far from the best schedules are.
RCPSP=$BUILD/tests/bench/rcpsp
line=$("$RCPSP" speed 10000 30000)
report "a pass over 10,000 tasks and 30,000 links" "$(figure pass_ms 2 <<<"$line")" 100 ms
report "the same scheduled on 20 resources" "$(figure schedule_ms 2 <<<"$line")" 2000 ms
more=$("$RCPSP" speed 80000 240000)
report "a pass over eight times as much, time of n log n" "$(awk -v a="$(figure pass_ms 2 <<<"$line")" -v b="$(figure pass_ms 2 <<<"$more")" 'BEGIN {printf "%.2f", b / a / (8 * log(80000) / log(10000))}')" 1.5 x
# Against the best of two searches of ten times as many (and 100,000) schedules; of these, those whose best meets the bound have a proved optimum. Packed ones, the harder family, have one by how they were made.
for size in "30 5000 1" "60 5000 2" "30 50000 0.5" "60 50000 1"; do
	read -r tasks schedules target <<<"$size"
	line=$("$RCPSP" quality "$tasks" "$schedules" $((schedules < 10000 ? schedules * 10 : 100000)))
	report "$tasks activities, $schedules schedules, random: mean distance from the best" "$(figure random_percent 2 <<<"$line")" "$target" %
	report "the same, $(figure proved 2 <<<"$line") of $(figure of 2 <<<"$line") proved: mean distance from the optimum" "$(figure proved_percent 2 <<<"$line")" "$target" %
	report "the same, packed without a gap: mean distance from the optimum" "$(figure packed_percent 2 <<<"$line")" "$target" %
done
# Of the instances of PSPLIB in folders j30, j60 and j120 below $PSPLIB (.sm files, and the lists j30hrs.sm ... beside them; none is part of the project).
for size in "j30 5000 400000 90 0.1" "j60 50000 400000 65 0.4" "j120 20000 100000 25 2.0"; do
	read -r set schedules decisions target gap <<<"$size"
	[ -d "${PSPLIB:-}/$set" ] || continue
	line=$("$RCPSP" psplib "$PSPLIB/$set" "$schedules" "$decisions")
	report "PSPLIB $set, not proved optimal ($(figure above_path_percent 2 <<<"$line") % above the critical path)" "$(figure proved_percent 2 <<<"$line" | awk '{print 100 - $1}')" $((100 - target)) %
	[ "$(figure of 2 <<<"$line")" = 0 ] || report "PSPLIB $set, above the best that is known" "$(figure above_best_percent 2 <<<"$line")" "$gap" %
	report "PSPLIB $set, an instance" "$(figure cpu_ms 2 <<<"$line")" 1000 ms
done
# How far from 80 the share of dates is that lie in their range of 80 %.
while read -r _ known _ single _ chain; do
	for which in "a task alone $single" "a chain of eight $chain"; do
		report "${which% *}, ranges of 80 % from $known finished tasks: points off" "$(awk -v s="${which##* }" 'BEGIN {print (s > 80 ? s - 80 : 80 - s)}')" 5 points
	done
done < <("$BUILD/tests/bench/ranges" 1000)
# What a person sees, on a terminal of its own (terminal.c).
TERMINAL=$BUILD/tests/bench/terminal
timed() { # timed NAME < terminal's line
	tr '\t' '\n' | awk -v n="$1" '$1 == n {print $2}'
}
line=$("$TERMINAL" first 110x32 "$runs" x "what should be done" "exec $AGENT --backend offline")
report "first useful frame, wall" "$(timed median_ms <<<"$line")" 8 ms
curl_ms=$("$PAIR" -n "$runs" "exec curl --version" "exec curl --version" | tr '\t' '\n' | awk '$1 == "wall_ms" {print $2}')
report "first useful frame, wall against curl --version" "$(timed median_ms <<<"$line" | awk -v c="$curl_ms" '{printf "%.2f", $1 / c}')" 2 x
line=$("$TERMINAL" keys 110x32 200 x "what should be done" "exec $AGENT --backend offline")
report "a key echoed" "$(timed median_ms <<<"$line")" 1 ms

# deltas N WORDS MS: an answer in so many deltas, so far apart, that ends in THEEND
deltas() {
	awk -v n="$1" -v w="$2" -v ms="$3" 'BEGIN {
		printf "  - delay_ms: {between: %d}\n    text: [", ms
		for (i = 0; i < n; i++) printf "\"%s%s\", ", w, i % 7 ? "" : i " "
		print "\"\\n\\nTHEEND\"]"
	}'
}
stream() { # stream < script: three runs, of each figure the one in the middle
	cat >stream.yaml
	for i in 1 2 3; do
		server <stream.yaml
		"$TERMINAL" until 110x32 1 x THEEND "exec $AGENT --backend openai --base-url $URL -m scripted --depth react hello"
	done >streamed
	for name in bytes cpu_ms; do
		printf '%s %s\t' $name "$(timed $name <streamed | sort -g | sed -n 2p)"
	done
}
line=$({ echo replies: && deltas 20000 "word " 0; } | stream)
report "20,000 deltas at once in the chat, CPU" "$(timed cpu_ms <<<"$line")" 150 ms
line=$({ echo replies: && deltas 500 "some words " 10; } | stream)
report "500 deltas at 100 a second in the chat, CPU" "$(timed cpu_ms <<<"$line")" 150 ms
report "the same, bytes to the terminal for each" "$(timed bytes <<<"$line" | awk '{printf "%.0f", $1 / 500}')" 60 bytes
line=$({ echo replies: && awk -v n=20000 -v size=44 -v ms=0 -f "$ROOT/tests/bench/markdown.awk"; } | stream)
report "20,000 deltas of Markdown, 880 KB, at once, CPU" "$(timed cpu_ms <<<"$line")" 150 ms
# What drawing costs must not grow with what has come: so many deltas of 220 bytes, and of 8.
line=$({ echo replies: && awk -v n=4000 -v size=8 -v ms=1 -f "$ROOT/tests/bench/markdown.awk"; } | stream)
few=$(timed cpu_ms <<<"$line")
line=$({ echo replies: && awk -v n=4000 -v size=220 -v ms=1 -f "$ROOT/tests/bench/markdown.awk"; } | stream)
report "4,000 deltas in 4 s, 880 KB of Markdown against 32 KB, CPU" "$(timed cpu_ms <<<"$line" | awk -v f="$few" '{printf "%.2f", $1 / f}')" 2 x
plan='{todos: [{id: a, content: the first thing to do, status: in_progress}, {id: b, content: another, status: pending}]}'
line=$({ echo replies: && echo "  - calls: [{name: write_todos, arguments: $plan}]" && deltas 500 "some words " 10; } | stream)
report "the same beside the plan, bytes for each" "$(timed bytes <<<"$line" | awk '{printf "%.0f", $1 / 500}')" 300 bytes
line=$("$TERMINAL" keys 200x60 200 x "Enter send" "exec $AGENT --backend offline --resume $id")
report "a key echoed in the long session at 200x60" "$(timed median_ms <<<"$line")" 1 ms
for pages in 200 550; do # and half of the way on again
	line=$("$TERMINAL" settle 110x32 $((pages * 3 / 2)) '\e[5~|\e[6~' "Enter send" "exec $AGENT --backend offline --resume $id")
	report "scrolling $pages pages of the long session back, half on again, a page" "$(timed median_ms <<<"$line")" 16 ms
	report "the same, 19 of 20 pages" "$(timed p95_ms <<<"$line")" 16 ms
	report "the same, memory" "$(timed rss_kb <<<"$line" | awk '{printf "%.1f", $1 / 1024}')" 30 MB
done
line=$("$TERMINAL" settle 110x32 60 'g#\r' "turn 1" "exec $AGENT --replay $id")
report "going to an event of the replayed session, typed and drawn" "$(timed median_ms <<<"$line")" 50 ms
report "the same, 19 of 20" "$(timed p95_ms <<<"$line")" 50 ms
report "the same, memory" "$(timed rss_kb <<<"$line" | awk '{printf "%.1f", $1 / 1024}')" 30 MB

TMUX_SOCKET=$T/tmux
tmux -S "$TMUX_SOCKET" -f /dev/null new-session -d -x 110 -y 32 "exec $AGENT --backend offline"
pid=$(tmux -S "$TMUX_SOCKET" list-panes -F '#{pane_pid}')
wait_for sh -c "tmux -S $TMUX_SOCKET capture-pane -p | grep -q ."
sleep 2 # the figure is about a program that has settled
before=$(awk '{print $14 + $15}' "/proc/$pid/stat")
sleep 10
after=$(awk '{print $14 + $15}' "/proc/$pid/stat")
report "idle chat, CPU ticks in 10 s" "$((after - before))" 0 ticks
report "idle chat, resident memory" "$(awk '/^VmRSS/ {printf "%.1f", $2 / 1024}' "/proc/$pid/status")" 15 MB
