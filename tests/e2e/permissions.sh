#!/bin/bash
# SPDX-License-Identifier: MIT
# What may happen without asking: modes, rules, and what is told about them.
. "$(dirname "$0")/../support/lib.sh"

rules() {
	mkdir -p "$XDG_CONFIG_HOME/agent"
	cat >"$XDG_CONFIG_HOME/agent/agent.yaml"
}

# call TOOL ARGUMENTS: a server whose model makes this one call and then answers
call() {
	server <<-EOF
		replies:
		  - {calls: [{name: $1, arguments: $2}]}
		  - text: done
	EOF
}

told() { # what the model was told of its call
	sed -n 2p "$REQUESTS" | jq -r '.body.messages | last | .content'
}

test_a_command_line_is_explained_part_by_part() {
	rules <<-EOF
		permissions:
		  rules:
		    - allow: {command: git status}
		    - deny: {command: rm}
	EOF
	expect_equal "$(agent --approve ask tools 'git status && sudo rm x' 2>"$T/err")" \
"  allowed  git status   # allow command 'git status' (~/.config/agent/agent.yaml:3)
  asks     sudo rm x
  denied   rm x   # deny command 'rm' (~/.config/agent/agent.yaml:4)
denied: deny command 'rm' (~/.config/agent/agent.yaml:4): rm x
destructive: permissions.destructive has '\\brm\\s'"
	expect_equal "$(agent --approve ask --output json tools --command 'git status' | jq -c '[.verdict, .by, .approve, (.parts | length)]')" \
		'["allowed","rule","ask",1]'
	# The way out is the least that would do: a mode that asks is none where nobody can be asked.
	expect_equal "$(agent --approve plan tools 'mv x y; truncate -s 0 x' </dev/null)" \
"  denied   mv x y
  denied   truncate -s 0 x
denied: approval mode plan: running commands is denied; allow it with --approve all
destructive: permissions.destructive has '\\btruncate\\s'"
}

test_tools_show_what_would_happen() {
	rules <<-EOF
		permissions:
		  rules:
		    - deny: {tool: write_file}
	EOF
	agent --approve edits tools >"$T/out"
	expect_match "$(grep '^write_file' "$T/out")" 'writes +denied'
	expect_match "$(grep '^edit_file' "$T/out")" 'writes +allowed'
	expect_match "$(grep '^run_command' "$T/out")" 'runs +asks'
	agent --approve plan tools >"$T/out"
	expect_equal "$(awk '$2 ~ /^(asks|plans|reads|remembers|runs|writes)$/ {print $2, $3}' "$T/out" | sort -u)" "asks allowed
plans allowed
reads allowed
remembers denied
runs denied
writes denied"
}

test_an_allowed_command_runs_without_asking() {
	rules <<-EOF
		permissions:
		  rules:
		    - allow: {command: touch made}
	EOF
	call run_command '{"command": "touch made && touch made too"}'
	expect_exit 0 model --approve ask --ask go
	[ -e made ] || fail "it did not run"
	call run_command '{"command": "touch made; touch other"}'
	expect_exit 5 model --approve ask --ask go
	[ ! -e other ] || fail "it ran"
}

test_a_denied_command_names_the_rule_to_the_model() {
	rules <<-EOF
		permissions:
		  rules:
		    - deny: {command: touch}
	EOF
	call run_command '{"command": "true && (sh -c '"'to\\\\\\\\uch x'"')"}'
	call run_command '{"command": "true && $(touch x)"}'
	expect_exit 5 model --approve all --ask go
	[ ! -e x ] || fail "it ran"
	expect_match "$(told)" "deny command 'touch' \(~/.config/agent/agent.yaml:3\): touch x"
	expect_match "$(cat "$T/err")" "denied: deny command 'touch'"
}

test_the_programs_own_configuration_is_never_written_unasked() {
	local mode
	for mode in edits all; do
		call write_file '{"path": "agent.yaml", "content": "approve: all\n"}'
		expect_exit 5 model --approve $mode --ask go
		[ ! -e agent.yaml ] || fail "agent.yaml was written in mode $mode"
		call write_file '{"path": ".agent/prompts/system.md", "content": "x"}'
		expect_exit 5 model --approve $mode --ask go
		[ ! -e .agent ] || fail ".agent was written in mode $mode"
	done
	call run_command '{"command": "echo approve: all > ./agent.yaml"}'
	expect_exit 5 model --approve all --ask go
	[ ! -e agent.yaml ] || fail "a command wrote agent.yaml"
}

# marked: a folder with executables that leave a file "ran" when they are run
marked() {
	local name
	mkdir -p evil
	for name in eval trap sh timeout git make evil/run; do
		printf '#!/bin/sh\ntouch "%s/ran"\n' "$PWD" >"$name"
		chmod +x "$name"
	done
	printf 'test:\n\ttouch ../ran\n' >evil/Makefile
	printf 'touch ran\n' >notes.txt
}

# unasked MODE LINE...: none of them runs when there is nobody to ask
unasked() {
	local mode=$1 line
	shift
	for line; do
		call run_command "$(jq -cn --arg line "$line" '{command: $line}')"
		model --approve "$mode" --ask go >"$T/out" 2>"$T/err" </dev/null
		[ ! -e ran ] || fail "it ran: $line"
		expect_match "$(told)" '^Denied'
	done
}

# holds: commands-start-others
test_only_bare_names_are_looked_through_and_with_known_options() {
	marked
	unasked ask "bash --rcfile notes.txt -ic ''" "bash --init-file notes.txt -ic ''" './eval' './trap' "./sh -c ''"
	rules <<-EOF
		permissions:
		  rules:
		    - allow: {command: git diff}
		    - allow: {command: make test}
	EOF
	unasked ask './timeout 5 git diff' 'env -C evil make test'
}

# holds: commands-start-others
test_what_is_not_understood_is_asked_for() {
	marked
	rules <<-EOF
		permissions:
		  rules:
		    - allow: {command: 'true'}
	EOF
	unasked ask 'true ${x:-<(./evil/run)}' "for x in 'a[\$(./evil/run)]'; do true \$((x)); done" \
		'for PATH in evil; do true; done; run' 'true "$\
(./evil/run)"' 'PATH=evil true' 'true | sh notes.txt' '. ./notes.txt' "trap ./evil/run EXIT; true" 'time ! ./evil/run'
}

# holds: denial-holds-through
test_a_denial_holds_through_every_wrapper() {
	mkdir bin
	printf '#!/bin/sh\ntouch "%s/ran"\n' "$PWD" >bin/forbidden
	chmod +x bin/forbidden
	export PATH="$PWD/bin:$PATH"
	rules <<-EOF
		permissions:
		  rules:
		    - deny: {command: forbidden}
	EOF
	unasked all 'flock l forbidden' "script -qc 'forbidden' /dev/null" 'time ! forbidden' "env -S 'forbidden'" \
		"bash -lc 'forbidden'" 'alias x=forbidden
x' "trap forbidden EXIT" 'echo forbidden | sh' 'sh <<E
forbidden
E'
}

# holds: prefix-rule-covers
test_a_prefix_rule_covers_no_option_that_writes_or_runs() {
	git init -q .
	echo 'one' >a.txt
	git add a.txt
	echo 'two' >a.txt
	printf 'test:\n\t@true\n' >Makefile
	printf 'test:\n\ttouch ran\n' >notes.txt
	rules <<-EOF
		permissions:
		  rules:
		    - allow: {command: git diff}
		    - allow: {command: make test}
	EOF
	unasked ask 'git diff --output=ran' 'git diff --outp=ran' 'make test -f notes.txt' 'make test -kfnotes.txt' \
		"make test '--eval=x:=\$(shell touch ran)'" "make test 'MAKEFLAGS=--eval=x:=\$(shell touch ran)'"
	call run_command '{"command": "git diff --stat && make test -k"}'
	expect_exit 0 model --approve ask --ask go
	expect_match "$(told)" 'a.txt \| 2'
}

# holds: reading-commands-run
test_reading_commands_run_in_every_mode_where_nothing_makes_them_run_a_program() {
	local mode
	git init -q .
	echo needle >a.txt
	printf '#!/bin/sh\ntouch ran\n' >evil
	chmod +x evil
	for mode in read-only ask; do
		call run_command '{"command": "git status --short && grep -n needle a.txt | head -n 1"}'
		expect_exit 0 model --approve $mode --ask go
		expect_match "$(told)" '1:needle'
	done
	unasked ask 'cat /etc/hostname' 'find . -name a.txt -exec ./evil {} +' './evil'
	git config core.fsmonitor ./evil
	unasked ask 'git status'
	unasked read-only 'git status'
	git config --unset core.fsmonitor
	printf '#!/bin/sh\ntouch ran\n' >.git/hooks/post-index-change
	chmod +x .git/hooks/post-index-change
	unasked ask 'git status' 'git diff'
}

# unwritten FILE LINE...: in no mode is FILE changed by one of them
unwritten() {
	local file=$1 before line mode
	shift
	before=$(cat "$file" 2>/dev/null)
	for line; do
		for mode in ask edits all; do
			call run_command "$(jq -cn --arg line "$line" '{command: $line}')"
			expect_exit 5 model --approve $mode --ask go
			expect_equal "$(cat "$file" 2>/dev/null)" "$before" "$mode: $line"
		done
	done
}

# holds: writing-git-agent
test_redirections_into_git_and_the_programs_own_folders_ask_in_every_mode() {
	git init -q .
	rules <<<'permissions.rules: [{allow: {class: runs}}, {allow: {class: writes}}]'
	unwritten .git/config 'echo x > .git/config' 'echo x >> ./.git/../.git/config'
	unwritten agent.yaml 'echo x > agent.yaml' 'echo x > "$PWD/agent.yaml"'
	unwritten "$XDG_CONFIG_HOME/agent/agent.yaml" "echo x > $XDG_CONFIG_HOME/agent/agent.yaml" \
		'echo x > $XDG_CONFIG_HOME/agent/agent.yaml' 'tee "$XDG_CONFIG_HOME/agent/agent.yaml" <<E
x
E'
}

# holds: command-gives-trust
test_trust_is_not_given_by_a_command_unasked() {
	printf 'approve: all\n' >agent.yaml
	rules <<<'permissions.rules: [{allow: {class: runs}}]'
	mkdir -p bin
	ln -s "$AGENT" bin/agent
	export PATH="$PWD/bin:$PATH"
	unwritten "$XDG_CONFIG_HOME/agent/agent.yaml" 'agent config trust' 'timeout 9 agent --cd . config trust' \
		'./bin/agent config trust' "sh -c 'agent config trust'" 'echo agent config trust | sh' 'x=agent; $x config trust'
	call run_command '{"command": "agent config show approve"}'
	expect_exit 0 model --approve all --ask go
	expect_match "$(told)" '^approve: null'
	cp "$AGENT" bin/coder # installed under another name
	AGENT=$PWD/bin/coder unwritten "$XDG_CONFIG_HOME/agent/agent.yaml" 'coder config trust' "./bin/coder config trust"
}

test_mode_plan_refuses_what_is_no_reading_planning_or_asking() {
	echo hello >a.txt
	call run_command '{"command": "touch x"}'
	expect_exit 5 model --approve plan --ask go
	call write_file '{"path": "x", "content": "x"}'
	expect_exit 5 model --approve plan --ask go
	[ ! -e x ] || fail "it happened"
	expect_match "$(told)" 'approval mode plan: changing files is denied'
	call read_file '{"path": "a.txt"}'
	expect_exit 0 model --approve plan --ask go
	expect_match "$(cat "$REQUESTS")" 'hello'
	rules <<-EOF
		permissions:
		  rules:
		    - allow: {class: writes}
	EOF
	call write_file '{"path": "x", "content": "x"}'
	expect_exit 5 model --approve plan --ask go
	[ ! -e x ] || fail "a rule widened mode plan"
}

test_a_path_rule_holds_for_tools_and_commands() {
	mkdir secrets
	echo s3cr3t >secrets/key
	ln -s secrets way
	rules <<-EOF
		permissions:
		  rules:
		    - deny: {path: secrets}
	EOF
	local path
	for path in secrets/key ./secrets/../secrets/key way/key; do
		call read_file "{\"path\": \"$path\"}"
		expect_exit 5 model --approve all --ask go
		expect_no_match "$(cat "$REQUESTS")" s3cr3t
	done
	call run_command '{"command": "cat secrets/key"}'
	expect_exit 5 model --approve all --ask go
	expect_no_match "$(cat "$REQUESTS")" s3cr3t
}

# A rule about a path holds for what looks from above it, too.
test_what_a_rule_hides_is_not_found_from_above_it() {
	rules <<-EOF
		permissions:
		  rules:
		    - deny: {path: secret}
		    - deny: {path: "*.key"}
		    - deny: {tool: search_text, path: notes.txt}
		    - ask: {path: src/private/**}
	EOF
	mkdir -p secret/deep src/private
	for file in secret/deep/a.txt src/own.key notes.txt src/private/b.txt src/open.txt; do
		echo "needle in $file" >"$file"
	done
	ln -s secret/deep way
	server <<-EOF
		replies:
		  - calls:
		      - {name: search_text, arguments: {pattern: needle}}
		      - {name: search_text, arguments: {pattern: needle, path: src}}
		      - {name: find_files, arguments: {pattern: "**/*"}}
		      - {name: list_files, arguments: {depth: 5, lines: true}}
		      - {name: search_text, arguments: {pattern: needle, path: way}}
		      - {name: search_text, arguments: {pattern: needle, path: notes.txt}}
		  - text: done
	EOF
	agent --backend openai --base-url "$URL" -m scripted --depth react --ask look >"$T/out" 2>"$T/err"
	jq -r 'select(.n == 2) | .body.messages[] | select(.role == "tool") | .content' "$REQUESTS" >"$T/told"
	expect_no_match "$(cat "$T/told")" 'in secret|in src/own|in src/private|a\.txt|own\.key|b\.txt'
	expect_equal "$(grep -c 'needle in src/open.txt' "$T/told")" 2
	expect_equal "$(grep -o 'rules: [0-9]*' "$T/told" | xargs)" "rules: 4 rules: 2 rules: 3 rules: 3"
	expect_match "$(cat "$T/told")" "deny path 'secret'"
	expect_no_match "$(cat "$T/told")" 'needle in notes'
}

# A misspelt name is no way to learn of one that may not be read, or not without asking.
test_what_a_rule_hides_is_not_suggested() {
	rules <<-EOF
		permissions:
		  rules:
		    - deny: {path: secret}
		    - deny: {path: "*.key"}
		    - ask: {path: private.txt}
	EOF
	mkdir secret
	touch secret/plans.txt own.key private.txt open.txt
	server <<-EOF
		replies:
		  - calls:
		      - {name: read_file, arguments: {path: onw.key2}}
		      - {name: read_file, arguments: {path: src/plans.txt}}
		      - {name: read_file, arguments: {path: privat.txt}}
		      - {name: read_file, arguments: {path: opne.txt}}
		  - text: done
	EOF
	agent --backend openai --base-url "$URL" -m scripted --depth react --ask look >"$T/out" 2>"$T/err"
	jq -r 'select(.n == 2) | .body.messages[] | select(.role == "tool") | .content' "$REQUESTS" >"$T/told"
	expect_no_match "$(cat "$T/told")" "own.key'|secret|private"
	expect_equal "$(grep -o 'did you mean.*' "$T/told")" "did you mean 'open.txt'?)"
}

test_a_path_may_be_spelt_from_the_root() {
	mkdir -p secret
	echo needle >secret/a.txt
	ln -s secret way
	rules <<-EOF
		permissions:
		  rules:
		    - deny: {path: "$PWD/secret"}
	EOF
	server <<-EOF
		replies:
		  - calls:
		      - {name: read_file, arguments: {path: secret/a.txt}}
		      - {name: read_file, arguments: {path: way/a.txt}}
		      - {name: search_text, arguments: {pattern: needle}}
		      - {name: run_command, arguments: {command: cat secret/a.txt}}
		  - text: done
	EOF
	agent --backend openai --base-url "$URL" -m scripted --depth react --approve all --ask look >"$T/out" 2>"$T/err"
	jq -r 'select(.n == 2) | .body.messages[] | select(.role == "tool") | .content' "$REQUESTS" >"$T/told"
	expect_equal "$(grep -c '^Denied: deny path' "$T/told")" 3
	expect_match "$(cat "$T/told")" '^(\[obs [0-9]+\] )?\[no match in 0 files; left out by permission rules: 1 place'
}

test_a_workspace_may_not_set_rules_until_it_is_trusted() {
	printf 'permissions.rules: [{allow: {class: runs}}]\n' >agent.yaml
	expect_match "$(agent --approve ask tools 'touch x' 2>"$T/err" | tail -n 1)" '^asks'
	agent config trust >/dev/null
	expect_equal "$(agent --approve ask tools 'touch x' 2>"$T/err" | tail -n 1)" \
		"allowed: allow class 'runs' (agent.yaml:1)"
}

test_a_wrong_rule_is_named_with_its_line() {
	rules <<-EOF
		permissions:
		  rules:
		    - allow: {command: make}
		    - permit: {command: x}
	EOF
	expect_exit 78 agent config check
	expect_match "$(cat "$T/out" "$T/err")" "agent.yaml:4:[0-9]+: 'permissions.rules\[1\]"
}

run_tests
