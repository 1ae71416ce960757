#!/bin/bash
# SPDX-License-Identifier: MIT
# A command that only the mode would ask about is tried first: one that changes nothing has its result and nobody is
# asked, of any other the card says what it would change.
. "$(dirname "$0")/../support/lib.sh"
. "$ROOT/tests/support/sandbox.sh"

needs() { # needs TIER
	[ "$(agent sandbox --show 2>/dev/null | awk '$1 == "tier" {print $2}')" = "$1" ] || skip "no tier $1 here"
}

project() {
	mkdir -p src include tests data
	printf '#include <stdio.h>\n#include "csv.h"\n\nint main(int argc, char **argv)\n{\n\tprintf("%%d\\n", csv_read(argc > 1 ? argv[1] : ""));\n\treturn 0;\n}\n' >src/main.c
	printf '#include "csv.h"\n#include <stdio.h>\n\nint csv_read(const char *path)\n{\n\tFILE *f = fopen(path, "r");\n\tint rows = 0, c;\n\n\twhile (f && (c = getc(f)) != EOF)\n\t\trows += c == 10;\n\treturn rows;\n}\n' >src/csv.c
	printf 'struct row {\n\tint n;\n};\nint csv_read(const char *path);\n' >include/csv.h
	printf 'import unittest\n\n\nclass Pure(unittest.TestCase):\n\tdef test_sum(self):\n\t\tself.assertEqual(1 + 1, 2)\n\n\nif __name__ == "__main__":\n\tunittest.main()\n' >tests/test_pure.py
	cp tests/test_pure.py tests/test_csv.py && touch tests/__init__.py
	printf 'build/prog: src/main.c src/csv.c\n\tmkdir -p build\n\tgcc -Iinclude -o $@ $^\n\ncheck:\n\tpython3 -m unittest tests.test_pure\n\nhelp:\n\t@echo build, check\n' >Makefile
	printf '{"name": "ledger", "version": "1.0", "scripts": {"test": "make check"}}\n' >package.json
	printf 'a,1.5\nb,2\nc,3\n' >data/sales.csv
	printf '# ledger\n\nReads rows.\n' >README.md
	printf '#!/bin/sh\necho would run "$@"\n' >run.sh && chmod 755 run.sh
	printf 'build/\n*.o\n' >.gitignore
	git init -qb main . && git add . && git -c user.name=a -c user.email=a@b commit -qm one
	printf '\n/* the end */\n' >>src/csv.c && git -c user.name=a -c user.email=a@b commit -qam two
}
contents() { # what is in the folder, but for what git keeps of its own
	find . -not -path './.git/*' -printf '%P %y %m %l\n' | sort
	find . -type f -not -path './.git/*' -print0 | sort -z | xargs -0 sha256sum
	git for-each-ref
}
# calls LINE...: a model that runs each, then says "ok"
calls() {
	local line
	echo 'replies:'
	for line in "$@"; do
		[[ $line != *'<<'* ]] || line=${line//\\n/$'\n'}
		echo "  - calls: [{name: run_command, arguments: {command: $(jq -n --arg x "$line" '$x')}}]"
	done
	echo '  - {text: ok, repeat: true}'
}
run() { # run OPTION...: events of a turn
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react -s 'evaluation.when=[never]' -s 'evaluation.unchecked=["*"]' \
		-s limits.repeated_calls=100 --max-iterations 500 "$@" --output events --ask go >"$T/events" 2>"$T/err"
}
of() { # of TYPE FILTER
	jq -r "select(.type == \"$1\").data | $2" "$T/events"
}

# turn MODE LINE...: runs them in a turn; $T/ran has "ran" or "asked" for each.
turn() {
	local mode=$1
	shift
	server < <(calls "$@")
	run --approve "$mode"
	of tool_result 'if .denied then "asked" else "ran" end' >"$T/ran"
	expect_equal "$(wc -l <"$T/ran")" $# "results in mode $mode"
}
# holds: command-that-reads
# With nobody to ask, what is asked about is denied. What writes is done in a project as it was before.
test_in_each_mode_what_asks_and_what_writes_of_200_commands() {
	needs namespaces
	project
	local reads writes before mode line asked wrote
	mapfile -t reads < <(sed -n 's/^r|//p' "$ROOT/tests/e2e/data/commands.txt")
	mapfile -t writes < <(sed -n 's/^w|//p' "$ROOT/tests/e2e/data/commands.txt")
	before=$(contents | grep -v __pycache__)
	echo "# of ${#reads[@]} that read: asked; of ${#writes[@]} that write: asked, ran, wrote"
	for mode in read-only ask edits all; do
		cp -a "$T/work" "$T/in-$mode" && cd "$T/in-$mode"
		turn $mode "${reads[@]}"
		asked=$(grep -c asked "$T/ran")
		[ $((asked * 10)) -le ${#reads[@]} ] || fail "$asked of ${#reads[@]} ask in mode $mode"
		expect_equal "$(contents | grep -v __pycache__)" "$before" "what is in the folder after what reads, mode $mode"
		: >"$T/of_writes" && wrote=0
		for line in "${writes[@]}"; do
			turn $mode "$line"
			cat "$T/ran" >>"$T/of_writes"
			[ "$(contents | grep -v __pycache__)" != "$before" ] || continue
			wrote=$((wrote + 1))
			grep -q ran "$T/ran" || fail "mode $mode: asked about, and wrote: $line"
			cd "$T" && rm -rf "$T/in-$mode" && cp -a "$T/work" "$T/in-$mode" && cd "$T/in-$mode"
		done
		echo "# $mode: $asked; $(grep -c asked "$T/of_writes"), $(grep -c ran "$T/of_writes"), $wrote"
		case $mode in
		read-only | ask) expect_equal "$wrote $(grep -c ran "$T/of_writes")" '0 0' "mode $mode: wrote and ran" ;;
		edits) expect_equal "$wrote" "$(grep -c ran "$T/of_writes")" "mode $mode: wrote and ran" ;;
		all) expect_equal "$asked $wrote" "0 ${#writes[@]}" "mode $mode: asked and wrote" ;;
		esac
	done
}

# manifest: each path with what it is and holds
manifest() {
	find . -mindepth 1 -not -path './.git' -not -path './.git/*' -type f -printf '%P\n' | while read -r path; do
		echo "$path file $(sha256sum <"$path") $(stat -c %a "$path")"
	done
	find . -mindepth 1 -not -path './.git' -not -path './.git/*' -not -type f -printf '%P %y %l %m\n'
}
# told LIST: as words "created PATH" from what --try says, of what is outside of .git
told() {
	sed -nE "s|^(created\|changed\|deleted\|mode) +$PWD/||p" "$1" | grep -v '^\.git/' | sed 's|/$||' | sort
}
test_what_a_trial_tells_is_what_then_happens() {
	needs namespaces
	local line number=0
	while IFS= read -r line; do
		number=$((number + 1))
		mkdir "$T/p$number" && cd "$T/p$number" && project
		manifest | sort >"$T/before"
		agent sandbox --try -- bash -c "$line" >/dev/null 2>"$T/changes"
		expect_equal "$(manifest | sort | diff "$T/before" -)" "" "$line: after the trial"
		agent sandbox -- bash -c "$line" >/dev/null 2>&1
		manifest | sort >"$T/after"
		# What is new, gone or other; of a folder that is gone only it is told, not what was in it.
		diff "$T/before" "$T/after" | awk '/^[<>]/ {print $2}' | sort -u |
			while read -r path; do
				above=$(dirname "$path")
				[ -e "$path" ] || [ -L "$path" ] || [ "$above" = . ] || [ -d "$above" ] || continue
				echo "$path"
			done >"$T/happened"
		told "$T/changes" >"$T/told"
		expect_equal "$(cat "$T/told")" "$(cat "$T/happened")" "$line"
	done < <(sed -n 's/^w|//p' "$ROOT/tests/e2e/data/commands.txt")
}

test_the_card_says_what_a_command_would_change_and_what_it_said() {
	needs namespaces
	project
	server < <(calls 'for f in src/*.c; do tr a-z A-Z <$f >$f.up; echo made $f.up; done' 'awk 1 data/sales.csv >/tmp/kept; cat /tmp/kept' 'cat /tmp/kept' 'mv README.md README')
	run --approve ask
	expect_equal "$(of question '[.changes // [] | .[] | "\(.kind) \(.path) +\(.added)"] | join("; ")')" 'created src/csv.c.up +14; created src/main.c.up +8'
	expect_equal "$(of question '.tried, .output, (.options | join(" "))')" 'exit 0
made src/csv.c.up
made src/main.c.up

once always edit no
null
null
once always prefix edit no try'
	expect_match "$(of question .diff)" 'created src/main.c.up'
	expect_match "$(of question .diff)" '\+#INCLUDE <STDIO.H>'
	# What it leaves in the session's /tmp the next one finds.
	expect_equal "$(of tool_result 'select(.data.tried).text' | grep -c '^b,2$')" 2
	[ ! -e src/main.c.up ] || fail "it was written"
}

test_a_trial_that_went_as_it_did_for_being_one_is_no_proof() {
	needs namespaces
	project
	server < <(calls 'sleep 30; echo late' 'python3 -c "import sys; sys.stderr.write(chr(10) + \"Value too large for defined data type\"); sys.exit(1)"' \
		'head -c 20000000 /dev/zero | split -b 1M - big-' 'python3 -c "x = bytearray(1 << 30); print(len(x))"')
	run --approve ask -s sandbox.try_s=0.3 -s sandbox.limits.trial_bytes=4194304 -s sandbox.limits.memory_bytes=200000000
	expect_equal "$(of tool_result '.denied' | sort | uniq -c | tr -s ' ')" ' 4 true'
	expect_match "$(of question .tried | head -1)" 'it was ended after 0\.[3-9]|it was ended after 3'
	expect_match "$(of question .tried)" 'more than a trial has room for'
	# A file of somebody else that all may write cannot be changed in a layer.
	if [ "$(id -u)" = 0 ]; then
		echo one >foreign && chown 65534 foreign && chmod 666 foreign
		server < <(calls 'cat foreign' 'python3 -c "open(\"foreign\", \"a\").write(\"two\")"')
		run --approve ask
		expect_equal "$(of tool_result '.denied // false' | tr '\n' ' ')" 'false true '
		rm foreign
	fi
	# Beside a command in the background, whose servers it could reach, nothing is tried.
	server <<-'EOF'
		replies:
		  - calls: [{name: run_command, arguments: {command: "sleep 30", background: true}}]
		  - calls: [{name: run_command, arguments: {command: "wc -l src/*.c"}}]
		  - {text: ok, repeat: true}
	EOF
	cat >agent.rules.yaml <<<'permissions: {rules: [{allow: {command: sleep}}]}'
	run --config agent.rules.yaml --approve ask
	expect_equal "$(of tool_result '.denied // false')" 'false
true'
	# Nor where it was switched off, or a rule asks.
	server < <(calls 'wc -l src/*.c')
	run --approve ask -s sandbox.try_s=0
	expect_equal "$(of tool_result .denied)" true
	server < <(calls 'wc -l src/*.c')
	run --approve ask -s 'permissions.rules=[{ask: {command: wc}}]'
	expect_equal "$(of tool_result .denied)" true
}

# holds: command-tried-writes
test_no_change_is_overlooked_and_nothing_of_a_secret_is_told() {
	needs namespaces
	project
	mkdir -p "$HOME/.ssh" src/__pycache__ && printf 'sesame-one\nsesame-two\n' >"$HOME/.ssh/id"
	ln -s "$HOME/.ssh/id" key && ln -s "$HOME/.ssh" keys
	local line lines=()
	for line in 'os.setxattr("README.md", "user.x", b"y")' 'os.chmod(".", 0o700)' 'shutil.rmtree("src/__pycache__")' \
		'os.unlink("key"); open("key", "w").write("x")' 'os.unlink("key")' \
		'os.unlink("keys"); os.mkdir("keys"); open("keys/id", "w").write("x")'; do
		lines+=("python3 -c 'import os, shutil; $line'")
	done
	server < <(calls "${lines[@]}")
	run --approve ask
	expect_equal "$(of question '[.changes[] | "\(.kind) \(.path) +\(.added) -\(.removed)"] | join("; ")')" 'touched README.md +null -null
mode . +null -null
deleted src/__pycache__ +null -null
changed key +null -null
deleted key +null -null
changed keys +null -null; created keys/id +1 -0'
	expect_no_match "$(cat "$T/events" && cat "$REQUESTS")" 'sesame'
	server < <(calls "${lines[@]}")
	run --approve read-only
	expect_equal "$(of tool_result '.text' | grep -o 'it would change[^.]*')" 'it would change 1 path
it would change 1 path
it would change 1 path
it would change 1 path
it would change 1 path
it would change 2 paths, +1 -0'
}

test_what_is_neither_here_nor_the_systems_is_asked_for_before_it_is_read() {
	needs namespaces
	project
	mkdir -p "$HOME/other" && echo private >"$HOME/other/notes"
	local line elsewhere=('cat ~/other/note*' 'cat $HOME/other/notes' 'grep -r x --include=y ../../*' 'for f in ~/other/*; do cat $f; done'
		'x=~; cat $x/other/notes' 'cd && cat other/notes' 'cd - && ls' 'cat <~/other/note*' 'ls "$HOME"' 'ls ${HOME:-x}/*' 'cat ~root/*'
		'case ~/other in *) ls;; esac' "awk 1 \"$HOME/other/notes\" | sort" "python3 -c 'print(open(\"$HOME/other/notes\").read())'")
	server < <(calls "${elsewhere[@]}" 'cat /etc/host*' "ls $PWD/sr*" "awk '\$1 ~ /a/' data/*.csv" 'echo $((6 / 2))' 'git diff HEAD~1 -- src/*.c')
	run --approve ask -s 'permissions.outside=[/etc]' # the home of this test is below /tmp
	expect_equal "$(of tool_result '.data.tried // false' | tr '\n' ' ')" "$(for line in "${elsewhere[@]}"; do printf 'false '; done)true true true true true "
}

# Lines that seem to read much are tried where nothing can be written, and in a layer once they would write: the
# question is the one that a layer alone gives, and nothing is written.
# holds: command-tried-writes
test_what_seems_to_read_and_writes_is_asked_about_as_ever() {
	needs namespaces
	project
	mkdir bin && printf '#!/bin/sh\necho shim >shimmed\nexec /usr/bin/env grep "$@"\n' >bin/wc
	printf '#!/bin/sh\necho put >>"$1"\n' >put && printf '#!/bin/sh\nrm "$1"\n' >drop && printf '#!/bin/sh\nchmod 600 "$1"\n' >close
	chmod 755 bin/wc put drop close
	local line before lines=(
		'cat() { ./put made-1; }; cat x' 'alias cat=./put
shopt -s expand_aliases
eval "cat made-2"'
		'awk '\''{print > "made-3"}'\'' README.md' 'awk '\''{print | "./put made-4"}'\'' README.md' 'awk '\''BEGIN {system("./put made-5")}'\'''
		'sed -n "w made-6" README.md' 'sed --in-place s/ledger/made/ README.md' 'sort -o data/sales.csv -r data/sales.csv'
		'find . -name "*.csv" -fprint made-7' 'find src -name "main.c" | xargs ./put' 'find src -name "csv.c" | xargs ./drop'
		'git grep -O"./put made-8; :" -e main' 'git log --output=made-9' 'git diff HEAD~1 --output=made-10'
		'ls; eval "$(printf "./put %s" made-11)"' 'cat README.md | GIT_EXTERNAL_DIFF="./put made-12; :" git log -1 -p --ext-diff'
		'grep -c main src/*.c 2>/dev/null | ./put made-13 2>/dev/null' 'PATH=$PWD/bin:$PATH; wc -l README.md' 'grep -c ledger README.md; PATH=bin:$PATH wc -c README.md'
		'head -1 README.md; ./put made-14 2>/dev/null & wait'
		'ls; [ -w README.md ] && ./put README.md' 'ls; setsid ./put made-15 2>/dev/null; ls; :' 'cat README.md; f=made-16; : >|$f' 'ls; ./close README.md')
	! command -v rg >/dev/null || lines+=('rg --pre ./put main README.md')
	before=$(contents)
	server < <(calls "${lines[@]}")
	run --approve ask
	expect_equal "$(of tool_result '.denied // false' | sort | uniq -c | tr -s ' ')" " ${#lines[@]} true"
	of question '[.changes // [] | .[] | "\(.kind) \(.path) +\(.added) -\(.removed)"] | join("; ")' >"$T/asked"
	expect_equal "$(contents)" "$before" "what is in the folder"
	for line in "${lines[@]}"; do
		agent sandbox --try -- bash -o pipefail -c "$line" 2>&1 >/dev/null | sed -nE "s|^(created\|changed\|deleted\|mode\|touched) +$PWD/(.*)|\1 \2|p" | sed 's|/$||' | tr "\n" ";"; echo
	done >"$T/layer"
	expect_equal "$(sed -E 's/ \+[^;]*//g; s/; /;/g; s/$/;/; s/^;$//' "$T/asked")" "$(cat "$T/layer")" "changes, against a layer alone"
	expect_no_match "$(cat "$T/layer")" '^$'
}

# What is known to read gives its result unasked, errors that are thrown away and words like "permission denied" included.
test_what_reads_much_is_answered_unasked() {
	needs namespaces
	project
	printf 'EACCES: permission denied, read-only file system\n' >notes
	local lines=('grep -rn denied . 2>/dev/null' 'find . -name "*.c" | xargs cat | wc -l' 'for f in src/*.c; do wc -l $f; done >/dev/null'
		'git status --short' 'git log --stat | head -5' 'git grep -n main' 'ls -R . | sort | uniq -c | sort -rn | head -3' 'cat src/*.c | sed -n "1,3p"')
	server < <(calls "${lines[@]}")
	run --approve ask
	expect_equal "$(of tool_result '.ok' | sort | uniq -c | tr -s ' ')" " ${#lines[@]} true"
	expect_match "$(of tool_result .text)" 'notes:1:EACCES'
	expect_equal "$(of question .tool)" ""
}

test_without_a_layer_the_card_comes_where_a_write_was_refused() {
	needs namespaces
	[ "$(agent sandbox --show -s sandbox.mode=landlock 2>/dev/null | awk '$1 == "tier" {print $2}')" = landlock ] ||
		[ "$(agent -s sandbox.mode=landlock sandbox --show 2>/dev/null | awk '$1 == "tier" {print $2}')" = landlock ] || skip "no tier landlock here"
	project
	server < <(calls 'wc -l src/*.c' 'tr a b <README.md | python3 -c "open(\"made\", \"w\")"' 'cat src/*.c | grep -c main' 'python3 -c "open(\"made\", \"w\")" 2>/dev/null')
	run --approve ask -s sandbox.mode=landlock
	expect_equal "$(of tool_result '.data.tried // false' | tr '\n' ' ')" 'true false true false '
	[ ! -e made ] || fail "it was written"
}

is_trying() {
	grep -q '"trying: ' "$T/events"
}
test_kill_9_of_the_agent_in_a_trial_leaves_nothing() {
	needs namespaces
	project
	server < <(calls 'for i in 1; do echo x >made-$i; sleep 300.9; done')
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth react --approve ask --output events --ask go >"$T/events" 2>&1 &
	local pid=$!
	wait_for is_trying
	wait_for sh -c "grep -alzE -- '300\.9' /proc/[0-9]*/cmdline 2>/dev/null | grep -q ."
	kill -KILL $pid
	wait $pid 2>/dev/null
	wait_for sh -c "! grep -alzE -- '^300\.9' /proc/[0-9]*/cmdline 2>/dev/null | grep -q ."
	! ls made-* 2>/dev/null || fail "it wrote"
}

test_a_check_that_reads_is_run_where_nobody_can_be_asked() {
	needs namespaces
	project
	server <<-'EOF'
		replies:
		  - {text: '{"approach": "Look.", "complexity": "moderate", "success_criteria": [{"text": "it is there", "check": {"command": "for f in src/*.c; do grep -q main $f && exit 0; done; exit 1"}}, {"text": "it is built", "check": {"command": "touch built; test -e built"}}]}'}
		  - {text: done, repeat: true}
	EOF
	"$AGENT" --backend openai --base-url "$URL" -m scripted --depth strategic --approve read-only --output events --ask "look at main" >"$T/events" 2>/dev/null
	expect_equal "$(of tool_result 'select(.by == "check") | "\(.ok) \(.data.tried)"')" 'true true
false null'
	expect_equal "$(of turn_end '.criteria[] | "\(.text): \(.met)"')" 'it is there: true
it is built: null'
	[ ! -e built ] || fail "it was written"
}

test_agent_tools_says_what_is_tried() {
	needs namespaces
	project
	local mode
	for mode in ask read-only plan; do
		expect_match "$(agent --approve $mode tools 'wc -l src/*.c')" 'tried first'
		expect_no_match "$(agent --approve $mode tools 'mv a b')" 'tried first'
	done
	expect_no_match "$(agent --approve edits tools 'wc -l src/*.c')" 'tried first'
}

run_tests
