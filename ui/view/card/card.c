/* SPDX-License-Identifier: MIT
 * Draws the rows of a question, and decides which of its keys answers. The same rows stand on a
 * card and among the lines of a plain terminal; only how an answer is given differs.
 */
#include "ui/view/card/card.h"

#include <strings.h>
#include <wctype.h>
#include "base/base.h"
#include "base/file.h"
#include "llm/model/price.h"
#include "ui/keys/keys.h"
#include "ui/model/forecast.h"
#include "ui/model/question_choices.h"
#include "ui/view/diff/diff_lines.h"

#define INDENT "    "
#define TEXT_CELLS 4
#define TEXT_CHARS 400
#define OPTION_CHARS 1000
/* paths that a command that was tried would change; with its diff all are shown */
#define CHANGES_SHOWN 6
#define SAID_SHOWN 4 /* last rows of its output */

bool card_listens(const struct block *card, const struct card_moment *at)
{
	return card->open && at->drawn != 0 &&
	       (!card->destructive || at->now - at->drawn >= at->destructive_quiet_ms) &&
	       (at->focused || (at->input_empty && at->now - at->last_key >= at->quiet_ms));
}

/* Whether an option is this word, alone or with more behind it: "Yes, delete them". */
static bool option_says(const json_t *option, const char *word)
{
	const char *s = json_is_string(option) ? json_string_value(option) : "";
	const size_t len = strlen(word);

	return strncasecmp(s, word, len) == 0 && !isalpha((unsigned char)s[len]);
}

/* An option is chosen by its number, or by y and n where options say yes and no. */
static enum card_result option_key(
    const json_t *options, const struct card_moment *at, unsigned key, const char **choice)
{
	const size_t n = key >= '1' && key <= '9' ? key - '1' : SIZE_MAX;
	const char *word = key == 'y' ? "yes" : key == 'n' ? "no" : NULL;
	const json_t *chosen = NULL;

	json_each_at (i, option, options)
		if (!chosen && (i == n || (word && option_says(option, word))))
			chosen = option;
	if (!json_is_string(chosen))
		return input_is_text(key) ? CARD_TYPE : CARD_NOT_TAKEN;
	if (!at->seen && !option_says(chosen, "no"))
		return CARD_UNREAD;
	*choice = json_string_value(chosen);
	return CARD_ANSWER;
}

static const enum card_result results[] = {[CHOICE_ALONE] = CARD_ANSWER,
    [CHOICE_CALL] = CARD_EDIT,
    [CHOICE_REASON] = CARD_WHY,
    [CHOICE_LOOK] = CARD_LOOK};

enum card_result card_key(
    const struct block *card, const struct card_moment *at, unsigned key, const char **choice)
{
	/* Whether the key was on its way to the input when the card came, so that nobody has
	 * read the card yet. */
	bool in_flight =
	    input_is_text(key) && !at->focused && at->now - at->drawn < at->destructive_quiet_ms;

	if (in_flight || !card_listens(card, at))
		return CARD_NOT_TAKEN;
	const struct event_question q = event_read_question(card->data);
	if (question_is_free(&q))
		return option_key(q.options, at, key, choice);
	const struct question_choice *row = question_choices;
	while (row->kind &&
	       (row->key != key || !question_offers(&q, row) || (row->focused && !at->focused)))
		row++;
	if (!row->kind)
		row = at->focused || !at->beside ? question_choice_of(&q, key) : NULL;
	if (!row)
		return input_is_text(key) && iswalnum((wint_t)key) && (at->focused || !at->beside)
			   ? CARD_NOT_OFFERED
			   : CARD_NOT_TAKEN;
	if (!at->seen && !row->refuses && row->needs < CHOICE_REASON)
		return CARD_UNREAD;
	*choice = row->choice;
	return results[row->needs];
}

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

static const char *command_of(const struct event_question *q)
{
	return json_str(q->arguments, "command", NULL);
}

char *card_call_text(const struct event_question *q)
{
	const char *command = command_of(q);
	json_t *arguments = q->arguments;

	if (command)
		return text_clean(command, strlen(command));
	auto_free char *json =
	    arguments ? json_dumps(arguments, JSON_ENCODE_ANY | JSON_INDENT(2)) : NULL;
	return text_clean(json ? json : "", json ? strlen(json) : 0);
}

json_t *card_arguments(const struct event_question *q, const char *text, struct error *e)
{
	if (command_of(q)) {
		json_t *arguments = json_deep_copy(q->arguments);
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

/* Adds a text without leaving out a character. A row that continues a line is marked, so that it is
 * not taken for a line of its own. */
static void exact_lines(const char *text, const struct card_view *v, struct lines *out)
{
	const char *more = v->ascii ? "  > " : "  ↪ ";
	/* the line with its tabs as blanks: they count as wide as they are drawn */
	auto_lines spread = {0};

	do {
		const size_t end = strcspn(text, "\n");
		size_t at = 0, len;

		lines_clear(&spread);
		lines_add(&spread, STYLE_CODE, text, end);
		lines_end(&spread);
		const char *line = lines_text(&spread, 0, &len);
		do {
			size_t n = text_fit(line + at, len - at, v->cells - TEXT_CELLS), space = n;

			/* The space that a row may end at stays on it, so that nothing is left out. */
			while (n < len - at && space > n * 2 / 3 && line[at + space - 1] != ' ')
				space--;
			n = n == 0 ? len - at : space > n * 2 / 3 ? space : n;
			lines_adds(out, STYLE_DIM, at ? more : INDENT);
			lines_add(out, STYLE_CODE, line + at, n);
			lines_end(out);
			at += n;
		} while (at < len);
		text += end + (text[end] == '\n');
	} while (*text);
}

static void add_paragraph(const struct card_view *v, struct lines *out, enum style style,
    const char *before, const char *text)
{
	auto_free char *all = xasprintf("%s%s", before, text), *safe = text_clean(all, strlen(all));

	lines_paragraph(out, style, safe, strlen(safe), v->cells,
	    &(struct margin){v->margin, v->margin, style});
}

/* Adds the whole of what would run, unless the row above says it all. */
static void call_lines(const struct event_question *q, const struct card_view *v, struct lines *out)
{
	const char *detail = or_empty(q->detail), *exact = or_empty(q->exact);
	auto_free char *text = card_call_text(q), *safe = text_clean(detail, strlen(detail));
	auto_free char *spelled = text_clean(exact, strlen(exact));
	auto_free char *row = xasprintf("%s %s", or_empty(q->tool), text);
	const size_t len = strlen(row); /* behind it may stand how it runs: "(background)" */
	bool shown = v->shown && strncmp(v->shown, row, len) == 0 &&
		     (!v->shown[len] || strncmp(v->shown + len, " (", 2) == 0);

	if (*spelled) { /* the call, with characters that do not show as they are spelled out */
		exact_lines(spelled, v, out);
		add_paragraph(
		    v, out, STYLE_WARN, "spelled, as it would not show: ", or_empty(q->spelled));
	} else if (!*exact && (command_of(q) ? !shown : !*detail && *text)) {
		exact_lines(text, v, out);
	}
	if (*safe)
		diff_lines(out, safe, strlen(safe),
		    &(struct diff_view){v->margin, v->cells, v->ascii,
			highlight_path(json_str(q->arguments, "path", NULL))});
}

static void changes_lines(
    const struct event_question *q, const struct card_view *v, struct lines *out)
{
	const size_t count = json_array_size(q->changes);
	const size_t shown = v->diff || count <= CHANGES_SHOWN + 1 ? count : CHANGES_SHOWN;

	for (size_t i = 0; i < shown; i++) {
		json_t *change = json_array_get(q->changes, i);
		const char *path = json_str(change, "path", "");
		auto_free char *safe = text_clean_line(path, strlen(path), TEXT_CHARS);
		const int64_t added = json_int(change, "added", 0),
			      removed = json_int(change, "removed", 0);
		lines_addf(out, STYLE_DIM, "%s  %-8s ", v->margin, json_str(change, "kind", ""));
		lines_addf(
		    out, STYLE_TEXT, "%s%s", safe, json_flag(change, "folder", false) ? "/" : "");
		if (added)
			lines_addf(out, STYLE_ADD, " +%lld", (long long)added);
		if (removed)
			lines_addf(
			    out, STYLE_DEL, " %s%lld", v->ascii ? "-" : "−", (long long)removed);
		lines_end(out);
	}
	if (shown < count)
		lines_end_with(out, STYLE_DIM, "%s  and %zu more", v->margin, count - shown);
}

/* Adds what came of trying a command: how it ended, what it would change, and the end of what it said. */
static void trial_lines(
    const struct event_question *q, const struct card_view *v, struct lines *out)
{
	const size_t changes = json_array_size(q->changes);
	auto_free char *head = NULL, *count = NULL;

	if (!q->tried)
		return;
	if (changes)
		count = xasprintf("it would change %s%zu path%s",
		    q->more_changes ? "more than " : "", changes, text_plural(changes, "", "s"));
	head = xasprintf("tried: %s%s%s", q->tried, v->ascii ? " - " : " · ",
	    count ? count : "no change so far");
	add_paragraph(v, out, STYLE_WARN, "", head);
	changes_lines(q, v, out);
	if (q->diff && (v->diff || v->answer == CARD_BY_LINE)) {
		auto_free char *safe = text_clean(q->diff, strlen(q->diff));

		diff_lines(out, safe, strlen(safe),
		    &(struct diff_view){v->margin, v->cells, v->ascii, NULL});
	} else {
		const char *said = or_empty(q->output), *at = said + strlen(said);
		auto_free char *margin = xasprintf("%s  %s ", v->margin, v->ascii ? "|" : "│");
		for (int rows = 0; at > said && rows < SAID_SHOWN; rows++)
			for (at--; at > said && at[-1] != '\n'; at--)
				;
		while (*at) {
			const size_t len = strcspn(at, "\n");
			lines_adds(out, STYLE_DIM, margin);
			lines_cut(out, STYLE_DIM, at, len, v->cells - lines_cells(out), v->ascii);
			lines_end(out);
			at += len + (at[len] == '\n');
		}
	}
}

static void item_lines(json_t *items, const struct card_view *v, struct lines *out)
{
	auto_free char *first = xasprintf("%s  %s ", v->margin, v->ascii ? "-" : "·");
	auto_free char *rest = xasprintf("%s    ", v->margin);

	json_each (item, items) {
		const char *content = json_str(item, "content", "");
		auto_free char *line = text_clean_line(content, strlen(content), OPTION_CHARS);
		auto_free char *row =
		    xasprintf("%s%s", line, json_flag(item, "gate", false) ? " (gate)" : "");

		lines_paragraph(out, STYLE_DIM, row, strlen(row), v->cells,
		    &(struct margin){first, rest, STYLE_DIM});
	}
}

/* Adds the options; a card has a key for each of the first nine. */
static void option_lines(
    const struct event_question *q, const struct card_view *v, struct lines *out)
{
	json_t *options = q->options;
	auto_free char *rest = xasprintf("%s  ", v->margin);
	auto_lines row = {0};

	json_each_at (i, value, options) {
		const char *option = json_is_string(value) ? json_string_value(value) : "?";
		auto_free char *line = text_clean_line(option, strlen(option), OPTION_CHARS);

		lines_clear(&row);
		if (i < 9 || v->answer != CARD_BY_KEY)
			lines_addf(&row, STYLE_KEY, "%zu", i + 1);
		lines_end_with(&row, STYLE_TEXT, " %s", line);
		lines_wrap(out, &row, 0, v->cells, &(struct margin){v->margin, rest, STYLE_TEXT});
		item_lines(json_list(json_array_get(q->alternatives, i), "todos"), v, out);
	}
}

/* Adds how much more the answer to a question about a limit would give. */
static void how_much(const struct event_question *q, struct lines *row)
{
	char money[24];

	price_spell(q->usd, money);
	if (q->usd > 0)
		lines_addf(row, STYLE_TEXT, " $%s", money);
	else if (q->tokens > 0)
		lines_addf(row, STYLE_TEXT, " %lld tokens", (long long)q->tokens);
	else if (q->rounds > 0)
		lines_addf(row, STYLE_TEXT, " %d", (int)q->rounds);
	else if (q->seconds > 0)
		lines_addf(row, STYLE_TEXT, " %g s", q->seconds);
}

static void add_choice_words(const struct event_question *q, const struct question_choice *c,
    const struct card_view *v, struct lines *row)
{
	auto_buf words = BUF_INIT;

	question_choice_words(q, c, v->answer != CARD_BY_KEY, v->ascii, &words);
	auto_free char *safe = text_clean(buf_str(&words), words.len);
	lines_addf(row, STYLE_TEXT, " %s", safe);
}

static void add_choice(const struct event_question *q, const struct question_choice *c,
    const struct card_view *v, struct lines *row)
{
	lines_adds(row, STYLE_KEY, c->key_name);
	if (strcmp(c->choice, "more") == 0)
		how_much(q, row);
	add_choice_words(q, c, v, row);
}

/* Adds the gap before the next entry of the key row, or begins a new row where the entry would
 * be broken. */
static void key_gap(const struct card_view *v, const char *between, int cells, struct lines *row)
{
	const int taken = lines_cells(row), gap = text_width(between, strlen(between));

	if (taken == 0)
		return;
	if (taken + gap + cells > v->cells - text_width(v->margin, strlen(v->margin)))
		lines_end(row);
	else
		lines_adds(row, STYLE_TEXT, between);
}

static void key_line(const struct event_question *q, const struct card_view *v, struct lines *out)
{
	const char *between = !question_is(q, "limit") ? "   " : v->ascii ? " - " : " · ";
	static const char key[] = "Alt-A", meaning[] = " to answer";
	auto_lines rows = {0};

	for (const struct question_choice *c = question_choices; c->kind; c++) {
		auto_lines one = {0};

		if (!question_offers(q, c))
			continue;
		add_choice(q, c, v, &one);
		key_gap(v, between, lines_cells(&one), &rows);
		add_choice(q, c, v, &rows);
	}
	if (question_is_free(q))
		lines_adds(&rows, STYLE_DIM, "or type an answer and press Enter");
	if (!v->listens) {
		key_gap(v, "   ", (int)(sizeof key + sizeof meaning - 2), &rows);
		lines_adds(&rows, STYLE_KEY, key);
		lines_adds(&rows, STYLE_DIM, meaning);
	}
	lines_end(&rows);
	for (size_t i = 0; i < rows.count; i++)
		lines_wrap(
		    out, &rows, i, v->cells, &(struct margin){v->margin, v->margin, STYLE_TEXT});
}

/* Which keys in the one row have words: none, those that refuse, the first one too, or all but
 * those that ask why. brief_keys adds the row; false: it is too wide. */
enum brief_words { WORDS_NONE, WORDS_REFUSE, WORDS_FIRST, WORDS_ALL };
static bool brief_keys(const struct event_question *q, const struct card_view *v,
    enum brief_words words, struct lines *row)
{
	bool first = true;

	for (const struct question_choice *c = question_choices; c->kind; c++) {
		if (!question_offers(q, c))
			continue;
		lines_adds(row, STYLE_TEXT, words == WORDS_ALL && !first ? "  " : " ");
		lines_adds(row, STYLE_KEY, c->key_name);
		if (words == WORDS_ALL ? c->needs != CHOICE_REASON
				       : c->needs == CHOICE_ALONE && (first || c->refuses) &&
					     words >= (c->refuses ? WORDS_REFUSE : WORDS_FIRST))
			add_choice_words(q, c, v, row);
		first = false;
	}
	if (question_is_free(q))
		lines_adds(row, STYLE_DIM, " type an answer");
	return lines_cells(row) <= v->cells;
}

void card_brief_line(const struct event_question *q, const struct card_view *v, struct lines *out)
{
	bool fits = false;

	if (!v->listens) {
		lines_adds(out, STYLE_TEXT, " ");
		lines_adds(out, STYLE_KEY, "Alt-A");
		lines_end_with(out, STYLE_DIM, " to answer");
		return;
	}
	for (int words = WORDS_ALL; !fits && words >= WORDS_NONE; words--) {
		auto_lines row = {0};

		fits = brief_keys(q, v, (enum brief_words)words, &row) || words == WORDS_NONE;
		lines_end(&row);
		if (fits)
			lines_copy(out, &row, 0);
	}
	lines_end(out);
}

static void letter_line(
    const struct event_question *q, const struct card_view *v, struct lines *out)
{
	bool options = json_array_size(q->options) > 0;

	lines_adds(out, STYLE_TEXT, v->margin);
	for (const struct question_choice *c = question_choices; c->kind; c++) {
		if (!c->letter || !question_offers(q, c) || (c->needs == CHOICE_LOOK && q->tried))
			continue;
		lines_adds(out, STYLE_TEXT, lines_cells(out) > (int)strlen(v->margin) ? "  " : "");
		lines_addf(out, STYLE_KEY, "%c", c->letter);
		if (strcmp(c->choice, "more") == 0)
			how_much(q, out);
		add_choice_words(q, c, v, out);
	}
	if (question_is_free(q))
		lines_addf(out, STYLE_DIM, "type %san answer", options ? "a number or " : "");
	lines_end(out);
}

void card_middle_lines(const struct event_question *q, const struct card_view *v, struct lines *out)
{
	if (question_is(q, "approval") && v->answer != CARD_ELSEWHERE) {
		call_lines(q, v, out);
		trial_lines(q, v, out);
	}
	if (question_is(q, "plan")) {
		item_lines(json_list(q->plan, "items"), v, out);
		json_each (check, q->checking)
			add_paragraph(
			    v, out, STYLE_DIM, "checked by  ", or_empty(json_string_value(check)));
		auto_buf text = BUF_INIT;
		if (v->estimate) {
			forecast_text(v->estimate, v->cells - 4, v->ascii, &text);
			add_paragraph(v, out, STYLE_DIM, "", buf_str(&text));
		}
	}
	/* The outline, the schedule or the reason that is to be approved. */
	if (question_is(q, "roadmap") && *or_empty(q->detail))
		add_paragraph(v, out, STYLE_TEXT, "", q->detail);
	if (question_is_free(q))
		option_lines(q, v, out);
}

void card_where_lines(const struct event_question *q, const struct card_view *v, struct lines *out)
{
	if (!question_is(q, "approval") || v->answer == CARD_ELSEWHERE)
		return;
	const char *where = or_empty(q->where);
	if (*where && command_of(q)) {
		auto_free char *path = *where == '/' ? file_user_path(where) : xstrdup(where);
		auto_free char *line = xasprintf("%s%s%s", path, v->ascii ? " - " : " · ",
		    q->reach ? q->reach : "not sandboxed");
		add_paragraph(v, out, STYLE_DIM, *where == '/' ? "in " : "", line);
	}
	/* Why the program asks (the rule and where it stands), and for whom. */
	const char *reason = or_empty(q->reason), *checks = or_empty(q->checks);
	auto_free char *line = text_line(checks, TEXT_CHARS);
	auto_free char *goal = text_line(or_empty(q->goal), TEXT_CHARS);
	if (*reason)
		add_paragraph(v, out, STYLE_WARN, "", reason);
	if (q->delegate)
		add_paragraph(v, out, STYLE_DIM,
		    *goal ? "asked by a delegate: " : "asked by a delegate", goal);
	if (*checks)
		add_paragraph(v, out, STYLE_DIM, "to check that it is done: ", line);
}

void card_key_lines(const struct event_question *q, const struct card_view *v, struct lines *out)
{
	if (v->answer == CARD_BY_KEY)
		key_line(q, v, out);
	else if (v->answer == CARD_BY_LINE)
		letter_line(q, v, out);
}

void card_lines(const struct event_question *q, const struct card_view *v, struct lines *out)
{
	card_middle_lines(q, v, out);
	card_where_lines(q, v, out);
	card_key_lines(q, v, out);
}
