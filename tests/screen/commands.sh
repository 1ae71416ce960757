#!/bin/bash
# SPDX-License-Identifier: MIT
# Every command of the chat, typed on a real terminal: test_command_NAME. tests/unit/ui/command/test_all_tested.c holds that none is missing.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/screen.sh"

chat() {
	local size=$1
	shift
	screen "$size" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve edits "$@"
	shows 'Enter send'
}

# A second chat in the same folder, on a terminal of its own.
again() {
	chat 80x24 "$@"
}

# A chat in which one turn changed two files.
work() {
	printf 'one\ntwo\nthree\n' >a.txt
	server <<-EOF
		models: [{id: scripted}, {id: other-model}]
		replies:
		  - {calls: [{name: read_file, arguments: {path: a.txt}}]}
		  - {calls: [{name: edit_file, arguments: {path: a.txt, edits: [{old: two, new: "zwei\nund"}]}}, {name: write_file, arguments: {path: b.txt, content: "made\n"}}]}
		  - text: It is done.
		  - text: So be it.
		  - text: And that.
	EOF
	chat "$@"
	says 'change it'
	shows 'It is done.'
}

idle_chat() {
	server <<-EOF
		models: [{id: scripted}, {id: other-model}]
		replies:
		  - text: So be it.
	EOF
	chat "$@"
}

says() {
	types "$1"
	keys Enter
}

# As expect_screen; @WORK is the folder.
expect_chat() {
	local wanted
	wanted=$(sed "s#@WORK#$T/work#")
	expect_screen <<<"$wanted"
}

# The number of keys is not what these are about.
eval "titled_$(declare -f picture)"
picture() {
	titled_picture | sed 's/^ \(1-[0-9]*\) of [0-9]*  / \1 of N  /'
}

requests() { # .FIELD of each request for a reply
	jq -r "select(.path | endswith(\"/chat/completions\")) | $1" "$REQUESTS"
}

test_a_command_typed_on_a_page_is_no_prompt() {
	idle_chat 80x24
	says /help
	shows 'any other key closes'
	types '/quit' # words to look for there
	shows '/ quit  1/'
	keys Escape
	shows 'any other key closes'
	types 'y'
	hides 'any other key closes'
	hides '› y'
}

# One may look at something before one answers.
test_a_command_typed_at_a_question_is_no_answer() {
	server <<-EOF
		replies:
		  - {calls: [{name: ask_user, arguments: {question: "which one?", options: [left, right]}}]}
		  - text: So be it.
	EOF
	chat 80x24 -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0
	says 'begin'
	shows 'or type an answer'
	says '/plan add look closer'
	shows '· look closer  0/1'
	shows 'or type an answer'
	says '/usr/bin'
	shows 'So be it.'
	expect_match "$(jq -r '.body.messages[]|select(.role == "tool").content' "$REQUESTS" | head -n 1)" '^(\[obs [0-9]+\] )?/usr/bin$'
}

# What a command does stands below it where there is no room beside it.
test_the_help_on_40_columns() {
	idle_chat 40x16
	says /help
	shows ' /budget [WHOSE] [USD|off]'
	expect_equal "$(picture | grep -F -A 1 /budget)" ' /budget [WHOSE] [USD|off]
    most it may cost'
}

test_command_help() {
	idle_chat 80x24
	says /help
	expect_chat <<'EOF'
 agent  @WORK

 Help

›Commands
 /approve [MODE]             what may happen without asking
 /budget [WHOSE] [USD|off]   most it may cost
 /clear                      empty the feed; the session goes on
 /compact                    sum up what came before the last turns
 /config [KEY [VALUE]]       the settings, and where each comes from
 /connect [URL [paste]]      another server: tried, used and kept
 /context                    what fills the window, by part
 /copy [answer|code|block|all] to the terminal's clipboard
 /criteria [add|mend|strike …] what the work has to come to
 /depth [DEPTH]              how deep the next turn goes
 /detach                     goes on without this terminal; agent attach comes
                             back
 /diff [turn]                what this session changed in files
 /export [FORMAT] [FILE]     write this session to a file
 /fork [SEQ|ID[:SEQ]]        a new session that shares what came before
────────────────────────────────────────────────────────────────────────────────
 › what should be done?
────────────────────────────────────────────────────────────────────────────────
 1-16 of N  / find  n p part  PageUp/PageDown  any other key closes
EOF
	keys NPage
	keys NPage
	keys NPage
	shows ' Alt-A                 answer the open question'
	keys End
	shows ' Esc                   back to the input'
	keys x
	hides 'back to the input'
	shows 'what should be done?'
	leaves
}

# Its figures sum up to what the next request takes; the bar is as long as there is room.
test_command_context() {
	local size
	seq -f 'line %.0f of a file' 1 400 >a.txt
	for size in 80x24 110x32; do
		server <<-EOF
			replies:
			  - {calls: [{name: read_file, arguments: {path: a.txt}}]}
			  - text: It is read.
		EOF
		chat $size -s backend.context_tokens=32000
		says /context
		shows 'nothing was asked yet'
		keys x
		says 'read it'
		shows 'It is read.'
		says /context
		shows 'What fills the window'
		expect_match "$(picture)" '^ [0-9.]+k tok of 32.0k tok, [0-9]+ %$'
		for part in head tools plan conversation files results free; do
			expect_match "$(picture)" "^ $part +[0-9.]+k? tok +[0-9]+ %  [█░]{30}( |\$)"
		done
		expect_match "$(picture)" '^ files +[23]\.[0-9]k tok'
		[ $size = 80x24 ] || shows 'system prompt, memory, instructions'
		keys x
		hides 'What fills the window'
		leaves
	done
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --backend offline --plain --color never <<<"wait > 
send count the lines of a.txt\\n
wait 400
send /context\\n
wait What fills the window
wait  conversation
wait  results
send /quit\\n
end 0" || fail "the conversation: $(cat "$T/raw")"
}

# More of it: tests/screen/jobs.sh.
test_command_jobs() {
	idle_chat 80x24
	says /jobs
	shows 'nothing runs in the background'
	keys Escape
	hides 'nothing runs in the background'
	leaves
}

test_command_plan() {
	idle_chat 80x24
	says '/plan add read the code'
	shows 'read the code'
	leaves
}

told_of_the_plan() {
	requests '.body.messages[].content' | grep -q 'began a new plan with 2 steps'
}

# holds: plans-before-chat
test_command_plans() {
	server <<-EOF
		replies:
		  - calls: [{name: write_todos, arguments: {todos: [{id: look, content: Look around, status: in_progress}, {id: mend, content: Mend it, status: pending}, {id: fun, content: Have fun, status: skipped}]}}]
		  - calls: [{name: list_files, arguments: {}}]
		  - calls: [{name: write_todos, arguments: {todos: [{id: look, content: Look around, status: completed, result: two holes}, {id: mend, content: Mend it, status: completed}]}}]
		  - {text: So be it., repeat: true}
	EOF
	chat 80x24
	says /plans
	shows 'no plan of this folder yet'
	keys Escape
	hides 'no plan of this folder yet'
	says 'mend the roof'
	shows 'So be it.'
	says /plans
	shows ' Plans of this folder  1 of 1'
	shows ' › mend the roof  now · completed · 2/3, 1 skipped'
	keys Enter
	shows '   [x] Look around'
	shows '      two holes'
	id=$("$AGENT" plans list --output json | jq -r '.[0].id')
	shows " again     /plans again $id"
	keys x
	says "/plans $id"
	shows 'completed, 2 of 3 done, 1 skipped'
	keys x
	says '/plans again nothing'
	shows "no plan 'nothing' among the last of this folder"
	says "/plans again ${id:0:26}"
	shows '2 steps · you began a new plan with 2 steps: mend the roof'
	says '/plans end last'
	shows 'you abandoned the plan'
	says "/plans again ${id:0:26}"
	says 'go on'
	wait_for told_of_the_plan
	requests '.body.messages[-1].content' | tail -n 7 >"$T/block"
	expect_match "$(cat "$T/block")" '^\[ \] mend: Mend it'
	expect_no_match "$(cat "$T/block")" 'Have fun'
	leaves
}

test_command_depth() {
	idle_chat 80x24
	says /depth
	expect_chat <<'EOF'
 agent  @WORK

 How deep the next turn goes  4 of 4
 / type to narrow it down

   auto       chosen by the request
   direct     one call, no tools
 › react      rounds of thinking and tools
   strategic  an approach and criteria first, checked at the end











────────────────────────────────────────────────────────────────────────────────
 › what should be done?
────────────────────────────────────────────────────────────────────────────────
 Enter choose  Up/Down select  Esc back
EOF
	types dir
	keys Enter
	shows 'agent.depth is now direct'
	says 'say so'
	shows 'So be it.'
	shows ' scripted · direct '
	says '/depth deeper'
	shows 'usage: /depth auto|direct|react|strategic'
	leaves
}

# A price stands in the row of its model, or in the list of prices for several.
test_the_models_in_the_list_have_their_prices() {
	server <<<'{models: [gpt-4.1-mini, gpt-5-mini, my-own-model], replies: []}'
	chat 80x24
	says /model
	shows 'gpt-4.1-mini  1048k window · $0.40 in, $1.60 out'
	shows 'gpt-5-mini    400k window · $0.25 in, $2.00 out'
	shows 'my-own-model'
	keys Escape
	hides 'my-own-model'
	leaves
}

# holds: model-changes-mid
test_command_model() {
	work 80x24
	says /model
	shows ' › scripted     unpriced · in use'
	shows '   other-model'
	types oth
	keys Enter
	shows 'backend.model is now other-model'
	says 'again'
	shows 'So be it.'
	expect_equal "$(requests .body.model | tail -n 1)" other-model
	shows '  other-model · react'
	leaves
}

# holds: model-changes-mid
test_command_model_holds_from_the_next_round() {
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "until [ -e go ]; do sleep 0.1; done"}}]}
		  - text: So be it.
	EOF
	chat 80x24 --approve all
	says 'wait for me'
	shows ' until [ -e go ]'
	says '/model other-model'
	touch go
	shows 'So be it.'
	expect_equal "$(requests .body.model | tr '\n' ' ')" 'scripted other-model '
	leaves
}

test_a_model_chosen_in_a_session_is_its_model_when_it_goes_on() {
	work 80x24
	says '/model other-model'
	shows 'backend.model is now other-model'
	leaves
	mkdir -p "$XDG_CONFIG_HOME/agent"
	echo 'backend: {model: scripted}' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	screen 80x24 "$AGENT" --backend openai --base-url "$URL" --depth react --resume last
	shows 'Enter send'
	says 'go on'
	shows 'So be it.'
	expect_equal "$(requests .body.model | tail -n 1)" other-model
	leaves
}

test_command_approve() {
	idle_chat 80x24
	says /approve
	shows ' › edits      files are written, sandboxed commands run; destructive ones ask'
	keys Down Enter
	shows 'approve is now all'
	shows ' sandbox off  all'
	says '/approve read-only'
	shows ' sandbox off  read-only'
	leaves
}

test_command_budget() {
	idle_chat 80x24
	says '/budget 2'
	shows "no price for 'scripted' (backend.model): put one into"
	says '/model gpt-4o-mini'
	shows 'backend.model is now gpt-4o-mini'
	says '/budget 2'
	shows 'budget.turn_usd is now 2'
	says '/model scripted'
	shows 'costs nothing), or lift the budget first (/budget off)'
	says /budget
	shows 'turn $2.00, session no limit'
	says '/budget off'
	shows 'budget.turn_usd is now unset'
	leaves
}

test_command_diff() {
	work 80x24
	says /diff
	expect_chat <<'EOF'
 agent  @WORK  scripted · react  change it

 Changed in this session

›a.txt  +2 -1
    1    1   one
    2      - two
         2 + zwei
         3 + und
    3    4   three

 b.txt  +1 -0  new
         1 + made







────────────────────────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────
 n p file  / find  o editor  u undo file  any other key closes
EOF
	keys q
	hides 'Changed in'
	says '/diff turn'
	shows 'Changed in the last turn that changed files'
	shows ' b.txt  +1 -0  new'
	keys q
	leaves
}

test_command_diff_of_a_session_that_is_not_saved() {
	work 80x24 --no-save
	says /diff
	shows '›a.txt  +2 -1'
	keys q
	leaves
}

# An editor that says which file it was given.
named_editor() {
	printf '#!/bin/sh\nprintf "%%s\\n" "$@" >>"%s"\n' "$T/edited" >"$T/editor"
	chmod +x "$T/editor"
	export VISUAL=$T/editor
}

test_the_file_that_is_selected_in_a_diff_is_edited_and_taken_back() {
	local size
	named_editor
	for size in 80x24 110x32; do
		rm -f b.txt "$T/edited"
		work $size
		says /diff
		shows '›a.txt  +2 -1'
		keys o
		wait_for test -s "$T/edited"
		expect_equal "$(cat "$T/edited")" "$T/work/a.txt"
		shows ' b.txt  +1 -0  new'
		keys n
		shows '›b.txt'
		keys u
		shows 'removes b.txt'
		[ -e b.txt ] || fail "it went before the answer"
		keys M-a
		keys 1
		wait_for test ! -e b.txt
		expect_equal "$(cat a.txt)" "$(printf 'one\nzwei\nund\nthree')"
		says /diff
		shows '›a.txt  +2 -1'
		hides 'b.txt  +1'
		keys q
		leaves
	done
}

test_words_are_found_in_a_diff() {
	work 80x24
	says /diff
	shows '›a.txt  +2 -1'
	keys /
	types 'nd'
	shows ' / nd  1/1  Enter find  Esc back'
	keys BSpace BSpace
	types 'e'
	shows ' / e  1/5'
	keys Enter n
	keys Escape
	shows '›a.txt  +2 -1'
	keys Escape
	hides 'Changed in'
	leaves
}

test_a_diff_stands_side_by_side_from_160_columns() {
	work 160x24
	says /diff
	expect_chat <<'EOF'
 agent  @WORK  scripted · react  change it

 Changed in this session

›a.txt  +2 -1
    1   one                                                                    │    1   one
    2 - two                                                                    │    2 + zwei
                                                                               │    3 + und
    3   three                                                                  │    4   three

 b.txt  +1 -0  new
                                                                               │    1 + made








────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 ›
────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 n p file  / find  o editor  u undo file  any other key closes
EOF
	keys q
	leaves
}

test_command_sessions() {
	work 80x24
	leaves
	again
	says /sessions
	shows ' Sessions of this folder  1 of 1'
	shows ' › change it  '
	keys Enter
	shows 'It is done.'
	says 'go on'
	shows 'So be it.'
	expect_equal "$("$AGENT" sessions list --output json | jq length)" 1
	leaves
}

test_command_resume() {
	work 80x24
	leaves
	again
	says 'another one'
	shows 'So be it.'
	says '/resume nothing'
	shows "no session 'nothing'"
	says "/resume $("$AGENT" sessions list --output json | jq -r '.[1].id')"
	shows 'It is done.'
	says "/resume $("$AGENT" sessions list --output json | jq -r '.[1].id')"
	shows 'this is that session'
	says "/resume $("$AGENT" sessions list --output json | jq -r '.[0].id')"
	shows 'So be it.'
	leaves
	expect_equal "$(cat "$T/exit")" 0
}

# The terminal is entered once and left once, and every key typed meanwhile is a key of the next screen.
test_from_session_to_session_the_screen_stays() {
	local id
	work 80x24
	leaves
	in_tmux kill-server
	rm -f "$T/after" "$T/tmux"
	id=$("$AGENT" sessions list --output json | jq -r '.[0].id')
	COLORTERM= TERM=xterm-256color "$BUILD/tests/support/terminal_driver" --size 80x24 --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" \
		-m scripted --depth react --approve edits <<-EOF || fail "the driver"
		wait Enter send
		send /resume $id\r
		send /replay $id\r
		wait event
		send q
		wait Enter send
		send \x04
		end 0
	EOF
	expect_equal "$(grep -aoF $'\033[?1049h' "$T/raw" | wc -l)" 1 "entered"
	expect_equal "$(grep -aoF $'\033[?1049l' "$T/raw" | wc -l)" 1 "left"
	expect_equal "$(grep -aoF $'\033[?1007r' "$T/raw" | wc -l)" 1 "given back"
}

test_a_session_that_cannot_be_opened_is_told_on_the_terminal_as_it_was() {
	work 80x24
	leaves
	again
	mkdir -p "$XDG_CONFIG_HOME/agent"
	printf 'agent: [\n' >"$XDG_CONFIG_HOME/agent/agent.yaml"
	says '/resume last'
	expect_restored
	expect_match "$(cat "$T/err")" 'agent\.yaml:[0-9]+'
	expect_equal "$(cat "$T/exit")" 78
}

test_command_fork() {
	work 80x24
	says /fork
	shows 'Enter send'
	says 'differently'
	shows 'So be it.'
	expect_equal "$("$AGENT" sessions list --output json | jq -c 'sort_by(.id) | map(.turns)')" '[1,2]'
	expect_equal "$("$AGENT" sessions list --output json | jq -r 'sort_by(.id) | .[1].parent.session == .[0].id')" true
	says '/fork 3'
	hides 'It is done.'
	shows 'change it'
	leaves
}

test_command_replay() {
	work 80x24
	says /replay
	shows ' Replay a session  1 of 1'
	keys Enter
	shows ' replay  '
	shows 'Space play/pause'
	keys q
	shows 'Enter send'
	shows 'It is done.'
	says 'go on'
	shows 'So be it.'
	expect_equal "$("$AGENT" sessions list --output json | jq -c 'map(.turns)')" '[2]'
	leaves
}

test_command_export() {
	work 80x24
	says '/export md out.md'
	shows 'written to '
	expect_match "$(cat out.md)" 'It is done.'
	says '/export out.md'
	shows "'out.md' is there already: name another file"
	says /export
	shows ' › md     to be read'
	types html
	keys Enter
	shows 'written to '
	expect_match "$(cat session-*.html)" '<html'
	says '/export cast old.cast'
	wait_for test -s old.cast
	shows 'written to '
	expect_equal "$(head -1 old.cast | jq .version)" 2
	says '/export atif t.json'
	wait_for test -s t.json
	expect_match "$(jq -r .schema_version t.json)" '^ATIF'
	says '/export jsonl no/such/folder'
	shows 'not exported: '
	leaves
}

test_command_keep() {
	idle_chat 80x24
	echo 'use flake' >.envrc.set-aside
	says /keep
	shows 'nothing was set aside in this session'
	says '/keep .envrc'
	shows "'.envrc' is back: it is kept"
	test -e .envrc || fail "it is not back"
	leaves
}

test_command_memory() {
	idle_chat 80x24
	echo 'Mind the gap.' >AGENTS.md
	says /memory
	shows 'Mind the gap.'
	leaves
}

# What is allowed on a card holds for what begins so, is listed, and is taken back.
test_command_permissions() {
	local size
	for size in 80x24 110x32; do
		server <<-EOF
			replies:
			  - {calls: [{name: run_command, arguments: {command: "touch one"}}]}
			  - {calls: [{name: run_command, arguments: {command: "touch two"}}]}
			  - {text: all done}
			  - {calls: [{name: run_command, arguments: {command: "touch three"}}]}
			  - {text: never, repeat: true}
		EOF
		chat $size -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0
		says 'make files'
		shows 'p always touch …'
		keys p
		shows 'all done'
		[ -e one ] && [ -e two ] || fail "not both were made"
		says /permissions
		shows ' › touch …'
		shows 'allowed in this session'
		keys Enter
		shows "'touch' asks again"
		says 'another'
		shows 'p always touch …'
		keys n
		shows never
		[ ! -e three ] || fail "it was made"
		leaves
		rm -f one two
	done
}

test_edits_are_allowed_for_the_session_or_a_folder() {
	server <<-EOF
		replies:
		  - {calls: [{name: write_file, arguments: {path: src/a, content: "x"}}]}
		  - {calls: [{name: write_file, arguments: {path: src/deep/b, content: "x"}}]}
		  - {calls: [{name: write_file, arguments: {path: c, content: "x"}}]}
		  - {calls: [{name: write_file, arguments: {path: d/e, content: "x"}}]}
		  - {text: all done, repeat: true}
	EOF
	chat 110x32 --approve ask -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0
	says 'make files'
	shows 'f edits in src/'
	keys f
	shows 'write_file c'
	[ -e src/deep/b ] || fail "the folder asks"
	hides 'f edits in'
	keys BTab
	shows 'all done'
	[ -e d/e ] || fail "an edit asks"
	expect_equal "$(in_tmux capture-pane -p | grep -c 'creates src/a')" 1 # the server uses the same ids again
	shows 'sandbox off  edits'
	says /permissions
	shows '   all edits of files'
	keys Escape
	hides 'Goes ahead'
	leaves
}

# holds: left-server-rate
test_command_usage() {
	server <<-'EOF2'
		replies:
		  - text: So be it.
		    usage: {prompt_tokens: 2000, completion_tokens: 100, prompt_tokens_details: {cached_tokens: 1500}}
		    headers: {x-ratelimit-limit-requests: "500", x-ratelimit-remaining-requests: "499", x-ratelimit-reset-requests: 120ms,
		      x-ratelimit-limit-tokens: "200000", x-ratelimit-remaining-tokens: "9000", x-ratelimit-reset-tokens: 1h0m0s}
	EOF2
	chat 110x32
	says /usage
	shows 'the server tells none'
	keys Escape
	hides 'the server tells none'
	says hello
	shows 'So be it.'
	shows '9000 tokens left for '
	says /usage
	shows '   1 request, 2.0k tok in (75% cached), 100 tok out, unpriced'
	shows '   requests              499 of 500 left'
	shows '   tokens                9000 of 200000 left, all again in '
	keys Escape
	hides 'Rate limits'
	leaves
}

test_command_stats() {
	idle_chat 80x24
	says /stats
	shows 'tasks of 5 steps or more, planned'
	keys Escape
	hides 'tasks of 5 steps or more, planned'
	leaves
}

test_command_mcp() {
	printf '{"mcpServers": {"notes": {"command": "false"}}}\n' >.mcp.json
	idle_chat 80x24
	says /mcp
	shows 'notes'
	keys Escape
	hides 'Enter choose'
	leaves
}

# Its page: t trusts the file that names it, r starts it anew, and the page follows how it stands.
test_command_mcp_keys() {
	printf '{"mcpServers": {"notes": {"command": "python3", "args": ["%s", "--log", "%s"]}}}\n' "$ROOT/tests/support/mcp_server.py" "$T/notes.log" >.mcp.json
	idle_chat 80x24
	says '/mcp notes'
	shows 'not trusted'
	shows 'r start anew'
	[ ! -e "$T/notes.log" ] || fail "it was started before it was trusted"
	keys t
	wait_for holds '.method == "resources/list"' "$T/notes.log"
	shows '6 tools, running'
	: >"$T/notes.log"
	keys r
	wait_for holds '.method == "server/discover"' "$T/notes.log"
	shows '6 tools, running'
	keys Escape
	hides 'notes.log'
	leaves
}

# What a server tells of its progress is a bar beside the call's time, and its question a card.
test_mcp_progress_and_questions() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	echo "mcp_servers: {t: {command: python3, args: [$ROOT/tests/support/mcp_server.py, --modern]}}" >"$XDG_CONFIG_HOME/agent/agent.yaml"
	"$AGENT" mcp tools t >/dev/null || fail "no tools"
	server <<-'EOF'
		replies:
		  - calls: [{name: mcp__t__ask, arguments: {}}]
		  - calls: [{name: mcp__t__slow, arguments: {}}]
		  - text: Done.
	EOF
	screen 80x24 "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve all -s mcp.defer=never -s ui.card_quiet_ms=0 -s ui.destructive_quiet_ms=0
	shows 'Enter send'
	says 'go'
	shows "the MCP server 't' asks: who is there"
	shows 'or type an answer'
	types 'ada'
	shows 'Enter answer'
	keys Enter
	shows '40%'
	shows 'at it'
	keys Escape
	shows 'Enter send'
	leaves
}

# A server is tried before it is used, and kept with what stands in the file.
test_command_connect() {
	local file=$XDG_CONFIG_HOME/agent/agent.yaml
	server <<<'{models: [tiny, nomic-embed-text, large], replies: [{text: here I am}]}'
	mkdir -p "${file%/*}"
	printf '# mine\nui.mouse: false # so\n' >"$file"
	export MY_KEY=sk-sesame-0123456789
	screen 110x32 "$AGENT" --backend offline --depth direct
	shows 'Enter send'
	says '/connect http://127.0.0.1:1/v1'
	shows "cannot connect to '127.0.0.1:1'"
	hides 'for its models'
	says "/connect ${URL%/v1} NOT_THERE"
	shows "names 'NOT_THERE', which is not set"
	says "/connect ${URL%/v1} MY_KEY"
	shows 'It answers. Which model?'
	hides nomic
	types large
	keys Enter
	shows 'connected to large; kept in your agent.yaml'
	says hello
	shows 'here I am'
	expect_equal "$(jq -r 'select(.body.model?) | .body.model, .headers.authorization' "$REQUESTS" | paste -sd' ')" 'large Bearer sk-sesame-0123456789'
	expect_equal "$(cat "$file")" "# mine
ui.mouse: false # so
backend.model: \"large\"
backend.base_url: \"${URL%/v1}\"
backend.api_key_env: \"MY_KEY\""
	says /connect
	shows 'Connect to'
	types 'groq'
	shows 'GROQ_API_KEY is not set'
	keys Enter
	shows 'Its key'
	shows 'Paste it'
	keys Escape
	hides 'Paste it'
	leaves
}

test_command_profile() {
	mkdir -p "$XDG_CONFIG_HOME/agent/profiles"
	echo 'backend: {base_url: "http://127.0.0.1:1/v1", model: m}' >"$XDG_CONFIG_HOME/agent/profiles/work.yaml"
	idle_chat 80x24
	says /profile
	shows 'Profiles'
	shows 'http://127.0.0.1:1/v1'
	keys Enter
	shows 'profile work answers'
	says '/profile none'
	shows 'none.yaml'
	leaves
}

test_command_copy() {
	idle_chat 80x24
	in_tmux set -s set-clipboard on
	says /copy
	shows 'there is nothing to copy yet'
	says '/copy all'
	shows 'copied the feed'
	says '/copy nothing'
	shows 'usage: /copy [answer|code|block|all]'
	leaves
}

test_command_new() {
	work 80x24
	says /new
	hides 'So be it.'
	shows 'Enter send'
	says 'afresh'
	wait_for test "$(requests .body.messages | wc -l)" -gt 0
	leaves
	expect_equal "$("$AGENT" sessions list --output json | jq 'length')" 2
}

test_a_failed_turn_is_tried_again_by_a_key() {
	server <<-EOF
		replies:
		  - {status: 400, error: {message: "bad field x", code: 400}}
		  - {text: now it works, repeat: true}
	EOF
	chat 80x24
	says 'please'
	shows 'r tries again'
	keys r
	shows 'now it works'
	leaves
}

# A choice lasts, and the rest of the file stays as its writer left it.
test_what_is_chosen_lasts() {
	local file=$XDG_CONFIG_HOME/agent/agent.yaml
	mkdir -p "${file%/*}"
	printf '# mine\nui:\n  theme: dark  # at night\n  title: false\n' >"$file"
	idle_chat 80x24
	says '/theme mono'
	shows 'theme mono, kept in your agent.yaml'
	says '/config ui.notify off'
	shows 'ui.notify: off, kept in your agent.yaml'
	says '/config ui.notify bell'
	shows 'ui.notify: bell, kept in your agent.yaml'
	leaves
	expect_equal "$(cat "$file")" "$(printf '# mine\nui:\n  theme: "mono"  # at night\n  title: false\nui.notify: "bell"')"
}

test_command_config() {
	idle_chat 80x24
	says /config
	shows ' Settings  '
	types 'backend.model'
	shows ' › backend.model: scripted'
	shows 'command line'
	keys Enter
	shows '   from command line'
	shows '   environment AGENT_MODEL'
	keys q
	says '/config approve'
	shows '   one of plan|read-only|ask|edits|all'
	keys q
	leaves
}

test_command_theme() {
	idle_chat 80x24
	says /theme
	shows ' › auto              by the background'
	types mono
	keys Enter
	shows 'theme mono, kept'
	says '/theme ../x'
	shows "no theme '../x'"
	leaves
	export NO_COLOR=1
	again
	says '/theme mono'
	shows 'there are no colours here'
	leaves
}

test_command_clear() {
	work 80x24
	says /clear
	hides 'It is done.'
	shows 'only the feed is empty'
	says 'again'
	shows 'So be it.'
	expect_no_match "$(picture)" 'It is done'
	expect_match "$(requests '.body.messages[].content' | tail -n 20)" 'It is done'
	keys PPage
	shows 'It is done.'
	leaves
}

test_command_criteria() {
	work 80x24
	says /criteria
	shows 'none yet; /criteria add TEXT'
	keys x
	says '/criteria add it builds `true`'
	shows 'you added: it builds'
	leaves
}

# How a session that is saved goes on, tests/screen/faces.sh shows.
test_command_detach() {
	work 80x24 --no-save
	says /detach
	shows 'this session is not saved'
	leaves
}

test_command_compact() {
	work 80x24
	says /compact
	shows 'compact'
	leaves
}

test_command_undo() {
	work 80x24
	says /undo
	shows 'take back these changes of files?'
	keys M-a
	keys 1
	shows '2 files as before'
	expect_equal "$(sed -n 2p a.txt)" two
	leaves
}

test_command_policy() {
	idle_chat 80x24
	says /policy
	shows 'How plans are made with you'
	shows 'approval_policy: single_final'
	keys q
	says '/policy tone friendly'
	shows 'roadmap.tone is now friendly'
	says '/policy tone loud'
	shows 'friendly'
	leaves
}

sees_all_of_card() { # a yes counts once the last row was seen
	for _ in 1 2 3 4 5 6; do
		in_tmux capture-pane -p | grep -q 'Space shows more' || return 0
		keys Space
	done
}

# Without a model: the card shows the plan, and the user lets it through.
test_command_roadmap() {
	screen 100x30 "$AGENT" --backend offline
	shows 'Enter send'
	says '/roadmap learn to swim 1 km by June, 3 hours a week'
	shows 'How shall plans be talked through with you'
	keys M-a
	keys 1
	shows 'approve this schedule'
	shows 'Half of the goal in one g'
	# What is to change counts on the card as it does on the command line; what changes nothing is said to.
	keys M-a
	keys e
	says 'nicer'
	shows 'the plan is as it was'
	shows 'approve this schedule'
	keys M-a
	keys e
	says '5 hours a week'
	wait_for eval "agent roadmaps show learn --output json 2>/dev/null | jq -e '.document.profile.max_per_week == \"5h\" and (.escalate_reason | test(\"SEEK_APPROVAL\"))'"
	shows 'approve this schedule'
	keys M-a
	sees_all_of_card
	keys y
	shows 'approved → COMPLETE'
	wait_for eval "agent roadmaps list 2>&1 | grep -q '^learn-to-swim-1-km-by-june'"
	leaves
}

# One that is kept is a chart, one that waits for the user can be let through or changed.
test_command_roadmaps() {
	agent --backend offline --roadmap 'learn to swim 1 km by June, 3 hours a week' </dev/null >/dev/null 2>&1
	screen 110x32 "$AGENT" --backend offline
	shows 'Enter send'
	says /roadmaps
	shows 'needs_clarification: waits for approval'
	keys Enter
	shows 'Half of the goal in one go'
	shows 'Left/Right move  +/- zoom  d done  s start  z undo  w why  e edit  Enter work on it  any other key closes'
	keys q
	hides 'any other key closes'
	says '/roadmaps revise learn'
	shows 'usage: /roadmaps'
	says '/roadmaps revise learn 4 hours a week'
	shows 'approve this schedule'
	keys M-a
	sees_all_of_card
	keys y
	shows 'approved → COMPLETE'
	shows '/roadmaps learn-to-swim'
	says '/roadmaps approve learn'
	shows 'is approved already'
	says '/roadmaps approve nothing'
	shows "no roadmap 'nothing'"
	leaves
}

# A task is marked where it is seen, and the chart follows; the same by words, by number or title.
test_a_chart_is_where_a_plan_is_changed() {
	cat >fence.yaml <<-YAML
		goal: Paint the fence
		id: fence
		start: 2031-03-03
		timezone: UTC
		hours: {mon-fri: "17:00-19:00"}
		nodes:
		  - {id: prepare, title: Prepare, level: phase, nodes: [{id: buy, title: Buy paint, effort: 1h}, {id: sand, title: Sand it down, effort: 3h}]}
		  - {id: paint, title: Paint, effort: 4h, after: prepare}
	YAML
	agent roadmaps save fence.yaml >/dev/null
	screen 80x24 "$AGENT" --backend offline
	shows 'Enter send'
	says '/roadmaps fence'
	shows '›  1 Prepare'
	keys d
	shows 'it is done when its parts are'
	keys Down
	keys Down
	keys s
	shows 'sand: status is "in_progress"'
	expect_equal "$(picture | grep -E '^.  +[1-4] ' | cut -c1-24 | sed 's/ *$//')" "   1 Prepare
›  3   Sand it down
   2   Buy paint
   4 Paint"
	keys z
	shows 'revision 3'
	keys w
	shows 'Sand it down, 2031-03-'
	keys e
	shows '› /roadmaps edit fence resize sand'
	keys C-u
	says '/roadmaps edit fence add "Buy tape" 1h after=sand'
	shows 'fence revision 4'
	says '/roadmaps done fence "buy tape"'
	shows 'fence revision 5'
	expect_equal "$(agent roadmaps show fence --output json | jq -c '[.document.nodes[-1] | .id, .status, .after]')" '["buy-tape","done","sand"]'
	leaves
}

test_command_quit() {
	idle_chat 80x24
	says /quit
	wait_for ended
	expect_equal "$(cat "$T/exit")" 0
}

test_nobody_leaves_a_turn_that_runs() {
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "sleep 100"}}]}
	EOF
	chat 80x24 --approve all
	says 'wait for me'
	shows ' sleep 100'
	says /fork
	shows 'a turn is running: stop it first (Esc)'
	keys Escape
	shows 'Enter send'
	leaves
}

test_nobody_leaves_a_turn_that_runs_in_lines() {
	server <<-EOF
		replies:
		  - {calls: [{name: run_command, arguments: {command: "sleep 100"}}]}
	EOF
	screen 80x50 "$AGENT" --plain --backend openai --base-url "$URL" -m scripted --approve all --depth react
	shows 'openai scripted'
	says 'wait for me'
	shows '[Act]     run_command sleep'
	says /fork
	shows 'a turn is running: let it end first (Ctrl-C stops it and leaves)'
	says '/resume last'
	wait_for refused_twice
	not_on_screen 'end  ' || fail "the turn was stopped"
	kill -INT "$(pgrep -f -- "^$AGENT --plain --backend openai --base-url $URL")"
	shows 'end       stopped'
	shows 'agent --resume '
}
refused_twice() {
	[ "$(picture | grep -c 'a turn is running')" = 2 ]
}

test_the_palette_finds_by_what_things_do_and_runs_them() {
	idle_chat 80x24
	keys C-p
	shows ' Everything there is  '
	shows 'what may happen without asking'
	types 'changed files'
	shows ' › Diff: what this session changed in files'
	shows '/diff'
	keys Enter
	shows 'no file was changed'
	keys C-p
	types 'find in the feed'
	shows 'Ctrl-F'
	keys Enter
	shows ' / find in the feed'
	keys Escape
	hides ' / find in the feed'
	keys C-p
	types zzzz
	shows 'nothing fits'
	keys Escape
	hides 'nothing fits'
	leaves
}

test_commands_in_lines() {
	server <<-EOF
		models: [{id: scripted}, {id: other-model}]
		replies:
		  - {calls: [{name: write_file, arguments: {path: b.txt, content: "made\n"}}]}
		  - text: It is done.
	EOF
	screen 80x200 "$AGENT" --plain --backend openai --base-url "$URL" -m scripted --approve edits --depth react
	shows 'openai scripted'
	says /help
	shows ' /budget [WHOSE] [USD|off]   most it may cost'
	says /approve
	shows ' read-only  nothing is written, only commands that read run'
	says '/approve all'
	shows 'approve is now all'
	says /model
	shows ' other-model'
	says 'write it'
	shows 'It is done.'
	says /diff
	shows ' b.txt  +1 -0  new'
	says /sessions
	shows '  write it  '
	says '/export jsonl x.jsonl'
	shows 'written to '
	says '/config ui.theme'
	shows '   from default'
	says /theme
	shows ' mono'
	says /nonsense
	shows 'no command /nonsense'
	says /clear
	shows 'lines stay where they are'
	says /quit
	wait_for ended
	expect_equal "$(cat "$T/exit")" 0
}

run_tests
