/* SPDX-License-Identifier: MIT
 * Stored events of strangers: whatever their text, the tally ends and its sums are sane. The first
 * byte of a line is the type of its event, a dot begins another session.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan_event_fields.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static enum event_type type_of(char c)
{
	switch (c) {
	case 's':
		return EVENT_TURN_START;
	case 'p':
		return EVENT_PLAN;
	case 'c':
		return EVENT_TOOL_CALL;
	case 'r':
		return EVENT_TOOL_RESULT;
	case 'q':
		return EVENT_QUESTION;
	case 'a':
		return EVENT_ANSWER;
	case 'w':
		return EVENT_STEER;
	case 'e':
		return EVENT_TURN_END;
	}
	return EVENT_UNKNOWN;
}

static void check_plan(const struct tally_plan *p)
{
	check(p->marked <= p->ended && p->at_once <= p->completed && p->completed <= p->ended);
	check(p->retried <= p->failed && p->recovered <= p->failed && p->explained <= p->failed);
	for (size_t i = 0; i < p->count; i++)
		check(p->items[i].active_ms >= 0 && strlen(p->items[i].kind) < TALLY_WORD);
}

/* The short way agrees with the long one. */
static void check_head(const struct store_row *row)
{
	struct plan_row plan = {0};
	enum plan_status status;
	struct json_span id;

	if (plan_row_plan(row, &plan))
		check(plan_row_head(row, &id, &status) && id.at >= row->data &&
		      id.at + id.len <= row->data + row->len);
	plan_row_free(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data, *end = at + size;
	struct tally t = {0};
	struct store_row row = {.session = 1};

	while (at < end) {
		const char *line = memchr(at, '\n', (size_t)(end - at));
		const char *to = line ? line : end;
		const size_t len = (size_t)(to - at);
		char *text = malloc(len ? len : 1); /* exact: reading past it is seen */

		memcpy(text, at, len);
		row.session += *at == '.';
		row.seq++;
		row.at_ms += 10;
		row.turn += *at == 's';
		row.iteration += *at == 'c';
		row.type = type_of(*at);
		row.data = text + (len > 0);
		row.len = len - (len > 0);
		tally_take(&t, &row);
		check_head(&row);
		free(text);
		at = line ? line + 1 : end;
	}
	tally_end(&t);
	for (size_t i = 0; i < t.plan_count; i++)
		check_plan(&t.plans[i]);
	for (size_t i = 0; i < t.task_count; i++)
		check(t.tasks[i].ms >= 0 && t.tasks[i].usd >= 0 && t.tasks[i].steps >= 0);
	tally_free(&t);
	return 0;
}
