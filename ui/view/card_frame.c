/*
 * Chooses which rows of a card are shown. Where a screen is so small that head and keys alone
 * fill it, the keys go last.
 */
#include "ui/view/card_frame.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/model/question_choices.h"

#define TAG_BLANK "           "
#define HEAD_MOST 4    /* rows of the head; the rest of a longer text begins the middle */
#define MIDDLE_LEAST 3 /* rows for which the place and the reason give way */
#define WAITS_CHARS 200

/* Adds the counts of a diff: "  +40 -2 · 3 hunks". */
static void add_counts(const struct event_question *q, bool ascii, struct buf *out)
{
	const char *s = q->detail ? q->detail : "";
	long added = 0, removed = 0, hunks = 0;

	for (; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		if (strncmp(s, "@@ ", 3) == 0)
			hunks++;
		else if (hunks && *s == '+')
			added++;
		else if (hunks && *s == '-')
			removed++;
	}
	if (hunks)
		buf_addf(out, "  +%ld -%ld%s%ld hunk%s", added, removed, ascii ? " - " : " · ",
		    hunks, text_plural((size_t)hunks, "", "s"));
}

static void head_lines(const struct block *card, const struct card_view *v, struct lines *out)
{
	const struct event_question q = event_read_question(card->data);
	const bool approval = question_is(&q, "approval");
	struct buf text = BUF_INIT;

	buf_add(&text, buf_str(&card->text), card->text.len);
	if (approval)
		add_counts(&q, v->ascii, &text);
	lines_paragraph(out, STYLE_STRONG, buf_str(&text), text.len, v->cells,
	    &(struct margin){approval ? " [Act]     " : " question  ", TAG_BLANK,
		approval ? STYLE_ACT : STYLE_WARN});
	buf_free(&text);
}

/* Adds by name what of the call is destructive. */
static void danger_line(const struct block *card, const struct card_view *v, struct lines *out)
{
	struct buf text = BUF_INIT;
	json_t *part;
	size_t i;

	if (!card->destructive)
		return;
	buf_adds(&text, "destructive");
	json_array_foreach (event_read_question(card->data).dangers, i, part) {
		const char *s = json_is_string(part) ? json_string_value(part) : "?";
		char *safe = text_clean(s, strlen(s));

		buf_addf(&text, "%s%s", i ? "; " : ": ", safe);
		free(safe);
	}
	lines_paragraph(out, STYLE_BAD, buf_str(&text), text.len, v->cells,
	    &(struct margin){TAG_BLANK, TAG_BLANK, STYLE_BAD});
	buf_free(&text);
}

void card_parts_free(struct card_parts *p)
{
	lines_free(&p->head);
	lines_free(&p->middle);
	lines_free(&p->where);
	lines_free(&p->keys);
	*p = (struct card_parts){0};
}

static void append_rows(struct lines *to, const struct lines *from, size_t begin, size_t end)
{
	for (size_t i = begin; i < end && i < from->count; i++) {
		lines_copy(to, from, i);
		lines_end(to);
	}
}

/* What is dangerous is lit where it stands in a row. */
static void light_dangers(struct lines *l, const json_t *dangers)
{
	json_t *part;
	size_t i;

	json_array_foreach ((json_t *)dangers, i, part) {
		const char *word = json_is_string(part) ? json_string_value(part) : "";
		struct lines lit = {0};

		for (size_t k = 0; k < l->count; k++) {
			lines_mark(&lit, l, k, word, STYLE_REMOVED_WORD);
			lines_end(&lit);
		}
		lines_free(l);
		*l = lit;
	}
}

void card_parts_make(struct card_parts *p, const struct block *card, const struct card_view *v)
{
	const struct event_question q = event_read_question(card->data);
	struct card_view here = *v;
	struct lines head = {0};

	card_parts_free(p);
	p->destructive = card->destructive;
	p->ascii = v->ascii;
	here.shown = buf_str(&card->text); /* the row may be cut: then the whole text follows */
	head_lines(card, v, &head);
	append_rows(&p->head, &head, 0, HEAD_MOST);
	append_rows(&p->middle, &head, HEAD_MOST, head.count);
	lines_free(&head);
	danger_line(card, v, &p->head);
	card_middle_lines(&q, &here, &p->middle);
	card_where_lines(&q, &here, &p->where);
	card_key_lines(&q, &here, &p->keys);
	if (card->destructive) {
		light_dangers(&p->head, q.dangers);
		light_dangers(&p->middle, q.dangers);
	}
}

int card_frame_rows(const struct card_parts *p)
{
	return (int)(p->head.count + p->middle.count + p->where.count + p->keys.count);
}

/* Adds rows with an empty margin, where the bar stands. */
static void add_rows(const struct card_parts *p, const struct lines *from, size_t begin,
    size_t count, struct lines *out)
{
	for (size_t i = begin; i < begin + count && i < from->count; i++) {
		size_t len;
		const char *text = lines_text(from, i, &len);

		lines_adds(out, p->destructive ? STYLE_BAD : STYLE_BAR, p->ascii ? "|" : "▌");
		lines_copy_from(out, from, i, len && *text == ' ');
		lines_end(out);
	}
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static void place_row(const struct card_parts *p, const struct card_place *at, struct lines *out)
{
	const bool more = at->top + at->shown < at->total;

	lines_adds(out, p->destructive ? STYLE_BAD : STYLE_BAR, p->ascii ? "|" : "▌");
	lines_addf(out, more ? STYLE_WARN : STYLE_DIM, "   rows %zu-%zu of %zu", at->top + 1,
	    at->top + at->shown, at->total);
	lines_adds(out, STYLE_DIM, more ? "   Space, PageDown show more" : "   PageUp goes back");
	lines_end(out);
}

/* The rows of the middle with the place and the reason, as many as head and keys leave room for. */
static void middle_rows(
    const struct card_parts *p, size_t room, struct card_place *place, struct lines *out)
{
	const bool apart =
	    p->where.count + MIDDLE_LEAST + 1 <= room || p->where.count + p->middle.count <= room;
	struct lines all = {0};

	append_rows(&all, &p->middle, 0, p->middle.count);
	if (!apart)
		append_rows(&all, &p->where, 0, p->where.count);
	room -= apart ? p->where.count : 0;
	place->total = all.count;
	place->shown = all.count <= room ? all.count : room > 1 ? room - 1 : room;
	place->top = least(place->top, place->total - place->shown);
	add_rows(p, &all, place->top, place->shown, out);
	if (place->shown < place->total && room > 1)
		place_row(p, place, out);
	if (apart)
		add_rows(p, &p->where, 0, p->where.count, out);
	lines_free(&all);
}

void card_frame(const struct card_parts *p, int rows, struct card_place *place, struct lines *out)
{
	const size_t room = rows > 1 ? (size_t)rows : 1;
	const size_t keys = least(p->keys.count, room > 2 ? room - 1 : 1);
	const size_t head = least(p->head.count, room - keys);

	add_rows(p, &p->head, 0, head, out);
	middle_rows(p, room - keys - head, place, out);
	add_rows(p, &p->keys, 0, keys, out);
}

bool card_place_move(struct card_place *place, long rows)
{
	const long last = (long)place->total - (long)place->shown;
	const long to = (long)place->top + rows;
	const size_t top = (size_t)(to < 0 || last < 0 ? 0 : to > last ? last : to);
	const bool moved = top != place->top;

	place->top = top;
	return moved;
}

char *card_waits_for(const struct block *card)
{
	const struct event_question q = event_read_question(card->data);
	char *call = NULL, *line;

	if (json_str(q.arguments, "command", NULL))
		call = card_call_text(&q);
	line = text_line(call ? call : buf_str(&card->text), WAITS_CHARS);
	free(call);
	return line;
}
