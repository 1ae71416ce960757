/* SPDX-License-Identifier: MIT
 * The index of words and the figures of each row are caught up with in steps while the list is open; what is
 * typed asks the store each time. Keys: mode "sessions" of config/keys.yaml. A new title is typed into a list
 * of its own.
 */
#include "ui/command/session_pick.h"

#include "base/base.h"
#include "base/file.h"
#include "session/session_search.h"
#include "session/store/session_lock.h"
#include "session/store/store.h"
#include "ui/command/session_summary.h"
#include "ui/command/slash.h"
#include "ui/input/pick.h"
#include "ui/keys/keys.h"

/* ---- Another title ------------------------------------------------------------------------------- */

#define TITLE_MAX 200 /* code points */

struct renaming {
	struct commander *commander; /* (borrowed) */
	struct store *store;	     /* (borrowed) */
	char *id, *title;	     /* (owned) of the session: its title so far */
	void (*closed)(void *ctx);
	void *ctx;
};

static void fill_title(void *ctx, const char *filter, struct pick_rows *out)
{
	auto_free char *row = *filter ? xasprintf("call it \"%s\"", filter) : NULL;

	if (row)
		pick_rows_add(out, row, NULL, filter);
}

static void title_chosen(void *ctx, const struct pick_row *row)
{
	struct renaming *r = ctx;
	auto_error e = ERROR_INIT;
	auto_free char *safe = text_clean(row->value, strlen(row->value)),
		       *title = text_line(safe, TITLE_MAX);

	if (*title && !store_title(r->store, r->id, title, &e))
		slash_say(r->commander, "%s", e.message);
}

static void title_closed(void *ctx)
{
	auto_free struct renaming *r = ctx;
	void (*closed)(void *) = r->closed;
	void *whose = r->ctx;

	free_all(r->id, r->title);
	closed(whose);
}

/* Asks for the title of the session whose id is the row's value; the row may go meanwhile. closed is
 * called once at the end, whether there is another title or not. */
static void session_title_ask(struct commander *c, struct store *store,
    const struct pick_row *session, void (*closed)(void *ctx), void *ctx)
{
	struct renaming *r = xcalloc(1, sizeof *r);

	*r = (struct renaming){
	    c, store, xstrdup(session->value), xstrdup(session->text), closed, ctx};
	slash_pick(c, &(struct pick_source){.title = "Another title: type it, Enter",
			  .empty = r->title,
			  .fill = fill_title,
			  .searches = true,
			  .chosen = title_chosen,
			  .closed = title_closed,
			  .ctx = r});
}

#define LISTED 300
#define STEP_US 4000
#define HERE "of this folder"

struct list {
	struct commander *commander;   /* (borrowed) */
	struct session_pick wanted;    /* its strings are the next three */
	char *pick_title, *cwd, *here; /* (owned) */
	struct keymap keys;
	struct buf hints;
	char heading[64];  /* whose sessions these are; the open list shows it anew */
	struct buf filter; /* as it was last filled */
	json_t *rows;	   /* what is listed */
	json_t *sums;	   /* {id: figures} */
	struct session_sum *sum;
	size_t at; /* the row it is of */
	bool all, indexed, deleted;
	struct work *work;
	char *sure; /* (owned) the session whose next delete is meant */
	bool again; /* it is only closed to come back, once a session has another title */
};

static void write_pick_head(struct list *l);
static void show(struct list *l);

static void list_free(struct list *l)
{
	work_stop(l->work);
	session_sum_free(l->sum);
	keymap_free(&l->keys);
	buf_free(&l->hints);
	buf_free(&l->filter);
	json_decref(l->rows);
	json_decref(l->sums);
	free_all(l->pick_title, l->cwd, l->here, l->sure, l);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static json_t *search_sessions(struct list *l, const char *filter)
{
	const char *cwd = l->all ? NULL : l->wanted.cwd;
	auto_error e = ERROR_INIT;
	json_t *rows = NULL;

	if (filter[strspn(filter, " \t\"")])
		rows = store_search(l->wanted.store, filter, cwd, LISTED, &e);
	else
		rows = store_list(l->wanted.store, cwd, LISTED, &e);
	return rows ? rows : json_array();
}

static void add_session_row(struct list *l, const json_t *row, struct pick_rows *out)
{
	const char *id = json_str(row, "id", ""), *title = json_str(row, "title", "");
	const json_t *hit = json_map(row, "hit");
	auto_buf detail = BUF_INIT;

	if (l->all || !l->wanted.cwd) {
		auto_free char *folder = file_user_path(json_str(row, "cwd", ""));

		buf_addf(&detail, "%s · ", folder);
	}
	session_spell(row, json_object_get(l->sums, id), clock_now_ms(), &detail);
	if (l->wanted.here && strcmp(id, l->wanted.here) == 0)
		buf_adds(&detail, " · this one");
	if (json_int(hit, "seq", 0) > 0)
		buf_addf(&detail, " · …%s", json_str(hit, "text", ""));
	pick_rows_add(out, *title ? title : "(no title)", buf_str(&detail), id);
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	struct list *l = ctx;

	if (!l->rows || strcmp(filter, buf_str(&l->filter)) != 0) {
		json_decref(l->rows);
		l->rows = search_sessions(l, filter);
		buf_clear(&l->filter);
		buf_adds(&l->filter, filter);
		l->at = 0;
	}
	json_each (row, l->rows)
		add_session_row(l, row, out);
}

static void refill(struct list *l, bool anew)
{
	if (anew) {
		json_decref(l->rows);
		l->rows = NULL;
	}
	if (l->commander->refill)
		l->commander->refill(l->commander->face, l);
}

/* ---- Catching up ---------------------------------------------------------------------------- */

/* The figures of the next row. False: every row has them. */
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
		l->sum = session_sum_new(l->wanted.store, id);
	json_t *sum = session_sum_step(l->sum, clock_mono_us() + STEP_US);
	if (sum) {
		json_put(l->sums, id, sum);
		session_sum_free(l->sum);
		l->sum = NULL;
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

		if (!store_wipe(l->wanted.store, &l->deleted, &e))
			slash_say(
			    l->commander, "deleted, but some of the text may stay: %s", e.message);
		return true;
	}
	if (!l->indexed) {
		l->indexed = !store_index(l->wanted.store, STEP_US);
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

static void fill_and_catch_up(void *ctx, const char *filter, struct pick_rows *out)
{
	struct list *l = ctx;

	if (l->sum && strcmp(filter, buf_str(&l->filter)) != 0) {
		session_sum_free(l->sum);
		l->sum = NULL;
	}
	fill(ctx, filter, out);
	catch_up(l);
}

static void on_renamed(void *ctx)
{
	struct list *l = ctx;

	json_decref(l->rows);
	l->rows = NULL;
	show(l);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

static void delete_row(struct list *l, const struct pick_row *row)
{
	auto_error e = ERROR_INIT;
	const bool here = l->wanted.here && strcmp(row->value, l->wanted.here) == 0;
	auto_free char *who = here ? NULL : session_lock_holder(l->wanted.store, row->value);

	if (here) {
		slash_say(l->commander, "this session is open");
	} else if (who) {
		slash_say(l->commander, "it stays: it is open in another agent (%s)", who);
	} else if (!l->sure || strcmp(l->sure, row->value) != 0) {
		free(l->sure);
		l->sure = xstrdup(row->value);
		slash_say(l->commander, "the same key again deletes '%s' for ever", row->text);
	} else if (store_delete(l->wanted.store, row->value, &e)) {
		slash_say(l->commander, "deleted");
		l->deleted = true;
		catch_up(l);
		refill(l, true);
	} else {
		slash_say(l->commander, "%s", e.message);
	}
}

static void leave(struct list *l, enum go where, const char *id)
{
	const struct session_pick *w = &l->wanted;

	w->chosen(w->ctx, where, id);
}

static void chosen(void *ctx, const struct pick_row *row)
{
	struct list *l = ctx;

	leave(l, l->wanted.enter, row->value);
}

static bool go_by_key(struct list *l, const char *action, const struct pick_row *row)
{
	static const struct {
		const char *action;
		enum go where;
	} ways[] = {{"open", GO_RESUME}, {"replay", GO_REPLAY}, {"fork", GO_FORK}};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(ways[i].action, action) == 0) {
			leave(l, ways[i].where, row->value);
			return true;
		}
	return false;
}

static bool key(void *ctx, unsigned key, const struct pick_row *row)
{
	struct list *l = ctx;
	const char *action = keymap_find(&l->keys, key);

	if (!action || strcmp(action, "delete") != 0) {
		free(l->sure);
		l->sure = NULL;
	}
	if (!action || (l->wanted.only && strcmp(action, "all") != 0))
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
		l->again = true;
		session_title_ask(l->commander, l->wanted.store, row, on_renamed, l);
	} else {
		return go_by_key(l, action, row);
	}
	return true;
}

static void closed(void *ctx)
{
	struct list *l = ctx;

	if (l->again)
		l->again = false;
	else
		list_free(l);
}

static void hint(struct list *l, const char *action, const char *words)
{
	auto_buf name = BUF_INIT;

	keymap_key_of(&l->keys, action, &name);
	if (name.len)
		buf_addf(&l->hints, "%s%s %s", l->hints.len ? "  " : "", buf_str(&name), words);
}

static void write_pick_head(struct list *l)
{
	const char *title = l->wanted.title, *here = strstr(title, HERE);

	if (l->all && !here)
		snprintf(l->heading, sizeof l->heading, "%s · all folders", title);
	else if (l->all)
		snprintf(l->heading, sizeof l->heading, "%.*sof all folders", (int)(here - title),
		    title);
	else
		snprintf(l->heading, sizeof l->heading, "%s", title);
}

static void show(struct list *l)
{
	write_pick_head(l);
	slash_pick(l->commander, &(struct pick_source){.title = l->heading,
				     .empty = "no session of this folder yet",
				     .keys = buf_str(&l->hints),
				     .fill = fill_and_catch_up,
				     .searches = true,
				     .wide = true,
				     .chosen = chosen,
				     .key = key,
				     .closed = closed,
				     .ctx = l});
}

void session_pick(struct commander *c, const struct session_pick *wanted)
{
	struct list *l = xcalloc(1, sizeof *l);
	auto_error e = ERROR_INIT;

	l->commander = c;
	l->wanted = *wanted;
	l->wanted.title = l->pick_title = xstrdup(wanted->title);
	l->wanted.cwd = l->cwd = xstrdup(wanted->cwd);
	l->wanted.here = l->here = xstrdup(wanted->here);
	l->sums = json_object();
	if (!keymap_load(&l->keys, "sessions", &e)) {
		slash_say(c, "%s", e.message);
		list_free(l);
		return;
	}
	hint(l, "all", "all folders");
	if (!wanted->only) {
		hint(l, "replay", "replay");
		hint(l, "fork", "fork");
		hint(l, "rename", "rename");
		hint(l, "delete", "delete");
	}
	show(l);
}
