/*
 * One item: its copies, and its way through the statuses. While it is in progress a clock runs and
 * evidence gathers beside it; leaving that status writes both into the item.
 */
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "plan/plan_item_edit.h"

static const char *const status_names[] = {
    [TODO_PENDING] = "pending",
    [TODO_IN_PROGRESS] = "in_progress",
    [TODO_COMPLETED] = "completed",
    [TODO_FAILED] = "failed",
    [TODO_SKIPPED] = "skipped",
};

const char *todo_status_name(enum todo_status status)
{
	return status_names[status];
}

bool todo_status_find(const char *name, enum todo_status *out)
{
	for (size_t i = 0; name && i < sizeof status_names / sizeof *status_names; i++)
		if (strcmp(name, status_names[i]) == 0) {
			*out = i;
			return true;
		}
	return false;
}

void todo_free(struct todo *t)
{
	free(t->id);
	free(t->content);
	free(t->whole);
	free(t->active_form);
	free(t->result);
	free(t->error);
	evidence_free(&t->spent);
	evidence_free(&t->since);
	json_decref(t->rest);
	*t = (struct todo){0};
}

void todo_copy(struct todo *to, const struct todo *from)
{
	*to = *from;
	to->id = xstrdup(from->id);
	to->content = xstrdup(from->content);
	to->whole = xstrdup(from->whole);
	to->active_form = xstrdup(from->active_form);
	to->result = xstrdup(from->result);
	to->error = xstrdup(from->error);
	to->rest = json_copy(from->rest);
	evidence_copy(&to->spent, &from->spent);
	evidence_copy(&to->since, &from->since);
}

void todo_set_words(struct todo *t, const json_t *said)
{
	string_set(&t->content, json_str(said, "content", NULL));
	string_set(&t->whole, json_str(said, "whole", NULL));
}

bool todo_open(const struct todo *t)
{
	return t->status == TODO_PENDING || t->status == TODO_IN_PROGRESS;
}

bool todo_in_part(const struct todo *t)
{
	return t->total > 0 && t->status != TODO_COMPLETED && t->status != TODO_SKIPPED;
}

static int64_t ran_ms(const struct todo *t, int64_t now)
{
	int64_t ms = t->clock_ms && now > t->clock_ms ? now - t->clock_ms : 0;

	return t->status == TODO_IN_PROGRESS ? t->ran_ms + ms : 0;
}

int64_t todo_active_ms(const struct todo *t, int64_t now)
{
	return t->active_ms + ran_ms(t, now);
}

static void todo_start(struct todo *t, int64_t now, bool resting)
{
	t->attempts++;
	t->started_ms = now;
	t->clock_ms = resting ? 0 : now;
	t->ran_ms = 0;
	string_set(&t->result, NULL);
}

static void todo_stop(struct todo *t, int64_t now)
{
	t->active_ms = todo_active_ms(t, now);
	t->ran_ms = t->clock_ms = 0;
	evidence_merge(&t->spent, &t->since);
}

bool todo_move(struct todo *t, enum todo_status status, int64_t now, bool resting)
{
	bool began = t->status == TODO_IN_PROGRESS;
	int acts = began ? t->since.calls : t->spent.calls;

	if (t->status == status)
		return false;
	if (began)
		todo_stop(t, now);
	if (status == TODO_IN_PROGRESS)
		todo_start(t, now, resting);
	t->claimed = status == TODO_COMPLETED && acts == 0;
	string_set(&t->error, NULL);
	t->status = status;
	t->updated_ms = now;
	return status == TODO_COMPLETED && !began;
}
