/* SPDX-License-Identifier: MIT
 * agent roadmaps next, agenda and due: tasks that can be begun, what is planned in the next days, and tasks that should
 * have begun by now and are not done. due --run carries out those with a prompt, each in a turn of its own within the
 * budget and the permissions; a task is closed only if its check passed. Made to be called by cron or a timer.
 */

#include "agent/turn/turn.h"
#include "base/base.h"
#include "base/print.h"
#include "cli/ask/one_shot.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "loop/spawner.h"
#include "roadmap/export/agenda.h"
#include "roadmap/run/kept_plan.h"
#include "session/store/store_roadmap.h"

#define EXIT_UNMET 6

struct due_task {
	const json_t *task; /* (borrowed) */
	int revision;	    /* the revision in which it is done; 0: it stays open */
};

static void print_due_task(const json_t *row)
{
	const char *waits = json_str(row, "waits_for", NULL);

	print_text(stdout, "%s  %s  %s  %s%s%s%s\n",
	    moment_text(json_int(row, "start", 0), zone_find(NULL, NULL)), json_str(row, "id", ""),
	    json_str(row, "node", ""), json_str(row, "title", ""),
	    waits			 ? " (waits for "
	    : json_str(row, "run", NULL) ? " (runs)"
					 : "",
	    waits ? waits : "", waits ? ")" : "");
}

static enum outcome due_run(struct program *p, void *ctx)
{
	struct due_task *t = ctx;

	return turn_run_task(p->agent, t->task, true, &t->revision);
}

static void due_print(struct program *p, const struct turn_summary *s, void *ctx)
{
	print_text(stdout, "%s\n", json_str(s->end, "answer", ""));
}

static int carry_out(struct roadmaps_request *q, const json_t *row)
{
	const char *id = json_str(row, "id", ""), *node = json_str(row, "node", "");
	auto_error e = ERROR_INIT;
	json_auto_t *task = kept_task(q->store, id, node, &e);
	struct due_task due = {task, 0};
	struct program p;
	int code = program_configure(&p, q->options);

	print_due_task(row);
	fflush(stdout);
	if (!task)
		code = sessions_fail(&e);
	if (code == 0 &&
	    (code = program_open(&p, isatty(STDIN_FILENO) && isatty(STDERR_FILENO))) == 0)
		code = one_shot_run(&p, &(struct one_shot){due_run, due_print, &due});
	program_close(&p);
	if (due.revision) {
		print_text(stdout, "%s revision %d\n", id, due.revision);
		return 0;
	}
	print_text(stderr, "agent: '%s' of %s stays open: %s\n", node, id,
	    !json_str(row, "check", NULL) ? "it has no check; agent roadmaps done closes it"
					  : "its check did not pass");
	return code ? code : EXIT_UNMET;
}

#define NEXT_SHOWN 10
#define NEXT_DAYS 400 /* tasks that begin later are left out */

/* Returns the present row of the same task, a new reference; NULL: the task is done. */
static json_t *row_again(struct roadmaps_request *q, const json_t *row)
{
	json_auto_t *list = kept_due(q->store, roadmaps_now() + NEXT_DAYS * DAY, NULL);

	json_each (one, list)
		if (strcmp(json_str(one, "id", ""), json_str(row, "id", "")) == 0 &&
		    strcmp(json_str(one, "node", ""), json_str(row, "node", "")) == 0)
			return json_incref(one);
	return NULL;
}

int roadmaps_due(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;
	json_auto_t *list = roadmaps_store(q, &e) ? kept_due(q->store, roadmaps_now(), &e) : NULL;
	int code = 0;

	if (!list)
		return sessions_fail(&e);
	if (q->run && !spawner_start())
		return print_failure(1, "cannot start the process that makes children");
	/* A task that was carried out may let the next one begin, so each row is read again. The exit code is
	 * that of the first failure. */
	json_each (due, q->run ? list : NULL) {
		json_auto_t *row = row_again(q, due);

		if (!json_str(row, "run", NULL))
			continue;
		if (json_str(row, "waits_for", NULL)) {
			print_due_task(row);
			continue;
		}
		const int one = carry_out(q, row);
		code = code ? code : one == EXIT_UNDECIDED ? 0 : one;
	}
	if (q->run)
		return code;
	if (roadmaps_json(q)) {
		print_json_line(json_incref(list));
		return 0;
	}
	json_each (row, list)
		print_due_task(row);
	if (json_array_size(list) == 0)
		print_text(stderr, "agent: nothing is due\n");
	return 0;
}

int roadmaps_next(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;
	json_auto_t *list =
	    roadmaps_store(q, &e) ? kept_due(q->store, roadmaps_now() + NEXT_DAYS * DAY, &e) : NULL;
	json_auto_t *shown = json_array();

	if (!list)
		return sessions_fail(&e);
	json_each (row, list) {
		if (json_array_size(shown) == NEXT_SHOWN)
			break;
		if (!json_str(row, "waits_for", NULL))
			json_array_append(shown, row);
	}
	if (roadmaps_json(q))
		print_json_line(json_incref(shown));
	json_each (row, roadmaps_json(q) ? NULL : shown)
		print_due_task(row);
	if (json_array_size(shown) == 0)
		print_text(stderr, "agent: nothing is left to begin in the kept plans\n");
	return 0;
}

/* ---- Agenda over all plans ------------------------------------------------------------------ */

static bool lies_within(const json_t *o, const char *from, const char *to, struct time_span span)
{
	const struct zone *utc = zone_find("UTC", NULL); /* each moment has its own offset */

	return moment_member(o, to, utc) > span.from && moment_member(o, from, utc) < span.to;
}

/* Adds copies of the rows that are not done and lie in the span, each with the plan's id before its title. */
static void add_rows(json_t *to, const json_t *rows, const char *plan, struct time_span span)
{
	json_each (row, rows) {
		json_auto_t *copy = json_copy(row), *pieces = json_array();
		auto_free char *title =
		    xasprintf("%s: %s", plan, json_str(row, "title", json_str(row, "id", "")));

		if (strcmp(json_str(row, "status", ""), "done") == 0)
			continue;
		json_put_str(copy, "title", title);
		json_each (piece, json_list(row, "pieces"))
			if (lies_within(piece, "from", "to", span))
				json_array_append(pieces, piece);
		if (json_list(row, "pieces"))
			json_object_set(copy, "pieces", pieces);
		if (json_array_size(pieces) ||
		    (!json_list(row, "pieces") && lies_within(row, "start", "finish", span)))
			json_array_append(to, copy);
	}
}

int roadmaps_agenda(struct roadmaps_request *q)
{
	const int64_t days = q->count ? strtoll(q->words[0], NULL, 10) : 7;
	const struct zone *here = zone_find(NULL, NULL);
	const int64_t today = zone_utc(here, day_of(zone_local(here, roadmaps_now())) * DAY);
	struct error e = ERROR_INIT;
	auto_buf out = BUF_INIT;

	if (days < 1 || days > NEXT_DAYS)
		return command_words_usage(
		    &command_roadmaps, "wants a number of days, at most 400", q->words[0]);
	json_auto_t *list = roadmaps_store(q, &e) ? store_roadmap_list(q->store, NULL, &e) : NULL;
	if (!list)
		return sessions_fail(&e);
	json_auto_t *all =
	    json_pack("{s:s, s:[], s:[]}", "timezone", zone_name(here), "tasks", "routines");
	json_each (row, list) {
		const char *id = json_str(row, "id", "");
		const struct time_span span = {today, today + days * DAY};
		json_auto_t *newest = store_roadmap_revision(q->store, id, 0, NULL);
		const json_t *schedule = json_map(newest, "schedule");

		add_rows(json_list(all, "tasks"), json_list(schedule, "tasks"), id, span);
		add_rows(json_list(all, "routines"), json_list(schedule, "routines"), id, span);
	}
	if (roadmaps_json(q)) {
		print_json_line(json_incref(all));
		return 0;
	}
	agenda_text(all, false, &out);
	print_text(stdout, "%s", buf_str(&out));
	if (!out.len)
		print_text(stderr, "agent: no kept plan has anything in the next %lld days\n",
		    (long long)days);
	return 0;
}
