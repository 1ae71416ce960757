/* SPDX-License-Identifier: MIT
 * agent roadmaps list, show, diff and export: shows the plans in the store.
 */
#include "base/base.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

static void print_roadmap(const json_t *row, int width)
{
	const int64_t finish = json_int(row, "finish", 0), revision = json_int(row, "revision", 0);
	const char *status = json_str(row, "planning_status", NULL);
	auto_buf line = BUF_INIT;
	char when[MOMENT_ROOM] = "";

	if (status && strcmp(json_str(row, "waits_for", ""), "nothing") == 0)
		snprintf(when, sizeof when, "%s", status); /* interrupted, aborted */
	else if (status)
		snprintf(when, sizeof when, "waits: %s", json_str(row, "waits_for", ""));
	else if (finish)
		moment_spell(finish, zone_find(NULL, NULL), when);
	buf_addf(&line, "%-36s  ", json_str(row, "id", ""));
	if (revision)
		buf_addf(&line, "%4" PRId64 "  %3" PRId64 "/%-3" PRId64, revision,
		    json_int(row, "done", 0), json_int(row, "tasks", 0));
	else
		buf_adds(&line, "   -     -   ");
	buf_addf(&line, "  %-16s  %s", when, json_str(row, "goal", ""));
	sessions_print_cut(buf_str(&line), width);
}

int roadmaps_list(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;
	json_auto_t *list =
	    roadmaps_store(q, &e) ? roadmap_store_list(q->store, q->pattern, &e) : NULL;
	const int width = sessions_width();

	if (!list)
		return sessions_fail(&e);
	if (roadmaps_json(q)) {
		print_json_line(json_incref(list));
		return 0;
	}
	if (json_array_size(list) == 0)
		print_text(stderr, "agent: no roadmaps%s yet; agent roadmaps save FILE keeps one\n",
		    q->pattern ? " of that pattern" : "");
	else
		sessions_print_cut(
		    "ID                                     REV     DONE  FINISH, OR WAIT   "
		    "GOAL",
		    width);
	json_each (row, list)
		print_roadmap(row, width);
	return 0;
}

/* Prints a stored plan in the form of the request. Its dates are computed again, which gives the same ones. */
static int print_kept(struct roadmaps_request *q, json_t *row)
{
	struct roadmap r;
	const int code = roadmaps_read_again(json_map(row, "document"), "roadmap", 0, &r);

	if (code != 0)
		return code;
	roadmap_store_revised(q->store, &r, json_int(row, "revision", 0));
	return roadmaps_print_plan(q, &r, roadmaps_print);
}

int roadmaps_show(struct roadmaps_request *q)
{
	int code = 0;
	json_auto_t *row =
	    roadmaps_revision(q, q->words[0], q->count > 1 ? q->words[1] : NULL, &code);
	const char *action = json_str(row, "call_to_action", NULL);

	if (!row)
		return code;
	if (roadmaps_json(q)) {
		print_json_line(json_incref(row));
		return 0;
	}
	if (json_map(row, "schedule"))
		code = print_kept(q, row);
	json_auto_t *list =
	    store_roadmap_revisions(q->store, json_str(json_map(row, "document"), "id", ""), NULL);
	if (json_array_size(list))
		print_text(stdout, "\nrevisions\n");
	json_each (one, list) {
		char when[20];

		clock_spell_date(json_int(one, "at", 0), when);
		print_text(stdout, "%4" PRId64 "  %s  %s\n", json_int(one, "revision", 0), when,
		    json_str(one, "reason", ""));
	}
	/* What a paused run waits for, and the command that goes on with it. The response is left out if the
	 * schedule was printed above. */
	if (action && json_map(row, "schedule"))
		print_text(stdout, "\n%s\n\n%s\n", json_str(row, "escalate_reason", ""), action);
	else if (action)
		print_text(stdout, "%s\n%s\n", json_str(row, "response_text", ""), action);
	return code == EXIT_UNDECIDED ? 0 : code;
}

int roadmaps_export(struct roadmaps_request *q)
{
	int code = 0;
	json_auto_t *row = roadmaps_revision(q, q->words[0], NULL, &code);

	if (!row)
		return code;
	if (!q->output)
		q->output = "ics";
	q->path = q->count > 1 ? q->words[1] : NULL;
	return print_kept(q, row);
}

int roadmaps_diff(struct roadmaps_request *q)
{
	int code = 0;
	json_auto_t *after =
	    roadmaps_revision(q, q->words[0], q->count > 2 ? q->words[2] : NULL, &code);
	auto_buf out = BUF_INIT;
	char number[24];

	if (!after)
		return code;
	if (json_int(after, "revision", 0) == 0)
		return roadmaps_not_kept(after);
	snprintf(number, sizeof number, "%" PRId64, json_int(after, "revision", 1) - 1);
	if (q->count < 2 && strcmp(number, "0") == 0)
		return print_failure(2, "roadmaps: '%s' has one revision only", q->words[0]);
	json_auto_t *before =
	    roadmaps_revision(q, q->words[0], q->count > 1 ? q->words[1] : number, &code);
	if (before) {
		roadmap_diff(json_map(before, "document"), json_map(after, "document"), &out);
		schedule_diff(json_map(before, "schedule"), json_map(after, "schedule"), &out);
		print_text(stdout, "%s", buf_str(&out));
	}
	return code;
}
