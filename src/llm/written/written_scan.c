/* SPDX-License-Identifier: MIT
 * Small readers that the shapes of written calls share; none reads behind the end of the text.
 */
#include "llm/written/written_scan.h"

#include "base/base.h"
#include "base/json/json_scan.h"
#include "config/prompt.h"

void written_skip_blanks(struct written *w)
{
	while (w->at < w->end && strchr(" \t\r\n", *w->at))
		w->at++;
}

/* Whether '~' may stand for this byte: models put their names, and a blank behind, into the marks of others. */
static bool is_wild(const char *at, const char *begin)
{
	const unsigned char c = (unsigned char)*at;

	return c >= 0x80 || isalnum(c) || strchr("_-.:|", c) ||
	       (c == ' ' && at > begin && at[-1] & 0x80);
}

const char *written_mark_end(
    const char *mark, const char *name, const char *at, const char *end, bool *cut)
{
	for (const char *begin = at; *mark; mark++) {
		if (*mark == '~') {
			for (const char *to, *most = at + WRITTEN_WILD_MOST;; at++)
				if ((to = written_mark_end(mark + 1, name, at, end, cut)) ||
				    at == end || at == most || !is_wild(at, begin))
					return to;
		}
		if (at == end) {
			*cut = true;
			return NULL;
		}
		if (*mark == '\n') {
			while (at < end && strchr(" \t\r\n", *at))
				at++;
		} else if (*mark == '*' && name) {
			if (!(at = written_mark_end(name, NULL, at, end, cut)))
				return NULL;
		} else if (*at++ != *mark) {
			return NULL;
		}
	}
	return at;
}

bool written_skip(struct written *w, const char *text)
{
	size_t len = strlen(text);

	if ((size_t)(w->end - w->at) < len || memcmp(w->at, text, len) != 0)
		return false;
	w->at += len;
	return true;
}

bool written_at(const struct written *w, const char *first)
{
	return w->at < w->end && strchr(first, *w->at);
}

const char *written_any_end(
    const struct written *w, const char *at, const json_t *marks, const char *name)
{
	bool cut = false;

	json_each (mark, marks) {
		const char *to = written_mark_end(json_string_value(mark), name, at, w->end, &cut);

		if (to)
			return to;
	}
	return NULL;
}

bool written_skip_any(struct written *w, const json_t *marks, const char *name)
{
	struct written behind = *w;
	const char *to = written_any_end(w, w->at, marks, name);

	written_skip_blanks(&behind);
	if (!to && behind.at > w->at)
		to = written_any_end(w, behind.at, marks, name);
	w->at = to ? to : w->at;
	return to != NULL;
}

bool written_name(struct written *w, char name[WRITTEN_NAME_MOST + 1])
{
	size_t len = 0;

	while (w->at < w->end && len < WRITTEN_NAME_MOST &&
	       (isalnum((unsigned char)*w->at) || strchr("_-.", *w->at)))
		name[len++] = *w->at++;
	name[len] = '\0';
	return len > 0;
}

json_t *written_value(struct written *w)
{
	struct json_scan s;

	if (!written_at(w, "{["))
		return NULL;
	json_scan_begin(&s, w->at, (size_t)(w->end - w->at));
	json_scan_skip(&s);
	json_t *value = s.bad ? NULL : json_parse_foreign(w->at, (size_t)(s.at - w->at), NULL);
	if (value)
		w->at = s.at;
	return value;
}

/* ---- Tools ---- */

/* Writes a name's letters and digits to out, in small letters; names that agree in them are one. Returns out. */
static const char *name_letters(char out[WRITTEN_NAME_MOST + 1], const char *name)
{
	size_t len = 0;

	for (; *name && len < WRITTEN_NAME_MOST; name++)
		if (isalnum((unsigned char)*name))
			out[len++] = (char)tolower((unsigned char)*name);
	out[len] = '\0';
	return out;
}

/* Returns {letters: true} of all names that dialects.yaml has for tools; read once, borrowed. */
static const json_t *names_known(void)
{
	static json_t *names;
	char letters[WRITTEN_NAME_MOST + 1];

	if (names)
		return names;
	json_auto_t *table = config_table_usable("dialects.yaml");
	names = json_object();
	json_members (tool, row, json_map(table, "tools")) {
		json_put(names, name_letters(letters, tool), json_true());
		json_each (one, json_list(row, "names"))
			json_put(names, name_letters(letters, json_string_value(one)), json_true());
		json_each (one, json_list(row, "also"))
			json_put(
			    names, name_letters(letters, json_str(one, "name", "")), json_true());
	}
	json_members (tool, row, json_map(table, "answers"))
		json_put(names, name_letters(letters, tool), json_true());
	json_each (row, json_list(table, "several"))
		json_each (one, json_list(row, "names"))
			json_put(names, name_letters(letters, json_string_value(one)), json_true());
	return names;
}

const char *written_bare_name(const char *name)
{
	const char *last = name + strlen(name);

	while (last > name && !strchr(".:/", last[-1]) &&
	       !(last - name > 2 && last[-1] == '_' && last[-2] == '_'))
		last--;
	return *last ? last : name;
}

bool written_is_tool(const json_t *tools, const char *name)
{
	char letters[WRITTEN_NAME_MOST + 1];

	return *name &&
	       (json_row(tools, "name", name) || json_row(tools, "name", written_bare_name(name)) ||
		   json_object_get(names_known(), name_letters(letters, name)) ||
		   json_object_get(names_known(), name_letters(letters, written_bare_name(name))));
}

bool written_may_be_tool(const json_t *tools, const char *begin)
{
	char letters[WRITTEN_NAME_MOST + 1];

	json_each (tool, tools)
		if (strncmp(json_str(tool, "name", ""), begin, strlen(begin)) == 0)
			return true;
	name_letters(letters, begin);
	json_members (known, value, names_known())
		if (strncmp(known, letters, strlen(letters)) == 0)
			return true;
	return false;
}

static const json_t *properties_of(const struct written *w, const char *tool)
{
	return json_map(json_map(json_row(w->tools, "name", tool), "parameters"), "properties");
}

const char *written_type(const struct written *w, const char *tool, const char *key)
{
	return json_str(json_map(properties_of(w, tool), key), "type", "string");
}

const char *written_key_at(const struct written *w, const char *tool, size_t place)
{
	json_t *properties = (json_t *)properties_of(w, tool);
	void *at = json_object_iter(properties);

	while (at && place--)
		at = json_object_iter_next(properties, at);
	return at ? json_object_iter_key(at) : NULL;
}

bool written_add(struct written *w, const char *name, json_t *arguments)
{
	const bool known = written_is_tool(w->tools, name),
		   ok = known && (json_is_object(arguments) || json_is_string(arguments) ||
				     !arguments || json_is_null(arguments));

	w->unknown |= !known;
	if (!ok || json_is_null(arguments)) {
		json_decref(arguments);
		arguments = NULL;
	}
	if (ok)
		json_array_append_new(
		    w->calls, json_pack("{s:s, s:o, s:I}", "name", name, "arguments",
				  arguments ? arguments : json_object(), "left",
				  (json_int_t)(w->end - w->from)));
	return ok;
}
