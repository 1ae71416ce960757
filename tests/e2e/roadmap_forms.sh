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

run_tests
