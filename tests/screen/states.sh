#!/bin/bash
# The states of docs/screens.md at four sizes, literally: what is wanted stands in data/states/STATE.SIZE, with blanks for seconds, which
# count on. WRITE=1 writes those files anew, to be read before they are believed.
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
	awk '{
		while (match($0, /[0-9]+ ?s( |$)/)) {
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

# state NAME KEYS READY: the script on stdin, at every size; READY is on the screen when all of it is.
state() {
	local name=$1 press=$2 ready=$3 size script file
	script=$(cat)
	for size in $sizes; do
		file=$ROOT/tests/screen/data/states/$name.$size
		drive "$size" ui.card_quiet_ms=0 <<<"$script"
		shows "$ready"
		[ -z "$press" ] || keys $press
		if [ -n "${WRITE:-}" ]; then
			sleep 0.5 # only when the files are written
			picture | masked >"$file"
		else
			WANTED=$(cat "$file")
			(wait_for is_state) >/dev/null || expect_equal "$(picture | masked)" "$WANTED" "$name at $size"
		fi
		in_tmux kill-server
	done
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
	shows 'exit 0'
	expect_equal "$(picture | grep -c '[█░%]')" 0 'rows with a bar'
	expect_match "$(picture)" '^ \[Act\]     run_command cmake --build build --target everything *$'
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

test_a_plan_that_failed_in_part() {
	state failed '' 'Converting' <<<"$start
$strategy
$failed
$take"
}

test_the_plan_in_focus() {
	state focus 'C-t' 'Converting' <<<"$start
$failed
$take"
}

# Wide, joined, combining and right-to-left text.
test_text_of_all_kinds() {
	state words '' 'العربية' <<<"$start
{\"emit\":\"plan\",\"turn\":1,\"iteration\":1,\"summary\":\"读取 👩‍👩‍👧 e\\u0301\",\"data\":{\"plan\":{\"id\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\",\"revision\":1,\"goal\":\"导入器接受ISO日期 🎉\",\"status\":\"active\",\"items\":[{\"id\":\"a\",\"content\":\"找到读取日期的位置 и проверить e\\u0301 🧪 далее\",\"status\":\"completed\",\"result\":\"文件 src/日期.c:88\",\"active_ms\":11000},{\"id\":\"b\",\"content\":\"اختبار العربية\",\"status\":\"pending\"}]}}}
{\"emit\":\"tool_call\",\"summary\":\"search_text \\\"日期\\\" in שלום/\",\"data\":{\"call\":\"1\",\"tool\":\"search_text\"}}
{\"emit\":\"message\",\"data\":{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"| 语言 | word |\\n|---|---|\\n| 中文 | 日期 🎉 |\\n| العربية | تاريخ |\\n| naïve | e\\u0301e\\u0301 |\"}]}}
{\"emit\":\"turn_end\",\"data\":{\"outcome\":\"answered\"}}
$take"
}

run_tests
