/* SPDX-License-Identifier: MIT
 * Draws the strategy and its criteria. An icon says the state of a criterion, never the colour alone.
 */
#include "ui/view/criteria_lines.h"

#include "base/base.h"
#include "ui/view/plan_item.h"

#define MARKS_MOST 8 /* criteria in one line */
#define APPROACH_ROWS 2
#define APPROACH_BYTES 1000

/* A criterion looks like an item of the plan. */
static const enum todo_status looks[] = {[CRITERION_OPEN] = TODO_PENDING,
    [CRITERION_MET] = TODO_COMPLETED,
    [CRITERION_UNMET] = TODO_FAILED};

/* Adds the approach in `rows` rows, the last one cut, and returns how many it needs, up to
 * APPROACH_ROWS. With 0 rows nothing is added, and out may be NULL. */
static int approach_rows(
    const struct criteria *c, int cells, int rows, bool ascii, struct lines *out)
{
	auto_free char *line = text_line(c->approach, APPROACH_BYTES);
	auto_lines one = {0}, body = {0};
	size_t at = 0, len;

	lines_end_with(&one, STYLE_DIM, "%s", line);
	lines_wrap(&body, &one, 0, cells - 2, NULL);
	for (int i = 0; i < rows && i < (int)body.count; i++) {
		const char *row = lines_text(&body, (size_t)i, &len);
		auto_free char *shown = i + 1 < rows ? xstrndup(row, len) : xstrdup(line + at);

		lines_adds(out, STYLE_DIM, " ");
		plan_add_words(out, STYLE_DIM, shown, cells - 2, ascii);
		lines_end(out);
		at += len;
		at += strspn(line + at, " ");
	}
	return body.count < APPROACH_ROWS ? (int)body.count : APPROACH_ROWS;
}

/* Counts a blank row, the heading, the approach, and one row for each criterion. */
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

void criteria_marks(const struct criteria *c, bool ascii, struct lines *out)
{
	for (size_t i = 0; i < c->count && i < MARKS_MOST; i++)
		lines_adds(out, plan_icon_style(looks[c->list[i].state]),
		    plan_icon(looks[c->list[i].state], ascii));
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

void criteria_lines(const struct criteria *c, int cells, int rows, bool ascii, struct lines *out)
{
	size_t begin = out->count;

	if (rows > 3)
		lines_end(out);
	if (rows > 0) {
		lines_adds(out, STYLE_TITLE, " Criteria");
		if (c->count)
			lines_addf(out, STYLE_DIM, "  %zu/%zu", count_met(c), c->count);
		lines_end(out);
	}
	int spare = rows - (int)c->count - 2;
	if (spare > 0)
		approach_rows(c, cells, spare < APPROACH_ROWS ? spare : APPROACH_ROWS, ascii, out);
	for (size_t i = 0; i < c->count && out->count - begin < (size_t)rows; i++) {
		const struct criterion_seen *one = &c->list[i];

		lines_addf(out, plan_icon_style(looks[one->state]), " %s ",
		    plan_icon(looks[one->state], ascii));
		plan_add_words(out, one->state == CRITERION_MET ? STYLE_DIM : STYLE_TEXT, one->text,
		    cells - lines_cells(out) - 1, ascii);
		lines_end(out);
	}
	while (out->count - begin < (size_t)rows)
		lines_end(out);
}

void criteria_list(const struct criteria *c, bool ascii, struct lines *out)
{
	for (size_t i = 0; i < c->count; i++) {
		const struct criterion_seen *one = &c->list[i];
		const char *check = json_str(one->check, "command",
		    json_str(one->check, "file", json_str(one->check, "question", NULL)));

		lines_addf(out, STYLE_KEY, " %zu", i + 1);
		lines_addf(out, plan_icon_style(looks[one->state]), " %s ",
		    plan_icon(looks[one->state], ascii));
		lines_adds(out, STYLE_TEXT, one->text);
		if (check)
			lines_addf(out, STYLE_DIM, "  %s", check);
		lines_end(out);
	}
}
