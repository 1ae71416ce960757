/* SPDX-License-Identifier: MIT
 * One pass from left to right: what is put in is never looked at again. Commands and files become calls whose
 * results stand before the words, so they run by the same rules as any other call.
 */
#include "base/base.h"
#include "skills/skills.h"

#include "config/prompt.h"
#include "workspace/shell/shell.h"

#define WORDS_MOST 200

struct filling {
	enum skill_words rules;
	const char *folder, *arguments;
	char *words[WORDS_MOST]; /* (owned) the arguments taken apart as a shell does */
	size_t count;
	struct buf out;
	json_t *calls; /* (borrowed) */
	bool used;     /* the arguments went in somewhere */
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

/* Returns the n-th word from 0; NULL: there is none. */
static const char *argument(const struct filling *f, size_t n)
{
	return n < f->count ? f->words[n] : NULL;
}

static size_t put_argument(struct filling *f, const char *text, size_t taken)
{
	buf_adds(&f->out, text);
	f->used = true;
	return taken;
}

static void put_range(struct filling *f, size_t from, size_t count)
{
	for (size_t i = from; i < f->count && i - from < count; i++)
		buf_addf(&f->out, "%s%s", i > from ? " " : "", f->words[i]);
	f->used = true;
}

/* Returns the value of NAME=value; NULL: none is given. */
static const char *named_argument(const struct filling *f, const char *name, size_t len)
{
	for (size_t i = 0; i < f->count; i++)
		if (strncmp(f->words[i], name, len) == 0 && f->words[i][len] == '=')
			return f->words[i] + len + 1;
	return NULL;
}

/* ---- What stands in the words: each returns how many bytes it took, 0: it is none ------------ */

/* ${1:-default}, ${@:2}, ${@:2:1} */
static size_t fill_braces(struct filling *f, const char *s)
{
	const char *end = strchr(s, '}'), *at = s + 2;
	char *rest;
	unsigned long n, count = WORDS_MOST;

	if (!end)
		return 0;
	if (isdigit((unsigned char)*at)) {
		n = strtoul(at, &rest, 10);
		if (n && argument(f, n - 1))
			return put_argument(f, argument(f, n - 1), (size_t)(end + 1 - s));
		if (strncmp(rest, ":-", 2) != 0)
			return 0;
		buf_add(&f->out, rest + 2, (size_t)(end - rest - 2));
		f->used = true;
		return (size_t)(end + 1 - s);
	}
	if (strncmp(at, "@:", 2) != 0 || !isdigit((unsigned char)at[2]))
		return 0;
	n = strtoul(at + 2, &rest, 10);
	if (*rest == ':')
		count = strtoul(rest + 1, &rest, 10);
	if (rest != end)
		return 0;
	put_range(f, n ? n - 1 : 0, count);
	return (size_t)(end + 1 - s);
}

static size_t fill_all(struct filling *f, const char *s)
{
	const size_t len = strlen("$ARGUMENTS");
	char *end;

	if (strncmp(s, "$ARGUMENTS", len) != 0)
		return 0;
	if (f->rules == WORDS_FROM_ZERO && s[len] == '[' && isdigit((unsigned char)s[len + 1])) {
		const char *word = argument(f, strtoul(s + len + 1, &end, 10));
		return *end == ']' && word ? put_argument(f, word, (size_t)(end + 1 - s)) : 0;
	}
	return isalnum((unsigned char)s[len]) || s[len] == '_' ? 0
							       : put_argument(f, f->arguments, len);
}

static size_t fill_dollar(struct filling *f, const char *s)
{
	const bool from_one = f->rules == WORDS_FROM_ONE;
	size_t len = fill_all(f, s);
	const char *word = NULL;
	char *end;

	if (len || *s != '$')
		return len;
	if (strncmp(s, "${CLAUDE_SKILL_DIR}", 19) == 0) {
		buf_adds(&f->out, f->folder);
		return 19;
	}
	if (isdigit((unsigned char)s[1])) {
		const size_t n = strtoul(s + 1, &end, 10);

		word = from_one ? (n ? argument(f, n - 1) : NULL) : argument(f, n);
		return word ? put_argument(f, word, (size_t)(end - s)) : 0;
	}
	if (!from_one)
		return 0;
	if (s[1] == '$') {
		buf_addc(&f->out, '$');
		return 2;
	}
	if (s[1] == '@')
		return put_argument(f, f->arguments, 2);
	if (s[1] == '{')
		return fill_braces(f, s);
	for (len = 0; isupper((unsigned char)s[1 + len]) || s[1 + len] == '_' ||
		      (len && isdigit((unsigned char)s[1 + len]));)
		len++;
	word = len ? named_argument(f, s + 1, len) : NULL;
	return word ? put_argument(f, word, 1 + len) : 0;
}

/* Returns what stands between the marks, with the arguments put in as one word each. */
static char *inner_words(struct filling *f, const char *from, size_t len)
{
	struct buf out = BUF_INIT;
	const char *mark = f->rules == WORDS_IN_BRACES ? "{{args}}" : "$ARGUMENTS";
	char *text = xstrndup(from, len), *at, *rest = text;

	for (; (at = strstr(rest, mark)); rest = at + strlen(mark)) {
		buf_add(&out, rest, (size_t)(at - rest));
		shell_quote(&out, f->arguments);
		f->used = true;
	}
	buf_adds(&out, rest);
	free(text);
	return buf_take(&out);
}

static void add_call(
    struct filling *f, const char *tool, const char *key, const char *value, const char *shown)
{
	auto_free char *words =
	    prompt_text("skills/result", (struct prompt_var[]){{"what", shown}}, 1);

	json_array_append_new(
	    f->calls, json_pack("{s:s, s:{s:s}}", "tool", tool, "arguments", key, value));
	buf_adds(&f->out, words);
}

/* !`command`, !{command} */
static size_t fill_command(struct filling *f, const char *s)
{
	const bool braces = f->rules == WORDS_IN_BRACES;
	const char *end = s[1] == (braces ? '{' : '`') ? s + 2 : NULL;
	int depth = 1;

	for (; end && *end; end++) {
		depth += braces && *end == '{' ? 1 : 0;
		if (*end == (braces ? '}' : '`') && --depth == 0)
			break;
	}
	if (!end || !*end || end == s + 2)
		return 0;
	auto_free char *command = inner_words(f, s + 2, (size_t)(end - s - 2));
	add_call(f, "run_command", "command", command, command);
	return (size_t)(end + 1 - s);
}

/* @file, @{file} */
static size_t fill_file(struct filling *f, const char *body, const char *s)
{
	const bool braces = f->rules == WORDS_IN_BRACES;
	size_t len = braces ? strcspn(s + 1, "}\n") : strcspn(s + 1, " \t\n`,;()<>\"'");

	if (braces ? s[1] != '{' || s[1 + len] != '}' || len < 2
		   : (s > body && !strchr(" \t\n(", s[-1])) || !strpbrk(s + 1, "./"))
		return 0;
	while (!braces && len && strchr(".:!?", s[len]))
		len--;
	auto_free char *path = braces ? xstrndup(s + 2, len - 1) : xstrndup(s + 1, len);
	if (!*path || (!braces && !strpbrk(path, "./")))
		return 0;
	add_call(f, "read_file", "path", path, path);
	return 1 + len + braces;
}

char *skill_fill(enum skill_words words, const char *body, const char *folder,
    const char *arguments, json_t *calls)
{
	struct filling f = {
	    .rules = words, .folder = folder, .arguments = arguments, .calls = calls};

	split_words(&f);
	for (const char *s = body; *s;) {
		size_t took = 0;

		if (*s == '$' && words != WORDS_IN_BRACES)
			took = fill_dollar(&f, s);
		else if (*s == '!' && calls)
			took = fill_command(&f, s);
		else if (*s == '@' && calls)
			took = fill_file(&f, body, s);
		else if (words == WORDS_IN_BRACES && strncmp(s, "{{args}}", 8) == 0)
			took = put_argument(&f, arguments, 8);
		if (!took)
			buf_addc(&f.out, *s);
		s += took ? took : 1;
	}
	if (!f.used && !text_is_blank(arguments))
		buf_addf(&f.out, "\n\nARGUMENTS: %s", arguments);
	while (f.count)
		free(f.words[--f.count]);
	return buf_take(&f.out);
}
