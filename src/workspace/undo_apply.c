/*
 * Taking changes back: the files are written, and each is told as a change of its own.
 */
#include "workspace/undo.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "session/event/event_data.h"

static void set_mode(struct workspace *w, const struct undo_step *step)
{
	int fd = step->mode ? workspace_openat(w, step->path, O_RDONLY, 0, NULL) : -1;

	if (fd < 0)
		return;
	fchmod(fd, (mode_t)step->mode & 0777); /* where it may; the content counts */
	close(fd);
}

static const char *ref_or_null(const char *ref)
{
	return ref && *ref ? undo_ref_blob(ref) : NULL;
}

/* What is overwritten is kept, too: an undo loses nothing. */
static char *keep_current(const struct undo_step *step, struct session *s, struct workspace *w)
{
	struct buf now = BUF_INIT;
	char ref[40] = "";

	const bool link = workspace_link_read(w, step->path, &now);

	if (link || workspace_read(w, step->path, BUF_MAX_DEFAULT, &now, NULL, NULL))
		session_blob_put(s, buf_str(&now), now.len, ref);
	buf_free(&now);
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

/* What stands there now goes itself, never what it leads to. */
static bool put_back(struct undo_step *step, bool link, const struct buf *content,
    struct workspace *w, struct error *e)
{
	if (undo_ref_is_link(step->before))
		return workspace_link_make(w, step->path, buf_str(content), e);
	if (link && !workspace_link_remove(w, step->path, e))
		return false;
	return workspace_write(w, step->path, buf_str(content), content->len, NULL, e);
}

static bool apply_step(struct undo_step *step, struct session *s, struct workspace *w)
{
	struct buf content = BUF_INIT;
	struct error e = ERROR_INIT;
	char *overwritten = keep_current(step, s, w);

	if (step->forced == UNDO_REMOVES)
		step->applied = undo_ref_is_link(overwritten)
				    ? workspace_link_remove(w, step->path, &e)
				    : workspace_remove(w, step->path, &e);
	else if (session_blob_get(s, undo_ref_blob(step->before), &content, &e))
		step->applied = put_back(step, undo_ref_is_link(overwritten), &content, w, &e);
	if (step->applied) {
		if (step->forced != UNDO_REMOVES)
			set_mode(w, step);
		step_emit(step, overwritten, s);
	} else {
		step->why = error_line(&e);
	}
	error_free(&e);
	buf_free(&content);
	free(overwritten);
	return step->applied;
}

/* The folders that were made for a file go with it, as far as nothing else is in them. */
static void remove_folders(const struct undo_step *step, struct workspace *w)
{
	char *path = path_given(step->path), *slash;

	for (int i = 0; i < step->folders && (slash = strrchr(path, '/')); i++) {
		*slash = '\0';
		if (!workspace_folder_remove(w, path))
			break;
	}
	free(path);
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
	for (size_t i = plan->count; i-- > 0;) /* what was made later lies deeper */
		if (plan->steps[i].applied && plan->steps[i].forced == UNDO_REMOVES)
			remove_folders(&plan->steps[i], w);
	return done;
}
