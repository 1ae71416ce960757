/* SPDX-License-Identifier: MIT
 * Reads calls as Python has them: name(key=value), one or a list of them, maybe inside of print(); and as Gemma does,
 * name{key: value}, with marks of its own around a text. The arguments become the text of an object whose values are
 * still Python's: tools/dialect/argument_text.h reads such text.
 */

#include "base/base.h"
#include "llm/written/written_shapes.h"

/* Copies a text in quotes of any kind. False: it does not end. */
static bool copy_text(struct written *w, struct buf *out)
{
	static const char *const quotes[] = {
	    "\"\"\"", "'''", "\"", "'", "<|\"|>", "<escape>", NULL};
	const char *const *quote = quotes, *from;

	while (*quote && !written_skip(w, *quote))
		quote++;
	if (!*quote)
		return false;
	size_t len = strlen(*quote);
	for (from = w->at; w->at < w->end && !written_skip(w, *quote); w->at++)
		if (*w->at == '\\' && w->at + 1 < w->end)
			w->at++;
	if ((size_t)(w->at - from) < len || memcmp(w->at - len, *quote, len) != 0)
		return false;
	if (**quote == '<')
		json_write_string(out, from, (size_t)(w->at - len - from));
	else
		buf_add(out, from - len, (size_t)(w->at - from) + len);
	return true;
}

/* Appends an argument's name: the one before its value, else the schema's at this place. False: there is none. */
static bool copy_key(struct written *w, struct buf *out, const char *tool, size_t place, bool map)
{
	const char *from = w->at, *key;
	char name[WRITTEN_NAME_MOST + 1];

	if (written_name(w, name)) {
		written_skip_blanks(w);
		if (written_skip(w, map ? ":" : "=")) {
			buf_addf(out, "\"%s\":", name);
			return true;
		}
		w->at = from;
	}
	key = map ? NULL : written_key_at(w, tool, place);
	if (key)
		buf_addf(out, "\"%s\":", key);
	return key || map; /* in a map the name may be quoted; then copy_value copies it */
}

/* Copies a value up to a comma or a bracket outside of its own; a tuple becomes a list. */
static bool copy_value(struct written *w, struct buf *out)
{
	int depth = 0;

	while (w->at < w->end) {
		const char c = *w->at;

		if (strchr("\"'<", c)) {
			if (!copy_text(w, out))
				return false;
			continue;
		}
		if (depth == 0 && strchr(",)}", c))
			return true;
		depth += strchr("([{", c) ? 1 : strchr(")]}", c) ? -1 : 0;
		buf_addc(out, c == '(' ? '[' : c == ')' ? ']' : c);
		w->at++;
	}
	return false;
}

/* Reads on behind the opening bracket. Returns an object's text, new reference; NULL: these are no arguments. */
static json_t *read_arguments(struct written *w, const char *tool, bool map)
{
	auto_buf out = BUF_LIMIT(BUF_UNBOUNDED);
	json_t *text = NULL;
	bool ok = true;

	buf_addc(&out, '{');
	for (size_t place = 0; ok; place++) {
		written_skip_blanks(w);
		if (written_skip(w, map ? "}" : ")")) {
			buf_addc(&out, '}');
			text = json_text(buf_str(&out), out.len);
			break;
		}
		ok = (!place || written_skip(w, ",")) && (written_skip_blanks(w), true);
		if (ok && place)
			buf_addc(&out, ',');
		if (ok && !written_at(w, map ? "}" : ")"))
			ok = copy_key(w, &out, tool, place, map) && copy_value(w, &out);
	}
	return text;
}

static bool read_call(struct written *w, bool printed)
{
	char name[WRITTEN_NAME_MOST + 1];
	bool map;

	written_skip_blanks(w);
	if (!written_name(w, name) || !(map = written_skip(w, "{"), map || written_skip(w, "(")))
		return false;
	if (strcmp(name, "print") == 0 && !printed) {
		const bool ok = read_call(w, true);

		written_skip_blanks(w);
		return ok && written_skip(w, ")");
	}
	json_t *arguments = read_arguments(w, name, map);
	return arguments && written_add(w, name, arguments);
}

bool written_python(struct written *w)
{
	written_skip_blanks(w);
	bool list = written_skip(w, "[");
	do {
		if (!read_call(w, false))
			return false;
		do
			written_skip_blanks(w);
		while (written_at(w, ",;") && w->at++);
	} while (w->at < w->end && (isalpha((unsigned char)*w->at) || *w->at == '_'));
	return !list || written_skip(w, "]");
}
