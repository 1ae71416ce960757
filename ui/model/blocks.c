/* SPDX-License-Identifier: MIT
 * Makes, finds and changes the blocks of the feed. Text and detail are sanitised once more as they
 * enter a block: a stored or imported session is as foreign as a model. The other strings of an event are clean
 * by event_clean.
 */
#include "ui/model/blocks.h"

#include "base/base.h"
#include "session/event/event_data.h"

struct block *block_add(struct ui_model *m, enum block_kind kind, const struct event *ev)
{
	array_reserve(&m->blocks, &m->cap, m->count + 1, sizeof *m->blocks);
	struct block *b = &m->blocks[m->count++];
	*b = (struct block){.kind = kind,
	    .phase = ev->phase,
	    .seq = ev->seq,
	    .at_ms = ev->at_ms,
	    .turn = m->turn,
	    .ok = true};
	b->text.max = BLOCK_TEXT_MAX;
	b->detail.max = BLOCK_DETAIL_MAX;
	b->version = ++m->version;
	return b;
}

void block_changed(struct ui_model *m, struct block *b)
{
	b->version = ++m->version;
}

void block_set_key(struct block *b, const char *key)
{
	string_set(&b->key, key && *key ? key : NULL);
}

size_t paste_lines(const char *s, size_t len)
{
	size_t lines = len && s[len - 1] != '\n';

	for (const char *end = s + len; (s = memchr(s, '\n', (size_t)(end - s))); s++)
		lines++;
	return lines;
}

char *paste_label(const char *text, size_t len)
{
	const size_t lines = paste_lines(text, len);

	return lines > 1     ? xasprintf("[pasted %zu lines]", lines)
	       : len < 10000 ? xasprintf("[pasted %zu character%s]", len, text_plural(len, "", "s"))
			     : xasprintf("[pasted %zu KB]", len / 1000);
}

bool block_is_long_prompt(const struct block *b)
{
	return b->kind == BLOCK_USER &&
	       (b->detail.len || paste_lines(buf_str(&b->text), b->text.len) > PROMPT_LINES);
}

void block_free(struct block *b)
{
	free_all(b->key, b->answer, b->asked, b->path);
	buf_free(&b->text);
	buf_free(&b->detail);
	json_decref(b->files);
	json_decref(b->data);
}

void block_remove(struct ui_model *m, size_t i)
{
	block_free(&m->blocks[i]);
	m->count--;
	memmove(&m->blocks[i], &m->blocks[i + 1], (m->count - i) * sizeof *m->blocks);
	m->turn_block -= i < m->turn_block;
	m->removed++;
}

/* Returns the first block that a search backwards looks at: it stays within this turn, and does not
 * go farther than it must. */
static size_t look_from(const struct ui_model *m)
{
	size_t far = m->count > BLOCK_LOOK_BACK ? m->count - BLOCK_LOOK_BACK : 0;

	return far > m->turn_block ? far : m->turn_block;
}

struct block *block_last_open(struct ui_model *m, enum block_kind kind)
{
	blocks_back (b, m, look_from(m))
		if (b->kind == kind && b->open)
			return b;
	return NULL;
}

struct block *block_find(
    struct ui_model *m, enum block_kind kind, enum phase phase, const char *key)
{
	blocks_back (b, m, key ? look_from(m) : m->count)
		if (b->kind == kind && b->phase == phase && text_is(b->key, key))
			return b;
	return NULL;
}

void block_append(struct buf *to, const char *s)
{
	text_sanitise(to, s, strlen(s));
}

void block_addf(struct buf *to, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	block_append(to, text);
}

void block_text(struct ui_model *m, struct block *b, const char *s)
{
	buf_clear(&b->text);
	block_append(&b->text, s);
	block_changed(m, b);
}

void block_live(struct ui_model *m, struct block *b, const char *s)
{
	block_append(&b->detail, s);
	block_changed(m, b);
	if (b->detail.len <= BLOCK_LIVE_MAX)
		return;
	const size_t drop = b->detail.len - BLOCK_LIVE_MAX / 2;
	const char *line = memchr(b->detail.data + drop, '\n', b->detail.len - drop);
	buf_drop(&b->detail, line ? (size_t)(line - b->detail.data) + 1
				  : text_next(b->detail.data, b->detail.len, drop - 1));
}

const struct block *ui_newest(const struct ui_model *m, enum block_kind kind)
{
	blocks_back (b, m, 0)
		if (b->kind == kind)
			return b;
	return NULL;
}

bool ui_lacked_network(const json_t *result)
{
	return text_is(json_str(event_read_tool_result(result).data, "sandbox", NULL), "network");
}

const char *ui_without_network(const struct ui_model *m)
{
	const char *key = NULL;

	blocks_back (b, m, m->turn_block) {
		if (!key && b->phase == PHASE_OBS && b->data && ui_lacked_network(b->data))
			key = b->key;
		else if (key && b->phase == PHASE_ACT && text_is(b->key, key))
			return json_str(event_read_tool_call(b->data).arguments, "command", NULL);
	}
	return NULL;
}
