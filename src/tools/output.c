#include "tools/output.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define LAST_BYTES ((size_t)1024) /* of the end are looked at for the last line */

void output_init(struct output *o, size_t max)
{
	*o = (struct output){.max = max, .head = BUF_LIMIT(max / 2), .tail = BUF_LIMIT(max)};
}

/* The tail may hold twice its share before its front is dropped, so that bytes move rarely. */
static void tail_add(struct output *o, const char *data, size_t len)
{
	size_t share = o->max / 2;

	if (len >= share) {
		o->dropped += o->tail.len + len - share;
		buf_clear(&o->tail);
		data += len - share;
		len = share;
	} else if (o->tail.len + len > o->tail.max) {
		size_t drop = o->tail.len + len - share;

		buf_drop(&o->tail, drop);
		o->dropped += drop;
	}
	buf_add(&o->tail, data, len);
}

void output_add(struct output *o, const char *data, size_t len)
{
	size_t room = o->head.max - o->head.len, first = len < room ? len : room;

	o->total += len;
	buf_add(&o->head, data, first);
	if (len > first)
		tail_add(o, data + first, len - first);
}

bool output_is_binary(const struct output *o)
{
	return text_is_binary(buf_str(&o->head), o->head.len);
}

void output_write(const struct output *o, struct buf *out)
{
	buf_add(out, buf_str(&o->head), o->head.len);
	if (o->dropped)
		buf_addf(out, "\n[%zu bytes were not kept]\n", o->dropped);
	buf_add(out, buf_str(&o->tail), o->tail.len);
}

char *output_last_line(const struct output *o, size_t max)
{
	const struct buf *b = o->tail.len ? &o->tail : &o->head;
	size_t from = b->len > LAST_BYTES ? b->len - LAST_BYTES : 0, at;
	char *text = text_clean(buf_str(b) + from, b->len - from), *line = NULL;

	at = strlen(text);
	while (at && strchr(" \t\n", text[at - 1]))
		at--;
	text[at] = '\0';
	while (at && text[at - 1] != '\n')
		at--;
	if (text[at])
		line = text_line(text + at, max);
	free(text);
	return line;
}

void output_clear(struct output *o)
{
	size_t max = o->max;

	output_free(o);
	output_init(o, max);
}

void output_free(struct output *o)
{
	buf_free(&o->head);
	buf_free(&o->tail);
	o->total = o->dropped = 0;
}
