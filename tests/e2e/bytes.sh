#!/bin/bash
# SPDX-License-Identifier: MIT
# Nothing a stranger wrote controls the terminal: the same bytes through each door, each face read byte by byte (tests/support/bytes_driver.c).
# A door is a reply of the model, files it works on, or a file the program reads; a face is what writes: the screen (its raw bytes on a pseudo
# terminal), lines, JSON, events, exports, lists. The bytes: 0 to 255, C1, CSI, OSC 8, 52 and titles, DCS, bidi overrides, overlong and invalid
# UTF-8, 10,000 combining marks. Every door carries its own word, which must be seen, or nothing was looked at.
. "$(dirname "$0")/../support/lib.sh"

TERMINAL_DRIVER=$BUILD/tests/support/terminal_driver
JUDGE=$BUILD/tests/support/bytes_driver
SIZE=110x50
export TERM=xterm-256color

# For strings of JSON and of YAML in double quotes.
evil_short() {
	printf '%s' '\u001b[8;53mE\u001b[999;999H\u001b]2;PWNED\u0007\u001b]8;;http://x\u001b\\y\u001b]52;c;aGk=\u0007\u001bP1$r\u001b\\'
	printf '%s' '\u009b8m\u009d2;PWNED\u009c\u0090q\u202er\u2066i\u2028l\u200bz\ufeffb\u000e\u000f\u0008\u007f\ufff9'
}

evil_text() {
	local i
	evil_short
	for ((i = 1; i < 256; i++)); do printf '\\u%04x' $i; done
	printf ' e'
	for ((i = 0; i < ${1:-30}; i++)); do printf '\\u0301'; done
}

# The bytes themselves.
evil_bytes() {
	local i
	printf '\033[8;53mE\033[999;999H\033]2;PWNED\007\033]8;;http://x\033\\y\033]52;c;aGk=\007\033P1$r\033\\\2338m\2352;PWNED\234'
	printf '\300\257 \340\200\257 \360\200\200\257 \364\220\200\200 \355\240\200 \376\377 \302\2338m \342\200\256r \342\201\246i \342\200\250l e'
	for ((i = 0; i < ${1:-10000}; i++)); do printf '\314\201'; done
	for ((i = 0; i < 256; i++)); do printf "\\$(printf %03o $i)"; done
}

# What an argument or a file name can hold: no NUL, no slash.
evil_name() {
	printf '\033[8;53mE\033]2;PWNED\007\033]52;c;aGk=\007\2338m\300\257\342\200\256r\302\2338m\016\177e' | tr -d '/'
	for ((i = 0; i < 20; i++)); do printf '\314\201'; done
}

judge() { # FILE OPTION...
	local file=$1
	shift
	"$JUDGE" "$@" <"$file" || fail "$DOOR: $FACE let something through, or never showed it"
}

FLAGS='--depth react --approve all'

# Questions are answered on the way; the end of the turn is `over`.
face_screen() {
	FACE=screen
	"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" -m scripted $FLAGS $EXTRA "begin $PROMPT" <<<"wait send
$KEYS
wait ${OVER:-theturnisover}
note
send \x04
end 0" || fail "$DOOR: the screen"
	judge "$T/raw" --screen $SIZE --title ${WORD:+--has "$WORD"}
}

face_lines() {
	FACE=lines
	agent --backend openai --base-url "$URL" -m scripted $FLAGS $EXTRA --ask "begin $PROMPT" >"$T/out" 2>"$T/err" </dev/null
	judge "$T/out"
	judge "$T/err" ${LINE_WORD:+--has "$LINE_WORD"}
	agent --color always --backend openai --base-url "$URL" -m scripted $FLAGS $EXTRA --ask "begin $PROMPT" >"$T/out" 2>"$T/err" </dev/null
	judge "$T/err" --colors
}

face_events() {
	FACE=events
	agent --output events --backend openai --base-url "$URL" -m scripted $FLAGS $EXTRA --ask "begin $PROMPT" >"$T/out" 2>"$T/err" </dev/null
	judge "$T/out" ${WORD:+--has "$WORD"}
}

face_json() {
	FACE=json
	agent --output json --backend openai --base-url "$URL" -m scripted $FLAGS $EXTRA --ask "begin $PROMPT" >"$T/out" 2>"$T/err" </dev/null
	judge "$T/out"
}

# What is stored, by every way it is read again.
face_stored() {
	local words
	for words in 'sessions list' 'sessions --all' "sessions show $SESSION" 'sessions list --output json' 'plans list' 'plans show' \
		'plans export --format md' 'plans export --format org' 'plans export --format taskwarrior' 'sessions search begin' \
		"sessions export $SESSION - --format md" "sessions export $SESSION - --format jsonl" "sessions export $SESSION - --format html" \
		"--replay $SESSION --speed max" "--output events --replay $SESSION"; do
		FACE="agent $words"
		agent $words >"$T/out" 2>"$T/err" </dev/null
		judge "$T/out"
		judge "$T/err"
		[[ $words == plans* || -s $T/out ]] || grep -q 'of this folder\|in this folder' "$T/err" || fail "$DOOR: agent $words says nothing: $(cat "$T/err")"
	done
	FACE='export as a cast'
	agent sessions export $SESSION - --format cast >"$T/out" 2>"$T/err"
	judge "$T/out"
	tail -n +2 "$T/out" | jq -j 'select(.[1] == "o") | .[2]' >"$T/cast"
	judge "$T/cast" --screen "$(head -1 "$T/out" | jq -r '"\(.width // .term.cols)x\(.height // .term.rows)"')" --title
}

face_replay() {
	FACE=replay
	"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" --speed max --replay "${1:-$SESSION}" <<<"wait ${2:-${OVER:-theturnisover}}
note
send q
end 0" || fail "$DOOR: the replay"
	judge "$T/raw" --screen $SIZE --title
}

# door WORD [REPLIES of YAML: what the model does first]: through all faces.
door() {
	DOOR=$1 WORD=${WORD-$1}
	{
		echo 'replies:'
		sed 's/^/  /'
		printf '  - {text: theturnisover, repeat: true}\n'
	} >"$T/replies"
	server <"$T/replies"
	LINE_WORD=${LINE_WORD-}
	face_screen
	face_lines
	face_events
	face_json
	face_stored
	face_replay
}

EXTRA= PROMPT= KEYS= OVER= SESSION=last

test_answer_text() {
	door dooranswer <<<"- match: begin
  repeat: true
  text: \"dooranswer **$(evil_text)** [link](\\u001b]8;;x) \`$(evil_text)\` &#27;]52;c;x&#7; $(evil_text 10000) theturnisover\""
}

test_reasoning() {
	KEYS='wait thinking'
	WORD=
	door doorreasoning <<<"- match: begin
  repeat: true
  delay_ms: {between: 2}
  reasoning: \"doorreasoning $(evil_text)\"
  text: theturnisover"
}

test_reflection_and_calls_of_no_tool() {
	door doorreflection <<<"- match: begin
  repeat: true
  text: \"doorreflection $(evil_text 10000)\"
  calls: [{name: \"doortool $(evil_text)\", arguments: \"{\\\"a\\\": \\\"doorarguments $(evil_text | sed 's/\\/\\\\/g')\\\"}\", id: \"$(evil_text)\"}]"
}

test_arguments_of_tools() {
	door doorpath <<<"- match: begin
  repeat: true
  calls:
    - {name: read_file, arguments: {path: \"doorpath $(evil_text)\"}}
    - {name: write_file, arguments: {path: \"doorwritten $(evil_text)\", content: \"doorcontent $(evil_text)\\n\"}}
    - {name: list_files, arguments: {path: \"$(evil_text)\"}}
    - {name: search_text, arguments: {pattern: \"$(evil_text)(\"}}
    - {name: run_command, arguments: {command: \"echo doorcommand '$(evil_text | sed 's/\\u0027//')'\"}}"
}

test_output_of_commands() {
	evil_bytes >bytes
	door dooroutput <<<"- match: begin
  repeat: true
  calls:
    - {name: run_command, arguments: {command: \"echo dooroutput; cat bytes; cat bytes >&2; echo doorerrors >&2; exit 3\"}}
    - {name: run_command, arguments: {command: \"echo doorslow; cat bytes; sleep 0.2; cat bytes\"}}"
}

test_file_names_and_contents() {
	evil_bytes >"doorname$(evil_name)"
	mkdir -p "folder$(evil_name)"
	printf 'doorcontent ' | cat - <(evil_bytes 100 | tr -d '\000') >plain.txt
	echo >>plain.txt
	seq 5 >>plain.txt
	cp plain.txt "folder$(evil_name)/x"
	WORD=doorname
	door doorname <<<"- match: begin
  repeat: true
  calls:
    - {name: list_files, arguments: {}}
    - {name: find_files, arguments: {pattern: \"**/*\"}}
    - {name: search_text, arguments: {pattern: doorcontent}}
    - {name: read_file, arguments: {path: plain.txt}}
    - {name: edit_file, arguments: {path: plain.txt, edits: [{old: \"3\\n\", new: \"3 $(evil_text)\\n\"}]}}
    - {name: run_command, arguments: {command: \"ls -d door* none\"}}
    - {name: run_command, arguments: {command: \"ls; git status; touch 'more$(evil_text 3 | sed 's/\\u0027//; s/\\u002f//')'\"}}"
}

test_what_a_server_refuses_with() {
	WORD=
	door doorrefusal <<<"- match: begin
  status: 400
  repeat: true
  headers: {X-Evil: \"\\u009b8m\", Retry-After: \"doorretry \\u009b\"}
  error: \"doorrefusal $(evil_text) theturnisover\""
	WORD=
	OVER=403
	door doorbody <<<"- match: begin
  status: 403
  repeat: true
  content_type: text/html
  body: \"<html>doorbody $(evil_text 10000) theturnisover\""
	WORD= OVER=
	printf 'data: {"choices":[{"delta":{"content":"doorraw \xff\xfe\x9b8m \xc0\xaf \x1b]2;PWNED\x07 theturnisover"}}]}\n\ndata: [DONE]\n\n' >"$T/raw.sse"
	door doorraw <<<"- match: begin
  repeat: true
  raw_file: raw.sse"
}

# A name is sent back as it came: one that would not show as it is, is not offered.
test_names_of_models() {
	DOOR=models FACE=lines
	server <<<"models: [\"evilmodel $(evil_text)\", doormodel, second]
replies: [{text: over, repeat: true}]"
	agent --base-url "$URL" --ask x >"$T/out" 2>"$T/err" </dev/null
	judge "$T/out"
	judge "$T/err" --has doormodel
	expect_no_match "$(cat "$T/err")" evilmodel
	agent --base-url "$URL" doctor >"$T/out" 2>&1
	judge "$T/out"
	expect_no_match "$(cat "$T/out")" evilmodel
	FACE=screen
	"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" --base-url "$URL" begin <<<"wait doormodel
send \x1b
wait the server has
send \x04
end 0" || fail "the screen"
	judge "$T/raw" --screen $SIZE --title
}

test_plans_by_both_doors() {
	EXTRA='-s planner.tool=write_todos'
	door doorplan <<<"- {match: revision, text: theturnisover, repeat: true}
- match: begin
  repeat: true
  calls: [{name: write_todos, arguments: {focus: a, note: \"n\\u009b8m\", todos: [{id: a, content: \"doorplan \\u001b[8;53m\\u001b]2;PWNED\\u0007\\u202e\\u009b8m\", status: in_progress}, {id: b, content: \"e\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\", status: pending}]}}]"
	EXTRA='-s planner.tool=manage_todos'
	WORD=
	door doormanage <<<"- {match: revision, text: theturnisover, repeat: true}
- match: begin
  repeat: true
  calls: [{name: manage_todos, arguments: {operation: create, goal: \"doorgoal\\u001b]2;PWNED\\u0007\\u202e\", items: [{content: \"doormanage\\u001b[8;53m\\u009b8m\"}]}}]"
}

test_questions_and_their_options() {
	KEYS="wait doorquestion
wait two
send \ea1"
	door doorquestion <<<"- match: begin
  repeat: true
  calls: [{name: ask_user, arguments: {question: \"doorquestion $(evil_short)\", options: [\"dooroption $(evil_short)\", two]}}]"
}

test_cards() {
	local card
	FLAGS='--depth react --approve ask'
	printf 'old\n' >plain.txt
	for card in "run_command, arguments: {command: \"echo doorcard $(evil_text | sed 's/\\u0027//')\"}" \
		"write_file, arguments: {path: \"doorcard$(evil_text)\", content: \"$(evil_text)\"}" \
		"edit_file, arguments: {path: plain.txt, edits: [{old: old, new: \"doorcard $(evil_text)\"}]}" \
		"delegate, arguments: {goal: \"doorcard $(evil_text)\"}"; do
		WORD=
		KEYS=
		[ "${card#delegate}" = "$card" ] && KEYS="wait say
send \ean"
		door doorcard <<<"- match: begin
  repeat: true
  calls: [{name: $card}]"
	done
	FACE='lines with questions' DOOR=doorcard
	"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" --plain --backend openai --base-url "$URL" -m scripted $FLAGS <<<"wait scripted
send begin\n
wait theturnisover
send \x04
end 0" || fail "$DOOR: lines"
	judge "$T/raw" --screen $SIZE
}

test_titles_and_prompts() {
	agent --ask "doortitle $(evil_name)" >/dev/null 2>&1
	agent sessions rename last "doorrenamed $(evil_name)" >"$T/out" 2>&1
	DOOR=titles
	judge "$T/out"
	FACE='sessions list'
	agent sessions list >"$T/out"
	judge "$T/out" --has doorrenamed
	agent sessions search doortitle >"$T/out"
	judge "$T/out" --has doorrenamed
	PROMPT=$(evil_name)
	door begin <<<"- {match: nothing, text: x}"
}

# A file of events that somebody sent.
test_a_hostile_file_of_a_session() {
	local e
	e=$(evil_text)
	DOOR='a file of events'
	cat >events.jsonl <<EOF2
{"seq":1,"at":1000,"turn":0,"iteration":0,"type":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","title":"doorfile $e","cwd":"$e","model":"$e","backend":"$e"}}
{"seq":2,"at":1100,"turn":1,"iteration":0,"type":"turn_start","data":{"prompt":"$e","depth":"$e","why":"$e","routed":true}}
{"seq":3,"at":1150,"turn":1,"iteration":1,"phase":"plan","type":"strategy","summary":"$e","data":{"approach":"$e","complexity":"$e","success_criteria":[{"id":"$e","text":"$e","check":"$e"}]}}
{"seq":4,"at":1200,"turn":1,"iteration":1,"phase":"plan","type":"plan","summary":"$e","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"$e","status":"active","focus":"$e","items":[{"id":"a","content":"$e","active_form":"$e","status":"failed","error":"$e","result":"$e","evidence":{"files":["$e"],"exits":[1]}}]}}}
{"seq":5,"at":1300,"turn":1,"iteration":1,"phase":"act","type":"tool_call","summary":"$e","data":{"call":"$e","tool":"$e","arguments":{"command":"$e","path":"$e"}}}
{"seq":6,"at":1300,"turn":1,"iteration":1,"type":"question","data":{"id":"q","kind":"approval","text":"$e","tool":"$e","arguments":{"command":"$e"},"options":["$e"],"where":"$e","detail":"--- $e\n+++ $e\n@@ -1 +1 @@\n-$e\n+$e","reason":"$e"}}
{"seq":7,"at":1300,"turn":1,"iteration":1,"type":"answer","data":{"id":"q","choice":"$e","text":"$e","by":"$e"}}
{"seq":8,"at":1400,"turn":1,"iteration":1,"phase":"obs","type":"tool_result","summary":"$e","data":{"call":"$e","tool":"$e","ok":true,"text":"$e","data":{"added":1,"removed":1,"path":"$e"}}}
{"seq":9,"at":1400,"turn":1,"iteration":1,"phase":"obs","type":"file_change","summary":"$e","data":{"call":"$e","path":"$e","before":"$e","after":"$e"}}
{"seq":10,"at":1400,"turn":1,"iteration":1,"phase":"reflect","type":"reflection","summary":"$e","data":{"text":"$e"}}
{"seq":11,"at":1400,"turn":1,"iteration":1,"phase":"reflect","type":"of_tomorrow","summary":"$e","data":{"$e":"$e"}}
{"seq":12,"at":1400,"turn":1,"iteration":1,"type":"setting","data":{"key":"$e","value":"$e"}}
{"seq":13,"at":1400,"turn":1,"iteration":1,"type":"retry","data":{"attempt":1,"wait_ms":10,"reason":"$e"}}
{"seq":14,"at":1400,"turn":1,"iteration":1,"type":"notice","data":{"level":"$e","text":"$e"}}
{"seq":15,"at":1500,"turn":1,"iteration":1,"type":"message","data":{"role":"assistant","parts":[{"type":"text","text":"$e theturnisover"}]}}
{"seq":16,"at":1500,"turn":1,"iteration":1,"type":"turn_end","data":{"outcome":"$e","error":{"code":"$e","message":"$e"},"answer":"$e theturnisover"}}
EOF2
	printf '{"seq":17,"at":1500,"type":"notice","data":{"text":"\xff\xfe\x9b8m\xc0\xaf"}}\n' >raw.jsonl
	head -2 events.jsonl | cat - raw.jsonl >mixed.jsonl
	face_replay events.jsonl theturnisover
	for FACE in 'replay in lines' 'replay as events' import 'invalid bytes' 'invalid import'; do
		case $FACE in
		'replay in lines') agent --replay events.jsonl --speed max >"$T/out" 2>"$T/err" ;;
		'replay as events') agent --output events --replay events.jsonl >"$T/out" 2>"$T/err" ;;
		import) agent sessions import events.jsonl >"$T/out" 2>"$T/err" ;;
		'invalid bytes') agent --replay mixed.jsonl --speed max >"$T/out" 2>"$T/err" ;;
		'invalid import') agent sessions import mixed.jsonl >"$T/out" 2>"$T/err" ;;
		esac
		judge "$T/out"
		judge "$T/err"
	done
	agent sessions import events.jsonl >"$T/err" 2>&1
	SESSION=$(grep -oE '[0-9A-Z]{26}' "$T/err" | head -1)
	face_stored
	face_replay
	FACE='the list of all folders'
	agent sessions --all >"$T/out"
	judge "$T/out" --has doorfile
	FACE=resumed
	"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" --resume "$SESSION" <<<"wait [y/N]
send y\x0d
wait send
note
send \x04
end 0" || fail "the screen"
	judge "$T/raw" --screen $SIZE --title
}

# Files of the configuration, quoted when they are wrong.
test_configuration() {
	local name=x line bytes
	DOOR=configuration
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	for line in "doorkey$(evil_name): 1" "\"doorkey$(evil_text 3)\": 1" "ui.theme: \"doortheme $(evil_text 3)\"" \
		"approve: \"$(evil_text 3)\"" "permissions.rules: [{allow: {command: \"$(evil_text 3)\"}}]" "backend.base_url: \"$(evil_text)\"" \
		"permissions.destructive: [\"doorpattern(\\u001b[8m\"]" "\"a: [\\u001b" "limits.iterations: \"$(evil_text)\""; do
		printf '%s\n' "$line" >agent.yaml
		for FACE in 'config check' 'config show' 'doctor' 'tools rm -rf x' '--ask hello'; do
			agent $FACE >"$T/out" 2>"$T/err" </dev/null
			judge "$T/out"
			judge "$T/err"
			agent --config agent.yaml $FACE >"$T/out" 2>"$T/err" </dev/null
			judge "$T/out"
			judge "$T/err"
		done
	done
	rm agent.yaml
	FACE='on the command line'
	name=$(evil_name)
	for line in "-s $name=1" "-s ui.theme=$name" "--$name" "-m $name" "--base-url $name" "--depth $name" "--resume $name" "--replay $name" "-C $name" \
		"--config $name" "$name" "sessions $name" "sessions show $name" "plans show $name" "tools $name" "config $name" "config trust $name"; do
		IFS=' ' read -r -a bytes <<<"$line"
		FACE="on the command line, after ${line%%[[:space:]]*}"
		agent "${bytes[@]}" >"$T/out" 2>"$T/err" </dev/null
		judge "$T/out"
		judge "$T/err"
	done
	FACE='from the environment'
	AGENT_MODEL=$name AGENT_DEPTH=$name agent --ask x >"$T/out" 2>"$T/err" </dev/null
	judge "$T/err"
	AGENT_MODEL=$name agent config show >"$T/out" 2>"$T/err" </dev/null
	judge "$T/out"
	for FACE in keys.yaml templates.yaml providers.yaml routes.yaml models.yaml; do
		printf 'chat: {send: ["%s"]}\ntemplates: [{name: "%s"}]\n"%s": 1\n' "$(evil_text 3)" "$(evil_text 3)" "$(evil_text 3)" \
			>"$XDG_CONFIG_HOME/agent/config/$FACE"
		agent --ask hello >"$T/out" 2>"$T/err" </dev/null
		judge "$T/out"
		judge "$T/err"
		"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" <<<"note
signal 15
end any" || fail "the screen"
		judge "$T/raw" --screen $SIZE --title
		rm "$XDG_CONFIG_HOME/agent/config/$FACE"
	done
}

# Where it works: the folder, its branch, what the folder and the user tell the model.
test_the_folder_and_what_stands_in_it() {
	local folder
	folder="doorfolder$(evil_name)"
	mkdir -p "$folder/.git" "$XDG_CONFIG_HOME/agent/memory"
	printf 'ref: refs/heads/doorbranch%s\n' "$(evil_name)" >"$folder/.git/HEAD"
	evil_bytes 20 >"$folder/AGENTS.md"
	evil_bytes 20 >"$folder/README.md"
	evil_bytes 20 | tr -d '\000' >"$XDG_CONFIG_HOME/agent/memory/user.md"
	DOOR=folder FACE=screen
	"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" -C "$folder" <<<"wait doorfolder
send \t\t
send /memory\r
note
send \x04
end 0" || fail "the screen"
	judge "$T/raw" --screen $SIZE --title
	cd "$folder" || exit 1
	FACE=lines
	agent --ask "which files define main?" >"$T/out" 2>"$T/err" </dev/null
	judge "$T/out"
	judge "$T/err"
	for FACE in 'sessions --all' doctor 'config show' 'config trust .' 'sandbox -- true'; do
		agent $FACE >"$T/out" 2>"$T/err" </dev/null
		judge "$T/out"
		judge "$T/err"
	done
	unset PS1
	cd "$T/work" || exit 1
}

# What comes by the keyboard: typed, pasted, out of the file of the history.
test_keys_pastes_and_history() {
	DOOR=keyboard FACE=screen
	mkdir -p "$XDG_STATE_HOME/agent"
	printf '"doorhistory %s"\n"raw \033]2;PWNED\007\233"\n' "$(evil_text)" >"$XDG_STATE_HOME/agent/history"
	"$TERMINAL_DRIVER" --size $SIZE --raw "$T/raw" "$AGENT" <<EOF2 || fail "the screen"
wait send
send \e[200~doorpaste\e[8;53m\e]2;PWNED\x07\x9b8m\xc0\xaf\xe2\x80\xae\x01\x02\x03\x0e\e[201~
wait doorpaste
send \x03
send \x9b\xff\xc0\xaf\xc2\x9b\xe2\x80\xae\xe2\x80\xa8
send typed
wait typed
send \x03
send \e[A
wait doorhistory
note
send \x03
note
send \x04
end 0
EOF2
	judge "$T/raw" --screen $SIZE --title --has doorpaste
}

# A delegate that is somebody else's program.
test_events_of_a_delegate() {
	local e
	e=$(evil_text)
	cat >"$T/child" <<EOF2
#!/bin/sh
read -r spec
cat <<'END'
{"seq":1,"at":1,"turn":0,"iteration":0,"type":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","title":"$e","model":"$e"}}
{"seq":2,"at":1,"turn":1,"iteration":1,"phase":"act","type":"tool_call","summary":"doorchild $e","data":{"call":"1","tool":"$e","arguments":{"x":"$e"}}}
{"seq":3,"at":1,"turn":1,"iteration":1,"phase":"obs","type":"tool_result","summary":"$e","data":{"call":"1","tool":"$e","ok":true,"text":"$e"}}
{"seq":4,"at":1,"turn":1,"iteration":1,"type":"notice","data":{"level":"$e","text":"$e"}}
{"seq":5,"at":1,"turn":1,"iteration":1,"type":"capsule","summary":"$e","data":{"goal":"$e","outcome":"answered","answer":"$e","key_findings":["doorfinding $e"],"artifacts":["$e"],"next_actions":["$e"]}}
{"seq":6,"at":1,"turn":1,"iteration":1,"type":"turn_end","data":{"outcome":"answered","answer":"$e"}}
END
printf 'no event \033]2;PWNED\007\233\377\n'
printf 'on stderr \033]2;PWNED\007\233\377\n' >&2
EOF2
	chmod +x "$T/child"
	EXTRA="-s delegate.launcher=[\"$T/child\"]"
	WORD=
	door doordelegate <<<"- match: begin
  repeat: true
  calls: [{name: delegate, arguments: {goal: \"doordelegate $e\"}}]"
}

run_tests
