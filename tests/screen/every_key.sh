#!/bin/bash
# SPDX-License-Identifier: MIT
# Every key of config/keys.yaml, by a real key on a real terminal: the rows of data/keys.txt, each in a program of its own.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

start='{"emit":"session_start","data":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","cwd":"/srv/ledger","model":"sonnet"}}
{"emit":"turn_start","turn":1,"data":{"prompt":"make the importer accept ISO dates","depth":"react"}}'
turn='{"emit":"tool_call","turn":1,"iteration":1,"summary":"search_text \"strptime\" in src/","data":{"call":"1","tool":"search_text"}}
{"emit":"tool_result","summary":"3 matches in src/csv.c, src/qif.c","data":{"call":"1","tool":"search_text","ok":true,"text":"src/csv.c:88: strptime(needle)"}}
{"emit":"tool_call","summary":"run_command make","data":{"call":"2","tool":"run_command"}}
{"emit":"tool_result","summary":"exit 2","data":{"call":"2","tool":"run_command","ok":false,"text":"cc -c csv.c\nerror: no Needle here"}}
{"emit":"reflection","summary":"One change is enough.","data":{"text":"One change is enough."}}
{"emit":"message","data":{"role":"assistant","parts":[{"type":"text","text":"Use this:\n\n```c\nparse(s);\n```"}]}}
{"emit":"turn_end","data":{"outcome":"answered"}}'
plan='{"emit":"plan","turn":1,"iteration":1,"summary":"5 steps","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"Importer takes ISO dates","status":"active","items":[{"id":"a","content":"Find where dates are read","status":"completed"},{"id":"b","content":"Write a failing test","status":"failed","error":"no compiler","attempts":1},{"id":"c","content":"Teach the parser ISO","active_form":"Teaching the parser ISO","status":"in_progress","attempts":1},{"id":"d","content":"Run all tests","status":"pending"},{"id":"e","content":"Update the README","status":"pending"}]}}}'
ask='{"ask":{"kind":"approval","tool":"run_command","text":"run_command make","arguments":{"command":"make"},"options":["once","always","no"]}}'
takes='{"take":true}
{"take":true}
{"take":true}'
events='{"seq":1,"at":1000,"turn":0,"iteration":0,"type":"session_start","data":{"cwd":"/srv/ledger","model":"sonnet"}}
{"seq":2,"at":1010,"turn":1,"iteration":0,"type":"turn_start","data":{"prompt":"first"}}
{"seq":3,"at":1020,"turn":1,"iteration":1,"phase":"plan","type":"plan","summary":"1 step","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":1,"goal":"G","status":"active","items":[{"id":"a","content":"Look around","status":"in_progress"}]}}}
{"seq":4,"at":1030,"turn":1,"iteration":1,"phase":"act","type":"tool_call","summary":"run_command make","data":{"call":"a","tool":"run_command"}}
{"seq":5,"at":1040,"turn":1,"iteration":1,"phase":"obs","type":"tool_result","summary":"exit 2","data":{"call":"a","tool":"run_command","ok":false,"text":"needle"}}
{"seq":6,"at":1050,"turn":1,"iteration":2,"phase":"act","type":"tool_call","summary":"write_file a.c","data":{"call":"b","tool":"write_file"}}
{"seq":7,"at":1060,"turn":1,"iteration":2,"phase":"obs","type":"tool_result","summary":"written","data":{"call":"b","tool":"write_file","ok":true,"text":"@@ -0,0 +1 @@\n+x\n","data":{"path":"a.c","added":1,"removed":0}}}
{"seq":8,"at":1070,"turn":1,"iteration":3,"phase":"plan","type":"plan","summary":"done","data":{"plan":{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","revision":2,"goal":"G","status":"completed","items":[{"id":"a","content":"Look around","status":"completed"}]}}}
{"seq":9,"at":1080,"turn":1,"iteration":3,"type":"turn_end","data":{"outcome":"answered","answer":"one"}}
{"seq":10,"at":1090,"turn":2,"iteration":0,"type":"turn_start","data":{"prompt":"second"}}
{"seq":11,"at":1100,"turn":2,"iteration":1,"type":"turn_end","data":{"outcome":"answered","answer":"two"}}'

replays() { # SIZE
	echo "$events" >"$T/events"
	screen "$1" "$BUILD/tests/support/screen_driver" --replay "$T/events"
	shows '❚❚'
	shows ' two'
}

# Only what a shell with jobs started can be suspended.
in_shell() {
	screen 80x24 sh -i
	types "exec 2>/dev/null; '$BUILD/tests/support/screen_driver' $1"
	keys Enter
}

open_world() {
	case $1 in
	idle)
		drive 80x24 <<<"$start"$'\n'"$turn"$'\n'"$takes"
		shows '   parse(s);'
		;;
	short)
		drive 80x14 <<<"$start"$'\n'"$turn"$'\n'"$takes"
		shows '   parse(s);'
		;;
	vim)
		drive 80x24 ui.keys=vim <<<"$start"$'\n'"$turn"$'\n'"$takes"
		shows 'I›'
		;;
	run)
		drive 80x24 <<<"$start"$'\n'"$takes"
		shows 'Esc stop'
		;;
	ask)
		drive 80x24 <<<"$start"$'\n'"$ask"$'\n'"$takes"
		shows 'y once'
		;;
	plan)
		drive 110x32 <<<"$start"$'\n'"$plan"$'\n'"$takes"$'\n'"$takes"
		shows '▸ Teaching the parser ISO'
		keys C-t
		shows '›▸ Teaching the parser ISO'
		;;
	replay) replays 80x24 ;;
	list)
		rm -rf "$XDG_DATA_HOME"
		printf 'int main(void)\n{\n}\n' >main.c
		agent --ask "count the lines of main.c" >/dev/null 2>&1
		agent --ask "list the files" >/dev/null 2>&1
		screen 80x24 "$AGENT"
		shows 'Enter send'
		types /sessions
		keys Enter
		shows 'Sessions of this folder  2 of 2'
		;;
	plans)
		rm -rf "$XDG_DATA_HOME"
		printf 'int main(void)\n{\n}\n' >main.c
		agent --ask "count the lines of main.c and then show main.c and then list the files" >/dev/null 2>&1
		agent --ask "list the files and then show main.c and then count the lines of main.c" >/dev/null 2>&1
		screen 80x24 "$AGENT"
		shows 'Enter send'
		types /plans
		keys Enter
		shows 'Plans of this folder  2 of 2'
		;;
	chart)
		rm -rf "$XDG_DATA_HOME"
		cat >year.yaml <<-YAML
			goal: A long year
			id: year
			start: $(date -u -d '20 days ago' +%F)
			hours: always
			nodes:
			  - {id: first, title: The first day, duration: 1ed}
			  - {id: dig, title: Dig it over, effort: 2h}
			  - {id: last, title: The last day, duration: 1ed, after: first FS+118ed}
		YAML
		agent roadmaps save year.yaml >/dev/null 2>&1
		screen 80x24 "$AGENT"
		shows 'Enter send'
		types '/roadmaps year'
		keys Enter
		shows '▼'
		;;
	small) replays 80x12 ;;
	shell)
		printf '%s\n{"take":true}\n' "$start" >"$T/script"
		in_shell "'$T/script' '$T/log'"
		shows 'Esc stop'
		;;
	film)
		echo "$events" >"$T/events"
		in_shell "--replay '$T/events'"
		shows '❚❚'
		;;
	esac
}

# Named as in keys.yaml; tmux names them otherwise.
press() {
	case $1 in
	WheelUp) in_tmux send-keys -l $'\e[<64;5;5M' ;;
	WheelDown) in_tmux send-keys -l $'\e[<65;5;5M' ;;
	Esc) keys Escape ;;
	Backspace) keys BSpace ;;
	Delete) keys DC ;;
	PageUp) keys PPage ;;
	PageDown) keys NPage ;;
	Shift-Tab) keys BTab ;;
	Alt-Backspace) keys M-BSpace ;;
	Alt-Enter) keys M-Enter ;;
	Shift-Enter) in_tmux send-keys -l $'\e[13;2u' ;; # as the protocol of kitty says it
	Ctrl-Backspace) in_tmux send-keys -l $'\e[127;5u' ;;
	Ctrl-/) in_tmux send-keys -l $'\e[47;5u' ;;
	Ctrl-*) keys "C-$(tr '[:upper:]' '[:lower:]' <<<"${1#Ctrl-}" | sed 's/^up$/Up/; s/^down$/Down/')" ;;
	Alt-*) keys "M-$(tr '[:upper:]' '[:lower:]' <<<"${1#Alt-}")" ;;
	Shift-*) keys "S-${1#Shift-}" ;;
	*) keys "$1" ;;
	esac
}

perform() { # the words of BEFORE or AFTER
	local word
	set -f
	for word in $1; do
		case $word in
		\'*) types "$(tr _ ' ' <<<"${word#\'}")" ;;
		see:*) shows "$(tr _ ' ' <<<"${word#see:}")" ;;
		spoil) printf '\e7\e[3;3HGARBAGE\e8' >"$(in_tmux display -p '#{pane_tty}')" ;;
		paste:*)
			in_tmux set-buffer "$(seq -f 'line %g' "${word#paste:}")"
			in_tmux paste-buffer -p
			;;
		*) press "$word" ;;
		esac
	done
	set +f
}

left_the_screen() {
	[ "$(in_tmux display -p '#{alternate_on}')" = 0 ]
}

expect() {
	case $1 in
	'shows '*) shows "${1#shows }" ;;
	'hides '*) hides "${1#hides }" ;;
	'told '*) wait_for told "${1#told }" ;;
	ended) wait_for ended ;;
	stopped) wait_for left_the_screen ;;
	*) fail "no expectation: $1" ;;
	esac
}

trim() {
	sed 's/^ *//; s/ *$//' <<<"$1"
}

try_row() { # WORLD BEFORE KEY AFTER EXPECTATION
	trap 'in_tmux kill-server' EXIT
	open_world "$1"
	perform "$2"
	perform "$3"
	perform "$4"
	expect "$5"
}

no_program() {
	! program
}

rows_of() { # MODE
	local action world before key after wanted bad=0
	mkdir -p "$XDG_CONFIG_HOME/agent"
	printf 'ui: {mouse: true, card_quiet_ms: 0}\n' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	printf '#!/bin/sh\nprintf "%%s by hand" "$(cat "$1")" >"$1.new"; cat "$1.new" >"$1"; rm "$1.new"\n' >"$T/editor"
	chmod +x "$T/editor"
	export VISUAL=$T/editor
	while IFS='|' read -r action world before key after wanted; do
		(try_row "$(trim "$world")" "$before" "$(trim "$key")" "$after" "$(trim "$wanted")") || {
			echo "# not so: $action, $key"
			bad=1
		}
		wait_for no_program # which writes how it was left
		rm -rf "$XDG_STATE_HOME/agent"
	done < <(grep "^$1 " "$ROOT/tests/screen/data/keys.txt")
	return $bad
}

test_every_key_of_the_chat() {
	rows_of chat
}

test_every_key_of_vi() {
	rows_of vim
}

test_every_key_of_the_plan() {
	rows_of plan
}

test_every_key_of_a_list_of_plans() {
	rows_of plans
}

test_every_key_of_a_chart() {
	rows_of roadmap
}

test_every_key_of_a_list_of_sessions() {
	rows_of sessions
}

test_every_key_of_the_replay() {
	rows_of replay
}

run_tests
