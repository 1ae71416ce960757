/* SPDX-License-Identifier: MIT
 * Events as lines of JSON (docs/events.md), each written whole and flushed, so that a reader sees an
 * event when it happens. What a model thinks is left out. After a failed write nothing more is written.
 */
#include "ui/output/jsonl.h"

#include "base/base.h"
#include "session/event/event_data.h"

struct jsonl {
	FILE *out;
	bool live, closed;
};

struct jsonl *jsonl_new(FILE *out, bool live)
{
	struct jsonl *j = xcalloc(1, sizeof *j);

	j->out = out;
	j->live = live;
	return j;
}

void jsonl_put(struct jsonl *j, const json_t *value)
{
	auto_buf line = BUF_LIMIT(BUF_UNBOUNDED);

	json_write(&line, value);
	buf_addc(&line, '\n');
	if (!j->closed &&
	    (fwrite(line.data, 1, line.len, j->out) != line.len || fflush(j->out) != 0))
		j->closed = true;
}

static void jsonl_take(void *self, const struct event *ev)
{
	struct jsonl *j = self;

	if (j->closed || (!j->live && event_is_live(ev->type)) ||
	    (ev->type == EVENT_DELTA && text_is(event_read_delta(ev->data).kind, "thinking")))
		return;
	json_auto_t *value = event_hide_thinking(event_to_json(ev));

	jsonl_put(j, value);
}

struct event_sink jsonl_sink(struct jsonl *j)
{
	return (struct event_sink){.take = jsonl_take, .self = j};
}

bool jsonl_closed(const struct jsonl *j)
{
	return j->closed;
}

void jsonl_free(struct jsonl *j)
{
	free(j);
}
