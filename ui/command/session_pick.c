/* SPDX-License-Identifier: MIT
 * The list of stored sessions. The search index and the figures of each row are brought up to date
 * in steps while the list is open; each change of what is typed asks the store. Keys: mode
 * "sessions" of config/keys.yaml. A new title is typed into a list of its own.
 */
#include "ui/command/session_pick.h"

#include "base/base.h"
#include "base/file.h"
#include "base/text/names.h"
#include "session/session_search.h"
#include "session/store/session_lock.h"
#include "session/store/store.h"
#include "ui/command/session_summary.h"
#include "ui/command/slash.h"
#include "ui/input/pick.h"
#include "ui/keys/keys.h"

#define TITLE_MAX 200 /* code points */
#define LISTED 300
#define STEP_US 4000
#define HERE "of this folder"

struct list {
	struct commander *commander; /* (borrowed) */
	struct store *store;	     /* (borrowed) */
	const char *title;	     /* (borrowed) */
	enum go enter;
	void (*go)(const struct commander *c, enum go where, const char *id, int64_t seq);
	struct keymap keys;
	struct buf hints;
	char heading[64];  /* whose sessions these are; read by the open list each time */
	struct buf filter; /* what was typed when the rows were read */
	json_t *rows;	   /* the sessions listed */
	json_t *sums;	   /* {id: figures} */
	struct session_sum *sum;
	size_t at; /* index of the row that sum, or the next one, is of */
	bool all, indexed, deleted;
	struct work *work;
	char *sure; /* (owned) the session that is deleted if the key is pressed again */
	/* (owned) id and title of the session that is being renamed; the list is closed then, but
	 * only to come back */
	char *renamed, *old_title;
};

static void write_pick_head(struct list *l);
static void show(struct list *l);

static bool is_here(const struct list *l, const char *id)
{
	return strcmp(id, session_id(l->commander->session)) == 0;
}

static void forget_sum(struct list *l)
{
	session_sum_free(l->sum);
	l->sum = NULL;
}

static void forget_rows(struct list *l)
{
	json_decref(l->rows);
	l->rows = NULL;
}

static void closed(void *ctx)
{
	struct list *l = ctx;

	if (l->renamed)
		return;
	work_stop(l->work);
	session_sum_free(l->sum);
	keymap_free(&l->keys);
	buf_free(&l->hints);
	buf_free(&l->filter);
	json_decref(l->rows);
	json_decref(l->sums);
	free_all(l->sure, l);
}

/* ---- Another title -------------------------------------------------------------------------- */

static void fill_title(void *ctx, const char *filter, struct pick_rows *out)
{
	auto_free char *row = *filter ? xasprintf("call it \"%s\"", filter) : NULL;

	if (row)
		pick_rows_add(out, row, NULL, filter);
}

static void title_chosen(void *ctx, const struct pick_row *row)
{
	struct list *l = ctx;
	auto_error e = ERROR_INIT;
	auto_free char *title = text_clean_line(row->value, strlen(row->value), TITLE_MAX);

	if (*title && !store_title(l->store, l->renamed, title, &e))
		slash_say(l->commander, "%s", e.message);
}

static void title_closed(void *ctx)
{
	struct list *l = ctx;

	free_all(l->renamed, l->old_title);
	l->renamed = NULL;
	forget_rows(l);
	show(l);
}

static void ask_for_title(struct list *l, const struct pick_row *row)
{
	l->renamed = xstrdup(row->value);
	l->old_title = xstrdup(row->text);
	slash_pick(l->commander, &(struct pick_source){.title = "Another title: type it, Enter",
				     .empty = l->old_title,
				     .fill = fill_title,
				     .searches = true,
				     .chosen = title_chosen,
				     .closed = title_closed,
				     .ctx = l});
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void refill(struct list *l, bool anew)
{
	if (anew)
		forget_rows(l);
	if (l->commander->refill)
		l->commander->refill(l->commander->face, l);
}

/* ---- Catching up ---------------------------------------------------------------------------- */

/* Works on the figures of the next row for STEP_US. False: every row has them. */
static bool next_sum(struct list *l)
{
	const json_t *row = json_array_get(l->rows, l->at);
	const char *id = json_str(row, "id", NULL);

	if (!id)
		return false;
	if (!l->sum && json_object_get(l->sums, id)) {
		l->at++;
		return true;
	}
	if (!l->sum)
		l->sum = session_sum_new(l->store, id);
	json_t *sum = session_sum_step(l->sum, clock_mono_us() + STEP_US);
	if (sum) {
		json_put(l->sums, id, sum);
		forget_sum(l);
		if (++l->at % 16 == 0 || l->at >= json_array_size(l->rows))
			refill(l, false);
	}
	return true;
}

static bool step(void *ctx)
{
	struct list *l = ctx;

	if (l->deleted) {
		/* The text of deleted sessions leaves the database file too. */
		auto_error e = ERROR_INIT;

		if (!store_wipe(l->store, &l->deleted, &e))
			slash_say(
			    l->commander, "deleted, but some of the text may stay: %s", e.message);
		return true;
	}
	if (!l->indexed) {
		l->indexed = !store_index(l->store, STEP_US);
		if (l->indexed && l->filter.len)
			refill(l, true);
		return true;
	}
	if (next_sum(l))
		return true;
	l->work = NULL;
	return false;
}

static void catch_up(struct list *l)
{
	if (!l->work && l->commander->loop)
		l->work = loop_work(l->commander->loop, step, l);
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	struct list *l = ctx;
	const char *cwd = l->all ? NULL : l->commander->cwd;
	const bool other = strcmp(filter, buf_str(&l->filter)) != 0;

	if (other)
		forget_sum(l);
	if (!l->rows || other) {
		forget_rows(l);
		l->rows = filter[strspn(filter, " \t\"")]
			      ? store_search(l->store, filter, cwd, LISTED, NULL)
			      : store_list(l->store, cwd, LISTED, NULL);
		l->rows = l->rows ? l->rows : json_array();
		buf_clear(&l->filter);
		buf_adds(&l->filter, filter);
		l->at = 0;
	}
	json_each (row, l->rows) {
		const char *id = json_str(row, "id", ""), *title = json_str(row, "title", "");
		const json_t *hit = json_map(row, "hit");
		auto_free char *folder = cwd ? NULL : file_user_path(json_str(row, "cwd", ""));
		auto_buf detail = BUF_INIT;

		if (folder)
			buf_addf(&detail, "%s · ", folder);
		session_spell(row, json_object_get(l->sums, id), clock_now_ms(), &detail);
		if (is_here(l, id))
			buf_adds(&detail, " · this one");
		if (json_int(hit, "seq", 0) > 0)
			buf_addf(&detail, " · …%s", json_str(hit, "text", ""));
		pick_rows_add(out, *title ? title : "(no title)", buf_str(&detail), id);
	}
	catch_up(l);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

static void delete_row(struct list *l, const struct pick_row *row)
{
	auto_error e = ERROR_INIT;
	auto_free char *who =
	    is_here(l, row->value) ? NULL : session_lock_holder(l->store, row->value);

	if (is_here(l, row->value)) {
		slash_say(l->commander, "this session is open");
	} else if (who) {
		slash_say(l->commander, "it stays: it is open in another agent (%s)", who);
	} else if (!l->sure || strcmp(l->sure, row->value) != 0) {
		free(l->sure);
		l->sure = xstrdup(row->value);
		slash_say(l->commander, "the same key again deletes '%s' for ever", row->text);
	} else if (store_delete(l->store, row->value, &e)) {
		slash_say(l->commander, "deleted");
		l->deleted = true;
		catch_up(l);
		refill(l, true);
	} else {
		slash_say(l->commander, "%s", e.message);
	}
}

static void chosen(void *ctx, const struct pick_row *row)
{
	struct list *l = ctx;

	l->go(l->commander, l->enter, row->value, 0);
}

static bool key(void *ctx, unsigned key, const struct pick_row *row)
{
	static const struct {
		const char *action;
		enum go where;
	} ways[] = {{"open", GO_RESUME}, {"replay", GO_REPLAY}, {"fork", GO_FORK}};
	struct list *l = ctx;
	const char *action = keymap_find(&l->keys, key);
	const size_t way = row_named(ways, action);

	if (!text_is(action, "delete")) {
		free(l->sure);
		l->sure = NULL;
	}
	if (!action)
		return false;
	if (strcmp(action, "all") == 0) {
		l->all = !l->all;
		write_pick_head(l);
		refill(l, true);
	} else if (!row) {
		return false;
	} else if (strcmp(action, "delete") == 0) {
		delete_row(l, row);
	} else if (strcmp(action, "rename") == 0) {
		ask_for_title(l, row);
	} else if (way < ARRAY_SIZE(ways)) {
		l->go(l->commander, ways[way].where, row->value, 0);
	} else {
		return false;
	}
	return true;
}

static void write_pick_head(struct list *l)
{
	const char *here = strstr(l->title, HERE);

	if (l->all && !here)
		snprintf(l->heading, sizeof l->heading, "%s · all folders", l->title);
	else if (l->all)
		snprintf(l->heading, sizeof l->heading, "%.*sof all folders",
		    (int)(here - l->title), l->title);
	else
		snprintf(l->heading, sizeof l->heading, "%s", l->title);
}

static void show(struct list *l)
{
	write_pick_head(l);
	slash_pick(l->commander, &(struct pick_source){.title = l->heading,
				     .empty = "no session of this folder yet",
				     .keys = buf_str(&l->hints),
				     .fill = fill,
				     .searches = true,
				     .wide = true,
				     .chosen = chosen,
				     .key = key,
				     .closed = closed,
				     .ctx = l});
}

void session_pick(struct commander *c, const char *title, enum go enter,
    void (*go)(const struct commander *c, enum go where, const char *id, int64_t seq))
{
	static const char *const hints[][2] = {{"all", "all folders"}, {"replay", "replay"},
	    {"fork", "fork"}, {"rename", "rename"}, {"delete", "delete"}};
	struct list *l = xcalloc(1, sizeof *l);
	auto_error e = ERROR_INIT;

	*l = (struct list){.commander = c,
	    .store = session_store(c->session),
	    .title = title,
	    .enter = enter,
	    .go = go,
	    .sums = json_object()};
	if (!keymap_load(&l->keys, "sessions", &e)) {
		slash_say(c, "%s", e.message);
		closed(l);
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(hints); i++)
		keymap_hint(&l->keys, hints[i][0], hints[i][1], &l->hints);
	show(l);
}
