#!/bin/bash
# SPDX-License-Identifier: MIT
# Five goals as people say them, without a model and with a scripted one: the card that is approved, as literal text.
. "$(dirname "$0")/../support/lib.sh"

card() { # what stands before the call to approve, whose id changes with the day
	sed '/^the schedule waits/,$d' "$T/out" | sed 's/ *$//'
}

offline() {
	agent --backend offline --roadmap "$1" </dev/null >"$T/out" 2>"$T/err"
	expect_equal $? 5
}

# model GOAL CONTEXT PATTERN NODES: a run in which the model answers each stage once.
model_plans() {
	server <<-EOF
		replies:
		  - {calls: [{name: elicit_context, arguments: {confidence: 0.9, $2}}]}
		  - {calls: [{name: select_pattern, arguments: {confidence: 0.9, $3}}, {name: generate_nodes, arguments: {confidence: 0.9, nodes: [$4]}}]}
		  - {calls: [{name: resolve_dependencies, arguments: {}}, {name: build_roadmap, arguments: {confidence: 0.9}}]}
		  - {calls: [{name: generate_schedule, arguments: {confidence: 0.9}}]}
	EOF
	agent --backend openai --base-url "$URL" -m scripted --roadmap "$1" </dev/null >"$T/out" 2>"$T/err"
	expect_equal $? 5
}
# ---- the goals ----------------------------------------------------------------------------------

test_spanish_without_a_model() {
	offline 'Learn Spanish to B1 by summer 2030, starting 2030-01-07'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Learn Spanish to B1 by summer 2030, starting 2030-01-07: 2030-01-07 to 2030-06-11, due 2030-06-20
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	Work: 350h of the 633h that are open until 2030-06-20

	                            |01-07  |03-04   |04-29
	Look back at the week, and  ▒ ▒▒▒▒▒▒▒▒▒▒▒ ▒▒▒▒▒▒▒▒▒▒▒ Sun 16 Jun 18:15
	The ground                  ───────                   Sat 16 Feb 12:15
	  Take a placement test, an █                         Mon 7 Jan 20:00
	  Sounds, the first 500 wor █████                     Mon 4 Feb 20:15
	  Talk with somebody: about     ███                   Sat 16 Feb 11:15
	  Test yourself at the end        █                   Sat 16 Feb 12:15
	Simple talk about everyday        ◆                   Sat 16 Feb 12:15
	Everyday life                     ─────────           Sun 7 Apr 12:15
	  Past and future, 1,000 wo       ██████              Wed 20 Mar 18:45
	  Talk and listen: work, tr            ▒▒▒▒           Sun 7 Apr 11:15
	  Test yourself, and choose               ▒           Sun 7 Apr 12:15
	Everyday life works in the                ◆           Sun 7 Apr 12:15
	At ease                                   ─────────── Tue 11 Jun 20:15
	  Opinions and reasons, 2,0               ▒▒▒▒▒       Tue 7 May 19:45
	  Talk for half an hour at                    ▒▒▒▒▒   Sat 1 Jun 12:00
	  A mock exam, and what it                        ███ Tue 11 Jun 20:15
	Learn Spanish to B1 by summ                         ◆ Tue 11 Jun 20:15
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Take a placement test, and choose course, book and a partner to talk to
	- 2030-01-08 18:00  Sounds, the first 500 words, the present tense
	- 2030-02-05 18:00  Talk with somebody: about yourself, the day, shopping
	- 2030-02-16 11:15  Test yourself at the end of the first third
	- 2030-02-16 12:15  Simple talk about everyday things works
	- 2030-02-17 10:00  Past and future, 1,000 words, short texts
	- 2030-03-20 18:45  Talk and listen: work, travel, radio made for learners
	- 2030-04-07 11:15  Test yourself, and choose what to work on
	- 2030-04-07 12:15  Everyday life works in the language
	- 2030-04-08 18:00  Opinions and reasons, 2,000 words, articles and a whole book
	- 2030-05-08 18:00  Talk for half an hour at a time, films without subtitles
	- 2030-06-02 10:00  A mock exam, and what it shows to be missing
	- 2030-06-11 20:15  Learn Spanish to B1 by summer 2030: the test is passed
	- 2030-01-13 18:00  Look back at the week, and choose the next one's topics, 23 times, the last on 2030-06-16

	Known and assumed:
	- level: B1
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	- effort: assumed: 350h, since a language to B1 takes most learners 350 to 400 hours from the beginning
CARD
	)"
}

test_a_web_shop_of_two_without_a_model() {
	offline 'Build a web shop with two people, starting 2030-01-07'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Build a web shop with two people, starting 2030-01-07: 2030-01-07 to 2030-02-02
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	Work: 159h 30m

	                            |01-07      |01-21 |01-28
	Decide                      ────────────              Sat 19 Jan 10:30
	  Say what is sold to whom, ██                        Tue 8 Jan 19:00
	  Compare three shop system  ██                       Thu 10 Jan 19:00
	  Collect what the law asks         ▒▒▒▒              Sat 19 Jan 10:30
	Build                         ─────────────────       Sat 26 Jan 16:00
	  Design the pages, from ph   ▒▒▒▒▒▒▒                 Wed 16 Jan 19:30
	  Set the shop up on a test   ███                     Sat 12 Jan 15:00
	  Catalogue, search and bas     ████████              Sat 19 Jan 12:30
	  Pictures and texts of the            ▒▒▒▒▒          Wed 23 Jan 21:00
	  Payment, shipping, invoic            ▒▒▒▒▒          Wed 23 Jan 20:30
	  Put design and legal page                 ███       Sat 26 Jan 16:00
	It is clear what is built,    ◆                       Thu 10 Jan 19:00
	An order goes through on th                   ◆       Sat 26 Jan 16:00
	Open                                           ────── Sat 2 Feb 13:00
	  Prepare how customers hea                    ▒▒     Mon 28 Jan 20:00
	  Five people buy something                    █      Sun 27 Jan 16:00
	  Mend what they stumbled o                     ████  Thu 31 Jan 21:00
	  Move to the real server,                          █ Sat 2 Feb 13:00
	The shop is open                                    ◆ Sat 2 Feb 13:00
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Say what is sold to whom, and what the first version leaves out
	- 2030-01-08 19:00  Compare three shop systems and choose one
	- 2030-01-10 19:00  Design the pages, from phone to desk (person2)
	- 2030-01-10 19:00  Set the shop up on a test server
	- 2030-01-10 19:00  It is clear what is built, with what
	- 2030-01-12 15:00  Catalogue, search and basket
	- 2030-01-16 19:30  Collect what the law asks for: terms, imprint, privacy, taxes (person2)
	- 2030-01-19 10:30  Pictures and texts of the first products (person2)
	- 2030-01-19 12:30  Payment, shipping, invoices
	- 2030-01-24 18:00  Put design and legal pages in
	- 2030-01-26 16:00  An order goes through on the test server
	- 2030-01-27 10:00  Prepare how customers hear of it (person2)
	- 2030-01-27 10:00  Five people buy something while you watch
	- 2030-01-28 18:00  Mend what they stumbled over
	- 2030-02-01 18:00  Move to the real server, backups and monitoring on
	- 2030-02-02 13:00  The shop is open

	Known and assumed:
	- people: 2: you, who are me, and person2
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	- effort: assumed: 160h, since a small shop of ready-made parts takes some 160 hours
CARD
	)"
}

test_a_thesis_without_a_model() {
	offline 'Write my thesis by 2030-06-30, starting 2030-01-07'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Write my thesis by 2030-06-30, starting 2030-01-07: 2030-01-07 to 2030-06-23, due 2030-06-30
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	Work: 359h 30m of the 675h that are open until 2030-06-30

	                            |01-07  |03-04  |04-29
	The question                ──────                    Mon 11 Feb 18:30
	  Narrow the topic down to  █                         Fri 11 Jan 18:30
	  Read what is known, and n ████                      Tue 29 Jan 20:00
	  Write the exposé: questio    ██                     Mon 4 Feb 18:30
	  The supervisor reads the      ██                    Mon 11 Feb 18:30
	The research                     ─────────            Sat 6 Apr 12:00
	  Prepare the method, and t      ██                   Tue 19 Feb 18:30
	  Collect the material or t       █████               Sat 16 Mar 12:30
	  Evaluate it, figures and            ████            Sat 6 Apr 12:00
	Question and method are agr      ◆                    Mon 11 Feb 18:30
	The results are there                    ◆            Sat 6 Apr 12:00
	The draft                                ─────────    Sat 1 Jun 11:30
	  Write the chapter on the               ██           Tue 16 Apr 19:00
	  Write the chapter on the                ███         Mon 29 Apr 20:00
	  Write the discussion                      ███       Sat 11 May 11:00
	  Write introduction and co                   ██      Sat 18 May 11:30
	  Others read the draft                        ▒▒▒    Sat 1 Jun 11:30
	Handing in                                       ──── Sun 23 Jun 19:30
	  Revise it by what they sa                      ▒▒▒  Fri 14 Jun 19:00
	  Proofread, check sources                         ██ Thu 20 Jun 19:30
	  Print and bind it                                 █ Sun 23 Jun 19:30
	The whole draft has been re                      ◆    Sat 1 Jun 11:30
	Handed in                                           ◆ Sun 23 Jun 19:30
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Narrow the topic down to one question
	- 2030-01-11 18:30  Read what is known, and note it with its sources
	- 2030-01-30 18:00  Write the exposé: question, method, outline, schedule
	- 2030-02-04 18:30  The supervisor reads the exposé
	- 2030-02-11 18:30  Prepare the method, and try it on a small part
	- 2030-02-11 18:30  Question and method are agreed
	- 2030-02-19 18:30  Collect the material or the data
	- 2030-03-17 10:00  Evaluate it, figures and tables
	- 2030-04-06 12:00  The results are there
	- 2030-04-07 10:00  Write the chapter on the method
	- 2030-04-16 19:00  Write the chapter on the results
	- 2030-04-30 18:00  Write the discussion
	- 2030-05-11 11:00  Write introduction and conclusion
	- 2030-05-18 11:30  Others read the draft
	- 2030-06-01 11:30  Revise it by what they said
	- 2030-06-01 11:30  The whole draft has been read by others
	- 2030-06-14 19:00  Proofread, check sources and format
	- 2030-06-20 19:30  Print and bind it
	- 2030-06-23 19:30  Handed in

	Known and assumed:
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	- effort: assumed: 360h, since a thesis of 12 credits is 360 hours
CARD
	)"
}

test_a_half_marathon_without_a_model() {
	offline 'Run a half marathon on 2030-04-28, starting 2030-01-07'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Run a half marathon on 2030-04-28, starting 2030-01-07: 2030-01-07 to 2030-04-28, due 2030-04-28
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	Work: 50h 15m of the 371h 45m that are open until 2030-04-28

	                            |01-07      |03-04
	Register for the race, and  ▒                         Mon 7 Jan 19:00
	Base: run often, slowly     ──────────                Tue 19 Feb 19:10
	  Easy run                  ▒▒▒▒▒▒▒▒▒▒                Tue 19 Feb 19:10
	  Long run, ten minutes lon  ▒▒ ▒ ▒▒ ▒                Sun 17 Feb 11:15
	Have running shoes fitted   ▒                         Fri 11 Jan 19:00
	An hour without a break              ◆                Tue 19 Feb 19:10
	Build: longer, and once a w           ───────────     Tue 9 Apr 19:20
	  Intervals or hills                   ▒▒ ▒ ▒▒ ▒▒     Tue 9 Apr 19:20
	  Easy run                            ▒▒ ▒▒ ▒ ▒▒      Thu 4 Apr 19:15
	  Long run, up to nine tent           ▒ ▒▒ ▒ ▒▒ ▒     Sun 7 Apr 11:50
	  A race of half the distan                  ▒        Wed 27 Mar 19:00
	Ready: the longest run is d                     ◆     Sun 7 Apr 11:50
	Taper: half as much, and re                      ──── Fri 26 Apr 19:00
	  Short easy run, a few str                      ▒▒▒▒ Thu 25 Apr 19:00
	  Long run, half as long                         ▒ ▒  Sun 21 Apr 10:50
	  Pack, and go through the                          ▒ Fri 26 Apr 19:00
	The race: Run a half marath                         █ Sun 28 Apr 12:00
	Finished                                            ◆ Sun 28 Apr 12:00
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Register for the race, and see a doctor if in doubt
	- 2030-01-09 18:00  Have running shoes fitted
	- 2030-02-19 19:10  An hour without a break
	- 2030-03-25 18:00  A race of half the distance, with the clothes and the breakfast of the day
	- 2030-04-07 11:50  Ready: the longest run is done
	- 2030-04-26 18:00  Pack, and go through the day once
	- 2030-04-28 09:00  The race: Run a half marathon on 2030-04-28
	- 2030-04-28 12:00  Finished
	- 2030-01-08 18:30  Easy run, 13 times, the last on 2030-02-19
	- 2030-01-13 10:00  Long run, ten minutes longer every other week, 6 times, the last on 2030-02-17
	- 2030-02-26 18:30  Intervals or hills, 7 times, the last on 2030-04-09
	- 2030-02-21 18:30  Easy run, 7 times, the last on 2030-04-04
	- 2030-02-24 10:00  Long run, up to nine tenths of the distance, 7 times, the last on 2030-04-07
	- 2030-04-11 18:30  Short easy run, a few strides, 5 times, the last on 2030-04-25
	- 2030-04-14 10:00  Long run, half as long, 2 times, the last on 2030-04-21

	Known and assumed:
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
CARD
	)"
}

test_a_kitchen_beside_a_job_without_a_model() {
	offline 'Renovate the kitchen for under 10k€ beside my job, starting 2030-01-07'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Renovate the kitchen for under 10k€ beside my job, starting 2030-01-07: 2030-01-07 to 2030-03-14
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	Work: 81h

	                            |01-07    |02-04
	Plan                        ───────                   Fri 25 Jan 20:00
	  Measure the room, note wa █                         Mon 7 Jan 21:00
	  Draw two plans and choose █                         Wed 9 Jan 21:00
	  Get three quotes each for  █                        Fri 11 Jan 20:00
	  The quotes come in         ██████                   Fri 25 Jan 20:00
	  Divide the budget, under   ▒                        Sat 12 Jan 11:00
	Order                             ─────────────────   Sat 9 Mar 13:00
	  Order furniture and appli       ██                  Sat 26 Jan 13:00
	  Delivery                         ████████████████   Sat 9 Mar 13:00
	Plan and quotes fit the bud       ◆                   Fri 25 Jan 20:00
	Work                               ────────────────── Thu 14 Mar 20:30
	  Set up a makeshift place         ▒                  Sat 26 Jan 16:00
	  Take the old out and disp                  ▒▒       Mon 25 Feb 19:00
	  Electrician and plumber                     ▒▒▒     Fri 1 Mar 19:00
	  Fill, paint, tile                             ▒▒    Tue 5 Mar 18:30
	  Lay the floor                                  ▒▒   Fri 8 Mar 19:30
	  Put the furniture up, con                       ███ Wed 13 Mar 18:30
	  Seals, lights, handles; c                         █ Thu 14 Mar 20:30
	Done: Renovate the kitchen                          ◆ Thu 14 Mar 20:30
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Measure the room, note water, power and what stays
	- 2030-01-08 18:00  Draw two plans and choose one
	- 2030-01-10 18:00  Get three quotes each for what trades do
	- 2030-01-11 20:00  The quotes come in
	- 2030-01-11 20:00  Divide the budget, under 10k€: a tenth of it is for surprises
	- 2030-01-25 20:00  Order furniture and appliances, book the trades
	- 2030-01-25 20:00  Plan and quotes fit the budget
	- 2030-01-26 13:00  Delivery
	- 2030-01-26 13:00  Set up a makeshift place for the weeks without the room
	- 2030-02-23 13:00  Take the old out and dispose of it
	- 2030-02-25 19:00  Electrician and plumber
	- 2030-03-01 19:00  Fill, paint, tile
	- 2030-03-05 18:30  Lay the floor
	- 2030-03-09 13:00  Put the furniture up, connect the appliances
	- 2030-03-13 18:30  Seals, lights, handles; clean
	- 2030-03-14 20:30  Done: Renovate the kitchen for under 10k€ beside my job

	Known and assumed:
	- budget: under 10k€
	- time: beside my job
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	- effort: assumed: 80h, since a kitchen takes some 80 hours of one's own work besides that of the trades
CARD
	)"
}

test_spanish_with_a_model() {
	model_plans 'Learn Spanish to B1 by summer 2030, starting 2030-01-07' \
		'effort: 140h, max_per_week: 8h, facts: [{question: level today, answer: assumed A2}]' \
		'pattern_type: progressive_accumulation_arc, subtype: language_learning' \
		'{id: a2, title: Refresh A2, level: phase, order: 1}, {id: test, title: Placement test, level: task, parent: a2, effort: 2h}, {id: book, title: Work through the A2 book, level: task, parent: a2, effort: 38h, after: [test]}, {id: b1, title: Up to B1, level: phase, order: 2}, {id: tandem, title: Tandem with a native speaker, level: routine, parent: b1, cadence: wed, start: "2030-03-06T19:00", duration: 1h, deadline: "2030-06-12"}, {id: course, title: B1 course and texts, level: task, parent: b1, effort: 80h}, {id: exam, title: B1 reached, level: milestone, parent: b1, after: [course]}'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Learn Spanish to B1 by summer 2030, starting 2030-01-07: 2030-01-07 to 2030-06-12, due 2030-06-20
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00; at most a week 8h
	Work: 135h of the 177h that are open until 2030-06-20

	                            |01-07  |03-04   |04-29
	Refresh A2                  ───────                   Fri 15 Feb 19:00
	  Placement test            ▒                         Tue 8 Jan 19:00
	  Work through the A2 book  ▒▒▒▒▒▒▒                   Fri 15 Feb 19:00
	Up to B1                          ─────────────────── Wed 12 Jun 20:00
	  Tandem with a native spea          ▒▒▒▒▒▒ ▒▒▒▒▒▒▒▒▒ Wed 12 Jun 20:00
	  B1 course and texts             ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     Fri 17 May 19:00
	  B1 reached                                        ◆ Wed 12 Jun 20:00
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Placement test
	- 2030-01-09 18:00  Work through the A2 book
	- 2030-02-16 10:00  B1 course and texts
	- 2030-06-12 20:00  B1 reached
	- 2030-03-06 19:00  Tandem with a native speaker, 15 times, the last on 2030-06-12

	Known and assumed:
	- level: B1
	- level today: assumed A2
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00

	Changed on the way:
	- 'exam': set after to ["course","tandem"]
CARD
	)"
}

test_a_web_shop_of_two_with_a_model() {
	model_plans 'Build a web shop with two people, starting 2030-01-07' \
		'max_per_day: 3h, people: [{id: ana}]' \
		'pattern_type: milestone_project, subtype: online_shop' \
		'{id: build, title: Build, level: phase}, {id: shop, title: Set up the shop system, level: task, parent: build, effort: 20h}, {id: photos, title: Photograph the products, level: task, parent: build, effort: 16h, resources: [ana]}, {id: pay, title: Payment and shipping, level: task, parent: build, effort: 12h, after: [shop]}, {id: texts, title: Texts and legal pages, level: task, parent: build, effort: 10h, after: [photos], resources: [ana]}, {id: open, title: The shop is open, level: milestone, after: [pay, texts]}'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Build a web shop with two people, starting 2030-01-07: 2030-01-07 to 2030-01-17
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00; at most a day 3h
	Work: 58h

	                            |01-07         |01-14
	Build                       ───────────────────────── Thu 17 Jan 20:00
	  Set up the shop system    █┄█┄██┄█┄███┄┄█           Sun 13 Jan 12:00
	  Photograph the products   ▒┄▒┄▒▒┄▒┄▒▒▒              Sat 12 Jan 11:00
	  Texts and legal pages                ▒▒┄▒           Sun 13 Jan 15:00
	  Payment and shipping                    █┄┄█┄██┄█┄█ Thu 17 Jan 20:00
	The shop is open                                    ◆ Thu 17 Jan 20:00
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Set up the shop system
	- 2030-01-07 18:00  Photograph the products (ana)
	- 2030-01-12 11:00  Texts and legal pages (ana)
	- 2030-01-13 12:00  Payment and shipping
	- 2030-01-17 20:00  The shop is open

	Known and assumed:
	- people: those who are named
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
CARD
	)"
}

test_a_thesis_with_a_model() {
	model_plans 'Write my thesis by 2030-06-30, starting 2030-01-07' \
		'effort: 300h, facts: [{question: kind, answer: "assumed: a bachelor'\''s thesis"}]' \
		'pattern_type: milestone_project, subtype: thesis' \
		'{id: read, title: Read and narrow the question down, level: task, effort: 60h}, {id: expose, title: Exposé is agreed, level: milestone, after: [read]}, {id: data, title: Collect and evaluate, level: task, effort: 110h, after: [expose]}, {id: write, title: Write all chapters, level: task, effort: 100h, after: [data]}, {id: feedback, title: The supervisor reads, level: task, duration: 2ew, after: [write]}, {id: revise, title: Revise and format, level: task, effort: 30h, after: [feedback]}, {id: in, title: Handed in, level: milestone, after: [revise]}'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Write my thesis by 2030-06-30, starting 2030-01-07: 2030-01-07 to 2030-06-19, due 2030-06-30
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	Work: 300h of the 675h that are open until 2030-06-30

	                            |01-07  |03-04   |04-29
	Read and narrow the questio ▒▒▒▒▒                     Tue 5 Feb 20:00
	Exposé is agreed                ◆                     Tue 5 Feb 20:00
	Collect and evaluate            ▒▒▒▒▒▒▒▒▒             Mon 1 Apr 20:00
	Write all chapters                       ████████     Tue 21 May 20:00
	The supervisor reads                            ███   Tue 4 Jun 20:00
	Revise and format                                 ███ Wed 19 Jun 19:00
	Handed in                                           ◆ Wed 19 Jun 19:00
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Read and narrow the question down
	- 2030-02-05 20:00  Exposé is agreed
	- 2030-02-06 18:00  Collect and evaluate
	- 2030-04-02 18:00  Write all chapters
	- 2030-05-21 20:00  The supervisor reads
	- 2030-06-04 20:00  Revise and format
	- 2030-06-19 19:00  Handed in

	Known and assumed:
	- kind: assumed: a bachelor's thesis
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
CARD
	)"
}

test_a_half_marathon_with_a_model() {
	model_plans 'Run a half marathon on 2030-04-28, starting 2030-01-07' \
		'facts: [{question: form today, answer: assumed 5 km without a break}]' \
		'pattern_type: milestone_project, subtype: race_training' \
		'{id: base, title: Base, level: phase}, {id: easy, title: Easy run, level: routine, parent: base, cadence: "tue,thu", start: "2030-01-08T18:00", duration: 40m, deadline: "2030-02-28"}, {id: build, title: Build, level: phase}, {id: long, title: "Long run, up to 18 km", level: routine, parent: build, cadence: sun, start: "2030-03-03T10:00", duration: 100m, deadline: "2030-04-07"}, {id: ready, title: 18 km are run, level: milestone, parent: build, after: [easy, long]}, {id: taper, title: Taper, level: phase}, {id: short, title: Short easy run, level: routine, parent: taper, cadence: "tue,thu", start: "2030-04-16T18:00", duration: 25m, deadline: "2030-04-25"}, {id: race, title: The race, level: task, start: "2030-04-28T10:00", duration: 3h, after: [ready]}, {id: finished, title: Finished, level: milestone, after: [race]}'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Run a half marathon on 2030-04-28, starting 2030-01-07: 2030-01-07 to 2030-04-28, due 2030-04-28
	Hours: mon-fri 18:00-21:00, sat-sun 10:00-16:00
	Work: 25h 20m of the 409h 40m that are open until 2030-04-28

	                             |01-14      |03-11
	Base                        ────────────              Thu 28 Feb 18:40
	  Easy run                  ▒▒▒▒▒▒▒▒▒▒▒▒              Thu 28 Feb 18:40
	Build                                   ─────────     Sun 7 Apr 11:40
	  Long run, up to 18 km                 ▒▒ ▒ ▒▒ ▒     Sun 7 Apr 11:40
	  18 km are run                                 ◆     Sun 7 Apr 11:40
	Taper                                             ─── Thu 25 Apr 18:25
	  Short easy run                                  ▒▒▒ Thu 25 Apr 18:25
	The race                                            █ Sun 28 Apr 13:00
	Finished                                            ◆ Sun 28 Apr 13:00
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-04-07 11:40  18 km are run
	- 2030-04-28 10:00  The race
	- 2030-04-28 13:00  Finished
	- 2030-01-08 18:00  Easy run, 16 times, the last on 2030-02-28
	- 2030-03-03 10:00  Long run, up to 18 km, 6 times, the last on 2030-04-07
	- 2030-04-16 18:00  Short easy run, 4 times, the last on 2030-04-25

	Known and assumed:
	- form today: assumed 5 km without a break
	- hours: assumed: mon-fri 18:00-21:00, sat-sun 10:00-16:00
CARD
	)"
}

test_a_kitchen_beside_a_job_with_a_model() {
	model_plans 'Renovate the kitchen for under 10k€ beside my job, starting 2030-01-07' \
		'effort: 60h, hours: "mon-fri 18:00-20:00, sat 10:00-16:00"' \
		'pattern_type: milestone_project, subtype: renovation' \
		'{id: plan, title: Measure and plan, level: task, effort: 8h}, {id: order, title: "Order, within 9,000 €", level: task, effort: 4h, after: [plan]}, {id: delivery, title: Delivery, level: task, duration: 6ew, after: [order]}, {id: clear, title: Take the old kitchen out, level: task, effort: 10h, after: [delivery FS-1ew]}, {id: walls, title: Walls and floor, level: task, effort: 18h, after: [clear]}, {id: fit, title: Put it up and connect it, level: task, effort: 20h, after: [walls, delivery]}, {id: done, title: The kitchen is in use, level: milestone, after: [fit]}'
	expect_equal "$(card)" "$(cat <<-'CARD'
	The plan is ready.

	Renovate the kitchen for under 10k€ beside my job, starting 2030-01-07: 2030-01-07 to 2030-03-09
	Hours: mon-fri 18:00-20:00, sat 10:00-16:00
	Work: 60h

	                            |01-07     |02-04
	Measure and plan            ██                        Thu 10 Jan 20:00
	Order, within 9,000 €        █                        Sat 12 Jan 12:00
	Delivery                     ███████████████████      Sat 23 Feb 12:00
	Take the old kitchen out                    ███       Wed 20 Feb 20:00
	Walls and floor                               ████    Thu 28 Feb 20:00
	Put it up and connect it                         ████ Sat 9 Mar 12:00
	The kitchen is in use                               ◆ Sat 9 Mar 12:00
	█ critical  ▒ with slack  ░ done  ┄ nobody works  ◆ milestone  ┊ today

	- 2030-01-07 18:00  Measure and plan
	- 2030-01-11 18:00  Order, within 9,000 €
	- 2030-01-12 12:00  Delivery
	- 2030-02-16 12:00  Take the old kitchen out
	- 2030-02-21 18:00  Walls and floor
	- 2030-03-01 18:00  Put it up and connect it
	- 2030-03-09 12:00  The kitchen is in use

	Known and assumed:
	- budget: under 10k€
	- time: beside my job
CARD
	)"
}

test_a_goal_in_another_language_says_whose_the_titles_are() {
	local goal titles='^- titles: in English, as the templates are without a model; '
	for goal in 'Spanisch B1 bis Sommer 2030 lernen' "Apprendre l'espagnol B1 avant juin 2030" 'Aprender alemán B1 para el verano de 2030'; do
		offline "$goal"
		expect_match "$(card)" "$titles"
	done
	for goal in 'Learn Spanish to B1 by summer 2030' 'Write a thesis with MIT, ab initio, 20 miles from Bonn, by 2030-05-01'; do
		offline "$goal"
		expect_no_match "$(card)" "$titles"
	done
}

run_tests
