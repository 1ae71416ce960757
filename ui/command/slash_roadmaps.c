/* SPDX-License-Identifier: MIT
 * Commands of the roadmap planner. /roadmap: a goal for it. /policy: how it deals with the user in
 * this session. /roadmaps: the kept ones and the runs that wait for the user, as a list; one of
 * them as a chart; leave for a run, or what is to change in it.
 */
#include "base/base.h"
#include "base/text/names.h"
#include "config/settings_show.h"
#include "config/settings_value.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/kept_plan.h"
#include "roadmap/run/roadmap_store.h"
#include "ui/command/roadmap_chart.h"
#include "ui/command/slash_rows.h"
#include "workspace/shell/shell.h"

#define ROADMAP_WORDS 32
#define POLICY "roadmap."

/* ---- A goal, and how it is dealt with -------------------------------------------------------- */

static void roadmap(struct commander *c, const char *rest)
{
	if (!*rest)
		slash_usage(c, &slash_roadmap);
	else
		inbox_push(
		    c->session, (struct intent){INTENT_ROADMAP,
				    json_pack("{s:o}", "text", json_text(rest, strlen(rest)))});
}

const struct slash slash_roadmap = {
    .name = "roadmap",
    .arguments = "GOAL",
    .help = "plan a goal: outline, roadmap, schedule",
    .run = roadmap,
};

static bool is_policy(const struct setting *row)
{
	return strncmp(row->name, POLICY, sizeof POLICY - 1) == 0;
}

static void show_policy(const struct commander *c)
{
	auto_lines body = {0};

	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		auto_buf text = BUF_INIT;

		if (!is_policy(row))
			continue;
		setting_write(c->settings, row, &text);
		lines_addf(&body, STYLE_KEY, " %s: ", row->name + sizeof POLICY - 1);
		lines_addf(&body, STYLE_TEXT, "%s", buf_str(&text));
		if (row->choices)
			lines_addf(&body, STYLE_DIM, "   one of %s", row->choices);
		else
			lines_addf(&body, STYLE_DIM, "   from %g to %g", row->min, row->max);
		lines_end(&body);
	}
	c->page(c->face, "How plans are made with you", &body, 5);
}

static void policy(struct commander *c, const char *rest)
{
	const char *value = rest;
	auto_free char *field = slash_next_word(&value), *key = xasprintf(POLICY "%s", field);
	const struct setting *row = setting_find(key);
	auto_buf why = BUF_INIT;
	json_t *set = row && *value ? setting_accept_text(row, row->name, value, &why) : NULL;

	if (!*rest)
		show_policy(c);
	else if (!*value)
		slash_usage(c, &slash_policy);
	else if (!row)
		slash_say(c, "no field '%s'; /policy lists them", field);
	else if (!set)
		slash_say(c, "%s", buf_str(&why));
	else
		slash_set(c, row->name, set);
}

static void complete_policy(const struct commander *c, const char *before, struct candidates *out)
{
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		const char *name = row->name + sizeof POLICY - 1;

		if (!is_policy(row))
			continue;
		if (!*before)
			candidates_add(out, name, row->choices ? row->choices : "a number");
		const char *choices = *before ? row->choices : NULL;
		while (choices && *choices && strncmp(before, name, strlen(name)) == 0) {
			const size_t len = strcspn(choices, "|");
			auto_free char *word = xstrndup(choices, len);

			candidates_add(out, word, "");
			choices += len + (choices[len] == '|');
		}
	}
}

const struct slash slash_policy = {
    .name = "policy",
    .arguments = "[FIELD VALUE]",
    .help = "how the roadmap planner deals with you, in this session",
    .run = policy,
    .complete = complete_policy,
};

/* ---- Kept roadmaps --------------------------------------------------------------------------- */

/* Returns the store; NULL after saying that there is none. */
static struct store *store_of(const struct commander *c)
{
	struct store *store = session_store(c->session);

	if (!store)
		slash_say(c, "there is no session database: no roadmap is kept");
	return store;
}

static void show(struct commander *c, const char *id)
{
	struct store *store = store_of(c);
	auto_error e = ERROR_INIT;
	json_auto_t *schedule = store ? roadmap_store_schedule(store, id, &e) : NULL;

	if (schedule)
		roadmap_chart_open(c, json_str(schedule, "id", id), schedule);
	else if (store)
		slash_say(c, "%s", e.message);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct commander *c = ctx;
	json_auto_t *list = roadmap_store_list(session_store(c->session), NULL, NULL);

	json_each (row, list) {
		const int64_t finish = json_int(row, "finish", 0);
		const char *status = json_str(row, "planning_status", NULL),
			   *id = json_str(row, "id", "");
		const char *waits_for = json_str(row, "waits_for", "");
		auto_buf detail = BUF_INIT;
		char day[MOMENT_ROOM];

		if (status && strcmp(waits_for, "nothing") == 0)
			buf_addf(&detail, "%s · ", status); /* interrupted, aborted */
		else if (status)
			buf_addf(&detail, "%s: waits for %s · ", status, waits_for);
		buf_adds(&detail, id);
		if (json_int(row, "revision", 0))
			buf_addf(&detail, " · %" PRId64 "/%" PRId64, json_int(row, "done", 0),
			    json_int(row, "tasks", 0));
		if (finish) {
			moment_spell(finish, zone_find(NULL, NULL), day);
			buf_addf(&detail, " · until %.10s", day);
		}
		pick_rows_add(out, json_str(row, "goal", ""), buf_str(&detail), id);
	}
}

static void chosen(void *ctx, const struct pick_row *row)
{
	if (row)
		show(ctx, row->value);
}

/* ---- the words ------------------------------------------------------------------------------- */

/* Carries out "approve ID" or "revise ID WORDS"; rest: what follows the verb. */
static void decide(struct commander *c, const char *rest, bool revise)
{
	const char *words = rest;
	auto_free char *id = slash_next_word(&words);

	if (!*id || (*words != '\0') != revise)
		slash_usage(c, &slash_roadmaps);
	else
		inbox_push(
		    c->session, (struct intent){INTENT_ROADMAP,
				    json_pack("{s:o, s:o*}", "run", json_text(id, strlen(id)),
					"text", revise ? json_text(words, strlen(words)) : NULL)});
}

/* Carries out "edit ID OPERATION ...", "done ID TASK", "start ID TASK" or "undo ID", as on the command line. */
static void change_words(struct commander *c, const char *verb, const char *const *words, int count)
{
	struct store *store = store_of(c);
	struct kept_change change = {0};
	auto_error e = ERROR_INIT;
	const bool edit = strcmp(verb, "edit") == 0, undo = strcmp(verb, "undo") == 0;
	const char *status = strcmp(verb, "done") == 0 ? "done" : "in_progress";
	json_auto_t *edits = NULL;

	if (!store)
		return;
	if (count < (undo ? 1 : 2)) {
		slash_usage(c, &slash_roadmaps);
		return;
	}
	if (edit)
		edits = roadmap_edit_of_words(words + 1, count - 1, &e);
	else if (!undo)
		edits = json_pack(
		    "[{s:s, s:s, s:s}]", "op", "status", "id", words[1], "status", status);
	if (undo ? kept_undo(store, words[0], &change, &e)
		 : edits && kept_edit(store, words[0], edits, verb, &change, &e))
		slash_say(c, "%s revision %d: %s", words[0], change.revision,
		    change.diff.len ? buf_str(&change.diff) : "nothing changed");
	else
		slash_say(c, "%s", e.message);
	buf_free(&change.diff);
}

/* Changes a plan by words ("done ID TASK"), or opens a task. False: they do not begin with such a verb. */
static bool change(struct commander *c, const char *rest)
{
	static const char *const verbs[] = {"edit", "done", "start", "undo", "open"};
	freed_by(shell_words_free) struct shell_words split = {0};
	const char *words[ROADMAP_WORDS];
	int count = 0;

	if (!shell_split(rest, &split) || split.count == 0)
		return false;
	for (size_t i = 1; i < split.count && count < ROADMAP_WORDS; i++)
		words[count++] = split.list[i].text;
	const char *verb = split.list[0].text;
	if (row_named(verbs, verb) == ARRAY_SIZE(verbs))
		return false;
	if (strcmp(verb, "open") == 0 && count == 2)
		inbox_push(
		    c->session, (struct intent){INTENT_ROADMAP,
				    json_pack("{s:s, s:s}", "run", words[0], "task", words[1])});
	else
		change_words(c, verb, words, count);
	return true;
}

static void roadmaps(struct commander *c, const char *rest)
{
	const char *behind = rest;
	auto_free char *first = slash_next_word(&behind);
	const bool revise = strcmp(first, "revise") == 0;

	if (revise || strcmp(first, "approve") == 0)
		decide(c, behind, revise);
	else if (change(c, rest))
		return;
	else if (*rest)
		show(c, rest);
	else if (store_of(c))
		slash_pick(c, &(struct pick_source){.title = "Roadmaps",
				  .empty = "no roadmap yet; /roadmap GOAL plans one",
				  .fill = fill,
				  .chosen = chosen,
				  .ctx = c});
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	struct store *store = session_store(c->session);
	json_auto_t *rows = store ? roadmap_store_list(store, NULL, NULL) : NULL;

	json_each (row, rows)
		candidates_add(out, json_str(row, "id", ""), json_str(row, "goal", ""));
}

const struct slash slash_roadmaps = {
    .name = "roadmaps",
    .arguments = "[[approve|revise|open|done|start|edit|undo] ID]",
    .help = "kept roadmaps as charts; go on with one",
    .run = roadmaps,
    .words = (const struct slash_word[]){{"approve", "go on with a run as proposed"},
	{"revise", "what is to change, or answers"}, {NULL}},
    .complete = complete,
};
