/* SPDX-License-Identifier: MIT
 * Puts arguments into the text of a skill or command, in one pass from left to right by the marks
 * of config/skills.yaml. Commands and files become calls whose results stand before the text, so
 * they run by the same rules as any other call.
 */
#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "skills/skills.h"
#include "workspace/shell/shell.h"

#define WORDS_MOST 200
#define BEGINS "$!@{" /* first characters of marks */

struct filling {
	const json_t *rules; /* of config/skills.yaml */
	const char *body, *folder, *arguments;
	size_t len;		 /* of the body */
	char *words[WORDS_MOST]; /* (owned) the arguments, split as a shell does */
	size_t count;
	struct buf out;
	json_t *calls; /* (borrowed) NULL: commands and files stay as they are written */
	bool used;     /* an argument was put in */
};

/* ---- Arguments ------------------------------------------------------------------------------ */

static void split_words(struct filling *f)
{
	const char *s = f->arguments;

	while (*(s += strspn(s, " \t\n")) && f->count < WORDS_MOST) {
		struct buf word = BUF_INIT;

		for (char quote = 0; *s && (quote || !strchr(" \t\n", *s)); s++) {
			if (quote && *s == quote)
				quote = 0;
			else if (!quote && (*s == '"' || *s == '\''))
				quote = *s;
			else if (*s == '\\' && quote != '\'' && s[1])
				buf_addc(&word, *++s);
			else
				buf_addc(&word, *s);
		}
		f->words[f->count++] = buf_take(&word);
	}
}

/* Returns the value of an argument NAME=value; NULL: there is none. */
static const char *named_argument(const struct filling *f, const char *name)
{
	const size_t len = strlen(name);

	for (size_t i = 0; i < f->count; i++)
		if (strncmp(f->words[i], name, len) == 0 && f->words[i][len] == '=')
			return f->words[i] + len + 1;
	return NULL;
}

/* ---- Marks ---------------------------------------------------------------------------------- */

/* Returns a command with all arguments, quoted as one word for a shell, in the place of their mark. Caller frees. */
static char *inner_words(struct filling *f, const char *command)
{
	auto_buf words = BUF_INIT;
	struct buf out = BUF_INIT;

	shell_quote(&words, f->arguments);
	f->used |= text_fill(&out, command, json_str(f->rules, "inside", ""), buf_str(&words));
	return buf_take(&out);
}

static void add_call(struct filling *f, const char *tool, const char *key, const char *value)
{
	auto_free char *words =
	    prompt_text("skills/result", (struct prompt_var[]){{"what", value}}, 1);

	json_array_append_new(
	    f->calls, json_pack("{s:s, s:{s:s}}", "tool", tool, "arguments", key, value));
	buf_adds(&f->out, words);
}

/* Appends what stands for a mark of this kind (`is` of config/skills.yaml); for a command or a file it also adds
 * the call. one, two: what the groups of its pattern matched, or NULL. False: it has no value and stays as it is. */
static bool fill_mark(struct filling *f, const char *is, const char *one, const char *two)
{
	const size_t first = (size_t)json_int(f->rules, "first", 0),
		     number = strtoul(one ? one : "", NULL, 10), at = number - first,
		     most = two ? strtoul(two, NULL, 10) : WORDS_MOST;
	const char *text = text_is(is, "all")	   ? f->arguments
			   : text_is(is, "named")  ? named_argument(f, one)
			   : text_is(is, "itself") ? one
			   : text_is(is, "folder") ? f->folder
			   : !text_is(is, "word")  ? NULL
			   : at < f->count	   ? f->words[at]
						   : two;

	if (text_is(is, "range")) {
		for (size_t i = number > first ? at : 0, n = 0; i < f->count && n < most; i++, n++)
			buf_addf(&f->out, "%s%s", n ? " " : "", f->words[i]);
		f->used = true;
		return true;
	}
	if (f->calls && text_is(is, "command")) {
		auto_free char *command = inner_words(f, one);

		add_call(f, "run_command", "command", command);
		return true;
	}
	if (f->calls && text_is(is, "file")) {
		add_call(f, "read_file", "path", one);
		return true;
	}
	buf_adds(&f->out, text ? text : "");
	f->used |= text && !text_is(is, "itself") && !text_is(is, "folder");
	return text != NULL;
}

static char *mark_group(const struct filling *f, const struct regex *r, int n)
{
	size_t from, to;

	return regex_group(r, n, &from, &to) ? xstrndup(f->body + from, to - from) : NULL;
}

/* Appends the value of the mark at `at`. Returns the mark's length; 0: no mark with a value begins there. */
static size_t fill_at(struct filling *f, struct regex *const *marks, size_t at)
{
	size_t from, to;

	json_each_at (i, row, json_list(f->rules, "marks")) {
		if (!marks[i] || regex_find(marks[i], f->body, f->len, at, &from, &to) != REGEX_YES)
			continue;
		auto_free char *one = mark_group(f, marks[i], 1), *two = mark_group(f, marks[i], 2);
		if (fill_mark(f, json_str(row, "is", ""), one, two))
			return to - from;
	}
	return 0;
}

static void fill_body(struct filling *f)
{
	const json_t *rows = json_list(f->rules, "marks");
	const char *body = f->body;
	auto_free struct regex **marks = xcalloc(json_array_size(rows) + 1, sizeof *marks);

	json_each_at (i, row, rows) {
		auto_free char *begins = xasprintf("\\G(?:%s)", json_str(row, "mark", "(?!)"));
		marks[i] = regex_new(begins, strlen(begins), 0, NULL);
	}
	for (size_t at = 0, plain, took; body[at]; at += took) {
		plain = strcspn(body + at, BEGINS);
		buf_add(&f->out, body + at, plain);
		at += plain;
		took = body[at] ? fill_at(f, marks, at) : 0;
		if (!took && body[at])
			buf_addc(&f->out, body[at++]);
	}
	for (size_t i = 0; i < json_array_size(rows); i++)
		regex_free(marks[i]);
}

char *skill_fill(enum skill_words words, const char *body, const char *folder,
    const char *arguments, json_t *calls)
{
	json_auto_t *config = config_builtin("skills.yaml");
	struct filling f = {.rules = json_map(json_map(config, "words"), skill_words_names[words]),
	    .body = body,
	    .len = strlen(body),
	    .folder = folder,
	    .arguments = arguments,
	    .calls = calls};

	split_words(&f);
	fill_body(&f);
	if (!f.used && !text_is_blank(arguments))
		buf_addf(&f.out, "\n\nARGUMENTS: %s", arguments);
	while (f.count)
		free(f.words[--f.count]);
	return buf_take(&f.out);
}
