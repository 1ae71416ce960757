#!/bin/bash
# SPDX-License-Identifier: MIT
# agent roadmaps, as someone meets it who has only --help and the docs.
. "$(dirname "$0")/../support/lib.sh"

fence() {
	cat >fence.yaml <<-'YAML'
	goal: Paint the fence
	start: 2026-03-02
	deadline: 2026-03-20
	timezone: Europe/Berlin
	hours: {mon-fri: "17:00-19:00", sat: "9-12"}
	nodes:
	  - {id: buy, title: "Buy paint, brushes; tape", effort: 1h}
	  - {id: sand, title: Sand it down, effort: 4h}
	  - {id: paint, title: Paint, effort: 5h, after: [buy, sand]}
	  - {id: second, title: Second coat, effort: 3h, after: paint FS+1ed}
	  - {id: water, title: Water the flowers, cadence: "sat", start: 2026-03-07T09:30, duration: 30m}
	YAML
}

test_the_plan_of_the_help_text_is_one() {
	expect_exit 0 agent roadmaps --help
	sed -n '/^  goal: Paint/,/^$/s/^  //p' "$T/out" >plan.yaml
	expect_exit 0 agent roadmaps check plan.yaml
	expect_exit 0 agent roadmaps schedule plan.yaml
	expect_match "$(cat "$T/out")" '^2026-03-02 17:00 .* buy '
}

test_without_kept_plans_there_are_no_conflicts() {
	expect_exit 0 agent roadmaps conflicts
	expect_equal "$(cat "$T/out")" 'no conflicts'
}

test_a_schedule_says_when_how_good_and_why() {
	fence
	expect_exit 0 agent roadmaps schedule fence.yaml
	expect_match "$(cat "$T/out")" '^when      2026-03-02 17:00 to 2026-03-10 18:00 \(Europe/Berlin\)$'
	expect_match "$(cat "$T/out")" '^deadline  2026-03-20 24:00$'
	expect_match "$(cat "$T/out")" '^bound     optimal'
	expect_match "$(cat "$T/out")" '^2026-03-09 17:00  2026-03-10 18:00  critical   second  Second coat$'
	expect_match "$(cat "$T/out")" '^2026-03-07 09:30  2026-03-07 10:00  water$'
	expect_exit 0 agent roadmaps why fence.yaml second
	expect_equal "$(cat "$T/out")" "2026-03-09 17:00  'second' begins when 'paint' is finished and 1d by the clock (2026-03-06 19:00); the next working time is 2026-03-09 17:00
2026-03-04 18:00  'paint' begins when 'sand' is finished (2026-03-04 18:00)
2026-03-02 18:00  'sand' waits for 'me', which 'buy' has until 2026-03-02 18:00
2026-03-02 17:00  'buy' begins with the plan, 2026-03-02 00:00; the next working time is 2026-03-02 17:00"
}

test_a_calendar_is_heeded_and_named() {
	fence
	cat >busy.ics <<-'ICS'
	BEGIN:VCALENDAR
	VERSION:2.0
	PRODID:x
	BEGIN:VEVENT
	UID:1
	DTSTART;TZID=Europe/Berlin:20260302T170000
	DTEND;TZID=Europe/Berlin:20260302T180000
	RRULE:FREQ=DAILY;COUNT=2
	SUMMARY:Choir
	END:VEVENT
	BEGIN:VEVENT
	UID:2
	DTSTART:20260307T080000Z
	DURATION:PT1H
	SUMMARY:Brunch
	END:VEVENT
	BEGIN:VEVENT
	UID:3
	DTSTART:20260304T160000Z
	DURATION:PT2H
	TRANSP:TRANSPARENT
	SUMMARY:Nothing
	END:VEVENT
	END:VCALENDAR
	ICS
	sed -i 's/$/\r/' busy.ics
	expect_exit 0 agent roadmaps schedule fence.yaml --calendar busy.ics
	expect_match "$(cat "$T/out")" '^2026-03-02 18:00  2026-03-02 19:00 .* buy '
	expect_match "$(cat "$T/out")" '^2026-03-03 18:00  2026-03-05 18:00 .* sand '
	expect_match "$(cat "$T/out")" '^2026-03-07 09:30  skipped           water  busy: Brunch$'
	expect_exit 0 agent roadmaps why fence.yaml buy --calendar busy.ics
	expect_match "$(cat "$T/out")" 'busy with Choir until 2026-03-02 18:00'
	echo nonsense >busy.ics
	expect_exit 2 agent roadmaps schedule fence.yaml --calendar busy.ics
}

test_what_cannot_be_kept_says_so_and_how_else() {
	fence
	sed -i 's/2026-03-20/2026-03-09/' fence.yaml
	expect_exit 5 agent roadmaps schedule fence.yaml
	expect_match "$(cat "$T/out")" "^- 'second' is due 2026-03-09 24:00, but what it depends on and its hours alone lead to 2026-03-10 18:00: sand → paint → second$"
	expect_match "$(cat "$T/out")" '^- work 16h a week instead of 13h, 30m more each working day: done 2026-03-07'
	expect_exit 5 agent roadmaps schedule fence.yaml --output json
	expect_equal "$(jq -r '.feasible, .problems[0].code, .problems[0].proved, .ways_out[0].kind' "$T/out")" "false
deadline_dependencies
true
later_deadline"
}

test_a_deadline_holds_for_what_others_do_not_wait_for() {
	cat >side.yaml <<-'YAML'
	goal: Side by side
	timezone: UTC
	start: 2026-03-02
	deadline: 2026-03-04
	hours: {mon-fri: "9-17"}
	nodes:
	  - {id: long, duration: 40h, resources: []}
	  - {id: short, duration: 4h, resources: [], after: long SS}
	  - {id: late, duration: 2h, resources: [], start: 2026-03-05T09:00}
	YAML
	expect_exit 5 agent roadmaps schedule side.yaml
	expect_match "$(cat "$T/out")" "^- 'long' is due 2026-03-04 24:00, but .* lead to 2026-03-06 17:00: long$"
	expect_match "$(cat "$T/out")" "^- 'late' is due 2026-03-04 24:00, but is fixed to a time that lasts until 2026-03-05 11:00$"
}

# A way out leads out: where a date is fixed wrongly it is freed first.
test_a_way_out_is_taken_as_it_was_offered() {
	fence
	sed -i 's/2026-03-20/2026-03-09/; s/id: buy,/id: buy, start: 2026-03-02T07:00,/' fence.yaml
	expect_exit 5 agent roadmaps save fence.yaml
	id=$(sed -n 's/ revision 1$//p' "$T/out")
	expect_match "$(cat "$T/out")" "^- 'buy' is fixed to 2026-03-02 07:00, when nobody it needs works$"
	way=$(sed -n '/^ways out:/,$p' "$T/out" | sed -n 2p)
	expect_exit 0 agent roadmaps edit "$id" way 1
	expect_match "$(cat "$T/out")" '^~ buy: start '
	expect_match "$(cat "$T/out")" '^  plan: it can be kept now$'
	expect_exit 0 agent roadmaps show "$id"
	expect_match "$(cat "$T/out")" "^when .* to ${way##*done } "
	expect_exit 2 agent roadmaps edit "$id" way 1
	expect_match "$(cat "$T/err")" "no way out '1'"
}

test_all_kept_plans_say_what_is_next_and_what_the_week_has() {
	monday=$(date -d 'next monday' +%F)
	for plan in one two; do
		printf 'goal: Plan %s\nid: %s\nstart: %s\ntimezone: UTC\nhours: {mon-fri: "9-12"}\nnodes: [{id: a, title: First of %s, effort: 2h}, {id: dry, duration: 1ed, after: a}, {id: b, title: Then, effort: 4h, after: dry}]\n' "$plan" "$plan" "$monday" "$plan" >$plan.yaml
		expect_exit 0 agent roadmaps save $plan.yaml
	done
	expect_exit 0 agent roadmaps next
	expect_equal "$(cut -c19- "$T/out" | sort)" "one  a  First of one
two  a  First of two"
	expect_exit 0 env TZ=UTC "$AGENT" roadmaps agenda 14
	expect_match "$(cat "$T/out")" "^week of $monday  \(12h\)$"
	expect_match "$(cat "$T/out")" '^ +Mon .* 09:00-11:00  one: First of one$'
	expect_exit 0 agent roadmaps start two 'first of two'
	expect_match "$(cat "$T/out")" '^~ a: status is "in_progress"$'
	expect_exit 0 agent roadmaps done one 'FIRST of one' --finished "$(date +%F)"
	expect_exit 0 agent roadmaps next
	expect_match "$(cat "$T/out")" 'one  dry'
	expect_exit 2 agent roadmaps agenda soon
}

test_a_kept_plan_is_edited_and_each_change_is_taken_back() {
	fence
	expect_exit 0 agent roadmaps save fence.yaml
	id=$(sed -n 's/ revision 1$//p' "$T/out")
	agent roadmaps show "$id" --output json | jq -S .document >"$T/first"
	expect_exit 0 agent roadmaps edit "$id" resize sand 6h --dry-run
	expect_exit 0 agent roadmaps edit "$id" resize sand 6h
	expect_equal "$(cat "$T/out")" "~ sand: effort \"4h\" → \"6h\"
  sand: finishes 2026-03-05 18:00 instead of 2026-03-04 18:00
  paint: finishes 2026-03-07 11:30 instead of 2026-03-06 19:00
$id revision 2"
	expect_exit 0 agent roadmaps edit "$id" absence 2026-03-03
	expect_exit 0 agent roadmaps edit "$id" add Varnish 2h after=second
	expect_exit 0 agent roadmaps undo "$id"
	expect_match "$(cat "$T/out")" '^- varnish  Varnish$'
	expect_exit 0 agent roadmaps undo "$id"
	expect_match "$(cat "$T/out")" '^~ plan: exceptions is gone'
	expect_exit 0 agent roadmaps undo "$id"
	expect_match "$(cat "$T/out")" '^~ sand: effort "6h" → "4h"$'
	agent roadmaps show "$id" --output json | jq -S .document >"$T/last"
	expect_equal "$(cat "$T/last")" "$(cat "$T/first")"
	expect_exit 2 agent roadmaps undo "$id"
	expect_match "$(cat "$T/err")" 'nothing to undo'
	expect_exit 2 agent roadmaps edit "$id" link sand second
	expect_match "$(cat "$T/err")" 'that would break a rule: .*wait for each other'
	expect_exit 2 agent roadmaps edit "$id"
	expect_match "$(cat "$T/err")" '^  absence +from to; person hours remove$'
}

test_a_daily_maximum_is_no_window() {
	cat >piano.yaml <<-'YAML'
	goal: Practise
	timezone: UTC
	start: 2026-03-02
	deadline: 2026-03-05T12:00
	hours: {mon-fri: "9-17"}
	profile: {max_per_day: 3h, max_per_week: 8h}
	nodes:
	  - {id: lesson, effort: 1h, start: 2026-03-03T15:00}
	  - {id: practise, effort: 6h}
	YAML
	expect_exit 0 agent roadmaps schedule piano.yaml
	expect_match "$(cat "$T/out")" '^bound     optimal'
	expect_match "$(cat "$T/out")" '^2026-03-02 09:00  2026-03-04 10:00 .* practise '
	sed -i 's/profile: {/profile: {strategy: alap, /' piano.yaml
	expect_exit 0 agent roadmaps schedule piano.yaml
	expect_match "$(cat "$T/out")" '^2026-03-04 14:00  2026-03-05 12:00 .* practise '
}

test_the_seven_activities_have_their_makespan() {
	cat >seven.yaml <<-'YAML'
	goal: Seven activities
	start: 2026-01-01
	timezone: UTC
	hours: always
	nodes:
	  - {id: A, duration: 4h, resources: []}
	  - {id: B, duration: 6h, resources: [], after: A}
	  - {id: C, duration: 3h, resources: [], after: A SS+2h}
	  - {id: D, duration: 5h, resources: [], after: [B FS-2h, C FF+3h]}
	  - {id: E, duration: 2h, resources: [], after: B SS+1h}
	  - {id: F, duration: 4h, resources: [], after: [E FS+1h, D SF+6h]}
	  - {id: G, duration: 1h, resources: [], after: [D, F]}
	YAML
	expect_exit 0 agent roadmaps schedule seven.yaml --output json
	expect_equal "$(jq -c '[.finish, .optimal], [.tasks[] | [.id, .start[11:13], .float_minutes / 60]]' "$T/out")" '["2026-01-01T15:00Z",true]
[["A","00",0],["C","02",5],["B","04",0],["E","05",2],["D","08",0],["F","10",0],["G","14",0]]'
}

# An independent reader: python3-icalendar.
test_an_exported_calendar_is_read_by_others() {
	fence
	expect_exit 0 agent roadmaps schedule fence.yaml --output ics
	cp "$T/out" first.ics
	expect_equal "$(awk '{ sub(/\r$/, ""); if (length($0) > 75) print }' first.ics)" ""
	cat >read.py <<-'PY'
	import icalendar, sys
	cal = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
	for e in cal.walk('VEVENT'):
	    start, end = e.decoded('DTSTART'), e.decoded('DTEND') if 'DTEND' in e else None
	    related = e.get('RELATED-TO', [])
	    related = related if isinstance(related, list) else [related]
	    print(str(e['UID']).split('.')[0], start.isoformat(), end.isoformat() if end else '-',
	          str(e['SUMMARY']), ' '.join(sorted(r.params['RELTYPE'] + ':' + str(r).split('.')[0] +
	          (' GAP=' + r.params['GAP'] if 'GAP' in r.params else '') for r in related)))
	PY
	for python in python3 /usr/bin/python3; do # the one that Debian's package is for
		$python -c 'import icalendar' 2>/dev/null && break
	done
	expect_exit 0 $python read.py first.ics
	expect_match "$(cat "$T/out")" '^buy 2026-03-02T16:00:00\+00:00 2026-03-02T17:00:00\+00:00 Buy paint, brushes; tape FINISHTOSTART:paint$'
	expect_match "$(cat "$T/out")" '^paint .* DEPENDS-ON:buy DEPENDS-ON:sand FINISHTOSTART:second GAP=PT1440M$'
	expect_match "$(cat "$T/out")" '^water-20260307 2026-03-07T08:30:00'
	# Identifiers stay where dates move.
	expect_exit 0 agent roadmaps schedule fence.yaml --from 2026-03-04 --output ics
	expect_equal "$(grep -c '^UID:buy\.' "$T/out")" 1
	expect_equal "$(grep '^UID:buy' "$T/out")" "$(grep '^UID:buy' first.ics)"
}

test_a_later_revision_updates_what_was_imported() {
	fence
	expect_exit 0 agent roadmaps schedule fence.yaml --output ics
	expect_equal "$(grep -c '^SEQUENCE' "$T/out"; grep '^DTSTAMP' "$T/out" | sort -u)" "0
$(printf 'DTSTAMP:20260301T230000Z\r')"
	echo 'id: fence' >>fence.yaml
	expect_exit 0 agent roadmaps save fence.yaml
	expect_exit 0 agent roadmaps export fence
	cp "$T/out" first.ics
	expect_exit 0 agent roadmaps schedule fence --output ics
	cmp "$T/out" first.ics || fail "another calendar of the same revision"
	sed -i 's/effort: 4h/effort: 6h/' fence.yaml
	expect_exit 0 agent roadmaps save fence.yaml
	expect_exit 0 agent roadmaps export fence
	expect_equal "$(grep '^SEQUENCE' first.ics "$T/out" -h | sort -u | tr -d '\r')" "SEQUENCE:1
SEQUENCE:2"
	expect_equal "$(grep '^UID:paint\.' "$T/out")" "$(grep '^UID:paint\.' first.ics)"
	now=$(date -u +%Y%m%d) # kept a moment ago, not when the plan begins
	expect_match "$(grep '^DTSTAMP' "$T/out" | sort -u)" "^DTSTAMP:(20[0-9]{6})T[0-9]{4}00Z.$"
	expect_equal "$(grep '^DTSTAMP' "$T/out" | sort -u | cut -c9-16)" "$now"
}

test_every_form_is_written() {
	fence
	expect_exit 0 agent roadmaps schedule fence.yaml --output md
	expect_equal "$(sed -n 3p "$T/out")" '- [ ] Buy paint, brushes; tape (2026-03-02 17:00 to 2026-03-02 18:00)'
	expect_exit 0 agent roadmaps schedule fence.yaml --output mermaid
	expect_match "$(cat "$T/out")" '^    Second coat :crit, t_second, 2026-03-09T17:00, 2026-03-10T18:00$'
	expect_exit 0 agent roadmaps schedule fence.yaml --output csv
	expect_match "$(cat "$T/out")" '^"buy","Buy paint, brushes; tape","task","",2026-03-02T17:00\+01:00,2026-03-02T18:00\+01:00,60,'
	expect_exit 0 agent roadmaps schedule fence.yaml --output gantt
	expect_match "$(cat "$T/out")" '^Second coat .*█'
	expect_exit 0 agent roadmaps schedule fence.yaml --output agenda
	expect_equal "$(sed -n 1,3p "$T/out")" "week of 2026-03-02  (10h 30m)
   Mon 2 Mar 17:00-18:00  Buy paint, brushes; tape
   Mon 2 Mar 18:00-19:00  Sand it down"
	expect_match "$(cat "$T/out")" '^week of 2026-03-09  '
	expect_exit 0 agent roadmaps schedule fence.yaml --output load
	expect_match "$(sed -n 2p "$T/out")" '^2026-03-02  █+░+ +[0-9]+ %  10h 30m of 13h$'
	expect_exit 2 agent roadmaps schedule fence.yaml --output pdf
	expect_match "$(cat "$T/err")" 'there are text, json, ics, md, mermaid, gantt, agenda, load, csv, tjp, mspdi, org, github'
}

test_a_plan_is_held_against_its_baseline() {
	fence
	sed -i -e '/^deadline/d' -e '1iid: fence' fence.yaml
	expect_exit 0 agent roadmaps save fence.yaml
	expect_exit 2 agent roadmaps baseline fence set 9
	expect_match "$(cat "$T/err")" "roadmap 'fence' has no revision 9"
	expect_exit 0 agent roadmaps baseline fence set
	expect_match "$(cat "$T/out")" '^~ plan: baseline is 1$'
	expect_exit 0 agent roadmaps done fence buy --took 90m --finished 2026-03-03T19:00
	expect_exit 0 agent roadmaps edit fence add "Clean up" 1h after=second then remove water
	expect_exit 0 agent roadmaps baseline fence
	expect_match "$(cat "$T/out")" '^baseline  revision 1 of .*, now 4$'
	expect_match "$(cat "$T/out")" '^2026-03-02 18:00  2026-03-03 19:00  \+1\.0 days   Buy paint'
	expect_match "$(cat "$T/out")" '^not in it         .* Clean up$'
	# The whole plan lies in the past: all of its 13 hours were planned by now.
	expect_equal "$(sed -n '/^work/,$p' "$T/out")" "work      1h of 13h is done, 13h was planned by now (SPI 0.08)
cost      1h 30m for 1h (CPI 0.67, 1 task with their time); at this rate 19h 30m in all"
	expect_exit 0 agent roadmaps baseline fence --output json
	expect_equal "$(jq -c '[.revision, .budget_minutes, .earned_minutes, .actual_minutes, (.tasks | length)]' "$T/out")" "[1,780,60,90,5]"
	# 13h at 5h 25m for 5h are 14h 5m: the quotient alone would be a little too small for that.
	expect_exit 0 agent roadmaps done fence sand --took 235m --finished 2026-03-05T19:00
	expect_exit 0 agent roadmaps baseline fence
	expect_match "$(cat "$T/out")" '^cost      5h 25m for 5h \(CPI 0\.92, 2 tasks .*; at this rate 14h 5m in all$'
	expect_exit 0 agent roadmaps edit fence baseline 3
	expect_exit 0 agent roadmaps baseline fence
	expect_match "$(cat "$T/out")" '^baseline  revision 3 of '
	expect_exit 0 agent roadmaps undo fence
	expect_exit 0 agent roadmaps baseline fence
	expect_match "$(cat "$T/out")" '^baseline  revision 1 of '
}

test_a_calendar_of_strangers_is_read_or_what_is_not_is_named() {
	cat >all.yaml <<-'YAML'
	goal: g
	timezone: UTC
	start: 2026-03-02
	hours: always
	nodes: [{id: long, effort: 120h}]
	YAML
	event() { # event LINE...
		printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n'
		printf '%s\r\n' BEGIN:VEVENT UID:e "SUMMARY:standup" "$@" END:VEVENT END:VCALENDAR
	}
	rests() { # rests FILE: when the task rests because of it
		expect_exit 0 agent roadmaps schedule all.yaml --calendar "$1" --output json
		jq -r '.tasks[0].pieces | [.[1:], .[:-1]] | transpose[] | .[1].to + " " + .[0].from' "$T/out" | cut -c9-16,18,27-34 | tr '\n' ';'
	}
	event DTSTART:19900105T100000Z DTEND:19900105T110000Z RRULE:FREQ=WEEKLY >old.ics
	expect_equal "$(rests old.ics)" '06T10:00 06T11:00;'
	event DTSTART:20260302T120000Z DTEND:20260302T130000Z 'RRULE:FREQ=WEEKLY;BYDAY=MO' 'RRULE:FREQ=WEEKLY;BYDAY=WE' >two.ics
	expect_equal "$(rests two.ics)" '02T12:00 02T13:00;04T12:00 04T13:00;'
	event 'DTSTART;TZID=W. Europe Standard Time:20260305T090000' 'DTEND;TZID=W. Europe Standard Time:20260305T100000' >windows.ics
	expect_equal "$(rests windows.ics)" '05T08:00 05T09:00;'
	expect_equal "$(cat "$T/err")" ''
	event 'DTSTART;TZID=Mars/Olympus:20260305T090000' 'DTEND;TZID=Mars/Olympus:20260305T100000' >mars.ics
	expect_equal "$(rests mars.ics)" '05T09:00 05T10:00;'
	expect_match "$(cat "$T/err")" "^mars.ics: a time in a zone that is not known: it was taken as one of the plan \\('standup'\\)"
	{
		event DTSTART:20260303T140000Z DTEND:20260303T150000Z 'RRULE:FREQ=DAILY;COUNT=3' | sed '$d'
		event RECURRENCE-ID:20260304T140000Z DTSTART:20260304T140000Z DTEND:20260304T160000Z | sed 1,3d
	} >moved.ics
	expect_equal "$(rests moved.ics)" '03T14:00 03T15:00;04T14:00 04T16:00;05T14:00 05T15:00;'
	event DTSTART:20260303T140000Z DTEND:20260303T150000Z RRULE:FREQ=SECONDLY >seconds.ics
	rests seconds.ics >/dev/null
	expect_match "$(cat "$T/err")" "^seconds.ics: a rule of recurrence that cannot be followed \\('standup'\\)"
}

test_a_plan_of_routines_skips_days_without_hours_and_ends_with_the_last() {
	cat >habit.yaml <<-'YAML'
	goal: Run
	timezone: UTC
	start: 2026-03-02
	hours: {mon-fri: "9-17"}
	nodes: [{id: run, cadence: FREQ=DAILY;COUNT=9, duration: 30m}]
	YAML
	expect_exit 0 agent roadmaps schedule habit.yaml
	expect_match "$(cat "$T/out")" '^when      2026-03-02 00:00 to 2026-03-10 09:30 \(UTC\)$'
	expect_equal "$(grep -c '  skipped           run  a day off$' "$T/out")" 2
}

test_slack_is_told_in_days_load_of_the_real_limit_and_waits_until_when() {
	cat >slow.yaml <<-'YAML'
	goal: Build
	timezone: UTC
	start: 2026-03-02
	deadline: 2026-03-27
	hours: {mon-fri: "9-17"}
	profile: {strategy: balanced, max_per_day: 6h, max_per_week: 20h}
	nodes:
	  - {id: cast, title: Section of concrete, effort: 10h}
	  - {id: cure, title: section cures, duration: 3ed, after: cast}
	  - {id: last, title: Finish, effort: 8h, after: cast}
	YAML
	expect_exit 0 agent roadmaps schedule slow.yaml
	expect_match "$(cat "$T/out")" '^2026-03-13 10:00  2026-03-16 10:00  9 days     cure  section cures$'
	expect_exit 0 agent roadmaps schedule slow.yaml --output load
	expect_match "$(cat "$T/out")" '^2026-03-02 .* 25 %  5h of 20h$'
	expect_exit 0 agent roadmaps schedule slow.yaml --output agenda
	expect_match "$(cat "$T/out")" '^  Fri 13 Mar 10:00        section cures, until Mon 16 Mar 10:00$'
	expect_exit 0 agent roadmaps schedule slow.yaml --output mermaid
	expect_match "$(cat "$T/out")" '^    “section cures” :t_cure, 2026-03-13T10:00, 2026-03-16T10:00$'
}

test_schedules_are_tried_as_often_as_is_said() {
	fence
	expect_exit 0 agent roadmaps schedule fence.yaml --schedules 40000 --seed 1000000
	expect_exit 2 agent roadmaps schedule fence.yaml --schedules 0
	expect_match "$(cat "$T/err")" "'0': is no number from 1 to 1000000000; usage: "
}

test_a_plan_that_breaks_rules_is_told_line_by_line_and_mended() {
	cat >bad.yaml <<-'YAML'
	goal: g
	timezone: UTC
	nodes:
	  - {id: a, effort: 1h, after: [c]}
	  - {id: b, effort: 1h, after: [a]}
	  - {id: c, effort: 1h, after: [b]}
	  - {id: c, level: milestone, duration: 2h}
	YAML
	expect_exit 1 agent roadmaps check bad.yaml
	expect_match "$(cat "$T/out")" "^bad.yaml:4:5: 'a': these wait for each other: a → b → c → a \[dependency_cycle\]$"
	expect_match "$(cat "$T/out")" '^bad.yaml:7:5: .*\[duplicate_id\]; fix: set id to "c-2"$'
	expect_exit 1 agent roadmaps schedule bad.yaml
	# Which link of a circle is wrong only its author knows: it stays, and all else is mended.
	expect_exit 0 agent roadmaps check bad.yaml --fix
	cp "$T/out" good.json
	expect_exit 1 agent roadmaps check good.json
	expect_match "$(cat "$T/out")" 'dependency_cycle'
	cp bad.yaml once.yaml
	sed -i '/id: a/s/, after: .c.//' once.yaml
	expect_exit 0 agent roadmaps check once.yaml --fix
	cp "$T/out" good.json
	expect_exit 0 agent roadmaps check good.json
	expect_exit 1 agent roadmaps check bad.yaml --output json
	expect_equal "$(jq -r '.valid, (.violations | length)' "$T/out")" "false
3"
	printf 'goal: g\nnodes:\n- {id: a, effort: soon}\n' >unread.yaml
	expect_exit 2 agent roadmaps check unread.yaml
	expect_match "$(cat "$T/err")" "^unread.yaml:3:3: node 'a': effort 'soon': is no duration"
}

test_a_proposed_subtype_waits_and_can_be_forbidden() {
	cat >daily.yaml <<-'YAML'
	goal: Keep my health
	timezone: UTC
	start: 2026-03-02
	pattern: {pattern_type: recurring_cycle, subtype: "proposed:daily_health_protocol_v2", rfc: "none of the subtypes has doses"}
	nodes:
	  - {id: pills, cadence: daily, start: 2026-03-02T08:00, duration: 10m}
	YAML
	expect_exit 0 agent roadmaps check daily.yaml
	expect_match "$(cat "$T/out")" 'waits for approval: none of the subtypes has doses'
	expect_exit 0 agent roadmaps schedule daily.yaml --output json
	expect_equal "$(jq '.routines | length' "$T/out")" 90
	mkdir -p "$XDG_CONFIG_HOME/agent/config"
	sed 's/allow_new_subtype_proposals: true/allow_new_subtype_proposals: false/' "$ROOT/config/roadmaps.yaml" \
		>"$XDG_CONFIG_HOME/agent/config/roadmaps.yaml"
	expect_exit 1 agent roadmaps check daily.yaml
	expect_match "$(cat "$T/out")" 'proposal_refused'
}

test_plans_are_kept_with_revisions_and_go_on_after_progress() {
	fence
	expect_exit 0 agent roadmaps save fence.yaml --reason "first"
	id=$(sed -n 's/ revision 1$//p' "$T/out")
	expect_match "$id" '^paint-the-fence-'
	expect_exit 0 agent roadmaps list --output json
	expect_equal "$(jq -r '.[0] | .goal, .revision, .tasks, .done' "$T/out")" "Paint the fence
1
4
0"
	expect_exit 0 agent roadmaps done paint-the buy --took 90m --finished 2026-03-02T18:30 --from 2026-03-03
	expect_match "$(cat "$T/out")" "^$id revision 2$"
	expect_match "$(cat "$T/out")" '2026-03-02 18:30 .* done +buy '
	expect_match "$(cat "$T/out")" '^2026-03-03 17:00  2026-03-04 19:00 .* sand '
	expect_exit 0 agent roadmaps diff paint-the
	expect_match "$(cat "$T/out")" '^~ buy: status is "done"$'
	expect_match "$(cat "$T/out")" '^  sand: finishes 2026-03-04 19:00 instead of 2026-03-04 18:00$'
	expect_exit 0 agent roadmaps show paint-the --from 2026-03-03
	expect_match "$(cat "$T/out")" "^   2  .*'buy' is done$"
	expect_exit 0 agent roadmaps show paint-the 1 --output json
	expect_equal "$(jq -r '.revision, .reason' "$T/out")" "1
first"
	expect_exit 0 agent roadmaps export paint-the plan.ics
	expect_match "$(cat plan.ics)" "^UID:paint.$id@roadmap"
	echo mine >plan.ics
	expect_exit 2 agent roadmaps export paint-the plan.ics
	expect_match "$(cat "$T/err")" "'plan.ics' is there already: name another file, or say --force"
	expect_equal "$(cat plan.ics)" mine
	expect_exit 0 agent roadmaps export paint-the plan.ics --force
	expect_match "$(cat plan.ics)" "^UID:paint.$id@roadmap"
	expect_exit 1 agent roadmaps export paint-the /dev/full
	expect_equal "$(cat "$T/err")" "agent: '/dev/full': cannot write the text: no space left for it: the disk is full"
	expect_exit 2 agent roadmaps done paint-the nothing
	expect_exit 2 agent roadmaps show never
	expect_equal "$(sqlite3 "$XDG_DATA_HOME/agent/agent.db" 'SELECT planned, took FROM roadmap_finished')" "60|90"
}

test_what_is_left_after_progress_stays_where_it_was_put() {
	local hours=14:00-22:00 # none of them is now, or what begins at once would be due
	[ "$(date -u +%-H)" -lt 12 ] || hours=01:00-09:00
	cat >apart.yaml <<-YAML
		goal: Things that wait for nothing
		id: apart
		start: $(date -u -d '10 days ago' +%F)
		timezone: UTC
		hours: $hours
		nodes:
		  - {id: a, effort: 4h}
		  - {id: b, effort: 4h}
		  - {id: c, effort: 4h}
	YAML
	expect_exit 0 agent roadmaps save apart.yaml
	expect_exit 0 agent roadmaps done apart c
	grep -E ' (a|b) *$' "$T/out" >put.txt
	expect_equal "$(wc -l <put.txt)" 2
	expect_exit 0 agent roadmaps show apart
	expect_equal "$(grep -E ' (a|b) *$' "$T/out")" "$(cat put.txt)"
	expect_exit 0 agent roadmaps export apart --output json
	expect_equal "$(jq -r --arg now "$(date -u +%FT%R)" '[.tasks[] | select(.status == "pending") | .start >= $now] | all' "$T/out")" true
	expect_exit 0 agent roadmaps due
	expect_equal "$(wc -c <"$T/out")" 0
}

test_a_kept_plan_without_a_start_begins_when_it_was_kept() {
	printf 'goal: Someday\nid: someday\nhours: always\nnodes: [{id: a, effort: 1h}]\n' >someday.yaml
	expect_exit 0 agent roadmaps save someday.yaml
	expect_exit 0 agent roadmaps show someday --output json
	expect_equal "$(jq -r '.document.from[:16] == .schedule.start[:16] and .document.from != null' "$T/out")" true
}

test_dates_get_a_range_once_enough_tasks_are_finished() {
	{
		printf 'id: past\ngoal: what was\ntimezone: UTC\nstart: 2026-01-01\nnodes:\n'
		for i in 1 2 3 4 5 6 7 8 9 10; do echo "- {id: t$i, effort: 2h}"; done
	} >past.yaml
	fence
	expect_exit 0 agent roadmaps save past.yaml
	for i in 1 2 3 4 5 6 7 8 9; do
		expect_exit 0 agent roadmaps done past t$i --took $((90 + 20 * i))m --finished 2026-01-0$i
	done
	expect_exit 0 agent roadmaps schedule fence.yaml --output json
	expect_equal "$(jq '[.tasks[] | select(.range)] | length' "$T/out")" 0
	expect_exit 0 agent roadmaps done past t10 --took 5h --finished 2026-01-10
	expect_exit 0 agent roadmaps schedule fence.yaml --output json
	expect_equal "$(jq -c '[.tasks[] | .range.percent], (.tasks[] | select(.id == "second") | .range.from < .range.to and .range.to > .finish)' "$T/out")" "[80,80,80,80]
true"
	expect_exit 0 agent roadmaps schedule fence.yaml
	expect_match "$(cat "$T/out")" '^likely    .* \(80 of 100 times, as your finished tasks went\)$'
}

test_plans_are_listed_by_pattern() {
	for p in milestone_project recurring_cycle; do
		cat >$p.yaml <<-YAML
		id: $p
		goal: a $p
		timezone: UTC
		start: 2026-03-02
		pattern: $p
		nodes:
		  - {id: m, level: milestone, after: t}
		  - {id: t, effort: 1h}
		  - {id: r, cadence: weekly, duration: 1h}
		YAML
		expect_exit 0 agent roadmaps save $p.yaml
	done
	expect_exit 0 agent roadmaps list --pattern recurring_cycle --output json
	expect_equal "$(jq -r '.[].id' "$T/out")" recurring_cycle
	expect_exit 0 agent roadmaps save recurring_cycle.yaml --reason again
	expect_match "$(cat "$T/out")" '^recurring_cycle revision 2$'
}

test_tasks_come_from_taskwarrior_and_from_todos() {
	cat >tasks.json <<-'JSON'
	[{"uuid":"u1","description":"Write it","status":"pending","due":"20260310T120000Z","project":"Book","priority":"H"},
	 {"uuid":"u2","description":"Print it","status":"pending","depends":["u1"],"project":"Book"},
	 {"uuid":"u3","description":"Old","status":"completed","end":"20260301T100000Z"}]
	JSON
	expect_exit 0 agent roadmaps import tasks.json
	cp "$T/out" plan.json
	expect_equal "$(jq -c '[.nodes[] | [.id, .parent, .status, .deadline, .after[0].id]]' plan.json)" \
		'[["book",null,null,null,null],["write-it","book",null,"2026-03-10T12:00Z",null],["print-it","book",null,null,"write-it"],["old",null,"done",null,null]]'
	expect_exit 0 agent roadmaps schedule tasks.json --from 2026-03-02
	cat >todo.ics <<-'ICS'
	BEGIN:VCALENDAR
	VERSION:2.0
	PRODID:x
	BEGIN:VTODO
	UID:one
	SUMMARY:Paint
	DUE:20260310T120000Z
	RELATED-TO;RELTYPE=FINISHTOSTART;GAP=PT2H:two
	END:VTODO
	BEGIN:VTODO
	UID:two
	SUMMARY:Hang up
	DURATION:PT3H
	END:VTODO
	BEGIN:VTODO
	UID:three
	SUMMARY:Tidy up
	RELATED-TO;RELTYPE=DEPENDS-ON:two
	STATUS:COMPLETED
	END:VTODO
	END:VCALENDAR
	ICS
	expect_exit 0 agent roadmaps import todo.ics
	expect_equal "$(jq -c '[.nodes[] | [.id, .effort, .status, .after]]' "$T/out")" \
		'[["paint","1h",null,null],["hang-up","180m",null,[{"id":"paint","kind":"FS","lag":"120em"}]],["tidy-up","1h","done",[{"id":"hang-up","kind":"FS"}]]]'
}

test_todos_without_a_name_are_told_apart() {
	cat >nameless.ics <<-'ICS'
	BEGIN:VCALENDAR
	VERSION:2.0
	PRODID:x
	BEGIN:VTODO
	SUMMARY:Buy the ring
	END:VTODO
	BEGIN:VTODO
	SUMMARY:Ask her
	END:VTODO
	BEGIN:VTODO
	END:VTODO
	END:VCALENDAR
	ICS
	expect_exit 0 agent roadmaps import nameless.ics
	expect_equal "$(jq -c '[.nodes[].id]' "$T/out")" '["buy-the-ring","ask-her","to-do-3"]'
	expect_exit 0 agent roadmaps check nameless.ics
}

test_a_day_a_todo_is_due_ends_it_and_a_template_is_no_task() {
	cat >day.ics <<-'ICS'
	BEGIN:VCALENDAR
	VERSION:2.0
	PRODID:x
	BEGIN:VTODO
	UID:one
	SUMMARY:Send
	DUE;VALUE=DATE:20260312
	END:VTODO
	END:VCALENDAR
	ICS
	expect_exit 0 agent roadmaps import day.ics
	expect_equal "$(jq -r '.nodes[0].deadline' "$T/out")" 2026-03-12
	echo '[{"uuid":"a","description":"Water","status":"recurring","recur":"weekly"},{"uuid":"b","description":"Water","status":"pending","parent":"a"}]' >water.json
	expect_exit 0 agent roadmaps import water.json
	expect_equal "$(jq -c '[.nodes[].title]' "$T/out")" '["Water"]'
}

test_an_import_takes_what_it_can_and_names_what_it_left_out() {
	cat >todo.ics <<-'ICS'
	BEGIN:VCALENDAR
	VERSION:2.0
	PRODID:x
	BEGIN:VTODO
	UID:one
	SUMMARY:Water
	DTSTART:20260302T180000Z
	RRULE:FREQ=WEEKLY;BYDAY=MO
	DURATION:PT20M
	PERCENT-COMPLETE:30
	END:VTODO
	BEGIN:VTODO
	UID:two
	SUMMARY:Paint
	ESTIMATED-DURATION:PT4H
	PERCENT-COMPLETE:25
	RELATED-TO;RELTYPE=DEPENDS-ON:one
	RELATED-TO;RELTYPE=DEPENDS-ON:nowhere
	END:VTODO
	BEGIN:VTODO
	UID:three
	SUMMARY:Sweep
	PERCENT-COMPLETE:100
	RELATED-TO:one
	END:VTODO
	BEGIN:VTODO
	UID:four
	SUMMARY:Blink
	RRULE:FREQ=SECONDLY
	END:VTODO
	END:VCALENDAR
	ICS
	expect_exit 0 agent roadmaps import todo.ics
	expect_equal "$(jq -c '.nodes[] | [.id, .level, .cadence, .start, .effort, .status, .remaining, .after]' "$T/out")" '["water","routine","FREQ=WEEKLY;BYDAY=MO","2026-03-02T18:00Z","20m",null,null,null]
["paint","task",null,null,"240m","in_progress","180m",null]
["sweep","task",null,null,"1h","done",null,null]
["blink","task",null,null,"1h",null,null,null]'
	expect_equal "$(sort "$T/err")" "todo.ics: left out: a dependency on a to-do that recurs ('paint')
todo.ics: left out: a parent that recurs ('sweep')
todo.ics: left out: a relation to what is no to-do of the file ('paint')
todo.ics: left out: a rule of recurrence that cannot be followed ('blink')
todo.ics: left out: how much of a to-do that recurs is done ('water')"
	expect_exit 0 agent roadmaps check todo.ics
	cat >tasks.json <<-'JSON'
	[{"uuid":"a","description":"Sand","status":"pending","estimate":"PT1H30M","depends":["gone"]},
	 {"uuid":"b","description":"Coat","status":"pending","estimate":"2h","depends":"a,gone"},
	 {"uuid":"c","description":"Wait","status":"pending","estimate":3}]
	JSON
	expect_exit 0 agent roadmaps import tasks.json
	expect_equal "$(jq -c '[.nodes[] | [.effort, .after[0].id]]' "$T/out")" '[["1h30m",null],["2h","sand"],["1h",null]]'
	expect_equal "$(cat "$T/err")" "tasks.json: left out: a dependency on what is no task of the file ('sand' and 1 more)
tasks.json: left out: an estimate that is no duration like PT2H or 2h ('wait')"
}

test_kept_plans_are_put_beside_each_other() {
	fence
	expect_exit 0 agent roadmaps save fence.yaml
	sed 's/Paint the fence/Mend the roof/; /water/d' fence.yaml >roof.yaml
	expect_exit 0 agent roadmaps save roof.yaml
	expect_exit 0 agent roadmaps conflicts --output json
	expect_equal "$(jq -r '(.conflicts | length > 0), .conflicts[0].resource, .solved, .weeks[0].week, .weeks[0].open_minutes' "$T/out")" "true
me
true
2026-03-02
780"
	expect_exit 0 agent roadmaps conflicts
	expect_match "$(cat "$T/out")" "both want 'me'$"
	expect_match "$(cat "$T/out")" '^shifts that solve them all$'
}

test_routines_go_on_until_the_deadline_and_say_where_they_are_cut() {
	cat >leap.yaml <<-'YAML'
	goal: Every leap day
	timezone: UTC
	start: 2028-02-01
	deadline: 2032-03-31
	nodes:
	  - {id: leap, cadence: yearly, start: 2028-02-29T09:00, duration: 10m}
	  - {id: dance, cadence: weekly, start: 2028-02-02T19:00, duration: 1h, hours: always}
	YAML
	expect_exit 0 agent roadmaps schedule leap.yaml --output json
	expect_equal "$(jq -c '[.routines[] | select(.id == "leap").start[:10]], .warnings' "$T/out")" '["2028-02-29","2032-02-29"]
null'
	expect_equal "$(jq -r '[.routines[] | select(.id == "dance").start[:10]] | last' "$T/out")" 2032-03-31
	# As evenly as the deadline allows: the routines are all there, too.
	echo 'profile: {strategy: balanced}' >>leap.yaml
	expect_exit 0 agent roadmaps schedule leap.yaml --output json
	expect_equal "$(jq -r '[.routines[] | select(.id == "leap").start[:10]] | last' "$T/out")" 2032-02-29
	sed -i '/^deadline/d; /^profile/d' leap.yaml
	expect_exit 0 agent roadmaps schedule leap.yaml --output json
	expect_equal "$(jq -c '[.warnings[] | [.code, .node]]' "$T/out")" '[["without_end","leap"],["without_end","dance"]]'
	expect_exit 0 agent roadmaps schedule leap.yaml
	expect_match "$(cat "$T/out")" "^note: 'leap' goes on 2032-02-29 09:00, but a routine without an end is planned for 90 days"
	sed -i 's/yearly,/yearly, deadline: 2040-01-01,/; s/weekly,/daily, deadline: 2031-12-01,/' leap.yaml
	expect_exit 0 agent roadmaps schedule leap.yaml
	expect_match "$(cat "$T/out")" "^note: 'leap' goes on 2032-02-29 09:00, but nothing is planned later than 2031-02-05 00:00"
	sed 's/2040-01-01/2032-01-01/' leap.yaml >ended.yaml # before its next turn
	expect_exit 0 agent roadmaps schedule ended.yaml
	expect_no_match "$(cat "$T/out")" "^note: 'leap'"
	mkdir -p "$HOME/.config/agent/config"
	sed 's/^occurrences: .*/occurrences: 5/' "$ROOT/config/roadmaps.yaml" >"$HOME/.config/agent/config/roadmaps.yaml"
	expect_exit 0 agent roadmaps schedule leap.yaml
	expect_match "$(cat "$T/out")" "^note: 'dance' goes on 2028-02-06 19:00, but routines are planned 5 times at most"
}

test_one_resource_may_be_written_as_a_word() {
	cat >one.yaml <<-YAML
		goal: G
		timezone: UTC
		start: 2026-03-02
		resources: [{id: me}, {id: lab}]
		nodes: [{id: a, effort: 2h, resources: lab}]
	YAML
	expect_exit 0 agent roadmaps schedule one.yaml --output json
	expect_equal "$(jq -c '.tasks[0].resources' "$T/out")" '["lab"]'
}

test_an_agenda_has_all_times_in_the_zone_of_its_plan() {
	cat >call.yaml <<-YAML
		goal: G
		timezone: Europe/Berlin
		start: 2026-03-02
		deadline: 2026-03-09
		hours: {mon-fri: "9-17"}
		nodes:
		  - {id: call, title: Call them, cadence: tue, timezone: America/New_York, start: 2026-03-03T08:00, duration: 20m}
	YAML
	expect_exit 0 agent roadmaps schedule call.yaml --output agenda
	expect_match "$(cat "$T/out")" 'Tue 3 Mar 14:00-14:20  Call them'
	expect_exit 0 agent roadmaps schedule call.yaml --output json
	expect_equal "$(jq -c '.load' "$T/out")" \
		'{"resource":"me","weeks":[{"week":"2026-03-02","taken_minutes":20,"open_minutes":2400}]}'
}

test_what_cannot_be_read_from_stdin_says_why() {
	expect_exit 2 agent roadmaps check - </
	expect_match "$(cat "$T/err")" 'stdin: cannot be read: Is a directory'
}

test_libical_is_not_loaded_by_a_start_that_needs_none() {
	command -v ldd >/dev/null || return 0
	expect_no_match "$(ldd "$AGENT")" 'libical|libicu'
}

test_no_mark_is_lost_where_many_are_set_at_once() {
	{
		printf 'goal: Many\nid: many\nstart: 2027-03-01\nhours: {mon-fri: "9-17"}\nnodes:\n'
		for i in $(seq 24); do echo "  - {id: t$i, effort: 30m}"; done
	} >many.yaml
	expect_exit 0 agent roadmaps save many.yaml
	for i in $(seq 24); do agent roadmaps done many "t$i" --took 40m >"out.$i" 2>&1 & done
	wait
	expect_exit 0 agent roadmaps show many --output json
	expect_equal "$(jq '[.revision, ([.document.nodes[] | select(.status == "done")] | length)] | join(" ")' "$T/out")" '"25 24"'
}

test_saving_an_edited_source_keeps_what_is_done() {
	fence; sed -i s/2026/2027/g fence.yaml
	sed -i 's/^goal/id: fence\ngoal/' fence.yaml
	expect_exit 0 agent roadmaps save fence.yaml
	expect_exit 0 agent roadmaps done fence buy --took 2h
	sed -i 's/effort: 4h/effort: 5h/' fence.yaml
	agent roadmaps save fence.yaml >out
	agent roadmaps show fence --output json >out
	expect_equal "$(jq -r '.document.nodes[0] | .status, .took' out)" "done
2h"
	sed -i '/id: buy/d; s/buy, //' fence.yaml
	agent roadmaps save fence.yaml >out 2>err
	expect_equal "$(cat err)" "agent: 'buy' was done, and is in the plan no more"
	fence; sed -i s/2026/2027/g fence.yaml
	sed -i 's/^goal/id: fence\ngoal/' fence.yaml
	agent roadmaps save fence.yaml --reset >out
	agent roadmaps show fence --output json >out
	expect_equal "$(jq -r '.document.nodes[0].status' out)" "null"
}

# A person of evenings and a laboratory that is open day and night, but not for long, meet in the evenings.
test_a_maximum_is_spent_when_those_work_whom_it_is_needed_with() {
	sed -n '/^```yaml/,/^```/{/^```/d;p}' "$ROOT/docs/roadmaps.md" >fence.yaml
	expect_exit 0 agent roadmaps schedule fence.yaml
	expect_match "$(cat "$T/out")" '^when      2026-03-09 17:00 to 2026-03-14 18:00 '
	expect_match "$(cat "$T/out")" '^2026-03-09 17:00  2026-03-09 19:00 .* rent'
	expect_exit 0 agent roadmaps schedule fence.yaml --output json
	expect_equal "$(jq -r '.feasible, .deadline[:10], (.problems | length)' "$T/out" | tr '\n' ' ')" "true 2026-03-21 0 " "its deadline is kept"
	cat >night.yaml <<-'YAML'
	goal: A task with hours of its own
	timezone: UTC
	start: 2027-03-01
	hours: always
	profile: {max_per_day: 4h}
	nodes:
	  - {id: work, effort: 6h}
	  - {id: call, effort: 2h, hours: "14-16"}
	YAML
	expect_exit 0 agent roadmaps schedule night.yaml
	expect_match "$(cat "$T/out")" '^2027-03-0[12] 14:00  2027-03-0[12] 16:00 .* call'
}

test_a_habit_tells_how_often_it_was_kept_in_a_row() {
	cat >habit.yaml <<-YAML
	goal: Keep moving
	id: moving
	start: $(date -u -d '5 days ago' +%F)
	timezone: UTC
	hours: {mon-sun: "9-21"}
	nodes:
	  - {id: walk, title: Walk, cadence: daily, start: $(date -u -d '5 days ago' +%F)T00:01, duration: 30m}
	  - {id: shoes, title: Buy shoes, effort: 2h}
	YAML
	expect_exit 0 agent roadmaps save habit.yaml
	for ago in 5 3 2 1; do
		expect_exit 0 agent roadmaps done moving walk --finished "$(date -u -d "$ago days ago" +%F)"
	done
	expect_exit 0 agent roadmaps export moving --output json
	expect_equal "$(jq -c '[.routines[].streak] | unique' "$T/out")" '[3]'
	expect_exit 0 agent roadmaps export moving --output gantt
	expect_match "$(cat "$T/out")" '^Walk +▒+ '
}

run_tests
