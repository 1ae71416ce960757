/* SPDX-License-Identifier: MIT
 * The list of suggestions above the input; which word before the cursor is completed; and the words
 * of a text as completions. The selection stays on its text when the list is filled again.
 */
#include "ui/input/suggest.h"

#include "base/base.h"
#include "ui/input/fuzzy.h"
#include "ui/input/pick.h"

/* ---- Candidates ---------------------------------------------------------------------------------- */

void candidates_add(struct candidates *c, const char *text, const char *about)
{
	array_push(c->list, c->count, c->cap, (struct candidate){xstrdup(text), xstrdup(about)});
}

void candidates_add_rows(struct candidates *c, const struct pick_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		candidates_add(c, rows->list[i].text, rows->list[i].detail);
}

bool candidates_have(const struct candidates *c, const char *text)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->list[i].text, text) == 0)
			return true;
	return false;
}

void candidates_free(struct candidates *c)
{
	for (size_t i = 0; i < c->count; i++)
		free_all(c->list[i].text, c->list[i].about);
	free(c->list);
	*c = (struct candidates){0};
}

/* ---- Words of a text ----------------------------------------------------------------------------- */

#define WORD_BYTES 200 /* longer ones are no words */
#define WITHIN "_-./:" /* may be within a word, but not its end */

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || c == '_';
}

static bool is_within(char c)
{
	return is_letter(c) || (c && strchr(WITHIN, c));
}

static void add_word(const char *word, size_t len, const char *typed, struct candidates *out)
{
	const size_t n = strlen(typed);

	while (len > 0 && !is_letter(word[len - 1]))
		len--;
	if (len <= n || len > WORD_BYTES || strncmp(word, typed, n) != 0)
		return;
	auto_free char *text = xstrndup(word, len);
	if (!candidates_have(out, text))
		candidates_add(out, text, NULL);
}

void text_words_complete(
    const char *text, size_t len, const char *typed, size_t most, struct candidates *out)
{
	if (strlen(typed) < TEXT_WORDS_TYPED)
		return;
	for (size_t end = len; end > 0 && out->count < most;) {
		size_t from = end;

		while (from > 0 && is_within(text[from - 1]))
			from--;
		add_word(text + from, end - from, typed, out);
		end = from > 0 ? from - 1 : 0;
	}
}

#define MARGIN 3
#define MARKS 32
#define BLANKS " \t\n"
#define OPENERS " \t\n([{\"'`,;:="

void suggest_close(struct suggest *s)
{
	candidates_free(&s->list);
	free(s->typed);
	*s = (struct suggest){0};
}

void suggest_fill(struct suggest *s, struct candidates *list, const char *typed, bool keep)
{
	const struct candidate *was = keep ? suggest_selected(s) : NULL;
	auto_free char *text = was ? xstrdup(was->text) : NULL;

	candidates_free(&s->list);
	s->list = *list;
	*list = (struct candidates){0};
	free(s->typed);
	s->typed = xstrdup(typed);
	s->selected = 0;
	for (size_t i = 0; text && i < s->list.count; i++)
		if (strcmp(s->list.list[i].text, text) == 0)
			s->selected = i;
}

void suggest_step(struct suggest *s, int step)
{
	size_t n = s->list.count;

	if (n)
		s->selected = (s->selected + (step < 0 ? n - 1 : 1)) % n;
}

const struct candidate *suggest_selected(const struct suggest *s)
{
	return s->selected < s->list.count ? &s->list.list[s->selected] : NULL;
}

int suggest_rows(const struct suggest *s)
{
	int rows = s->list.count < SUGGEST_ROWS ? (int)s->list.count : SUGGEST_ROWS;

	if (!s->open)
		return 0;
	return rows ? rows : s->note ? 1 : 0;
}

void list_add_marked(struct lines *out, enum style style, const char *text, size_t at, size_t end,
    const struct fuzzy_mark *marks, size_t count)
{
	for (size_t i = 0; i < count && marks[i].at < end; i++) {
		const size_t to = marks[i].at + marks[i].len;

		if (marks[i].at < at)
			continue;
		lines_add(out, style, text + at, marks[i].at - at);
		at = to < end ? to : end;
		lines_add(out, STYLE_FOUND, text + marks[i].at, at - marks[i].at);
	}
	lines_add(out, style, text + at, end - at);
}

size_t list_top(size_t top, size_t selected, size_t count, size_t rows)
{
	if (selected < top)
		top = selected;
	if (selected >= top + rows)
		top = selected - rows + 1;
	if (count < top + rows)
		top = count > rows ? count - rows : 0;
	return top;
}

static size_t word_marks(const char *word, const char *text, struct fuzzy_mark out[MARKS])
{
	size_t n = 0, len = strlen(word);

	for (const char *at = text; len && n < MARKS && (at = strcasestr(at, word)); at += len)
		out[n++] = (struct fuzzy_mark){(size_t)(at - text), len};
	return n;
}

/* Returns the byte from which a text is shown: if it does not fit, so far on that its first mark is in view. */
static size_t first_shown(const char *text, int cells, const struct fuzzy_mark *marks, size_t n)
{
	size_t from = 0, len = strlen(text);

	if (text_width(text, len) <= cells || n == 0)
		return 0;
	while (from < marks[0].at &&
	       text_width(text + from, marks[0].at + marks[0].len - from) > cells - 2)
		from = text_next(text, len, from);
	return from;
}

static int widest(const struct suggest *s)
{
	int cells = 0;

	for (size_t i = 0; i < s->list.count; i++) {
		const char *text = s->list.list[i].text;
		int width = text_width(text, strlen(text));
		cells = width > cells ? width : cells;
	}
	return cells;
}

void suggest_lines(struct suggest *s, int cells, int rows, bool ascii, struct lines *out)
{
	const int column = MARGIN + widest(s) + 2;

	s->top = list_top(s->top, s->selected, s->list.count, (size_t)rows);
	for (size_t i = s->top; i < s->list.count && (int)out->count < rows; i++) {
		const struct candidate *c = &s->list.list[i];
		const bool here = i == s->selected;
		const int room = cells - MARGIN - 1;
		struct fuzzy_mark marks[MARKS];
		const size_t n = s->words    ? word_marks(s->typed, c->text, marks)
				 : *s->typed ? fuzzy_marks(s->typed, c->text, marks, MARKS)
					     : 0;
		const size_t at = first_shown(c->text, room, marks, n);
		const size_t end = at + text_fit(c->text + at, strlen(c->text + at), room);
		auto_lines one = {0};

		lines_adds(&one, STYLE_KEY, !here ? "   " : ascii ? " > " : " › ");
		list_add_marked(&one, here ? STYLE_STRONG : STYLE_TEXT, c->text, at, end, marks, n);
		if (c->about && !s->words && column - MARGIN < cells / 2) {
			lines_to(&one, STYLE_TEXT, column);
			lines_cut(
			    &one, STYLE_DIM, c->about, strlen(c->about), cells - column - 1, ascii);
		}
		lines_end(&one);
		if (here)
			lines_ground(out, &one, 0, STYLE_ON_SELECTED);
		else
			lines_copy(out, &one, 0);
		lines_end(out);
	}
	if (out->count == 0 && s->note)
		lines_end_with(out, STYLE_DIM, "   %s", s->note);
}

enum word_kind suggest_word(const char *text, size_t at, size_t *from)
{
	size_t word = at;

	while (word > 0 && !strchr(BLANKS, text[word - 1]))
		word--;
	*from = word;
	for (size_t i = at; i > word; i--)
		if (text[i - 1] == '@' && (i - 1 == word || strchr(OPENERS, text[i - 2]))) {
			*from = i;
			return WORD_FILE;
		}
	if (*text == '/' && at > 0 && !memchr(text + 1, '/', at - 1))
		return WORD_COMMAND;
	while (*from < at && strchr("([{\"'`!", text[*from]))
		++*from;
	return *from < at ? WORD_PATH : WORD_NONE;
}

char *suggest_path(const char *path, bool file)
{
	bool quote = strpbrk(path, BLANKS) && *path != '"';

	return xasprintf("%s%s%s%s", file ? "@" : "", quote ? "\"" : "", path, quote ? "\"" : "");
}
