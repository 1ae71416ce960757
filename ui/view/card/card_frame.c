/* SPDX-License-Identifier: MIT
 * Chooses which rows of a card are shown. On a screen too small for all of them the keys become one row,
 * and they are the first to go: the danger, a row of the question and the mark that there is more stay.
 */
#include "ui/view/card/card_frame.h"

#include "base/base.h"
#include "ui/model/question_choices.h"

#define NARROW 40    /* cells below which the margin of a text is as small as that of the rest */
#define LIST_LEAST 4 /* rows of the list that are kept: the keys become one row for them */
#define WAITS_CHARS 200
#define DANGER_CHARS 4000

/* What a text begins with, by which it has its margin: a tag, the word "question" or nothing. */
enum text_kind { TEXT_ACT, TEXT_QUESTION, TEXT_MORE };
static struct margin text_margin(const struct card_view *v, enum text_kind kind, enum style style)
{
	static const char *const margins[][2] = {[TEXT_ACT] = {" [Act]     ", " [Act] "},
	    [TEXT_QUESTION] = {" question  ", " question "},
	    [TEXT_MORE] = {"           ", "    "}};
	const bool narrow = v->cells < NARROW;

	return (struct margin){margins[kind][narrow], margins[TEXT_MORE][narrow], style};
}

static void head_lines(const struct block *card, const struct card_view *v, struct lines *out)
{
	const struct event_question q = event_read_question(card->data);
	const bool approval = question_is(&q, "approval");
	const struct margin m =
	    text_margin(v, approval ? TEXT_ACT : TEXT_QUESTION, approval ? STYLE_ACT : STYLE_WARN);
	auto_buf text = BUF_INIT;

	buf_add(&text, buf_str(&card->text), card->text.len);
	if (approval) {
		/* The counts of a diff in which no line states them: " +40 -2 · 3 hunks". */
		const char *s = q.detail && strncmp(q.detail, "@@ ", 3) == 0 ? q.detail : "";
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
			buf_addf(&text, "  +%ld -%ld%s%ld hunk%s", added, removed,
			    v->ascii ? " - " : " · ", hunks, text_plural((size_t)hunks, "", "s"));
	}
	lines_paragraph(out, STYLE_STRONG, buf_str(&text), text.len, v->cells, &m);
}

void card_parts_free(struct card_parts *p)
{
	struct lines *const all[] = {
	    &p->head, &p->danger, &p->middle, &p->where, &p->keys, &p->brief, &p->pinned};

	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		lines_free(all[i]);
	*p = (struct card_parts){0};
}

/* Highlights dangerous words where they stand in a row. */
static void light_dangers(struct lines *l, const json_t *dangers)
{
	json_each (part, dangers) {
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

	card_parts_free(p);
	p->destructive = card->destructive;
	p->ascii = v->ascii;
	p->cells = v->cells;
	p->listens = v->listens;
	here.shown = buf_str(&card->text); /* the row may be cut: then the whole text follows */
	head_lines(card, v, &p->head);
	/* What of the call is destructive is said by name: all of it in rows of the list, and one row of it is shown
	 * whatever part of the list is. */
	const struct margin m = text_margin(v, TEXT_MORE, STYLE_BAD);
	auto_buf named = BUF_INIT;
	if (card->destructive) {
		buf_adds(&named, "destructive");
		json_each_at (i, part, q.dangers) {
			const char *s = json_is_string(part) ? json_string_value(part) : "?";
			auto_free char *safe = text_clean_line(s, strlen(s), DANGER_CHARS);
			buf_addf(&named, "%s%s", i ? "; " : ": ", safe);
		}
		lines_paragraph(&p->danger, STYLE_BAD, buf_str(&named), named.len, v->cells, &m);
		lines_adds(&p->pinned, STYLE_BAD, " ");
		lines_cut(
		    &p->pinned, STYLE_BAD, buf_str(&named), named.len, v->cells - 1, v->ascii);
		lines_end(&p->pinned);
	}
	card_middle_lines(&q, &here, &p->middle);
	card_where_lines(&q, &here, &p->where);
	card_key_lines(&q, &here, &p->keys);
	card_brief_line(&q, &here, &p->brief);
	if (card->destructive) {
		light_dangers(&p->head, q.dangers);
		light_dangers(&p->middle, q.dangers);
	}
}

int card_frame_rows(const struct card_parts *p)
{
	return (int)(p->head.count + p->danger.count + p->middle.count + p->where.count +
		     p->keys.count);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Adds rows with an empty margin, where the bar stands. */
static void add_rows(const struct card_parts *p, const struct lines *from, size_t begin,
    size_t count, struct lines *out)
{
	for (size_t i = begin; i < begin + count && i < from->count; i++) {
		size_t len;
		const char *text = lines_text(from, i, &len);

		lines_adds(out, p->destructive ? STYLE_BAD : STYLE_BAR, p->ascii ? "|" : "▌");
		lines_slice(out, from, i, len && *text == ' ', SIZE_MAX);
		lines_end(out);
	}
}

/* Says which rows of the list are shown, and the key that shows more, in as many words as fit. */
static void mark_row(const struct card_parts *p, const struct card_place *at, struct lines *out)
{
	static const char *const further[] = {
	    " shows more, a yes counts at the end", " shows more", ""};
	static const char *const back[] = {" goes back", "", ""};
	const bool more = at->top + at->shown < at->total;
	const char *key = !more ? "PageUp" : p->listens ? "Space" : "PageDown";
	const char *const *after = !more ? back : further + (at->ended ? 1 : 0);
	const size_t from = least(at->top + 1, at->total), to = at->top + at->shown;
	char *rows = xasprintf("   rows %zu-%zu of %zu   ", from, to, at->total);

	while (**after && (int)(strlen(rows) + strlen(key) + strlen(*after)) > p->cells)
		after++;
	if ((int)(strlen(rows) + strlen(key)) > p->cells) {
		free(rows);
		rows = xasprintf(" %zu-%zu/%zu  ", from, to, at->total);
	}
	lines_adds(out, p->destructive ? STYLE_BAD : STYLE_BAR, p->ascii ? "|" : "▌");
	lines_adds(out, more ? STYLE_WARN : STYLE_DIM, rows);
	lines_adds(out, STYLE_KEY, key);
	lines_end_with(out, STYLE_DIM, "%s", *after);
	free(rows);
}

/* Adds the rows of the list that are in view. What scrolls says where it would run and why it is asked before
 * the text, so that the end of the text is the end of the list. */
static void list_rows(const struct card_parts *p, bool whole, bool danger,
    const struct card_place *at, struct lines *out)
{
	const struct lines *const parts[] = {&p->head, danger ? &p->danger : NULL,
	    whole ? &p->middle : &p->where, whole ? &p->where : &p->middle};
	size_t skip = at->top, left = at->shown;

	for (size_t i = 0; i < ARRAY_SIZE(parts) && left > 0; i++) {
		const size_t count = parts[i] ? parts[i]->count : 0;
		const size_t begin = least(skip, count), some = least(left, count - begin);

		add_rows(p, parts[i], begin, some, out);
		skip -= begin;
		left -= some;
	}
}

void card_frame(const struct card_parts *p, int rows, struct card_place *place, struct lines *out)
{
	const size_t room = rows > 1 ? (size_t)rows : 1;
	const bool whole = (size_t)card_frame_rows(p) <= room;
	const size_t pinned = whole ? 0 : p->pinned.count, left = room - pinned;
	const bool danger = !pinned || p->danger.count > 1; /* else the pinned row says it all */
	const size_t total =
	    p->head.count + (danger ? p->danger.count : 0) + p->middle.count + p->where.count;
	const struct lines *keys =
	    (total + p->keys.count <= left ||
		(p->keys.count + 1 + LIST_LEAST <= left && total + p->brief.count > left))
		? &p->keys
		: &p->brief;
	const size_t key_rows = least(keys->count, total + keys->count <= left ? left
						   : left > 2		       ? left - 2
									       : 0);

	place->total = total;
	place->shown = left - key_rows;
	if (place->shown < total && place->shown > 0)
		place->shown--; /* the mark's row */
	place->shown = least(place->shown, total);
	place->top = least(place->top, total - place->shown);
	place->ended = place->ended || (place->shown && place->top + place->shown == total);
	add_rows(p, &p->pinned, 0, pinned, out);
	list_rows(p, whole, danger, place, out);
	if (place->shown < total && left > 0)
		mark_row(p, place, out);
	add_rows(p, keys, 0, key_rows, out);
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
	auto_free char *call = NULL;

	if (json_str(q.arguments, "command", NULL))
		call = card_call_text(&q);
	return text_line(call ? call : buf_str(&card->text), WAITS_CHARS);
}
