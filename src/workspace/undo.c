/*
 * The log, and the plan of what taking changes back would do: several changes of one file are one step, from
 * what was there before the first to what the last one left. Nothing is written here; undo_apply.c does.
 */
#include "workspace/undo.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "session/event/event_data.h"

struct done { /* one file_change event */
	int64_t seq;
	int turn;
	char *path, *before, *after; /* (owned) */
	char *call; /* (owned) outside a turn: each command of the user's is taken back alone */
	bool existed, exists, kept, undone;
	int mode, folders;
};
struct undo_log {
	struct done *list; /* (owned) */
	size_t count, cap;
};

struct undo_log *undo_log_new(void)
{
	return xcalloc(1, sizeof(struct undo_log));
}

void undo_log_free(struct undo_log *log)
{
	if (!log)
		return;
	for (size_t i = 0; i < log->count; i++) {
		free(log->list[i].path);
		free(log->list[i].before);
		free(log->list[i].after);
		free(log->list[i].call);
	}
	free(log->list);
	free(log);
}

#define LINK "link:"

bool undo_ref_is_link(const char *ref)
{
	return ref && strncmp(ref, LINK, strlen(LINK)) == 0;
}

const char *undo_ref_blob(const char *ref)
{
	return undo_ref_is_link(ref) ? ref + strlen(LINK) : ref;
}

char *undo_ref_dup(const char *ref, bool link)
{
	return ref && link ? xasprintf(LINK "%s", ref) : xstrdup(ref);
}

static void mark_undone(struct undo_log *log, const json_t *seqs)
{
	size_t i;
	json_t *seq;

	json_array_foreach ((json_t *)seqs, i, seq)
		for (size_t n = 0; n < log->count; n++)
			if (log->list[n].seq == json_integer_value(seq))
				log->list[n].undone = true;
}

void undo_log_take(struct undo_log *log, const struct event *ev)
{
	const struct event_file_change c = event_read_file_change(ev->data);

	if (ev->type != EVENT_FILE_CHANGE || !*c.path)
		return;
	if (c.undoes) {
		mark_undone(log, c.undoes);
		return;
	}
	array_reserve(&log->list, &log->cap, log->count + 1, sizeof *log->list);
	log->list[log->count++] = (struct done){
	    .seq = ev->seq,
	    .turn = ev->turn,
	    .call = xstrdup(ev->turn ? ""
			    : c.call ? c.call
				     : ""),
	    .path = xstrdup(c.path),
	    .before = undo_ref_dup(c.before, c.before_link),
	    .after = undo_ref_dup(c.after, c.after_link),
	    .existed = c.before || (!c.created && !c.kept),
	    .exists = !c.removed,
	    .kept = c.kept,
	    .mode = (int)c.mode,
	    .folders = (int)c.folders,
	};
}

/* ---- What is to be taken back --------------------------------------------------------------- */

static const struct done *last_done(const struct undo_log *log)
{
	for (size_t i = log->count; i-- > 0;)
		if (!log->list[i].undone)
			return &log->list[i];
	return NULL;
}

static struct undo_step *step_of(struct undo_plan *plan, const char *path)
{
	for (size_t i = 0; i < plan->count; i++)
		if (!strcmp(plan->steps[i].path, path))
			return &plan->steps[i];
	array_reserve(&plan->steps, &plan->cap, plan->count + 1, sizeof *plan->steps);
	plan->steps[plan->count] = (struct undo_step){.path = xstrdup(path), .seqs = json_array()};
	return &plan->steps[plan->count++];
}

/* The first change tells what was before, the last one what should be there now. */
static void add_undo_change(struct undo_plan *plan, const struct done *d)
{
	struct undo_step *step = step_of(plan, d->path);

	if (!json_array_size(step->seqs)) {
		step->before = xstrdup(d->before);
		step->mode = d->existed && !undo_ref_is_link(d->before) ? d->mode : 0;
		step->folders = d->existed ? 0 : d->folders;
		step->kind = d->existed ? (d->before ? UNDO_RESTORES : UNDO_LOST) : UNDO_REMOVES;
	}
	free(step->after);
	step->after = xstrdup(d->after);
	step->unknown = d->exists && !d->after;
	json_array_append_new(step->seqs, json_integer(d->seq));
}

/* The reference of what is there now: NULL nothing; "" it cannot be told. Owned. */
static char *current_ref(struct workspace *w, const char *path, mode_t *mode)
{
	struct buf now = BUF_INIT;
	struct error e = ERROR_INIT;
	char ref[40] = "", *found = NULL;
	struct stat st;

	if (workspace_link_read(w, path, &now)) {
		*mode = 0;
		blob_ref(buf_str(&now), now.len, ref);
		buf_free(&now);
		return undo_ref_dup(ref, true);
	}
	*mode = workspace_stat(w, path, &st, NULL) ? st.st_mode & 07777 : 0;
	if (workspace_read(w, path, BUF_MAX_DEFAULT, &now, NULL, &e))
		blob_ref(buf_str(&now), now.len, ref);
	if (e.code != ERR_NOT_FOUND)
		found = xstrdup(ref);
	error_free(&e);
	buf_free(&now);
	return found;
}

static bool same_ref(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static void judge_step(struct undo_step *step, struct session *s, struct workspace *w)
{
	mode_t mode;
	char *now = current_ref(w, step->path, &mode);
	struct buf content = BUF_INIT;

	if (step->kind == UNDO_RESTORES &&
	    !session_blob_get(s, undo_ref_blob(step->before), &content, NULL))
		step->kind = UNDO_LOST;
	if (step->kind == UNDO_RESTORES && !now)
		step->kind = UNDO_RECREATES;
	step->forced = step->kind;
	if (step->kind == UNDO_LOST)
		goto out;
	if (same_ref(now, step->before) && (!now || !step->mode || (int)mode == step->mode))
		step->kind = UNDO_DONE;
	else if (step->unknown || !same_ref(now, step->after))
		step->kind = UNDO_CONFLICTS;
out:
	buf_free(&content);
	free(now);
}

struct undo_plan undo_plan_new(
    const struct undo_log *log, int64_t seq, struct session *s, struct workspace *w)
{
	struct undo_plan plan = {0};
	const struct done *last = last_done(log);

	for (size_t i = 0; i < log->count; i++) {
		const struct done *d = &log->list[i];

		if (!d->undone &&
		    (seq == UNDO_LAST_TURN ? d->turn == last->turn && !strcmp(d->call, last->call)
					   : d->seq > seq))
			add_undo_change(&plan, d);
	}
	for (size_t i = 0; i < plan.count; i++)
		judge_step(&plan.steps[i], s, w);
	return plan;
}

static void undo_step_free(struct undo_step *step)
{
	free(step->path);
	free(step->before);
	free(step->after);
	free(step->why);
	json_decref(step->seqs);
}

void undo_plan_only(struct undo_plan *plan, const char *path)
{
	size_t kept = 0;

	for (size_t i = 0; i < plan->count; i++) {
		if (strcmp(plan->steps[i].path, path) == 0)
			plan->steps[kept++] = plan->steps[i];
		else
			undo_step_free(&plan->steps[i]);
	}
	plan->count = kept;
}

void undo_plan_free(struct undo_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		undo_step_free(&plan->steps[i]);
	free(plan->steps);
	*plan = (struct undo_plan){0};
}

const char *undo_kind_name(enum undo_kind kind)
{
	static const char *const names[] = {
	    [UNDO_RESTORES] = "restores",
	    [UNDO_RECREATES] = "recreates",
	    [UNDO_REMOVES] = "removes",
	    [UNDO_DONE] = "as before",
	    [UNDO_CONFLICTS] = "changed since",
	    [UNDO_LOST] = "not kept",
	};

	return names[kind];
}

bool undo_step_applies(const struct undo_step *step, bool force)
{
	enum undo_kind kind = step->kind == UNDO_CONFLICTS && force ? step->forced : step->kind;

	return kind == UNDO_RESTORES || kind == UNDO_RECREATES || kind == UNDO_REMOVES;
}

size_t undo_plan_changes(const struct undo_plan *plan, bool force)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->count; i++)
		n += undo_step_applies(&plan->steps[i], force);
	return n;
}

void undo_plan_write(const struct undo_plan *plan, bool force, struct buf *out)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct undo_step *step = &plan->steps[i];
		bool conflict = step->kind == UNDO_CONFLICTS;

		if (conflict && force)
			buf_addf(out, "  %s %s, which was changed since\n",
			    undo_kind_name(step->forced), step->path);
		else
			buf_addf(out, "  %s %s%s\n", undo_kind_name(step->kind), step->path,
			    conflict || step->kind == UNDO_LOST ? " (left alone)" : "");
	}
}
