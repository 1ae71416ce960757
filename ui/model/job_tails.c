/* SPDX-License-Identifier: MIT
 * Keeps the last output of each job. A command that runs in the foreground has a tail too, since it
 * may be sent to the background; it is removed with the command's result.
 */
#include "ui/model/job_tails.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/model/model.h"

#define TAIL_BYTES ((size_t)32 << 10)
#define TAILS_MOST 64

static struct job_tail *tail_find(const struct job_tails *t, const char *call)
{
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->list[i].call, call) == 0)
			return &t->list[i];
	return NULL;
}

static void remove_at(struct job_tails *t, size_t i)
{
	free(t->list[i].call);
	buf_free(&t->list[i].text);
	memmove(&t->list[i], &t->list[i + 1], (--t->count - i) * sizeof *t->list);
}

/* Appends output; a tail that became too long is cut at its front, where a line begins. */
static void tail_append(struct job_tails *t, const char *call, const char *text)
{
	struct job_tail *tail = tail_find(t, call);

	if (!tail) {
		if (t->count == TAILS_MOST)
			remove_at(t, 0);
		array_push(t->list, t->count, t->cap, (struct job_tail){.call = xstrdup(call)});
		tail = &t->list[t->count - 1];
	}
	buf_adds(&tail->text, text);
	if (tail->text.len <= 2 * TAIL_BYTES)
		return;
	const char *from = buf_str(&tail->text) + tail->text.len - TAIL_BYTES;
	const char *nl = strchr(from, '\n');
	buf_drop(&tail->text, (size_t)((nl ? nl + 1 : from) - buf_str(&tail->text)));
}

void job_tails_take(struct job_tails *t, const struct job_list *jobs, const struct event *ev)
{
	if (ev->type == EVENT_CHILD) {
		auto_buf line = BUF_INIT;

		ui_child_text(ev->data, &line);
		if (line.len) {
			buf_addc(&line, '\n');
			tail_append(t, event_read_child(ev->data).call, buf_str(&line));
		}
	} else if (ev->type == EVENT_TOOL_OUTPUT) {
		const struct event_tool_output out = event_read_tool_output(ev->data);

		tail_append(t, out.call, out.text);
	} else if (ev->type == EVENT_TOOL_RESULT) {
		const char *call = event_read_tool_result(ev->data).call;
		struct job_tail *tail = tail_find(t, call);
		if (tail && !job_list_find(jobs, call))
			remove_at(t, (size_t)(tail - t->list));
	}
}

const char *job_tails_text(const struct job_tails *t, const char *call)
{
	const struct job_tail *tail = tail_find(t, call);

	return tail ? buf_str(&tail->text) : "";
}

void job_tails_free(struct job_tails *t)
{
	while (t->count > 0)
		remove_at(t, t->count - 1);
	free(t->list);
	*t = (struct job_tails){0};
}
