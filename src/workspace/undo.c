/* SPDX-License-Identifier: MIT
 * Undoes changes of files: the log, and the plan of what undoing would do. Several changes of one file are one step,
 * from what was there before the first to what the last one left. The second part applies a plan.
 */
#include "workspace/undo.h"

#include <fcntl.h>
#include <sys/stat.h>
#include "base/base.h"
#include "session/event/event_data.h"

struct done { /* one file_change event */
	int64_t seq;
	int turn;
	char *path, *before, *after; /* (owned) */
	char *call; /* (owned) id of the user's command, which is undone alone; "": in a turn */
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
	for (struct done *d = log->list; d < log->list + log->count; d++)
		free_all(d->path, d->before, d->after, d->call);
	free_all(log->list, log);
}

int64_t undo_log_last(
    const struct undo_log *log, bool (*wanted)(void *ctx, const char *path), void *ctx)
{
	for (size_t i = log->count; i > 0; i--)
		if (wanted(ctx, log->list[i - 1].path))
			return log->list[i - 1].seq;
	return 0;
}

/* A reference is the name of a blob in the session, with this in front of it if the content is the target
 * of a link; NULL: no content. undo_ref_dup: caller frees; undo_ref_blob: the blob's name, borrowed. */
#define LINK "link:"

static bool undo_ref_is_link(const char *ref)
{
	return ref && strncmp(ref, LINK, strlen(LINK)) == 0;
}

static const char *undo_ref_blob(const char *ref)
{
	return undo_ref_is_link(ref) ? ref + strlen(LINK) : ref;
}

static char *undo_ref_dup(const char *ref, bool link)
{
	return ref && link ? xasprintf(LINK "%s", ref) : xstrdup(ref);
}

void undo_log_take(struct undo_log *log, const struct event *ev)
{
	const struct event_file_change c = event_read_file_change(ev->data);

	if (ev->type != EVENT_FILE_CHANGE || !*c.path)
		return;
	if (c.undoes) {
		json_each (seq, c.undoes)
			for (size_t n = 0; n < log->count; n++)
				if (log->list[n].seq == json_integer_value(seq))
					log->list[n].undone = true;
		return;
	}
	array_push(log->list, log->count, log->cap,
	    (struct done){
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
	    });
}

/* ---- What is to be taken back --------------------------------------------------------------- */

/* Adds a change to the step of its file: the first says what was before, the last what should be there now. */
static void add_undo_change(struct undo_plan *plan, const struct done *d)
{
	size_t i = 0;

	while (i < plan->count && strcmp(plan->steps[i].path, d->path) != 0)
		i++;
	if (i == plan->count)
		array_push(plan->steps, plan->count, plan->cap,
		    (struct undo_step){.path = xstrdup(d->path), .seqs = json_array()});
	struct undo_step *step = &plan->steps[i];
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

/* Returns the reference of what is there now; NULL: nothing; "": it cannot be read. Caller frees. */
static char *current_ref(struct workspace *w, const char *path, mode_t *mode)
{
	auto_buf now = BUF_INIT;
	auto_error e = ERROR_INIT;
	char ref[40] = "";
	struct stat st;

	if (workspace_link_read(w, path, &now)) {
		*mode = 0;
		blob_ref(buf_str(&now), now.len, ref);
		return undo_ref_dup(ref, true);
	}
	*mode = workspace_stat(w, path, &st, NULL) ? st.st_mode & 07777 : 0;
	if (workspace_read(w, path, BUF_MAX_DEFAULT, &now, NULL, &e))
		blob_ref(buf_str(&now), now.len, ref);
	return e.code == ERR_NOT_FOUND ? NULL : xstrdup(ref);
}

static bool undo_step_applies(const struct undo_step *step, bool force)
{
	enum undo_kind kind = step->kind == UNDO_CONFLICTS && force ? step->forced : step->kind;

	return kind == UNDO_RESTORES || kind == UNDO_RECREATES || kind == UNDO_REMOVES;
}

/* Returns the step of a link that the changes put in the place of a folder above this file: it is
 * removed first, so what lies behind it is not this file. NULL: there is none. */
static const struct undo_step *link_above(
    const struct undo_plan *plan, const struct undo_step *step)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct undo_step *above = &plan->steps[i];
		const size_t len = strlen(above->path);

		if (undo_ref_is_link(above->after) && !undo_ref_is_link(above->before) &&
		    strncmp(step->path, above->path, len) == 0 && step->path[len] == '/')
			return above;
	}
	return NULL;
}

static void judge_step(
    const struct undo_plan *plan, struct undo_step *step, struct session *s, struct workspace *w)
{
	mode_t mode = 0;
	const struct undo_step *link = link_above(plan, step);
	auto_free char *now = link ? NULL : current_ref(w, step->path, &mode);
	auto_buf content = BUF_INIT;

	if (step->kind == UNDO_RESTORES &&
	    !session_blob_get(s, undo_ref_blob(step->before), &content, NULL))
		step->kind = UNDO_LOST;
	if (step->kind == UNDO_RESTORES && !now)
		step->kind = UNDO_RECREATES;
	step->forced = step->kind;
	if (step->kind == UNDO_LOST)
		return;
	if (string_same(now, step->before) && (!now || !step->mode || (int)mode == step->mode))
		step->kind = UNDO_DONE;
	else if (step->unknown || !string_same(now, step->after) ||
		 (link && !undo_step_applies(link, false)))
		step->kind = UNDO_CONFLICTS;
}

/* Makes a conflict of removing a file that was moved from where it is not restored: only it has its content. */
static void keep_moved(struct undo_plan *plan, struct undo_step *step)
{
	char empty[40];

	blob_ref("", 0, empty);
	for (size_t i = 0; i < plan->count && step->kind == UNDO_REMOVES; i++) {
		const struct undo_step *left = &plan->steps[i];

		if ((left->kind == UNDO_CONFLICTS || left->kind == UNDO_LOST) && left->before &&
		    strcmp(left->before, empty) != 0 && string_same(left->before, step->after)) {
			step->kind = UNDO_CONFLICTS;
			step->moved = true;
		}
	}
}

/* Sorts links that were put in the place of a folder first, those nearest to the workspace before
 * others; the rest stays in the order of the first change. */
static int links_first(const void *a, const void *b)
{
	const struct undo_step *x = a, *y = b;
	const bool xl = undo_ref_is_link(x->after), yl = undo_ref_is_link(y->after);
	const size_t xn = strlen(x->path), yn = strlen(y->path);

	if (xl != yl)
		return yl - xl;
	if (xl && xn != yn)
		return (xn > yn) - (xn < yn);
	return json_integer_value(json_array_get(x->seqs, 0)) <
		       json_integer_value(json_array_get(y->seqs, 0))
		   ? -1
		   : 1;
}

struct undo_plan undo_plan_new(
    const struct undo_log *log, int64_t seq, struct session *s, struct workspace *w)
{
	struct undo_plan plan = {0};
	const struct done *last = NULL;

	for (size_t i = 0; i < log->count; i++)
		last = log->list[i].undone ? last : &log->list[i];
	for (size_t i = 0; i < log->count; i++) {
		const struct done *d = &log->list[i];

		if (!d->undone &&
		    (seq == UNDO_LAST_TURN ? d->turn == last->turn && !strcmp(d->call, last->call)
					   : d->seq > seq))
			add_undo_change(&plan, d);
	}
	if (plan.count)
		qsort(plan.steps, plan.count, sizeof *plan.steps, links_first);
	for (size_t i = 0; i < plan.count; i++)
		judge_step(&plan, &plan.steps[i], s, w);
	for (size_t i = 0; i < plan.count; i++)
		keep_moved(&plan, &plan.steps[i]);
	return plan;
}

static void undo_step_free(struct undo_step *step)
{
	free_all(step->path, step->before, step->after, step->why);
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
		const bool conflict = step->kind == UNDO_CONFLICTS, forced = conflict && force,
			   alone = (conflict && !force) || step->kind == UNDO_LOST;

		buf_addf(out, "  %s %s%s\n",
		    step->moved && !force ? "keeps what was moved to"
					  : undo_kind_name(forced ? step->forced : step->kind),
		    step->path,
		    alone		     ? " (left alone)"
		    : forced && !step->moved ? ", which was changed since"
					     : "");
	}
}

/* Applying a plan: the files are written, and each is reported as a change of its own. */

static const char *ref_or_null(const char *ref)
{
	return ref && *ref ? undo_ref_blob(ref) : NULL;
}

/* Keeps the content about to be overwritten: an undo loses nothing. Returns its reference; caller
 * frees. */
static char *keep_current(const struct undo_step *step, struct session *s, struct workspace *w)
{
	auto_buf now = BUF_INIT;
	char ref[40] = "";

	const bool link = workspace_link_read(w, step->path, &now);

	if (link || workspace_read(w, step->path, BUF_MAX_DEFAULT, &now, NULL, NULL))
		session_blob_put(s, buf_str(&now), now.len, ref);
	return undo_ref_dup(ref, link);
}

static void step_emit(const struct undo_step *step, const char *overwritten, struct session *s)
{
	bool removes = step->forced == UNDO_REMOVES;

	emit(s, EVENT_FILE_CHANGE, xasprintf("%s  undone", step->path),
	    event_build_file_change(&(struct event_file_change){
		.path = step->path,
		.before = ref_or_null(overwritten),
		.after = removes ? NULL : ref_or_null(step->before),
		.created = step->forced == UNDO_RECREATES,
		.removed = removes,
		.kept = true,
		.before_link = undo_ref_is_link(overwritten),
		.after_link = !removes && undo_ref_is_link(step->before),
		.undoes = json_incref(step->seqs),
	    }));
}

static bool apply_step(struct undo_step *step, struct session *s, struct workspace *w)
{
	auto_buf content = BUF_INIT;
	auto_error e = ERROR_INIT;
	auto_free char *overwritten = keep_current(step, s, w);

	if (step->forced == UNDO_REMOVES)
		step->applied = undo_ref_is_link(overwritten)
				    ? workspace_link_remove(w, step->path, &e)
				    : workspace_remove(w, step->path, &e);
	else if (!session_blob_get(s, undo_ref_blob(step->before), &content, &e))
		step->applied = false;
	else if (undo_ref_is_link(step->before))
		step->applied = workspace_link_make(w, step->path, buf_str(&content), &e);
	else /* what is there now is replaced itself, never what it links to */
		step->applied =
		    (!undo_ref_is_link(overwritten) || workspace_link_remove(w, step->path, &e)) &&
		    workspace_write(w, step->path, buf_str(&content), content.len, NULL, &e);
	if (step->applied) {
		auto_close int fd = step->forced != UNDO_REMOVES && step->mode
					? workspace_openat(w, step->path, O_RDONLY, 0, NULL)
					: -1;

		if (fd >= 0) /* a failure is ignored: the content counts */
			fchmod(fd, (mode_t)step->mode & 0777);
		step_emit(step, overwritten, s);
	} else {
		step->why = error_line(&e);
	}
	return step->applied;
}

size_t undo_apply(struct undo_plan *plan, bool force, struct session *s, struct workspace *w)
{
	size_t done = 0;

	for (size_t i = 0; i < plan->count; i++) {
		struct undo_step *step = &plan->steps[i];

		if (undo_step_applies(step, force))
			done += apply_step(step, s, w);
		else if (step->kind == UNDO_DONE)
			step_emit(step, step->before, s); /* so the next undo goes further back */
	}
	for (size_t i = plan->count; i-- > 0;) { /* folders that were made later lie deeper */
		const struct undo_step *step = &plan->steps[i];
		auto_free char *path = path_given(step->path);
		const bool removed = step->applied && step->forced == UNDO_REMOVES;
		char *slash;

		/* Folders that were made for a file are removed with it, if nothing else is in them. */
		for (int n = 0; removed && n < step->folders && (slash = strrchr(path, '/')); n++) {
			*slash = '\0';
			if (!workspace_folder_remove(w, path))
				break;
		}
	}
	return done;
}
