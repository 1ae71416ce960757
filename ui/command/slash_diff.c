/*
 * /diff: what the session changed in files. A stored session is read from its first event, in steps,
 * so that a long one does not hold up the screen; of one that is not stored the face has kept what
 * it saw.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "ui/command/slash_rows.h"
#include "ui/view/file_diffs.h"

#define STEP_US 4000

struct diff_job {
	struct commander *commander;
	enum changes_scope scope;
	struct event_reader *source; /* (owned) NULL: all is read */
	struct changes *read;	     /* (owned) */
	size_t file;
	struct lines body;
	struct work *work;
};

static void job_free(void *ctx)
{
	struct diff_job *j = ctx;

	work_stop(j->work);
	event_reader_free(j->source);
	changes_free(j->read);
	lines_free(&j->body);
	free(j);
}

static bool content(void *ctx, const char *ref, struct buf *out)
{
	return session_blob_get(ctx, ref, out, NULL);
}

static void show(struct diff_job *j)
{
	struct commander *c = j->commander;

	if (j->body.count)
		c->page(c->face,
		    j->scope == CHANGES_TURN ? "Changed in the last turn that changed files"
					     : "Changed in this session",
		    &j->body, 12);
	else
		slash_say(c, "no file was changed");
}

static bool read_event(struct diff_job *j)
{
	struct event ev;

	if (!j->source->next(j->source, &ev, NULL)) {
		event_reader_free(j->source);
		j->source = NULL;
		return false;
	}
	changes_take(j->read, &ev);
	event_free(&ev);
	return true;
}

static bool step(void *ctx)
{
	struct diff_job *j = ctx;
	const struct changes *changes = j->read ? j->read : j->commander->changes;
	int64_t until = clock_mono_us() + STEP_US;

	while (clock_mono_us() < until) {
		if (j->source) {
			read_event(j);
		} else if (j->file < changes_count(changes)) {
			changes_lines(changes, j->file++, j->scope, content, j->commander->session,
			    j->commander->ascii, &j->body);
		} else {
			j->work = NULL;
			show(j);
			slash_task(j->commander, NULL, NULL);
			return false;
		}
	}
	return true;
}

static void diff(struct commander *c, const char *rest)
{
	struct store *store = session_store(c->session);
	struct diff_job *j;

	if (*rest && strcmp(rest, "turn") != 0) {
		slash_usage(c, &slash_diff);
		return;
	}
	if ((!store && !c->changes) || session_seq(c->session) == 0) {
		slash_say(c, "no file was changed");
		return;
	}
	j = xcalloc(1, sizeof *j);
	j->commander = c;
	j->scope = *rest ? CHANGES_TURN : CHANGES_SESSION;
	if (store) {
		j->source = store_source(store, session_id(c->session), 1);
		j->read = changes_new();
	}
	slash_task(c, job_free, j);
	j->work = loop_work(c->loop, step, j);
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	if (!*before)
		candidates_add(out, "turn", "only the last turn that changed files");
}

const struct slash slash_diff = {
    .name = "diff",
    .arguments = "[turn]",
    .help = "what this session changed in files",
    .run = diff,
    .complete = complete,
};
