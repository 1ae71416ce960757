#!/bin/bash
# SPDX-License-Identifier: MIT
# The roadmap planner: a goal goes through its stages to a schedule, with a model or without one, at once or days later.
. "$(dirname "$0")/../support/lib.sh"

GOAL="learn to swim 1 km by June, 3 hours a week"

plan() { # with the scripted model
	agent --backend openai --base-url "$URL" -m scripted --roadmap "$@" </dev/null
}

# The calls of a fence, one reply a stage; what is in braces may be replaced.
context='{name: elicit_context, arguments: {start: "2027-03-01", deadline: "2027-03-31", hours: "18:00-21:00", confidence: 0.9}}'
pattern='{name: select_pattern, arguments: {pattern_type: milestone_project, confidence: 0.9}}'
nodes='{name: generate_nodes, arguments: {confidence: 0.9, nodes: [
  {id: prepare, title: Prepare the fence, level: phase},
  {id: buy, title: Buy paint, level: task, parent: prepare, effort: 1h},
  {id: sand, title: Sand it down, level: task, parent: prepare, effort: 3h},
  {id: colour, title: Colour, level: phase},
  {id: paint, title: Paint the fence, level: task, parent: colour, effort: 5h, after: [buy, sand]},
  {id: done, title: The fence is painted, level: milestone, after: [paint]}]}}'
links='{name: resolve_dependencies, arguments: {links: [{id: paint, after: [buy, sand SS+1h]}]}}'
build='{name: build_roadmap, arguments: {confidence: 0.9, chosen: evenings, why: the days are taken, options: [
  {name: evenings, summary: a little each evening}, {name: weekend, summary: all at once}]}}'
schedule='{name: generate_schedule, arguments: {strategy: asap, confidence: 0.9}}'

fence() { # a whole run; arguments take the place of replies: fence 2 "calls"
	local replies=("$context" "$pattern, $nodes" "$links, $build" "$schedule") i
	while [ $# -gt 1 ]; do
		replies[$1]=$2
		shift 2
	done
	{
		echo "replies:"
		for i in "${replies[@]}"; do
			echo "  - {calls: [$i]}"
		done
	} >"$T/replies"
	server <"$T/replies"
}

stages() { # of the events on stdout: what each stage came to
	jq -r 'select(.type == "stage") | .data | "\(.from) \(.outcome)"' "$T/out"
}

python_of_debian() {
	for python in python3 /usr/bin/python3; do
		$python -c 'import icalendar' 2>/dev/null && return
	done
	fail "no python3-icalendar"
}

test_a_goal_becomes_a_calendar_without_any_account() {
	agent --roadmap "$GOAL" --backend offline --approve all --output ics >swim.ics 2>"$T/err" || fail "exit $?"
	python_of_debian
	expect_equal "$($python - <<-'PY'
		import icalendar
		cal = icalendar.Calendar.from_ical(open('swim.ics', 'rb').read())
		events = cal.walk('VEVENT')
		work = [e for e in events if str(e['CATEGORIES'].to_ical(), 'utf-8') == 'task']
		hours = sum((e.decoded('DTEND') - e.decoded('DTSTART')).total_seconds() for e in work) / 3600
		print(len(events) > 20, hours, len(set(str(e['UID']) for e in events)) == len(events))
	PY
	)" "True 73.0 True"
	# No week has more than the three hours.
	agent roadmaps export learn --output json >swim.json
	expect_equal "$(jq -r '[.tasks[] | select(.level == "task") | .pieces // [{from: .start, to: .finish}] | .[]
		| {week: (.from[:10] | strptime("%Y-%m-%d") | strftime("%G-%V")), minutes: (((.to[11:13] | tonumber) - (.from[11:13] | tonumber)) * 60 + (.to[14:16] | tonumber) - (.from[14:16] | tonumber))}]
		| group_by(.week) | map(map(.minutes) | add) | max <= 180' swim.json)" true
	expect_equal "$(jq -r '.finish < "2027-06-01" and .feasible' swim.json)" true
}

test_what_pauses_is_approved_a_process_later_and_gives_the_same_calendar() {
	agent --roadmap "$GOAL" --backend offline --approve all --output ics >at_once.ics 2>"$T/err" || fail "exit $?"
	export XDG_DATA_HOME=$T/other
	agent --roadmap "$GOAL" --backend offline --output ics </dev/null >paused.ics 2>"$T/err"
	expect_equal "$? $(wc -c <paused.ics)" "5 0"
	expect_equal "$(grep -c 'agent roadmaps' "$T/err")" 1 "calls to action"
	id=$(sed -n 's/^agent roadmaps approve //p' "$T/err")
	expect_exit 0 agent roadmaps list
	expect_match "$(cat "$T/out")" "^$id +- .*waits: approval"
	agent roadmaps approve "$id" --output ics </dev/null >later.ics 2>"$T/err" || fail "exit $?"
	cmp at_once.ics later.ics || fail "another calendar"
	expect_exit 0 agent roadmaps list
	expect_match "$(cat "$T/out")" "^$id +1 "
	expect_exit 2 agent roadmaps approve "$id"
	expect_match "$(cat "$T/err")" "is approved already"
}

test_what_is_approved_later_goes_on_in_the_same_session() {
	fence
	plan "paint the fence" --output json >"$T/out" 2>"$T/err"
	expect_equal $? 5
	session=$(jq -r .session "$T/out")
	mkdir other
	cd other
	agent --backend openai --base-url "$URL" -m scripted --output json roadmaps approve paint </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_equal "$(jq -r .session "$T/out")" "$session"
	agent --backend openai --base-url "$URL" -m scripted --output json roadmaps revise paint "later" </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$(jq -r .session "$T/out")" "$session"
	expect_exit 0 agent sessions list --all --output json
	expect_equal "$(jq -c '[.[] | .turns]' "$T/out")" '[3]'
	# Where the session was deleted a new one begins.
	expect_exit 0 agent sessions delete "$session" --yes
	agent --backend offline --output json roadmaps approve paint </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$(jq -r --arg s "$session" '.session != $s and .session != null' "$T/out")" true
}

test_later_requests_have_the_answer_of_a_roadmap_and_not_its_stages() {
	{
		echo "replies:"
		echo "  - {text: hello}"
		for i in "$context" "$pattern, $nodes" "$links, $build" "$schedule"; do echo "  - {calls: [$i]}"; done
		echo "  - {text: on monday}"
		echo "  - {text: bye}"
	} >"$T/replies"
	server <"$T/replies"
	{
		echo hi
		wait_for grep -q hello "$T/chat"
		echo "/roadmap paint the fence"
		wait_for grep -q '^ *y approve' "$T/chat"
		echo y
		wait_for grep -q '^The plan is ready' "$T/chat"
		echo "when does it begin?"
		wait_for grep -q 'on monday' "$T/chat"
		echo "/quit"
	} | script -qfec "'$AGENT' --plain --backend openai --base-url $URL -m scripted --depth react -s roadmap.conversation_style=standard" /dev/null >"$T/chat"
	grep chat/completions "$REQUESTS" >"$T/asked" # the chat asks the server what it is, too
	expect_equal "$(sed -n 6p "$T/asked" | jq -c '[.body.messages[].role]')" '["system","user","assistant","user","assistant","user"]'
	expect_equal "$(sed -n 6p "$T/asked" | jq -c '.body.messages[:2]')" "$(sed -n 1p "$T/asked" | jq -c '.body.messages')"
	expect_match "$(sed -n 6p "$T/asked" | jq -r '.body.messages[4].content')" '^- 2027-03-01 18:00  Buy paint$'
}

test_runs_that_wait_are_listed() {
	agent --roadmap "$GOAL" --backend offline </dev/null >"$T/out" 2>"$T/err"
	agent --roadmap "read the book, 1 hour a day" --backend offline --approve all </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_exit 0 agent roadmaps list
	expect_match "$(sed -n 2p "$T/out")" '^learn-to-swim-[^ ]+ +- +- +waits: approval +learn to swim .*$'
	expect_match "$(sed -n 3p "$T/out")" '^read-the-book-.* 1 .*read the book, 1 hour a day$'
	expect_exit 0 agent roadmaps list --output json
	expect_equal "$(jq -c '[.[] | [.planning_status, .waits_for, .revision]]' "$T/out")" '[["needs_clarification","approval",null],[null,null,1]]'
	expect_exit 0 agent roadmaps list --pattern progressive_accumulation_arc --output json
	expect_equal "$(jq -r '.[0].pattern_subtype' "$T/out")" fitness_progression
	expect_exit 0 agent roadmaps list --pattern loose_todo_cloud --output json
	expect_equal "$(jq '[.[] | select(.revision == null)] | length' "$T/out")" 0
	expect_exit 0 agent --backend offline roadmaps approve learn
	expect_exit 0 agent roadmaps list --output json
	expect_equal "$(jq '[.[] | select(.waits_for)] | length' "$T/out")" 0
}

test_what_waits_is_shown_explained_and_exported_like_a_kept_plan() {
	agent --roadmap "$GOAL" --backend offline </dev/null >"$T/out" 2>"$T/err"
	id=$(sed -n 's/^agent roadmaps approve //p' "$T/out")
	expect_exit 0 agent roadmaps show learn
	expect_match "$(cat "$T/out")" '^20[0-9-]+ 18:00 .* lessons +Learn the technique'
	expect_match "$(cat "$T/out")" '^the schedule waits for your approval$'
	expect_equal "$(tail -n 1 "$T/out")" "agent roadmaps approve $id"
	expect_exit 0 agent roadmaps show learn --output json
	expect_equal "$(jq -c '[.revision, .planning_status, .waits_for, .call_to_action, .schedule.feasible]' "$T/out")" "[0,\"needs_clarification\",\"approval\",\"agent roadmaps approve $id\",true]"
	expect_exit 0 agent roadmaps check learn
	expect_exit 0 agent roadmaps why learn lessons
	expect_match "$(cat "$T/out")" "'lessons' begins when 'assess' is finished"
	expect_exit 0 agent roadmaps why learn endurance
	expect_match "$(cat "$T/out")" "'technique' is finished when its part 'lessons' is "
	expect_exit 0 agent roadmaps export learn
	expect_equal "$(head -1 "$T/out" | tr -d '\r')" BEGIN:VCALENDAR
	for words in "diff learn" "done learn assess"; do
		expect_exit 2 agent roadmaps $words
		expect_match "$(cat "$T/err")" "'$id' is not kept yet: agent roadmaps approve $id goes on with it"
	done
	# Questions that wait have no outline yet.
	fence 0 '{name: elicit_context, arguments: {questions: [Which colour?], confidence: 0.9}}'
	plan "paint the fence" >"$T/out" 2>"$T/err"
	expect_exit 0 agent roadmaps show paint
	expect_match "$(cat "$T/out")" '^- Which colour\?$'
	expect_match "$(tail -n 1 "$T/out")" '^agent roadmaps revise paint-the-fence-.* "YOUR ANSWERS"$'
	expect_exit 2 agent roadmaps check paint
	expect_match "$(cat "$T/err")" 'has no outline yet: agent roadmaps revise paint'
}

# As if that many days had passed since the runs of the planner that are stored.
days_pass() {
	python3 - "$XDG_DATA_HOME/agent/agent.db" "$1" <<-'PY'
		import datetime, re, sqlite3, sys
		days = datetime.timedelta(int(sys.argv[2]))
		def earlier(m):
		    return (datetime.date.fromisoformat(m[0]) - days).isoformat()
		db = sqlite3.connect(sys.argv[1])
		for key, run in db.execute('select key, run from roadmap_runs').fetchall():
		    db.execute('update roadmap_runs set run = ? where key = ?', (re.sub(r'20[23]\d-\d\d-\d\d', earlier, run), key))
		db.commit()
	PY
}

test_dates_that_passed_while_it_waited_are_computed_anew_and_asked_about() {
	agent --roadmap "$GOAL" --backend offline </dev/null >"$T/out" 2>"$T/err"
	days_pass 20
	agent --backend offline roadmaps approve learn </dev/null >"$T/out" 2>"$T/err"
	expect_equal $? 5
	expect_match "$(cat "$T/err")" 'SEEK_APPROVAL: invalid_retryable → DRAFT_SCHEDULE'
	expect_match "$(cat "$T/out")" '^time passed while it waited, so its dates were computed anew; the schedule waits for your approval$'
	expect_exit 0 agent --backend offline roadmaps approve learn
	expect_exit 0 agent roadmaps show learn --output json
	expect_equal "$(jq -r --arg now "$(date -u +%FT%R)" '[.schedule.tasks[] | select(.level == "task") | .start >= $now] | all' "$T/out")" true
	expect_exit 0 agent roadmaps due
	expect_equal "$(wc -c <"$T/out")" 0
}

test_what_was_done_while_a_change_waited_stays_done() {
	expect_exit 0 agent --roadmap "$GOAL" --backend offline --approve all
	agent --backend offline roadmaps revise learn "4 hours a week" </dev/null >"$T/out" 2>"$T/err"
	expect_exit 0 agent roadmaps done learn assess
	agent --backend offline roadmaps approve learn </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$?" 5 "the dates are others now"
	expect_exit 0 agent --backend offline roadmaps approve learn
	expect_exit 0 agent roadmaps show learn --output json
	expect_equal "$(jq -c '[.document.nodes[].nodes[]? | select(.status == "done").id], .document.profile.max_per_week' "$T/out" | tr '\n' ' ')" '["assess"] "4h" '
	# The same where it is revised afterwards.
	expect_exit 0 agent --backend offline --approve all roadmaps revise learn "5 hours a week"
	expect_exit 0 agent roadmaps show learn --output json
	expect_equal "$(jq -c '[.document.nodes[].nodes[]? | select(.status == "done").id]' "$T/out")" '["assess"]'
}

test_a_stage_that_is_tried_again_days_later_is_told_whole() {
	broken=${nodes/'effort: 5h'/'effort: 5h, start: "2027-03-20T18:00", deadline: "2027-03-10"'}
	fence 1 "$pattern, $broken" 2 "$pattern, $broken" 3 "$pattern, $broken"
	plan "paint the fence" >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/out")" "outline did not come out well in 3 attempts:$"
	expect_match "$(cat "$T/out")" "^- 'paint': start 2027-03-20 18:00 lies behind deadline"
	expect_no_match "$(cat "$T/out")" 'impossible_dates|VALIDATE|generate_nodes'
	agent --backend openai --base-url "$URL" -m scripted roadmaps revise paint "paint it in one day" </dev/null >"$T/out" 2>"$T/err"
	asked=$(sed -n 5p "$REQUESTS" | jq -r '.body.messages[-1].content')
	expect_match "$asked" '^Goal: paint the fence$'
	expect_match "$asked" '^- paint it in one day$'
	expect_match "$asked" 'impossible_dates'
	expect_match "$asked" '^# Stage: outline, once more$'
}

choir() { # busy on the first evening of the fence
	cat >"$1" <<-'EOF'
	BEGIN:VCALENDAR
	VERSION:2.0
	PRODID:-//test//EN
	BEGIN:VEVENT
	UID:choir
	DTSTART:20270301T180000Z
	DTEND:20270301T210000Z
	SUMMARY:Choir
	END:VEVENT
	END:VCALENDAR
	EOF
}

starts() { # of the tasks of the schedule on stdout
	jq -r '.artifacts.schedule.tasks[] | select(.level == "task") | "\(.id) \(.start[:16])"' "$T/out" | sort
}

test_calendars_are_heeded_and_known_when_it_goes_on_later() {
	choir me.ics
	fence
	plan "paint the fence" --output json --calendar me.ics >"$T/out" 2>"$T/err"
	expect_equal "$? $(starts)" "5 buy 2027-03-02T18:00
paint 2027-03-03T19:00
sand 2027-03-02T19:00"
	rm me.ics
	agent --backend openai --base-url "$URL" -m scripted --output json roadmaps approve paint </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_exit 0 agent roadmaps show paint --output json
	expect_equal "$(jq -r '.schedule.tasks[] | select(.id == "buy").start' "$T/out")" "2027-03-02T18:00Z"
	expect_exit 2 agent --roadmap x --backend offline --calendar nowhere.ics
	expect_match "$(cat "$T/err")" 'nowhere.ics'
	# The chat heeds those of the settings.
	choir me.ics
	fence
	expect_exit 0 plan "paint the other fence" --output json --approve all -s 'schedule.calendars=[me.ics]'
	expect_equal "$(starts | head -1)" "buy 2027-03-05T18:00"
}

test_what_kept_plans_take_is_busy() {
	fence
	expect_exit 0 plan "paint the fence" --output json --approve all
	expect_equal "$(starts | head -1)" "buy 2027-03-01T18:00"
	fence
	expect_exit 0 plan "paint the wall" --output json --approve all
	expect_equal "$(starts | head -1)" "buy 2027-03-04T18:00"
	expect_exit 0 agent roadmaps conflicts --output json
	expect_equal "$(jq -c .conflicts "$T/out")" '[]'
	cat >call.yaml <<-YAML
		goal: Call them
		timezone: UTC
		start: 2027-03-01
		hours: {mon-fri: "18:00-21:00"}
		nodes: [{id: call, effort: 1h}]
	YAML
	expect_exit 0 agent roadmaps schedule call.yaml --output json
	expect_equal "$(jq -r '.tasks[0].start' "$T/out")" "2027-03-01T18:00Z"
	expect_exit 0 agent roadmaps schedule call.yaml --kept-plans --output json
	expect_match "$(jq -r '.tasks[0].start' "$T/out")" '^2027-03-0[4-9]'
}

test_a_revision_goes_back_to_the_roadmap_and_keeps_the_one_before() {
	agent --roadmap "$GOAL" --backend offline --approve all </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	agent roadmaps revise learn "5 hours a week" </dev/null >"$T/out" 2>"$T/err"
	expect_equal $? 5
	expect_match "$(cat "$T/err")" 'SEEK_APPROVAL: changes_proposed → DRAFT_ROADMAP'
	agent roadmaps approve learn </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_exit 0 agent roadmaps diff learn
	expect_match "$(cat "$T/out")" 'max_per_week'
	expect_exit 0 agent roadmaps show learn
	expect_match "$(cat "$T/out")" '^   2  .*5 hours a week$'
}

test_a_model_goes_through_every_stage_with_four_requests() {
	fence
	expect_exit 0 plan "paint the fence" --approve all --output events
	expect_equal "$(stages)" "COLLECT_CONTEXT sufficient_context
DRAFT_OUTLINE success
VALIDATE_OUTLINE valid
DRAFT_ROADMAP success
VALIDATE_ROADMAP valid
DRAFT_SCHEDULE success
VALIDATE_SCHEDULE valid
SEEK_APPROVAL approved"
	expect_equal "$(wc -l <"$REQUESTS")" 4
	expect_equal "$(jq -c 'select(.type == "stage" and .data.from == "DRAFT_OUTLINE") | [.data.confidence.model + 0, .data.confidence.rules + 0, [.data.tools[].tool]]' "$T/out")" '[0.9,1,["select_pattern","generate_nodes"]]'
	expect_equal "$(jq -r 'select(.type == "artifact") | .data.kind' "$T/out" | tr '\n' ' ')" "outline roadmap schedule "
	# The phases are frames from the first to the last of their parts; options are kept.
	expect_exit 0 agent roadmaps show paint-the-fence --output json
	expect_equal "$(jq -c '.document | [.options_tried[].name, .chosen, .why, .pattern.pattern_type]' "$T/out")" '["evenings","weekend","evenings","the days are taken","milestone_project"]'
	expect_equal "$(jq -c '[.document.nodes[].origin] | unique' "$T/out")" '["model"]'
	expect_equal "$(jq -c '[.schedule.tasks | INDEX(.id) | .colour.start == .paint.start, .colour.finish == .done.finish, .prepare.start == ([.buy.start, .sand.start] | min)]' "$T/out")" '[true,true,true]'
}

test_each_request_says_what_is_known_shows_an_example_and_asks() {
	fence
	expect_exit 0 plan "paint the fence" --approve all
	expect_equal "$(jq -r '.body.messages[0].content' <(sed -n 1p "$REQUESTS"))" "$(jq -r '.body.messages[0].content' <(sed -n 4p "$REQUESTS"))" "the head"
	expect_equal "$(jq -c '[.body.tools[].function.name] | sort' <(sed -n 1p "$REQUESTS"))" '["brainstorm","build_roadmap","check_plan","craft_options","edit_roadmap","elicit_context","generate_nodes","generate_schedule","probe_portfolio","probe_preference","request_approval","resolve_dependencies","select_pattern","summarise_plan"]'
	for n in 1 2 3 4; do
		asked=$(sed -n ${n}p "$REQUESTS" | jq -r '.body.messages[-1].content')
		expect_match "$asked" '# Stage: '
		expect_match "$asked" '^Known'
		expect_match "$asked" '^Example'
		expect_match "$asked" '^Call '
		expect_no_match "$asked" '\{\{'
	done
	expect_match "$asked" '"deadline":"2027-03-31"'
	expect_match "$(jq -r '.body.messages[].content' <(sed -n 2p "$REQUESTS"))" 'milestone_project: .*; needs 1 milestone'
}

test_a_tool_of_another_stage_is_refused() {
	fence 0 "$schedule, $context"
	expect_exit 0 plan "paint the fence" --approve all --output events
	expect_match "$(jq -r 'select(.type == "tool_result") | .data.text' "$T/out" | head -1)" "'generate_schedule' is no tool of the stage COLLECT_CONTEXT"
	expect_equal "$(stages | head -1)" "COLLECT_CONTEXT sufficient_context"
}

test_calls_of_one_reply_run_in_the_order_they_need_each_other() {
	fence 1 "$nodes, $pattern" 2 "$build, $links"
	expect_exit 0 plan "paint the fence" --approve all --output events
	expect_equal "$(jq -r 'select(.type == "tool_call") | .data.tool' "$T/out" | tr '\n' ' ')" "elicit_context select_pattern generate_nodes check_plan resolve_dependencies build_roadmap check_plan generate_schedule request_approval "
}

test_a_missing_prerequisite_is_refused_by_name_and_the_stage_tried_again() {
	fence 1 "$nodes]}
  - {calls: [$pattern, $nodes"
	expect_exit 0 plan "paint the fence" --approve all --output events
	expect_match "$(jq -r 'select(.type == "tool_result") | .data.text' "$T/out")" "generate_nodes needs 'pattern', which is not there yet: call select_pattern first"
	expect_equal "$(stages | sed -n 2,3p)" "DRAFT_OUTLINE retry
DRAFT_OUTLINE success"
}

test_a_proposed_subtype_pauses_with_its_reason_until_it_is_approved() {
	fence 1 '{name: select_pattern, arguments: {pattern_type: recurring_cycle, subtype: "proposed:daily_health_protocol_v2", source_pattern: protocol_routine, rfc: Two doses a day need a gap that protocol_routine does not know., confidence: 0.9}},
    {name: generate_nodes, arguments: {confidence: 0.9, nodes: [{id: morning, title: Morning dose of the protocol, level: routine, cadence: daily, start: "2027-03-01T08:00", duration: 10m}, {id: buy, title: Buy what the protocol needs, level: task, effort: 1h}, {id: evening, title: Evening dose, level: routine, cadence: daily, start: "2027-03-01T20:00", duration: 10m}, {id: review, title: Review of the health protocol, level: task, effort: 1h, after: [buy]}]}}' \
		2 "{name: resolve_dependencies, arguments: {}}, $build" 4 "{name: resolve_dependencies, arguments: {}}, $build" 5 "$schedule"
	plan "a daily health protocol" --output json >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r '.planning_status, .pattern_rfc_required, .pattern_rfc_text' "$T/out" | tr '\n' ' ')" "5 needs_clarification true Two doses a day need a gap that protocol_routine does not know. "
	expect_match "$(jq -r .response_text "$T/out")" '^agent roadmaps approve a-daily-health'
	expect_equal "$(wc -l <"$REQUESTS")" 2
	agent --backend openai --base-url "$URL" -m scripted --output events roadmaps approve a-daily </dev/null >"$T/out" 2>"$T/err"
	expect_equal $? 5
	expect_equal "$(stages | head -2)" "VALIDATE_OUTLINE valid
DRAFT_ROADMAP success"
	agent --backend openai --base-url "$URL" -m scripted --output json roadmaps approve a-daily </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_equal "$(jq -r '.planning_status, .artifacts.roadmap.pattern.subtype' "$T/out" | tr '\n' ' ')" "complete daily_health_protocol_v2 "
	expect_equal "$(wc -l <"$REQUESTS")" 4
	# Once it is approved it is a subtype like the others: a change asks for the dates alone.
	agent --backend openai --base-url "$URL" -m scripted --output events roadmaps revise a-daily "an hour more" </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(stages | tail -1)" "5 SEEK_APPROVAL no_response"
}

test_a_new_pattern_is_proposed_and_holds_once_a_person_approves_it() {
	fence 1 '{name: select_pattern, arguments: {pattern_type: "proposed:garden_year", source_pattern: milestone_project, rfc: Its cycle follows the seasons and each year builds on the one before., confidence: 0.9}},
    {name: generate_nodes, arguments: {confidence: 0.9, nodes: [{id: sow, title: Sow, level: task, effort: 2h}, {id: plant, title: Plant, level: task, effort: 3h, after: [sow]}, {id: harvest, title: Harvest, level: task, effort: 2h, after: [plant]}, {id: rest, title: Clear the beds, level: task, effort: 1h, after: [harvest]}, {id: end, title: The year is over, level: milestone, after: [rest]}]}}' \
		2 "{name: resolve_dependencies, arguments: {}}, $build" 4 "{name: resolve_dependencies, arguments: {}}, $build" 5 "$schedule"
	plan "a garden year" --output json >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r '.planning_status, .pattern_rfc_required, .pattern_rfc_text' "$T/out" | tr '\n' ' ')" "5 needs_clarification true Its cycle follows the seasons and each year builds on the one before. "
	agent --backend openai --base-url "$URL" -m scripted --output events roadmaps approve a-garden </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(stages | head -1)" "5 VALIDATE_OUTLINE valid"
	agent --backend openai --base-url "$URL" -m scripted --output json roadmaps approve a-garden </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_equal "$(jq -r '.planning_status, .artifacts.roadmap.pattern.pattern_type' "$T/out" | tr '\n' ' ')" "complete garden_year "
	expect_exit 0 agent roadmaps list --pattern garden_year --output json
	expect_equal "$(jq length "$T/out")" 1
	agent roadmaps show a-garden --output json | jq .document >"$T/garden.json"
	expect_exit 0 agent roadmaps check "$T/garden.json"
}

test_a_proposal_without_its_reason_is_refused() {
	fence 1 '{name: select_pattern, arguments: {pattern_type: recurring_cycle, subtype: "proposed:mine"}}' 2 "$pattern, $nodes" 3 "$links, $build"
	plan "paint the fence" --output events --approve all >"$T/out" 2>"$T/err"
	expect_match "$(jq -r 'select(.type == "tool_result") | .data.text' "$T/out")" "needs its reason in rfc"
}

test_where_new_subtypes_are_not_allowed_they_are_refused() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/allow_new_subtype_proposals: true/allow_new_subtype_proposals: false/' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	fence 1 '{name: select_pattern, arguments: {pattern_type: recurring_cycle, subtype: "proposed:mine", rfc: because}}' 2 "$pattern, $nodes" 3 "$links, $build"
	plan "paint the fence" --output events --approve all >"$T/out" 2>"$T/err"
	expect_match "$(jq -r 'select(.type == "tool_result") | .data.text' "$T/out")" "new subtypes are not allowed here"
}

test_a_recurring_cycle_with_a_protocol_becomes_a_valid_schedule() {
	fence 1 '{name: select_pattern, arguments: {pattern_type: recurring_cycle, subtype: protocol_routine, confidence: 0.9}},
    {name: generate_nodes, arguments: {confidence: 0.9, nodes: [{id: dose, title: Take the dose, level: routine, cadence: daily, start: "2027-03-01T08:00", duration: 10m}, {id: buy, title: Buy the doses, level: task, effort: 1h}, {id: box, title: Fill the box of doses, level: routine, cadence: sun, start: "2027-03-07T18:30", duration: 20m}, {id: talk, title: Talk about it, level: task, effort: 1h}]}}' \
		2 "{name: resolve_dependencies, arguments: {}}, $build"
	expect_exit 0 plan "doses every day" --approve all --output json
	expect_equal "$(jq -c '[.planning_status, .artifacts.pattern.subtype, .artifacts.schedule.feasible, ([.artifacts.schedule.routines[] | select(.id == "dose")] | length)]' "$T/out")" '["complete","protocol_routine",true,31]'
}

test_an_invalid_draft_is_mended_by_its_fixes_and_the_change_is_kept() {
	fence 1 "$pattern, ${nodes/'after: [paint]'/'after: [paint], duration: 2h'}"
	expect_exit 0 plan "paint the fence" --approve all --output events
	expect_equal "$(jq -c 'select(.type == "stage" and .data.from == "VALIDATE_OUTLINE") | [.data.outcome, (.data.adaptations | length)]' "$T/out")" '["valid",1]'
	expect_equal "$(jq -r 'select(.type == "adaptation") | .data.why' "$T/out" | wc -l)" 1
}

test_an_invalid_draft_without_a_fix_goes_back_with_what_it_breaks() {
	broken=${nodes/'after: [paint]'/'after: [paint], duration: 2h'}
	fence 1 "$pattern, ${broken/'effort: 5h'/'effort: 5h, start: "2027-03-20T18:00", deadline: "2027-03-10"'}]}
  - {calls: [$pattern, $nodes"
	plan "paint the fence" --approve all --output events >"$T/out" 2>"$T/err"
	expect_match "$(stages)" '^(VALIDATE_OUTLINE invalid_retryable|DRAFT_OUTLINE retry)$'
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'impossible_dates'
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[-1].content')" "^- 'done': remove duration\$"
}

test_the_fixes_there_are_reach_the_model() {
	local broken="$pattern, ${nodes/'after: [paint]'/'after: [paint], duration: 2h'}"
	fence 1 "$broken, {name: check_plan, arguments: {}}]}
  - {calls: [$pattern, $nodes"
	plan "paint the fence" -s roadmap.autonomy=low --output events >"$T/out" 2>"$T/err"
	expect_equal "$(jq -c 'select(.type == "tool_result" and (.data.text | contains("suggested_fixes"))) | .data.text | fromjson | .data.suggested_fixes' "$T/out" | head -1)" '[{"node":"done","fix":"remove duration"}]'
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'milestone_duration\]; fix: remove duration'
}

test_a_plan_that_cannot_be_kept_escalates_with_ways_out() {
	fence 0 "${context/2027-03-31/2027-03-02}"
	plan "paint the fence" --output json >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r .planning_status "$T/out")" "5 needs_scheduling_escalation"
	expect_match "$(jq -r .escalate_reason "$T/out")" '^ways out:$'
	expect_match "$(jq -r .response_text "$T/out")" '^agent roadmaps revise paint-the-fence-.* "WHAT TO CHANGE"$'
}

test_questions_nobody_answers_pause_and_the_answers_go_on() {
	fence 0 '{name: elicit_context, arguments: {start: "2027-03-01", questions: [Which colour?, How long is it?, Is it wood?], confidence: 0.9}}]}
  - {calls: ['"$context"
	plan "paint the fence" --output json >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -c '[.planning_status, .questions]' "$T/out")" '5 ["needs_clarification",["Which colour?","How long is it?"]]'
	agent --backend openai --base-url "$URL" -m scripted --output events roadmaps revise paint "green, 20 m, by 2027-04-30" </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(stages | head -1)" "5 COLLECT_CONTEXT sufficient_context"
	expect_match "$(sed -n 2p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'green, 20 m.*2027-04-30|2027-04-30.*green, 20 m'
}

test_a_question_that_was_answered_is_not_asked_again() {
	fence 0 '{name: elicit_context, arguments: {start: "2027-03-01", questions: [Which colour?], confidence: 0.9}}]}
  - {calls: [{name: elicit_context, arguments: {start: "2027-03-01", deadline: "2027-03-31", hours: "18:00-21:00", questions: [which colour?], confidence: 0.9}}'
	plan "paint the fence" --output json >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -c .questions "$T/out")" '5 ["Which colour?"]'
	agent --backend openai --base-url "$URL" -m scripted --output events roadmaps revise paint "green" </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(stages | head -1)" "5 COLLECT_CONTEXT sufficient_context"
	expect_match "$(jq -r 'select(.type == "tool_result") | .data.text' "$T/out")" "'which colour.' was answered: green"
}

test_an_unsure_draft_is_tried_again_and_then_asked_about() {
	unsure=${nodes/confidence: 0.9/confidence: 0.05}
	fence 1 "$pattern, $unsure" 2 "$pattern, $unsure" 3 "$pattern, $unsure"
	plan "something else" --output json >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r .planning_status "$T/out")" "5 needs_clarification"
	expect_match "$(cat "$T/err")" 'DRAFT_OUTLINE: retry → NEEDS_CLARIFICATION'
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'not sure enough yet'
}

test_a_draft_below_the_lower_threshold_goes_back_to_the_context() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/retry: 0.4 /retry: 0.65 /' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	fence 1 "$pattern, ${nodes/confidence: 0.9/confidence: 0.05}"
	plan "something else" --output events >"$T/out" 2>"$T/err"
	expect_match "$(stages)" '^DRAFT_OUTLINE low_confidence$'
}

test_the_cap_of_turns_aborts() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/turns: 10/turns: 2/' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	fence
	plan "paint the fence" --output events >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r 'select(.type == "stage") | .data | select(.to == "ABORTED").cap' "$T/out")" "1 turns"
	expect_equal "$(wc -l <"$REQUESTS")" 2
}

test_the_cap_of_money_is_looked_at_before_the_request_that_would_break_it() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/session_usd: 2/session_usd: 0.005/' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	fence
	agent --backend openai --base-url "$URL" -m gpt-4.1 --roadmap "paint the fence" --output events </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r 'select(.type == "stage").data.cap' "$T/out")" "1 session_usd"
	expect_equal "$(wc -l <"$REQUESTS")" 0
}

test_the_cap_of_the_day_counts_what_other_sessions_spent() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/day_usd: 5/day_usd: 0.3/' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	server <<<'replies: [{text: hello, usage: {prompt_tokens: 200000, completion_tokens: 0}}]'
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1 --ask hello
	fence
	agent --backend openai --base-url "$URL" -m gpt-4.1 --roadmap "paint the fence" --output events </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r 'select(.type == "stage").data.cap' "$T/out") $(wc -l <"$REQUESTS")" "1 day_usd 0"
	agent --backend openai --base-url "$URL" -m gpt-4.1 roadmaps approve paint </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$?" 1
	expect_match "$(cat "$T/out")" '^the day would cost more than \$0.30 \(caps.day_usd\)$'
	# What no price is known of is not held by it.
	expect_exit 0 plan "paint the fence" --approve all
}

test_the_cap_of_the_day_asks_for_no_longer_reply_than_it_pays_for() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/day_usd: 5/day_usd: 0.1/' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	fence
	expect_exit 0 agent --backend openai --base-url "$URL" -m gpt-4.1 --roadmap "paint the fence" --approve all
	expect_equal "$(head -1 "$REQUESTS" | jq '.body | (.max_completion_tokens // .max_tokens) | . > 1000 and . < 12500')" true
}

test_the_cap_of_money_asks_for_more_where_somebody_is_there() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/session_usd: 2/session_usd: 0.005/' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	fence
	{
		echo "/roadmap paint the fence"
		wait_for grep -q "of the roadmap's .0.005 used" "$T/chat"
		echo "/quit"
	} | script -qfec "'$AGENT' --plain --backend openai --base-url $URL -m gpt-4.1 --depth react -s roadmap.conversation_style=standard" /dev/null >"$T/chat"
}

test_the_cap_of_time_counts_the_model_alone() {
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/wall_s: 45/wall_s: 0.3/; s/wall_turns: 6/wall_turns: 0/' "$ROOT/config/roadmaps.yaml" >"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	{
		echo "replies:"
		echo "  - {calls: [$context], delay_ms: {head: 500}}"
	} >"$T/replies"
	server <"$T/replies"
	plan "paint the fence" --output events >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r 'select(.type == "stage").data | "\(.to) \(.cap)"' "$T/out")" "1 ABORTED wall"
	# Without a model there is no time of it, however long the dates take.
	expect_exit 0 agent --roadmap "$GOAL" --backend offline --approve all
}

test_every_step_is_approved_where_the_policy_is_strict() {
	agent --roadmap "$GOAL" --backend offline -s roadmap.approval_policy=strict_every_step </dev/null >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/out")" '^- hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00$' # words, not JSON
	for what in context outline roadmap schedule; do
		expect_match "$(cat "$T/out")" "^the $what waits for your approval$"
		agent --backend offline roadmaps approve learn </dev/null >"$T/out" 2>"$T/err"
	done
	expect_match "$(cat "$T/out")" "^the schedule waits for your approval$"
	expect_exit 0 agent --backend offline roadmaps approve learn
}

test_little_autonomy_lets_the_model_mend_its_draft() {
	fence 1 "$pattern, ${nodes/'after: [paint]'/'after: [paint], duration: 2h'}]}
  - {calls: [$pattern, $nodes"
	expect_exit 0 plan "paint the fence" --approve all -s roadmap.autonomy=low
	expect_equal "$(grep -c invalid_retryable "$T/err")" 0 # --approve all allows the fixes
	fence 1 "$pattern, ${nodes/'after: [paint]'/'after: [paint], duration: 2h'}]}
  - {calls: [$pattern, $nodes"
	plan "paint the fence" -s roadmap.autonomy=low --output events >"$T/out" 2>"$T/err"
	expect_match "$(stages)" '^(VALIDATE_OUTLINE invalid_retryable|DRAFT_OUTLINE retry)$'
}

test_over_the_soft_limit_it_sums_up_and_waits_for_leave() {
	{
		echo "replies:"
		for i in "$context" "$pattern, $nodes" "$links, $build" "$schedule"; do
			echo "  - {calls: [$i], usage: {prompt_tokens: 200000, completion_tokens: 0}}"
		done
	} >"$T/replies"
	server <"$T/replies"
	agent --backend openai --base-url "$URL" -m gpt-4.1 --roadmap "paint the fence" --output json </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(jq -r .planning_status "$T/out")" "5 needs_clarification"
	expect_match "$(jq -r .response_text "$T/out")" '^- deadline: 2027-03-31$'
	expect_match "$(jq -r .escalate_reason "$T/out")" '^this plan has cost \$0.40 so far, more than \$0.30: go on\?'
	expect_equal "$(wc -l <"$REQUESTS")" 1
	agent --backend openai --base-url "$URL" -m gpt-4.1 roadmaps approve paint </dev/null >"$T/out" 2>"$T/err"
	expect_equal "$? $(wc -l <"$REQUESTS")" "5 4"
}

test_milestone_approvals_pause_after_the_outline_and_after_the_roadmap() {
	fence
	plan "paint the fence" -s roadmap.approval_policy=milestone_approvals >"$T/out" 2>"$T/err"
	expect_equal "$? $(tail -n 3 "$T/out" | head -1)" "5 the outline waits for your approval"
	for stage in roadmap schedule; do
		agent --backend openai --base-url "$URL" -m scripted roadmaps approve paint </dev/null >"$T/out" 2>"$T/err"
		expect_match "$(cat "$T/out")" "the $stage waits for your approval"
	done
	agent --backend openai --base-url "$URL" -m scripted roadmaps approve paint </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
}

test_concise_and_conversational_differ_in_length_and_options() {
	brief='-s roadmap.conversation_style=concise -s roadmap.talkativeness=0 -s roadmap.autonomy=high -s roadmap.tone=clinical'
	long='-s roadmap.conversation_style=conversational -s roadmap.talkativeness=1 -s roadmap.brainstorming_preference=always_offer -s roadmap.tone=friendly'
	expect_exit 0 agent $brief --roadmap "$GOAL" --backend offline --approve all
	cp "$T/out" brief.txt
	expect_exit 0 agent $long --roadmap "$GOAL" --backend offline --approve all
	[ "$(wc -l <brief.txt)" -lt "$(wc -l <"$T/out")" ] || fail "not longer"
	expect_equal "$(head -1 brief.txt)" "Plan: feasible."
	expect_equal "$(head -1 "$T/out")" "Good news: here is a plan that works."
	expect_match "$(cat "$T/out")" '^Chosen: balanced, because '
	fence
	expect_exit 0 plan "paint the fence" --approve all $long
	expect_match "$(sed -n 1p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'call brainstorm first'
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'with 3 options'
	fence
	expect_exit 0 plan "paint the fence" --approve all $brief
	expect_match "$(sed -n 3p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'with 2 options'
	expect_no_match "$(sed -n 1p "$REQUESTS" | jq -r '.body.messages[-1].content')" 'brainstorm'
}

test_the_planners_tools_are_in_no_other_head() {
	server <<<'replies: [{text: hello}]'
	expect_exit 0 model --ask hello
	expect_no_match "$(cat "$REQUESTS")" 'select_pattern'
}

test_what_nobody_answers_is_a_fact_of_the_plan_where_autonomy_is_high() {
	fence 0 '{name: elicit_context, arguments: {start: "2027-03-01", deadline: "2027-03-31", hours: "mon-fri 18:00-21:00", questions: [Which colour?], confidence: 0.9}}'
	expect_exit 0 plan "paint the fence" --approve all -s roadmap.autonomy=high
	expect_match "$(sed -n 2p "$REQUESTS" | jq -r '.body.messages[-1].content')" '"question":"Which colour\?","answer":"nobody was asked: assume what is usual'
}

test_a_plan_of_one_zone_means_the_same_in_another() {
	TZ=Europe/Berlin agent --roadmap "$GOAL" --backend offline --approve all --output ics </dev/null >berlin.ics 2>"$T/err" || fail "exit $?"
	TZ=America/New_York agent roadmaps export learn new_york.ics || fail "exit $?"
	# The stamp alone differs: a calendar printed at once is to be the same in every run.
	cmp <(grep -v ^DTSTAMP berlin.ics) <(grep -v ^DTSTAMP new_york.ics) || fail "other times"
	expect_match "$(cat berlin.ics)" '^DTSTART:[0-9]+T170000Z'
	expect_match "$(cat berlin.ics)" '^DTSTART:[0-9]+T160000Z' # in summer
	expect_exit 0 agent roadmaps show learn --output json
	expect_equal "$(jq -r .document.timezone "$T/out")" Europe/Berlin
}

test_hours_may_differ_by_day() {
	fence 0 '{name: elicit_context, arguments: {start: "2027-03-01", deadline: "2027-03-31", hours: "sat,sun 10:00-12:00; wed 18:00-19:00", confidence: 0.9}}'
	expect_exit 0 plan "paint the fence" --approve all --output json
	expect_equal "$(jq -c '[.artifacts.schedule.tasks[] | select(.level == "task") | .pieces // [{from: .start}] | .[].from[:13]] | unique' "$T/out")" '["2027-03-03T18","2027-03-06T10","2027-03-07T10","2027-03-07T11","2027-03-10T18","2027-03-13T10","2027-03-14T10"]'
}

test_a_run_that_was_killed_goes_on_at_the_stage_it_was_in() {
	{
		echo "replies:"
		echo "  - {calls: [$context]}"
		echo "  - {calls: [$pattern, $nodes]}"
		echo "  - {calls: [$links, $build], delay_ms: {head: 60000}}"
		echo "  - {calls: [$links, $build]}"
		echo "  - {calls: [$schedule]}"
	} >"$T/replies"
	server <"$T/replies"
	"$AGENT" --backend openai --base-url "$URL" -m scripted --roadmap "paint the fence" </dev/null >"$T/out" 2>"$T/err" &
	pid=$!
	wait_for eval '[ "$(wc -l <"$REQUESTS")" = 3 ]'
	kill -9 $pid
	wait $pid 2>/dev/null
	expect_exit 0 agent roadmaps list
	expect_match "$(cat "$T/out")" '^paint-the-fence-[^ ]+ +- +- +interrupted +paint the fence$'
	expect_exit 0 agent roadmaps show paint
	expect_match "$(cat "$T/out")" '^it was interrupted in the stage DRAFT_ROADMAP$'
	agent --backend openai --base-url "$URL" -m scripted --approve all --output events roadmaps approve paint </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_equal "$(stages | head -1)" "DRAFT_ROADMAP success"
}

due_plan() { # a plan of yesterday: two tasks that run, one that only people can do
	cat >due.yaml <<-YAML
	goal: Tidy up
	id: tidy
	start: $(date -u -d '3 days ago' +%F)
	timezone: UTC
	hours: always
	nodes:
	  - {id: list, title: List what is there, effort: 1h, run: write the list, check: test -s list.txt}
	  - {id: sort, title: Sort the list, effort: 1h, after: list, run: sort the list, check: test -s sorted.txt}
	  - {id: think, title: Think about it, effort: 1h, run: think about it}
	  - {id: walk, title: Take a walk, effort: 1h}
	  - {id: later, title: Later, effort: 1h, start: "$(date -u -d '9 days' +%F)T09:00", run: do it}
	YAML
	agent roadmaps save due.yaml >"$T/out" 2>"$T/err" || fail "exit $?"
}

test_what_is_due_is_listed_with_what_it_waits_for() {
	due_plan
	expect_exit 0 agent roadmaps due
	expect_equal "$(awk '{print $4}' "$T/out" | sort | tr '\n' ' ')" "list sort think walk "
	expect_match "$(cat "$T/out")" 'sort +Sort the list \(waits for list\)$'
	expect_match "$(cat "$T/out")" 'list +List what is there \(runs\)$'
}

test_due_tasks_are_carried_out_and_closed_only_when_their_check_passes() {
	due_plan
	server <<-'EOF'
		replies:
		  - {match: write the list, calls: [{name: write_file, arguments: {path: list.txt, content: "b\na\n"}}]}
		  - {match: think about it, text: I thought about it.}
		  - {match: sort the list, text: It is sorted., repeat: true}
		  - {text: Done., repeat: true}
	EOF
	model --approve all roadmaps due --run </dev/null >"$T/out" 2>"$T/err"
	expect_equal $? 6
	expect_match "$(cat "$T/out")" '^tidy revision 3$'
	expect_match "$(cat "$T/err")" "'sort' of tidy stays open: its check did not pass"
	expect_match "$(cat "$T/err")" "'think' of tidy stays open: it has no check"
	expect_exit 0 agent roadmaps show tidy --output json
	expect_equal "$(jq -c '[.document.nodes[] | select(.status == "done") | .id]' "$T/out")" '["list"]'
	expect_exit 0 agent roadmaps show tidy 3 --output json
	expect_match "$(jq -r .reason "$T/out")" 'its check passed'
}

test_what_became_free_meanwhile_is_carried_out_in_the_same_run() {
	due_plan
	server <<-'EOF'
		replies:
		  - {match: write the list, calls: [{name: write_file, arguments: {path: list.txt, content: "b\na\n"}}]}
		  - {match: sort the list, calls: [{name: write_file, arguments: {path: sorted.txt, content: "a\nb\n"}}]}
		  - {text: Done., repeat: true}
	EOF
	model --approve all roadmaps due --run </dev/null >"$T/out" 2>"$T/err"
	expect_exit 0 agent roadmaps show tidy --output json
	expect_equal "$(jq -c '[.document.nodes[] | select(.status == "done") | .id]' "$T/out")" '["list","sort"]'
}

test_a_check_that_may_not_run_closes_nothing() {
	due_plan
	echo there >list.txt
	printf '#!/bin/sh\ntest -s list.txt\n' >check.sh
	chmod +x check.sh
	sed -i 's#test -s list.txt#./check.sh#' due.yaml
	agent roadmaps save due.yaml >"$T/out" 2>"$T/err" || fail "exit $?"
	server <<-'EOF'
		replies:
		  - {text: Done., repeat: true}
	EOF
	model --approve read-only roadmaps due --run </dev/null >"$T/out" 2>"$T/err"
	expect_match "$(cat "$T/err")" "'list' of tidy stays open: its check did not pass"
	expect_exit 0 agent roadmaps show tidy --output json
	expect_equal "$(jq -c '[.document.nodes[] | select(.status == "done") | .id]' "$T/out")" '[]'
}

test_a_routine_that_runs_is_carried_out_and_its_day_ticked() {
	cat >habits.yaml <<-YAML
	goal: Habits
	id: habits
	timezone: UTC
	start: $(date -u -d '2 days ago' +%F)
	hours: always
	nodes:
	  - {id: water, title: Water it, cadence: daily, start: "$(date -u -d '2 days ago' +%F)T00:00", duration: 1m, run: water the plants, check: "true"}
	YAML
	expect_exit 0 agent roadmaps save habits.yaml
	expect_exit 0 agent roadmaps due --output json
	expect_equal "$(jq -c '.[] | [.node, .level, .run]' "$T/out")" '["water","routine","water the plants"]'
	server <<-'EOF'
		replies:
		  - {text: It is watered., repeat: true}
	EOF
	model --approve all roadmaps due --run </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_exit 0 agent roadmaps due
	expect_equal "$(cat "$T/out")" ""
	expect_exit 0 agent roadmaps show habits --output json
	expect_equal "$(jq -c --arg day "$(date -u +%F)" '.document.nodes[0] | [.ticks == [$day], .status]' "$T/out")" '[true,null]'
}

test_a_task_begun_in_the_chat_is_its_plan_and_comes_back_as_done() {
	due_plan
	server <<-'EOF'
		replies:
		  - {calls: [{name: list_roadmap, arguments: {}}]}
		  - {calls: [{name: work_on_task, arguments: {roadmap: tidy, task: List what is there}}]}
		  - {text: It is listed.}
		  - {calls: [{name: write_file, arguments: {path: list.txt, content: "b\na\n"}}]}
		  - {text: It is listed in list.txt., repeat: true}
	EOF
	model --approve all --ask "list what is there, as my plan says" --output events </dev/null >"$T/out" 2>"$T/err" || fail "exit $?"
	expect_equal "$(jq -r 'select(.type == "tool_result" and .data.tool == "list_roadmap") | .data.text' "$T/out" | sed 's/until.*//; s/begins .*;/begins;/' | head -3)" "tidy: Tidy up; 0 of 5 done, 
can be begun next (plan, task):
- tidy list \"List what is there\" begins; check: test -s list.txt"
	expect_equal "$(jq -c 'select(.type == "plan") | .data.plan | [.goal, .status, .task.id, .task.node, .task.check, .task.done]' "$T/out" | sort -u)" '["List what is there (tidy)","active","tidy","list","test -s list.txt",null]
["List what is there (tidy)","completed","tidy","list","test -s list.txt",null]
["List what is there (tidy)","completed","tidy","list","test -s list.txt",true]'
	expect_match "$(jq -r 'select(.type == "notice") | .data.text' "$T/out")" "'List what is there' of tidy is done, in 1m: revision 3"
	expect_equal "$(sqlite3 "$XDG_DATA_HOME/agent/agent.db" 'SELECT node, planned, took FROM roadmap_finished')" "list|60|1"
	expect_exit 0 agent roadmaps show tidy --output json
	expect_equal "$(jq -c '.document.nodes[0] | [.status, .took, (.started != null)]' "$T/out")" '["done","1m",true]'
}

test_a_goal_that_is_none_is_usage() {
	expect_exit 2 agent --roadmap "  " --backend offline
	expect_exit 2 agent --roadmap x --ask y
	expect_exit 2 agent --roadmap x --output nonsense
	expect_match "$(cat "$T/err")" 'ics'
	expect_exit 2 agent --ask x --output ics
	expect_exit 2 agent roadmaps approve nothing
}

# What a person may want otherwise, as the model says it with edit_roadmap, and the line of the diff that shows it.
revisions() {
	cat <<-'EOF'
	buy tape first | {op: add, title: Buy tape, effort: 1h, after: [buy]} | ^\+ buy-tape  Buy tape$
	two phases more | {op: add, id: after, title: Afterwards, level: phase} | ^\+ after  Afterwards$
	a routine beside it | {op: add, title: Look at the weather, level: routine, cadence: sat, start: "2027-03-06T09:00", duration: 10m} | ^\+ look-at-the-weather
	no sanding | {op: remove, id: sand} | ^- sand  Sand it down$
	call it the gate | {op: rename, id: paint, title: Paint the gate} | ^~ paint: title "Paint the fence" → "Paint the gate"$
	sanding takes longer | {op: resize, id: sand, effort: 5h} | ^~ sand: effort "3h" → "5h"$
	let it dry by the clock | {op: resize, id: sand, duration: 1ed} | ^~ sand: duration is "1ed"$
	paint in the second week | {op: move, id: paint, not_before: "2027-03-10"} | ^~ paint: not_before is "2027-03-10"$
	buying belongs to colour | {op: move, id: buy, parent: colour} | ^~ buy: parent "prepare" → "colour"$
	sand after buying | {op: link, id: sand, after: [buy]} | ^~ sand: after is \["buy"\]$
	a day between | {op: link, id: paint, after: ["sand FS+1ed"]} | ^~ paint: after .*"sand FS\+1ed"
	paint need not wait for buying | {op: unlink, id: paint, after: [buy]} | ^~ paint: after
	bob helps | {op: person, id: bob, hours: "sat 9:00-12:00"} | ^~ plan: resources is .*bob
	I am away | {op: absence, from: "2027-03-02", to: "2027-03-04"} | ^~ plan: exceptions is .*2027-03-03
	a holiday | {op: holiday, date: "2027-03-26"} | ^~ plan: holidays is \["2027-03-26"\]$
	other hours | {op: hours, hours: "mon-fri 17:00-19:00"} | ^~ plan: hours "18:00-21:00" → "mon-fri 17:00-19:00"$
	four hours a week | {op: hours, max_per_week: 4h} | ^~ plan: profile
	more time | {op: deadline, date: "2027-04-15"} | ^~ plan: deadline "2027-03-31" → "2027-04-15"$
	sand by the tenth | {op: deadline, id: sand, date: "2027-03-10"} | ^~ sand: deadline is "2027-03-10"$
	paint matters most | {op: priority, id: paint, priority: 9} | ^~ paint: priority is 9$
	paint is bought | {op: status, id: buy, status: done, finished: "2027-03-01"} | ^~ buy: status is "done"$
	no link to a phase, another colour | {op: rename, id: done, title: The fence is green} | ^~ done: title
	EOF
}

plan_document() {
	agent roadmaps show "$1" --output json | jq -S '.document // .roadmap // . | del(.from, .busy, .revision)'
}

test_twenty_kinds_of_changes_are_each_made_by_the_model_shown_and_taken_back() {
	{
		echo "replies:"
		for i in "$context" "$pattern, $nodes" "$links, $build" "$schedule"; do echo "  - {calls: [$i]}"; done
		revisions | while IFS='|' read -r _ edit _; do
			echo "  - {calls: [{name: edit_roadmap, arguments: {confidence: 0.9, edits: [$edit]}}]}"
			echo "  - {calls: [$schedule]}"
		done
	} >"$T/replies"
	server <"$T/replies"
	expect_exit 0 plan "paint the fence" --approve all
	agent roadmaps export paint --output json >"$T/dates"
	made=0
	while IFS='|' read -r words _ shown; do
		agent --backend openai --base-url "$URL" -m scripted --approve all roadmaps revise paint "$words" </dev/null >"$T/out" 2>"$T/err" || fail "$words: exit $? $(tail -5 "$T/err")"
		expect_exit 0 agent roadmaps diff paint
		expect_match "$(cat "$T/out")" "$(sed 's/^ *//' <<<"$shown")"
		expect_exit 0 agent roadmaps undo paint
		agent roadmaps export paint --output json >"$T/again"
		expect_equal "$(jq -S '[.tasks[] | {id, title, start, finish}], .deadline' "$T/again")" "$(jq -S '[.tasks[] | {id, title, start, finish}], .deadline' "$T/dates")" "$words, taken back"
		made=$((made + 1))
	done < <(revisions)
	expect_equal $made 22
}

test_a_change_that_is_killed_is_there_whole_or_not_at_all() {
	# In a stage of the model: the kept plan is as it was, and going on makes the change.
	{
		echo "replies:"
		for i in "$context" "$pattern, $nodes" "$links, $build" "$schedule"; do echo "  - {calls: [$i]}"; done
		echo "  - {calls: [{name: edit_roadmap, arguments: {edits: [{op: resize, id: sand, effort: 5h}]}}], delay_ms: {head: 60000}}"
		echo "  - {calls: [{name: edit_roadmap, arguments: {edits: [{op: resize, id: sand, effort: 5h}]}}]}"
		echo "  - {calls: [$schedule], delay_ms: {head: 60000}}"
		echo "  - {calls: [$schedule]}"
	} >"$T/replies"
	server <"$T/replies"
	expect_exit 0 plan "paint the fence" --approve all
	for asked in 5 7; do
		verb=$([ $asked = 5 ] && echo revise || echo approve)
		"$AGENT" --backend openai --base-url "$URL" -m scripted --approve all roadmaps $verb paint ${verb/approve/} </dev/null >"$T/out" 2>"$T/err" &
		pid=$!
		wait_for eval '[ "$(wc -l <"$REQUESTS")" = $asked ]'
		kill -9 $pid
		wait $pid 2>/dev/null
		expect_exit 0 agent roadmaps export paint --output json
		expect_equal "$(jq -r '.tasks[] | select(.id == "sand") | .work_minutes' "$T/out")" 180
	done
	expect_exit 0 agent --backend openai --base-url "$URL" -m scripted --approve all roadmaps approve paint
	expect_exit 0 agent roadmaps export paint --output json
	expect_equal "$(jq -r '.tasks[] | select(.id == "sand") | .work_minutes' "$T/out")" 300
	# Of a change by words at any moment: before it or behind it, and a plan that passes its check.
	before=300
	for i in $(seq 1 24); do
		hours=$((5 + i % 4))
		"$AGENT" roadmaps edit paint resize sand ${hours}h >"$T/out" 2>"$T/err" &
		pid=$!
		read -rt "0.0$(printf %02d $((i * 4)))" <> <(:)
		kill -9 $pid 2>/dev/null
		wait $pid 2>/dev/null
		agent roadmaps export paint --output json >"$T/now" 2>"$T/err" || fail "kill $i: $(cat "$T/err")"
		after=$(jq -r '.tasks[] | select(.id == "sand") | .work_minutes' "$T/now")
		[ "$after" = "$before" ] || [ "$after" = $((hours * 60)) ] || fail "kill $i: $before, $((hours * 60)) or $after?"
		expect_exit 0 agent roadmaps check paint
		before=$after
	done
}

run_tests
