#!/bin/bash
# SPDX-License-Identifier: MIT
# Plans that go to other planning programs and come back from them.
. "$(dirname "$0")/../support/lib.sh"

shop() {
	cat >shop.yaml <<-'YAML'
	goal: A shop for "bikes"
	id: shop
	timezone: Europe/Berlin
	start: 2026-03-02
	deadline: 2026-06-30
	hours: {mon-fri: "9-12,13-17"}
	holidays: [2026-03-20]
	resources: [{id: ann, title: Ann, max_per_day: 5h}, {id: bob, hours: "mon-wed 20:00-02:00"}, {id: team, capacity: 3}]
	nodes:
	  - {id: design, effort: 3d, resources: [ann], status: done, started: 2026-03-02T09:00, finished: 2026-03-04T17:00, took: 20h}
	  - id: build
	    level: phase
	    nodes:
	      - {id: front, title: "Front & basket", effort: 5d, resources: [ann], after: [design], not_before: 2026-03-10}
	      - {id: back-end, effort: 4d, resources: [bob], after: [front SS+4h]}
	      - {id: joint, effort: 2d, resources: [ann, {id: team, units: 2}], after: [front FF+1d, back-end], priority: 7}
	  - {id: review, start: 2026-04-15T10:00, duration: 2h, resources: [team], after: build}
	  - {id: gone, effort: 1d, status: dropped}
	  - {id: launch, level: milestone, after: [review FS+2d], deadline: 2026-05-30}
	YAML
}

test_taskjuggler_takes_the_project() {
	shop
	expect_exit 0 agent roadmaps schedule shop.yaml --output tjp
	cp "$T/out" shop.tjp
	expect_equal "$(sed -n '1,/^}/p' shop.tjp | head -5)" "project plan \"A shop for 'bikes'\" 2026-03-02-00:00 - 2026-08-02-02:00 {
  timezone \"Europe/Berlin\"
  timingresolution 5 min
  dailyworkinghours 8.00
  workinghours mon 9:00 - 12:00, 13:00 - 17:00"
	expect_equal "$(sed -n '/^task t5_joint/,/^}/p' shop.tjp)" 'task t5_joint "joint" {
  priority 507
  effort 2880 min
  allocate r1_ann { mandatory }
  allocate r3_team { mandatory alternative r3_team_2, r3_team_3 }
  allocate r3_team_2 { mandatory alternative r3_team_3, r3_team }
  # left out: after front FF+480 min
  depends t2_build.t4_back_end
}'
	command -v tj3 >/dev/null || return 0
	# It comes to the same days by itself.
	tj3 --silent --no-color shop.tjp >tj3.out 2>&1 || fail "$(cat tj3.out)"
	expect_equal "$(sed 's/"//g; s/;[^;]*$//' plan.csv | grep -vi 'not before')" "Name;Start;End
design;2026-03-02;2026-03-04
build;2026-03-10;2026-03-27
  Front & basket;2026-03-10;2026-03-19
  back-end;2026-03-10;2026-03-23
  joint;2026-03-24;2026-03-27
review;2026-04-15;2026-04-15
launch;2026-04-17;2026-04-17"
}

test_microsoft_project_goes_both_ways() {
	export TZ=Europe/Berlin # its times have no zone
	shop
	expect_exit 0 agent roadmaps schedule shop.yaml --output mspdi
	cp "$T/out" shop.xml
	expect_equal "$(sed -n '/<Tasks>/,/<.Tasks>/p' shop.xml | sed -n '/<UID>5</,/<PredecessorLink>/p' | sed 1d)" '<ID>5</ID>
<Name>joint</Name>
<Type>1</Type>
<OutlineLevel>2</OutlineLevel>
<Priority>507</Priority>
<Summary>0</Summary>
<Milestone>0</Milestone>
<Start>2026-03-24T09:00:00</Start>
<Finish>2026-03-27T10:00:00</Finish>
<Duration>PT16H0M0S</Duration>
<DurationFormat>3</DurationFormat>
<Work>PT48H0M0S</Work>
<RemainingWork>PT48H0M0S</RemainingWork>
<PercentComplete>0</PercentComplete>
<PredecessorLink>'
	expect_match "$(cat shop.xml)" '^<LinkLag>4800</LinkLag>$'
	# A maximum of a day is all it has no place for.
	expect_exit 0 agent roadmaps import shop.xml
	cp "$T/out" back.json
	sed -i 's/, max_per_day: 5h//' shop.yaml
	for plan in shop.yaml back.json; do
		expect_exit 0 agent roadmaps schedule $plan --output mspdi
		sed '/<UID>/d' "$T/out" >"$plan.xml"
	done
	cmp shop.yaml.xml back.json.xml || fail "other dates: $(diff shop.yaml.xml back.json.xml)"
}

test_what_a_plan_has_no_place_for_is_named_and_no_entity_is_read() {
	cat >odd.xml <<-'XML'
	<?xml version="1.0"?>
	<p:Project xmlns:p="http://schemas.microsoft.com/project"><p:Title>Odd</p:Title>
	<p:StartDate>2026-03-02T08:00:00</p:StartDate>
	<p:Tasks><p:Task><p:UID>1</p:UID><p:Name>A &amp; B</p:Name><p:Work>PT8H0M0S</p:Work>
	<p:Cost>12.5</p:Cost><p:ConstraintType>1</p:ConstraintType>
	<p:PredecessorLink><p:PredecessorUID>9</p:PredecessorUID></p:PredecessorLink></p:Task>
	<p:Task><p:UID>2</p:UID><p:Name>C</p:Name><p:Duration>PT24H0M0S</p:Duration><p:DurationFormat>8</p:DurationFormat>
	<p:PredecessorLink><p:PredecessorUID>1</p:PredecessorUID><p:Type>3</p:Type><p:LinkLag>-15</p:LinkLag>
	<p:LagFormat>5</p:LagFormat></p:PredecessorLink></p:Task></p:Tasks></p:Project>
	XML
	expect_exit 0 agent roadmaps import odd.xml
	expect_equal "$(jq -c '.nodes[] | [.id, .title, .effort, .duration, .after]' "$T/out")" '["a-b","A & B","480m",null,null]
["c","C",null,"1440em",[{"id":"a-b","kind":"SS","lag":"-2m"}]]'
	expect_equal "$(sed 's/^odd.xml: //' "$T/err")" "left out: to be as late as possible ('a-b')
left out: a dependency on what is no task of the file ('a-b')
left out: a cost ('a-b')"
	printf '<?xml version="1.0"?>\n<!DOCTYPE p [<!ENTITY a "aaaa">]>\n<Project>&a;</Project>' >bomb.xml
	expect_exit 2 agent roadmaps import bomb.xml
	expect_match "$(cat "$T/err")" 'bomb.xml: line 2: it has a DOCTYPE, and what that declares or names is not read'
	echo '<html></html>' >page.xml
	expect_exit 2 agent roadmaps import page.xml
	expect_match "$(cat "$T/err")" 'is XML, but no project of Microsoft Project'
	echo '<Project><Tasks>' >cut.xml
	expect_exit 2 agent roadmaps import cut.xml
	expect_match "$(cat "$T/err")" 'cut.xml: line 2: no element found'
}

test_org_goes_both_ways_and_brings_back_what_was_changed_in_it() {
	shop
	sed -i '/id: gone/d' shop.yaml # what was dropped stays at home
	expect_exit 0 agent roadmaps schedule shop.yaml --output org
	cp "$T/out" shop.org
	expect_equal "$(sed -n '/^\*\* TODO \[#A\] joint/,/^:ROADMAP/p' shop.org)" '** TODO [#A] joint
SCHEDULED: <2026-03-24 Tue 09:00>
:PROPERTIES:
:ID: joint
:PLANNED: 2026-03-24T09:00
:Effort: 16:00
:BLOCKER: ids(back-end)
:ROADMAP: {"effort":"2d","resources":["ann",{"id":"team","units":2}],"after":["front FF+1d","back-end"],"priority":7}'
	expect_match "$(cat shop.org)" '^SCHEDULED: <2026-04-17 Fri 15:00> DEADLINE: <2026-05-30 Sat>$'
	for plan in shop.yaml shop.org; do
		expect_exit 0 agent roadmaps schedule $plan --output csv
		sed 's/"[^"]*"$//' "$T/out" >"$plan.csv"
	done
	cmp shop.yaml.csv shop.org.csv || fail "other dates: $(diff shop.yaml.csv shop.org.csv)"
	# Someone moves one task, makes another longer, closes a third.
	sed -i -e 's/^SCHEDULED: <2026-03-24 Tue 09:00>/SCHEDULED: <2026-04-01 Wed>/' -e 's/^:Effort: 32:00/:Effort: 1d 2h/' \
		-e 's/^\*\* TODO Front/** DONE Front/' shop.org
	expect_exit 0 agent roadmaps import shop.org
	expect_equal "$(jq -c '.nodes[] | select(.level != "phase") | [.id, .effort, .status, .not_before]' "$T/out")" '["design","3d","done",null]
["front","5d","done","2026-03-10"]
["back-end","600m",null,null]
["joint","2d",null,"2026-04-01"]
["review",null,null,null]
["launch",null,null,null]'
}

test_an_org_file_of_somebody_is_a_plan() {
	cat >garden.org <<-'ORG'
	#+TITLE: The garden
	* Beds
	** TODO [#A] Dig :outside:
	   DEADLINE: <2026-04-10 Fri>
	   :PROPERTIES:
	   :ID:       9F3A-dig
	   :Effort:   1h30min
	   :END:
	   Both beds.
	** NEXT Sow
	   SCHEDULED: <2026-04-12 Sun 10:00>
	   :PROPERTIES:
	   :BLOCKER:  ids(9F3A-dig) ids(nowhere)
	   :END:
	* TODO Water
	  SCHEDULED: <2026-04-13 Mon 18:00 .+2d>
	* DONE Order seeds
	  CLOSED: [2026-03-01 Sun 12:30]
	ORG
	expect_exit 0 agent roadmaps import garden.org
	expect_equal "$(jq -c '[.goal, (.nodes | length)], (.nodes[] | del(.origin))' "$T/out")" '["The garden",5]
{"id":"beds","title":"Beds","level":"phase"}
{"id":"9F3A-dig","title":"Dig","note":"Both beds.","parent":"beds","priority":10,"deadline":"2026-04-10","effort":"90m"}
{"id":"sow","title":"Sow","parent":"beds","not_before":"2026-04-12T10:00","after":[{"id":"9F3A-dig","kind":"FS"}],"effort":"1h"}
{"id":"water","title":"Water","start":"2026-04-13T18:00","cadence":"every 2 days"}
{"id":"order-seeds","title":"Order seeds","status":"done","finished":"2026-03-01T12:30","effort":"1h"}'
	expect_equal "$(sed 's/^garden.org: //' "$T/err")" "left out: tags ('9F3A-dig')
left out: a BLOCKER that is no :ID: of the file ('sow')"
	expect_exit 0 agent roadmaps check garden.org
}

test_a_milestone_comes_in_and_its_date_goes_back_as_a_command() {
	cat >answer.json <<-'JSON'
	{"data": {"repository": {"name": "bike.shop", "owner": {"login": "ann"}, "milestone": {"number": 3, "title": "Opening",
	 "dueOn": "2026-03-20T00:00:00Z", "issues": {"pageInfo": {"hasNextPage": false}, "nodes": [
	 {"number": 7, "title": "Shop", "url": "https://github.com/ann/bike.shop/issues/7", "state": "OPEN", "parent": null},
	 {"number": 8, "title": "Basket", "state": "OPEN", "parent": {"number": 7}, "labels": {"nodes": [{"name": "bug"}, {"name": "3d"}]},
	  "assignees": {"nodes": [{"login": "bob"}]}, "blockedBy": {"nodes": [{"number": 9}, {"number": 99}]}},
	 {"number": 9, "title": "Design", "state": "CLOSED", "stateReason": "COMPLETED", "closedAt": "2026-03-04T10:00:00Z", "parent": {"number": 7}}]}}}}}
	JSON
	expect_exit 0 agent roadmaps import answer.json
	expect_equal "$(jq -c '[.id, .goal, .deadline, .resources], (.nodes[] | del(.origin))' "$T/out")" '["ann.bike.shop.3","Opening","2026-03-20",[{"id":"bob"}]]
{"id":"issue-7","title":"Shop","note":"https://github.com/ann/bike.shop/issues/7","level":"phase"}
{"id":"issue-8","title":"Basket","level":"task","parent":"issue-7","after":[{"id":"issue-9","kind":"FS"}],"effort":"3d","resources":["bob"]}
{"id":"issue-9","title":"Design","level":"task","parent":"issue-7","effort":"1h","status":"done","finished":"2026-03-04T10:00:00Z"}'
	expect_equal "$(sed 's/^answer.json: //' "$T/err")" "left out: a blocked-by of another milestone ('issue-8')"
	jq '. + {start: "2026-03-16", timezone: "UTC", hours: {"mon-fri": "9-12"}, hours_per_day: 8}' "$T/out" >plan.json
	expect_exit 5 agent roadmaps schedule plan.json --output github
	expect_equal "$(cat "$T/out")" '# ann/bike.shop, milestone 3: due 2026-03-20 -> 2026-03-25
#   2026-03-04 09:00 - 2026-03-25 12:00  issue-7  Shop
#   2026-03-16 09:00 - 2026-03-25 12:00  issue-8  Basket
gh api -X PATCH repos/ann/bike.shop/milestones/3 -f due_on=2026-03-25T23:59:59Z'
}

run_tests
