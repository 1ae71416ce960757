/*
 * See criteria.h.
 */
#include "ui/criteria.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/plan_item.h"

#define MARKS_MOST 8 /* criteria in one line */
#define APPROACH_ROWS 2
#define APPROACH_BYTES 1000

static const struct {
	const char *icon, *ascii;
	enum style style;
} looks[] = {
    [CRITERION_OPEN] = {"·", "[ ]", STYLE_DIM},
    [CRITERION_MET] = {"✔", "[x]", STYLE_GOOD},
    [CRITERION_UNMET] = {"✘", "[!]", STYLE_BAD},
};

void criteria_free(struct criteria *c)
{
	for (size_t i = 0; i < c->count; i++) {
		free(c->list[i].id);
		free(c->list[i].text);
	}
	free(c->list);
	free(c->approach);
	*c = (struct criteria){0};
}

static enum criterion_state state_of(const json_t *met)
{
	return json_is_true(met)    ? CRITERION_MET
	       : json_is_false(met) ? CRITERION_UNMET
				    : CRITERION_OPEN;
}

/* A strategy made anew says what is known of the criteria it keeps. */
static void take_strategy(struct criteria *c, const json_t *data)
{
	const json_t *list = json_list(data, "success_criteria"), *row;
	struct criteria next = {.approach = xstrdup(json_str(data, "approach", ""))};
	size_t i;

	next.list = xcalloc(json_array_size(list) + 1, sizeof *next.list);
	json_array_foreach (list, i, row) {
		const char *id = json_str(row, "id", "");

		next.list[next.count++] = (struct criterion_seen){xstrdup(id),
		    xstrdup(json_str(row, "text", "")), state_of(json_object_get(row, "met"))};
	}
	criteria_free(c);
	*c = next;
}

static void take_evaluation(struct criteria *c, const json_t *data)
{
	const json_t *row;
	size_t i;

	json_array_foreach (json_list(data, "criteria"), i, row) {
		const json_t *met = json_object_get(row, "met");

		for (size_t k = 0; k < c->count; k++)
			if (strcmp(c->list[k].id, json_str(row, "id", "")) == 0)
				c->list[k].state = state_of(met);
	}
}

void criteria_take(struct criteria *c, const struct event *ev)
{
	if (ev->type == EVENT_TURN_START)
		criteria_free(c);
	else if (ev->type == EVENT_STRATEGY) {
		take_strategy(c, ev->data);
		c->seq = ev->seq;
	} else if (ev->type == EVENT_EVALUATION)
		take_evaluation(c, ev->data);
}

json_t *criteria_json(const struct criteria *c)
{
	json_t *list = json_array();

	if (!c->approach) {
		json_decref(list);
		return NULL;
	}
	for (size_t i = 0; i < c->count; i++)
		json_array_append_new(
		    list, json_pack("{s:s, s:s, s:i}", "id", c->list[i].id, "text", c->list[i].text,
			      "state", (int)c->list[i].state));
	return json_pack("{s:s, s:o, s:I}", "approach", c->approach, "success_criteria", list,
	    "seq", (json_int_t)c->seq);
}

void criteria_load(struct criteria *c, const json_t *value)
{
	const json_t *list = json_list(value, "success_criteria");

	criteria_free(c);
	if (!json_is_object(value))
		return;
	take_strategy(c, value);
	c->seq = json_int(value, "seq", 0);
	for (size_t i = 0; i < c->count; i++) {
		const int64_t state = json_int(json_array_get(list, i), "state", 0);

		c->list[i].state = state == CRITERION_MET || state == CRITERION_UNMET
				       ? (enum criterion_state)state
				       : CRITERION_OPEN;
	}
}

/* As words that wrap; the last row is cut. 0 rows: only counts them, up to APPROACH_ROWS. */
static int approach_rows(
    const struct criteria *c, int cells, int rows, bool ascii, struct lines *out)
{
	char *line = text_line(c->approach, APPROACH_BYTES);
	struct lines one = {0}, body = {0};
	size_t at = 0, len;

	lines_adds(&one, STYLE_DIM, line);
	lines_end(&one);
	lines_wrap(&body, &one, 0, cells - 2, NULL);
	for (int i = 0; i < rows && i < (int)body.count; i++) {
		const char *row = lines_text(&body, (size_t)i, &len);
		char *shown = i + 1 < rows ? xstrndup(row, len) : xstrdup(line + at);

		lines_adds(out, STYLE_DIM, " ");
		plan_add_words(out, STYLE_DIM, shown, cells - 2, ascii);
		lines_end(out);
		at += len;
		at += strspn(line + at, " ");
		free(shown);
	}
	int count = body.count < APPROACH_ROWS ? (int)body.count : APPROACH_ROWS;
	lines_free(&body);
	lines_free(&one);
	free(line);
	return count;
}

/* A blank row, the heading, the approach, one row each. */
int criteria_rows(const struct criteria *c, int cells, int most)
{
	int rows = c->approach ? (int)c->count + 2 + approach_rows(c, cells, 0, false, NULL) : 0;

	return rows <= most ? rows : most > 0 ? most : 0;
}

static size_t count_met(const struct criteria *c)
{
	size_t met = 0;

	for (size_t i = 0; i < c->count; i++)
		met += c->list[i].state == CRITERION_MET;
	return met;
}

static const char *icon(enum criterion_state state, bool ascii)
{
	return ascii ? looks[state].ascii : looks[state].icon;
}

void criteria_marks(const struct criteria *c, bool ascii, struct lines *out)
{
	for (size_t i = 0; i < c->count && i < MARKS_MOST; i++)
		lines_adds(out, looks[c->list[i].state].style, icon(c->list[i].state, ascii));
}

void criteria_one_line(const struct criteria *c, int cells, bool ascii, struct lines *out)
{
	if (c->count) {
		lines_adds(out, STYLE_TEXT, " ");
		criteria_marks(c, ascii, out);
		lines_addf(out, STYLE_DIM, " %zu/%zu", count_met(c), c->count);
	}
	lines_adds(out, STYLE_TEXT, " ");
	plan_add_words(out, STYLE_TEXT, c->approach, cells - lines_cells(out) - 1, ascii);
	lines_end(out);
}

static void heading(const struct criteria *c, struct lines *out)
{
	lines_adds(out, STYLE_TITLE, " Criteria");
	if (c->count)
		lines_addf(out, STYLE_DIM, "  %zu/%zu", count_met(c), c->count);
	lines_end(out);
}

static void row(const struct criterion_seen *one, int cells, bool ascii, struct lines *out)
{
	lines_addf(out, looks[one->state].style, " %s ", icon(one->state, ascii));
	plan_add_words(out, one->state == CRITERION_MET ? STYLE_DIM : STYLE_TEXT, one->text,
	    cells - lines_cells(out) - 1, ascii);
	lines_end(out);
}

void criteria_lines(const struct criteria *c, int cells, int rows, bool ascii, struct lines *out)
{
	size_t begin = out->count;

	if (rows > 3)
		lines_end(out);
	if (rows > 0)
		heading(c, out);
	int spare = rows - (int)c->count - 2;
	if (spare > 0)
		approach_rows(c, cells, spare < APPROACH_ROWS ? spare : APPROACH_ROWS, ascii, out);
	for (size_t i = 0; i < c->count && out->count - begin < (size_t)rows; i++)
		row(&c->list[i], cells, ascii, out);
	while (out->count - begin < (size_t)rows)
		lines_end(out);
}
