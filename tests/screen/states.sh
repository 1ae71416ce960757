#!/bin/bash
# SPDX-License-Identifier: MIT
# The states of docs/screens.md at four sizes, literally: what is wanted stands in data/states/STATE.SIZE, with blanks for seconds, which
# count on, one glyph for all of a spinner, and N for how many keys and commands there are in all. WRITE=1 writes those files anew, to be read before they are believed.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

sizes='80x24 110x32 60x20 200x60'
start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the CSV importer accept ISO dates, and prove it","depth":"strategic"}}'
strategy='{"emit":"strategy","turn":1,"iteration":1,"summary":"done when `make test` passes and README shows an ISO date","data":{"approach":"Change the one place where dates are read.","success_criteria":[{"id":"a","text":"`make test` passes","check":"make test"},{"id":"b","text":"README shows an ISO date"}]}}'
plan='{"emit":"plan","turn":1,"iteration":1,"summary":"4 steps","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"CSV importer takes ISO dates","status":"active","items":[{"id":"a","content":"Find where dates are read","status":"completed","result":"src/csv.c:88","active_ms":11000},{"id":"b","content":"Write a failing test","status":"completed","claimed":true,"active_ms":20000},{"id":"c","content":"Teach the parser ISO","active_form":"Teaching the parser ISO","status":"in_progress"},{"id":"d","content":"Run all tests","status":"pending","gate":true}]}}}'
failed='{"emit":"plan","turn":1,"iteration":2,"summary":"Teach the parser ISO: failed","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":2,"goal":"CSV importer takes ISO dates","status":"active","items":[{"id":"a","content":"Find where dates are read","status":"completed","result":"src/csv.c:88","active_ms":11000},{"id":"b","content":"Write a failing test","status":"skipped"},{"id":"c","content":"Teach the parser ISO","status":"failed","error":"exit 2: undefined reference to parse_date","active_ms":65000,"attempts":2},{"id":"d","content":"Convert the samples","active_form":"Converting the samples","status":"in_progress","progress":{"processed":12,"total":40}}]}}}'
work='{"emit":"tool_call","summary":"search_text \"strptime\" in src/","data":{"call":"1","tool":"search_text"}}
{"emit":"tool_result","summary":"3 matches in src/csv.c, src/qif.c","data":{"call":"1","tool":"search_text","ok":true,"text":"src/csv.c:88","duration_ms":4}}
{"emit":"reflection","summary":"The format is fixed in one place, so one change is enough.","data":{"text":"x"}}
{"emit":"tool_call","turn":1,"iteration":2,"summary":"run_command make test","data":{"call":"2","tool":"run_command"}}
{"emit":"tool_result","summary":"exit 2 · 1 of 41 failed: csv_iso_date","data":{"call":"2","tool":"run_command","ok":false,"text":"FAILED","duration_ms":1800}}
{"emit":"tool_call","summary":"edit_file src/csv.c:88-91","data":{"call":"3","tool":"edit_file"}}
{"emit":"tool_result","summary":"edited","data":{"call":"3","tool":"edit_file","ok":true,"text":"@@ -88 +88 @@\n-\tstrptime(s, \"%d/%m/%Y\", &tm)\n+\tparse_date(s, &tm)\n","data":{"path":"src/csv.c","added":1,"removed":1}}}'
take='{"take":true}'

masked() {
	sed 's/[⠋⠙⠹⠸⠼⠴⠦⠧]/⠿/g; s/^\( [0-9]*-[0-9]* of\) [0-9]*  /\1 N  /; s/^\( Everything there is \) [0-9]* of [0-9]*/\1 N of N/' | awk '{
		while (match($0, /[0-9][0-9.]* ?s( |$)/)) {
			n = RLENGTH - (substr($0, RSTART + RLENGTH - 1, 1) == " ")
			$0 = substr($0, 1, RSTART - 1) sprintf("%*s", n, "") substr($0, RSTART + n)
		}
		sub(/ +$/, "")
		print
	}'
}
is_state() {
	[ "$(picture | masked)" = "$WANTED" ]
}

# pinned NAME SIZE: the screen is as its file has it.
pinned() {
	local file=$ROOT/tests/screen/data/states/$1.$2
	if [ -n "${WRITE:-}" ]; then
		sleep 0.5 # only when the files are written
		picture | masked >"$file"
	else
		WANTED=$(cat "$file")
		(wait_for is_state) >/dev/null || expect_equal "$(picture | masked)" "$WANTED" "$1 at $2"
	fi
}

# at_sizes NAME READY PRESS START...: PRESS, a command, when READY is on the screen which START SIZE opens.
at_sizes() {
	local name=$1 ready=$2 press=$3 size
	shift 3
	for size in $sizes; do
		"$@" "$size"
		shows "$ready"
		$press
		pinned "$name" "$size"
	done
}

scripted() {
	drive "$1" ui.card_quiet_ms=0 <"$T/events"
}

# state NAME PRESS READY: the script on stdin.
state() {
	cat >"$T/events"
	at_sizes "$1" "$3" "$2" scripted
}

test_a_turn_that_is_done() {
	state done '' 'Enter send' <<<"$start
$strategy
$plan
$work
{\"emit\":\"evaluation\",\"summary\":\"one of two\",\"data\":{\"criteria\":[{\"id\":\"a\",\"met\":false},{\"id\":\"b\",\"met\":true}]}}
{\"emit\":\"message\",\"data\":{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"## What changed\\n\\n1. The parser tries **ISO** first, see [the notes](https://example.org/iso).\\n2. The old form still works:\\n\\n| form | example |\\n|---|--:|\\n| ISO | 2026-11-21 |\\n| old | 21/11/2026 |\\n\\n\`\`\`c\\nparse_date(s, &tm); /* both */\\n\`\`\`\"}]}}
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take"
}

test_a_command_that_runs() {
	state running '' 'ok 41' <<<"$start
$plan
$work
{\"emit\":\"tool_call\",\"summary\":\"run_command make test\",\"data\":{\"call\":\"9\",\"tool\":\"run_command\"}}
{\"emit\":\"tool_output\",\"data\":{\"call\":\"9\",\"text\":\"cc -c csv.c\\ncc -o test\\nok 38\\nok 39\\nok 40\\nok 41\\n\"}}
$take"
}

bars='{"emit":"tool_call","summary":"run_command cmake --build build --target everything","data":{"call":"9","tool":"run_command"}}
{"emit":"tool_output","data":{"call":"9","text":"[ 41%] Building C object csv.o\r\n[ 42%] Building C object qif.o\r\n"}}'

test_a_command_that_says_how_far_it_is() {
	state progress '' 'qif.o' <<<"$start
$plan
$work
$bars
$take"
}

test_its_bar_goes_when_it_ends() {
	drive 80x24 <<<"$start
$bars
{\"emit\":\"tool_output\",\"data\":{\"call\":\"9\",\"text\":\"[100%] Built\"}}
{\"emit\":\"tool_result\",\"summary\":\"exit 0\",\"data\":{\"call\":\"9\",\"tool\":\"run_command\",\"ok\":true,\"text\":\"[100%] Built\",\"duration_ms\":9}}
$take"
	shows '✔ cmake'
	expect_equal "$(picture | grep -c '[█░%]')" 0 'rows with a bar'
	expect_match "$(picture)" '^ \[Act\]   ✔ cmake --build build --target everything$'
	expect_match "$(picture)" '^ \[Obs\]     exit 0 · 9 ms +▸$'
}

test_outside_utf8_its_bar_is_ascii() {
	LC_ALL=C drive 110x32 <<<"$start
$bars
$take"
	shows '####------  42%'
}

test_an_answer_that_streams() {
	state streaming '' 'while it grows' <<<"$start
$plan
$work
{\"emit\":\"delta\",\"data\":{\"kind\":\"text\",\"text\":\"A fence looks right \`while it grows\`:\\n\\n\`\`\`c\\nint a; /* and\\nnot\"}}
$take"
}

test_a_question_in_the_feed() {
	state question '' 'n no' <<<"$start
$plan
{\"emit\":\"tool_call\",\"turn\":1,\"iteration\":1,\"summary\":\"run_command rm -r build/\",\"data\":{\"call\":\"9\",\"tool\":\"run_command\",\"arguments\":{\"command\":\"rm -r build/\"}}}
{\"ask\":{\"kind\":\"approval\",\"tool\":\"run_command\",\"text\":\"run_command rm -r build/\",\"call\":\"9\",\"arguments\":{\"command\":\"rm -r build/\"},\"options\":[\"once\",\"always\",\"edit\",\"no\"],\"destructive\":true,\"where\":\"/srv/ledger\"}}
$take"
}

# Of a card that is too long, head and keys are there whatever the size.
test_a_card_with_a_long_diff() {
	local i detail='@@ -120,20 +120,20 @@\n'
	for i in {1..20}; do
		detail+="-\tstrptime(s, \\\"%d/%m/%Y\\\", &tm[$i]);\n+\tparse_date(s, &tm[$i]);\n"
	done
	state card '' 'y once' <<<"$start
$plan
{\"emit\":\"tool_call\",\"turn\":1,\"iteration\":1,\"summary\":\"edit_file src/csv.c:120-139\",\"data\":{\"call\":\"9\",\"tool\":\"edit_file\"}}
{\"ask\":{\"kind\":\"approval\",\"tool\":\"edit_file\",\"text\":\"edit_file src/csv.c:120-139\",\"call\":\"9\",\"arguments\":{\"path\":\"src/csv.c\"},\"detail\":\"$detail\",\"options\":[\"once\",\"edit\",\"no\"],\"where\":\"/srv/ledger\",\"reason\":\"ask path 'src' (agent.yaml:3)\"}}
$take"
}

test_a_plan_that_failed_in_part() {
	state failed '' 'Converting' <<<"$start
$strategy
$failed
$take"
}

test_the_plan_in_focus() {
	state focus 'keys C-t' 'Converting' <<<"$start
$failed
$take"
}

# Wide, joined, combining and right-to-left text.
all_kinds() {
	cat <<<"$start
{\"emit\":\"plan\",\"turn\":1,\"iteration\":1,\"summary\":\"读取 👩‍👩‍👧 e\\u0301\",\"data\":{\"plan\":{\"id\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\",\"revision\":1,\"goal\":\"导入器接受ISO日期 🎉\",\"status\":\"active\",\"items\":[{\"id\":\"a\",\"content\":\"找到读取日期的位置 и проверить e\\u0301 🧪 далее\",\"status\":\"completed\",\"result\":\"文件 src/日期.c:88\",\"active_ms\":11000},{\"id\":\"b\",\"content\":\"اختبار العربية\",\"status\":\"pending\"}]}}}
{\"emit\":\"tool_call\",\"summary\":\"search_text \\\"日期\\\" in שלום/\",\"data\":{\"call\":\"1\",\"tool\":\"search_text\"}}
{\"emit\":\"message\",\"data\":{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"| 语言 | word |\\n|---|---|\\n| 中文 | 日期 🎉 |\\n| العربية | تاريخ |\\n| naïve | e\\u0301e\\u0301 |\"}]}}
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take"
}
types_all_kinds() {
	types $'读取日期 👩‍👩‍👧 e\u0301 naïve العربية שלום и ещё'
}
test_text_of_all_kinds() {
	state words types_all_kinds 'العربية' < <(all_kinds)
}

# Whatever sizes there were in between.
test_text_of_all_kinds_after_a_storm_of_sizes() {
	local i size
	all_kinds >"$T/events"
	scripted 80x24
	shows 'العربية'
	types_all_kinds
	for i in {1..80}; do
		in_tmux resize-window -x $((20 + i * 7919 % 381)) -y $((6 + i * 104729 % 115))
	done
	for size in $sizes; do
		in_tmux resize-window -x "${size%x*}" -y "${size#*x}"
		WANTED=$(cat "$ROOT/tests/screen/data/states/words.$size")
		(wait_for is_state) >/dev/null || expect_equal "$(picture | masked)" "$WANTED" "words at $size after the storm"
	done
}

test_a_limit_that_is_reached() {
	state limit '' 'Enter 10 more' <<<"$start
$plan
$work
{\"ask\":{\"kind\":\"limit\",\"rounds\":10,\"text\":\"10 rounds used\",\"options\":[\"more\",\"nolimit\",\"stop\"]}}
$take"
}

test_a_question_of_the_model() {
	state asked '' 'postgres' <<<"$start
$plan
{\"ask\":{\"kind\":\"ask_user\",\"text\":\"Which store should the importer write to? The README names both, the code only one of them.\",\"options\":[\"sqlite\",\"postgres\",\"both, behind one interface\"]}}
$take"
}

test_all_keys_and_commands() {
	state help 'keys ?' 'Enter send' <<<"$start
$plan
$work
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take"
}

# What stands in it is what can be done when it opens: after the turn.
opens_palette() {
	shows 'Enter send'
	keys C-p
}

test_the_palette() {
	state palette opens_palette 'edit_file' <<<"$start
$plan
$work
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take"
}

finds_csv() {
	keys C-f
	types csv
	keys Enter
	shows 'n older'
	keys C-f
	types qi
}
test_something_is_looked_for() {
	state find finds_csv 'Enter send' <<<"$start
$plan
$work
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take"
}

queues_words() {
	types 'also mention it in the changelog'
	keys Enter
	shows 'also mention'
	types 'and, when all of it is done, tell me in one sentence what changed for those who call the importer from their own code'
	keys C-j C-j
	types 'no list, please'
}
test_words_that_wait_and_words_that_wrap() {
	state composer queues_words 'Esc stop' <<<"$start
$plan
$work
{\"wait_ms\":60000}"
}

begins_command() {
	types '/'
}
test_commands_are_offered() {
	state commands begins_command 'Enter send' <<<"$start
$plan
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take"
}

searches_history() {
	types 'make the importer accept ISO dates'
	keys Enter
	shows 'Enter send'
	types 'half a thought'
	keys C-r
	types 'imp'
}
test_what_was_typed_before_is_searched() {
	state history searches_history 'Enter send' <<<"$start
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take
$take"
}

adds_item() {
	keys C-t
	shows '›'
	keys a
	types 'Say it in the changelog'
}
test_an_item_is_added_to_a_long_plan() {
	local items='' i
	for i in 1 2 3 4 5 6 7 8 9; do
		items+="{\"id\":\"d$i\",\"content\":\"Done step $i\",\"status\":\"completed\",\"active_ms\":${i}000},"
	done
	items+='{"id":"now","content":"Teach the parser ISO","active_form":"Teaching the parser ISO","status":"in_progress"}'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
		items+=",{\"id\":\"p$i\",\"content\":\"Step $i of what is still to be done, in more words than a row has\",\"status\":\"pending\"}"
	done
	state adding adds_item 'Teaching' <<<"$start
{\"emit\":\"plan\",\"turn\":1,\"iteration\":1,\"summary\":\"25 steps\",\"data\":{\"plan\":{\"id\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\",\"revision\":1,\"goal\":\"CSV importer takes ISO dates\",\"status\":\"active\",\"items\":[$items]}}}
$work
$take
$take"
}

ledger() {
	mkdir -p "$HOME/src/ledger/src"
	cd "$HOME/src/ledger" || exit 1
	printf 'int main(void)\n{\n}\n' >src/main.c
	printf 'the ledger\n' >README.md
}

program() {
	screen "$1" "$AGENT"
}
test_the_first_start() {
	ledger
	at_sizes first 'for example' '' program
}

goes_to_sessions() {
	types /sessions
	keys Enter
	shows '3 of 3'
}
test_sessions_to_choose_from() {
	ledger
	for prompt in 'which files define main?' 'count the lines of src/main.c' 'list the files'; do
		agent --ask "$prompt" >/dev/null 2>&1 || fail "no session: $prompt"
	done
	at_sizes sessions 'Enter send' goes_to_sessions program
}

changes_files() {
	types 'change it'
	keys Enter
	shows 'It is done.'
	types '/diff'
	keys Enter
	shows 'closes'
}
changing() {
	ledger
	server <<-'EOF'
		replies:
		  - {calls: [{name: read_file, arguments: {path: src/main.c}}]}
		  - {calls: [{name: edit_file, arguments: {path: src/main.c, edits: [{old: "{\n", new: "{\n\tputs(\"hello\");\n"}]}}, {name: write_file, arguments: {path: CHANGES, content: "greets\nand goes\n"}}]}
		  - text: It is done.
	EOF
	rm -f CHANGES
	screen "$1" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve edits -s 'evaluation.unchecked=["*"]'
}
test_a_page_over_the_feed() {
	at_sizes page 'Enter send' changes_files changing
}

# A replay in the middle of a turn: what is shown is what was known at that event.
filmed() {
	screen "$1" "$BUILD/tests/support/screen_driver" --replay "$T/film"
}
goes_back() {
	keys g
	types 9
	keys Enter
	shows '▶▶   9 '
}
test_a_replay_in_the_middle() {
	local n=0 line
	while read -r line; do
		n=$((n + 1))
		jq -c ".type = .emit | del(.emit) | .seq = $n | .at = 1000 + $n * 7000 | .turn = 1 | .iteration = (if $n > 8 then 2 else 1 end)" <<<"$line"
	done >"$T/film" <<<"$start
$strategy
$plan
$work
$failed
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\",\"answer\":\"So be it.\"}}"
	at_sizes replay 'prove it' goes_back filmed
}

test_below_the_least_size_it_says_so() {
	local size
	printf '%s\n%s\n%s\n' "$start" "$plan" "$take" >"$T/events"
	for size in 19x6 20x4 20x5 20x6 10x3 5x2; do
		scripted $size
		shows "$([[ $size == 20x[56] ]] && echo '›' || echo t)"
		pinned small $size
	done
}

# The states again, where there is no more than ASCII.
test_outside_utf8() {
	export LC_ALL=C
	state ascii 'keys C-t' 'Converting' <<<"$start
$strategy
$failed
$work
$take"
}

run_tests
