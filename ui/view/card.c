/*
 * The keys of a card by its kind, as tables. What a kind without a table offers are its options by
 * number.
 */
#include "ui/view/card.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "ui/keys/keys.h"
#include "ui/model/forecast.h"
#include "ui/view/diff_lines.h"

#define INDENT "    "
#define TEXT_CELLS 4
#define LONG_CARD 12 /* rows of one call */

struct card_row {
	const char *kind;
	unsigned key;
	enum card_result result;
	const char *choice;
	const char *option; /* only when the question offers it; NULL: always */
	const char *name, *words;
	bool focused; /* only after Alt-A: this card may stand open while a prompt is typed */
};
static const struct card_row card_rows[] = {
    {"approval", 'y', CARD_ANSWER, "once", "once", "y", "once"},
    {"approval", 'a', CARD_ANSWER, "always", "always", "a", "always this exact command"},
    {"approval", 'e', CARD_EDIT, "edit", "edit", "e", "edit"},
    {"approval", 'n', CARD_ANSWER, "no", NULL, "n", "no"},
    {"approval", 'N', CARD_WHY, "no", NULL, "N", "no, and say why"},
    {"limit", INPUT_ENTER, CARD_ANSWER, "more", NULL, "Enter", "more"},
    {"limit", 'a', CARD_ANSWER, "nolimit", NULL, "a", "no limit for this turn"},
    {"limit", INPUT_ESC, CARD_ANSWER, "stop", NULL, "Esc", "stop"},
    {"plan", 'g', CARD_ANSWER, "go", NULL, "g", "go"},
    {"plan", 'e', CARD_WHY, "change", NULL, "e", "say what to change"},
    {"plan", 'n', CARD_ANSWER, "no", NULL, "n", "no"},
    {"plan", 'N', CARD_WHY, "no", NULL, "N", "no, and say why"},
    {"gate", 'y', CARD_ANSWER, "go", NULL, "y", "start it"},
    {"gate", 'n', CARD_ANSWER, "no", NULL, "n", "no"},
    {"gate", 'N', CARD_WHY, "no", NULL, "N", "no, and say why"},
    {"open_plan", INPUT_ENTER, CARD_ANSWER, "go", NULL, "Enter", "go on"},
    {"open_plan", INPUT_ESC, CARD_ANSWER, "leave", NULL, "Esc", "leave it"},
    {"open_plan", 'x', CARD_ANSWER, "abandon", NULL, "Alt-A x", "abandon it", .focused = true},
    {"offer", INPUT_ENTER, CARD_ANSWER, "use", NULL, "Enter", "use it, and remember"},
    {"offer", INPUT_ESC, CARD_ANSWER, "no", NULL, "Esc", "no"},
};
#define CARD_ROWS (sizeof card_rows / sizeof *card_rows)

static bool is_kind(const struct block *card, const char *kind)
{
	return strcmp(json_str(card->data, "kind", ""), kind) == 0;
}

static bool offers(const struct block *card, const char *option)
{
	json_t *options = json_list(card->data, "options"), *value;
	size_t i;

	if (!option || !options)
		return !option || strcmp(option, "always") != 0;
	json_array_foreach (options, i, value) {
		if (json_is_string(value) && strcmp(json_string_value(value), option) == 0)
			return true;
	}
	return false;
}

static bool applies(const struct block *card, const struct card_row *row)
{
	return is_kind(card, row->kind) && offers(card, row->option);
}

static bool has_rows(const struct block *card)
{
	for (size_t i = 0; i < CARD_ROWS; i++)
		if (is_kind(card, card_rows[i].kind))
			return true;
	return false;
}

bool card_takes_words(const struct block *card)
{
	return !has_rows(card);
}

bool card_listens(const struct block *card, const struct card_moment *at)
{
	if (!card->open || at->drawn == 0)
		return false;
	if (card->destructive && at->now - at->drawn < at->destructive_quiet_ms)
		return false;
	return at->focused || (at->input_empty && at->now - at->last_key >= at->quiet_ms);
}

static enum card_result option_key(
    const struct block *card, const struct card_moment *at, unsigned key, const char **choice)
{
	json_t *options = json_list(card->data, "options");
	size_t n = key >= '1' && key <= '9' ? key - '1' : SIZE_MAX;
	json_t *option = options ? json_array_get(options, n) : NULL;

	if (json_is_string(option)) {
		*choice = json_string_value(option);
		return CARD_ANSWER;
	}
	return input_is_text(key) ? CARD_TYPE : CARD_NOT_TAKEN;
}

enum card_result card_key(
    const struct block *card, const struct card_moment *at, unsigned key, const char **choice)
{
	/* Nobody has read it yet: the letter was on its way to the input. */
	bool in_flight =
	    input_is_text(key) && !at->focused && at->now - at->drawn < at->destructive_quiet_ms;

	if (in_flight || !card_listens(card, at))
		return CARD_NOT_TAKEN;
	if (!has_rows(card))
		return option_key(card, at, key, choice);
	for (size_t i = 0; i < CARD_ROWS; i++) {
		if (card_rows[i].key == key && applies(card, &card_rows[i]) &&
		    (at->focused || !card_rows[i].focused)) {
			*choice = card_rows[i].choice;
			return card_rows[i].result;
		}
	}
	return CARD_NOT_TAKEN;
}

static const char *command_of(const struct block *card)
{
	return json_str(json_map(card->data, "arguments"), "command", NULL);
}

char *card_call_text(const struct block *card)
{
	const char *command = command_of(card);
	json_t *arguments = json_object_get(card->data, "arguments");

	if (command)
		return text_clean(command, strlen(command));
	char *json = arguments ? json_dumps(arguments, JSON_ENCODE_ANY | JSON_INDENT(2)) : NULL;
	char *safe = text_clean(json ? json : "", json ? strlen(json) : 0);
	free(json);
	return safe;
}

json_t *card_arguments(const struct block *card, const char *text, struct error *e)
{
	if (command_of(card)) {
		json_t *arguments = json_deep_copy(json_object_get(card->data, "arguments"));
		json_put_str(arguments, "command", text);
		return arguments;
	}
	json_t *arguments = json_parse(text, strlen(text), e);
	if (arguments && !json_is_object(arguments)) {
		error_set(e, ERR_PARSE, "arguments are a JSON object");
		json_decref(arguments);
		return NULL;
	}
	return arguments;
}

/* As much of a line as fits; the space a row may end at stays on it, so nothing is left out. */
static size_t row_of(const char *s, size_t len, int cells)
{
	size_t n = text_fit(s, len, cells), at = n;

	if (n == 0 || n == len)
		return n ? n : len;
	while (at > n * 2 / 3 && s[at - 1] != ' ')
		at--;
	return at > n * 2 / 3 ? at : n;
}

/* Every character of it: a row that goes on is marked, so that it is no line of its own. */
static void exact_lines(const char *text, const struct card_view *v, struct lines *out)
{
	const char *more = v->ascii ? "  > " : "  ↪ ";
	size_t before = out->count;

	do {
		size_t len = strcspn(text, "\n"), at = 0;
		do {
			size_t n = row_of(text + at, len - at, v->cells - TEXT_CELLS);
			lines_adds(out, STYLE_DIM, at ? more : INDENT);
			lines_add(out, STYLE_CODE, text + at, n);
			lines_end(out);
			at += n;
		} while (at < len);
		text += len + (text[len] == '\n');
	} while (*text);
	if (out->count - before > LONG_CARD) {
		lines_addf(out, STYLE_WARN, INDENT "%zu rows: scroll up to read the first",
		    out->count - before);
		lines_end(out);
	}
}

/* What does not show as it is was spelled where the call was made. */
static bool spelled_lines(const struct block *card, const struct card_view *v, struct lines *out)
{
	const char *exact = json_str(card->data, "exact", ""), *line;
	char *safe = text_clean(exact, strlen(exact)), *note;

	if (*safe) {
		exact_lines(safe, v, out);
		line = json_str(card->data, "spelled", "");
		note = xasprintf("spelled, as it would not show: %s", line);
		lines_paragraph(out, STYLE_WARN, note, strlen(note), v->cells,
		    &(struct margin){INDENT, INDENT, STYLE_WARN});
		free(note);
	}
	free(safe);
	return *exact != '\0';
}

/* The whole of what would run, unless the row above says it all. */
static void call_lines(const struct block *card, const struct card_view *v, struct lines *out)
{
	const char *tool = json_str(card->data, "tool", "");
	char *text = card_call_text(card);
	char *row = xasprintf("%s %s", tool, text);
	bool shown = v->shown && strcmp(v->shown, row) == 0;

	if (!spelled_lines(card, v, out) &&
	    (command_of(card) ? !shown : card->detail.len == 0 && *text))
		exact_lines(text, v, out);
	if (card->detail.len)
		diff_lines(out, buf_str(&card->detail), card->detail.len,
		    &(struct diff_view){INDENT, v->cells, v->ascii,
			highlight_path(json_str(json_map(card->data, "arguments"), "path", NULL))});
	free(text);
	free(row);
}

/* Where a command would run, unless the tool said so itself. */
static void where_line(const struct block *card, const struct card_view *v, struct lines *out)
{
	const struct margin margin = {INDENT, INDENT, STYLE_DIM};
	const char *where = json_str(card->data, "where", "");
	struct buf line = BUF_INIT;

	if (!*where || !command_of(card) || card->detail.len)
		return;
	char *path = *where == '/' ? file_user_path(where) : xstrdup(where);
	buf_adds(&line, *where == '/' ? "in " : "");
	text_sanitise(&line, path, strlen(path));
	buf_adds(&line, v->ascii ? " - not sandboxed" : " · not sandboxed");
	lines_paragraph(out, STYLE_DIM, buf_str(&line), line.len, v->cells, &margin);
	free(path);
	buf_free(&line);
}

/* Why it asks: the rule and where it stands. */
static void reason_line(const struct block *card, const struct card_view *v, struct lines *out)
{
	const char *reason = json_str(card->data, "reason", "");
	char *safe = text_clean(reason, strlen(reason));

	if (*safe)
		lines_paragraph(out, STYLE_WARN, safe, strlen(safe), v->cells,
		    &(struct margin){INDENT, INDENT, STYLE_WARN});
	free(safe);
}

/* Whose act it is, when it is not the agent's own. */
static void delegate_line(const struct block *card, const struct card_view *v, struct lines *out)
{
	static const char words[] = "asked by a delegate";
	const struct margin margin = {INDENT, INDENT, STYLE_DIM};

	if (json_str(card->data, "delegate", NULL))
		lines_paragraph(out, STYLE_DIM, words, strlen(words), v->cells, &margin);
}

/* Nobody called it: it shows whether the work is done. */
static void check_line(const struct block *card, const struct card_view *v, struct lines *out)
{
	const char *checks = json_str(card->data, "checks", "");
	char *safe = text_clean(checks, strlen(checks)), *line = text_line(safe, 400);
	char *words = xasprintf("to check that it is done: %s", line);

	if (*line)
		lines_paragraph(out, STYLE_DIM, words, strlen(words), v->cells,
		    &(struct margin){INDENT, INDENT, STYLE_DIM});
	free(words);
	free(line);
	free(safe);
}

static void item_lines(json_t *items, const struct card_view *v, struct lines *out)
{
	const char *mark = v->ascii ? INDENT "  - " : INDENT "  · ";
	json_t *item;
	size_t i;

	json_array_foreach (items, i, item) {
		const char *content = json_str(item, "content", "");
		char *safe = text_clean(content, strlen(content)), *line = text_line(safe, 1000);
		char *row =
		    xasprintf("%s%s", line, json_flag(item, "gate", false) ? " (gate)" : "");

		lines_paragraph(out, STYLE_DIM, row, strlen(row), v->cells,
		    &(struct margin){mark, INDENT "    ", STYLE_DIM});
		free(row);
		free(line);
		free(safe);
	}
}

static void option_lines(const struct block *card, const struct card_view *v, struct lines *out)
{
	json_t *options = json_list(card->data, "options"), *value;
	struct lines row = {0};
	size_t i;

	json_array_foreach (options, i, value) {
		char *safe = text_clean(json_is_string(value) ? json_string_value(value) : "?",
		    json_is_string(value) ? json_string_length(value) : 1);
		char *line = text_line(safe, 1000);
		lines_clear(&row);
		if (i < 9)
			lines_addf(&row, STYLE_KEY, "%zu", i + 1);
		lines_addf(&row, STYLE_TEXT, " %s", line);
		lines_end(&row);
		lines_wrap(
		    out, &row, 0, v->cells, &(struct margin){INDENT, INDENT "  ", STYLE_TEXT});
		item_lines(
		    json_list(json_array_get(json_list(card->data, "alternatives"), i), "todos"), v,
		    out);
		free(line);
		free(safe);
	}
	lines_free(&row);
}

/* Of what a limit would give. */
static void how_much(const struct block *card, struct lines *row)
{
	int rounds = (int)json_int(card->data, "rounds", 0);
	double seconds = json_num(card->data, "seconds", 0);

	if (rounds > 0)
		lines_addf(row, STYLE_TEXT, " %d", rounds);
	else if (seconds > 0)
		lines_addf(row, STYLE_TEXT, " %g s", seconds);
}

/* What the proposed plan will take. */
static void estimate_line(const struct card_view *v, struct lines *out)
{
	struct buf text = BUF_INIT;

	if (!v->estimate)
		return;
	forecast_text(v->estimate, v->cells - 4, v->ascii, &text);
	lines_paragraph(out, STYLE_DIM, buf_str(&text), text.len, v->cells,
	    &(struct margin){INDENT, INDENT, STYLE_DIM});
	buf_free(&text);
}

static void key_line(const struct block *card, const struct card_view *v, struct lines *out)
{
	const char *between = v->ascii ? " - " : " · ";
	struct lines row = {0};
	bool first = true;

	for (size_t i = 0; i < CARD_ROWS; i++) {
		const struct card_row *r = &card_rows[i];
		if (!applies(card, r))
			continue;
		lines_adds(&row, STYLE_TEXT, first ? "" : is_kind(card, "limit") ? between : "   ");
		lines_adds(&row, STYLE_KEY, r->name);
		if (strcmp(r->choice, "more") == 0)
			how_much(card, &row);
		lines_addf(&row, STYLE_TEXT, " %s", r->words);
		first = false;
	}
	if (!has_rows(card))
		lines_adds(&row, STYLE_DIM, "or type an answer and press Enter");
	if (!v->listens) {
		lines_adds(&row, STYLE_TEXT, "   ");
		lines_adds(&row, STYLE_KEY, "Alt-A");
		lines_adds(&row, STYLE_DIM, " to answer");
	}
	lines_end(&row);
	lines_wrap(out, &row, 0, v->cells, &(struct margin){INDENT, INDENT, STYLE_TEXT});
	lines_free(&row);
}

void card_lines(const struct block *card, const struct card_view *v, struct lines *out)
{
	if (is_kind(card, "approval")) {
		call_lines(card, v, out);
		where_line(card, v, out);
		reason_line(card, v, out);
		delegate_line(card, v, out);
		check_line(card, v, out);
	}
	if (is_kind(card, "plan")) {
		item_lines(json_list(json_map(card->data, "plan"), "items"), v, out);
		estimate_line(v, out);
	}
	if (!has_rows(card))
		option_lines(card, v, out);
	key_line(card, v, out);
}
