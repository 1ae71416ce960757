/* SPDX-License-Identifier: MIT
 * Parses server-sent events. Lines are read from the bytes given and copied only when a chunk ends
 * inside one. A data line is appended to the event's data at once; a blank line delivers it. Fields
 * id and retry are kept for callers that resume a broken stream; a model's reply never is resumed.
 */
#include "llm/http/sse.h"

#include "base/base.h"

typedef bool sse_fn(void *ctx, const struct sse_event *ev);

void sse_init(struct sse *s, size_t max_line, size_t max_event)
{
	*s = (struct sse){
	    .line = BUF_LIMIT(max_line),
	    .data = BUF_LIMIT(max_event),
	    .event = BUF_LIMIT(max_line),
	    .id = BUF_LIMIT(max_line),
	    .max_line = max_line,
	};
}

void sse_free(struct sse *s)
{
	buf_free(&s->line);
	buf_free(&s->data);
	buf_free(&s->event);
	buf_free(&s->id);
}

static bool dispatch(struct sse *s, sse_fn *fn, void *ctx)
{
	struct sse_event ev = {buf_str(&s->event), buf_str(&s->data), s->data.len};
	const bool go_on = !s->has_data || fn(ctx, &ev);

	s->events += s->has_data;
	s->has_data = false;
	buf_clear(&s->data);
	buf_clear(&s->event);
	return go_on;
}

static bool field(struct sse *s, const char *name, size_t name_len, const char *value, size_t len)
{
	bool whole = true;

	if (name_len == 4 && memcmp(name, "data", 4) == 0) {
		if (s->has_data)
			whole = buf_addc(&s->data, '\n');
		s->has_data = true;
		whole = buf_add(&s->data, value, len) && whole;
	} else if (name_len == 5 && memcmp(name, "event", 5) == 0) {
		buf_clear(&s->event);
		whole = buf_add(&s->event, value, len);
	} else if (name_len == 2 && memcmp(name, "id", 2) == 0 && !memchr(value, '\0', len)) {
		buf_clear(&s->id);
		whole = buf_add(&s->id, value, len);
	} else if (name_len == 5 && memcmp(name, "retry", 5) == 0) {
		s->retry_ms = 0;
		for (size_t i = 0; i < len && i < 6 && value[i] >= '0' && value[i] <= '9'; i++)
			s->retry_ms = s->retry_ms * 10 + (value[i] - '0');
	}
	s->too_long |= !whole;
	return whole;
}

static bool take_line(struct sse *s, const char *line, size_t len, sse_fn *fn, void *ctx)
{
	if (!s->bom_done) {
		const size_t bom = text_bom(line, len);

		line += bom;
		len -= bom;
	}
	s->bom_done = true;
	if (!len)
		return dispatch(s, fn, ctx);
	if (*line == ':') {
		s->comments++;
		return true;
	}
	const char *colon = memchr(line, ':', len);
	if (!colon)
		return field(s, line, len, "", 0);
	const char *value = colon + 1;
	if (value < line + len && *value == ' ')
		value++;
	return field(s, line, (size_t)(colon - line), value, (size_t)(line + len - value));
}

bool sse_feed(struct sse *s, const char *bytes, size_t len, sse_fn *fn, void *ctx)
{
	const char *end = bytes + len, *eol;
	bool go_on;

	for (; bytes < end; bytes = eol + 1) {
		if (s->skip_lf && *bytes == '\n') {
			s->skip_lf = false;
			eol = bytes;
			continue;
		}
		s->skip_lf = false;
		const char *lf = memchr(bytes, '\n', (size_t)(end - bytes)),
			   *cr = memchr(bytes, '\r', (size_t)((lf ? lf : end) - bytes));
		eol = cr ? cr : lf;
		s->too_long |= eol ? s->line.len + (size_t)(eol - bytes) > s->max_line
				   : !buf_add(&s->line, bytes, (size_t)(end - bytes));
		if (!eol || s->too_long)
			return !s->too_long;
		s->skip_lf = *eol == '\r';
		if (s->line.len) {
			buf_add(&s->line, bytes, (size_t)(eol - bytes));
			go_on = take_line(s, s->line.data, s->line.len, fn, ctx);
			buf_clear(&s->line);
		} else {
			go_on = take_line(s, bytes, (size_t)(eol - bytes), fn, ctx);
		}
		if (!go_on)
			return false;
	}
	return true;
}

bool sse_end(struct sse *s, sse_fn *fn, void *ctx)
{
	bool go_on = true;

	if (s->line.len)
		go_on = take_line(s, s->line.data, s->line.len, fn, ctx);
	buf_clear(&s->line);
	return go_on && dispatch(s, fn, ctx);
}
