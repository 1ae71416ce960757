/* SPDX-License-Identifier: MIT
 * Reads calls written as JSON objects or between tags; written_python.c reads Python's form.
 */
#include "llm/written/written_shapes.h"

#include "base/base.h"
#include "config/prompt.h"

#define ATTRIBUTE_BYTES 120 /* may stand between a name and the mark that ends it */
#define NESTED 8	    /* levels of objects that hold calls */

const json_t *written_table(void)
{
	static json_t *table;

	if (!table)
		table = config_table_usable("written_calls.yaml");
	return table;
}

/* ---- Objects ---- */

static const json_t *member_names(const char *which)
{
	return json_list(json_map(written_table(), "objects"), which);
}

/* Returns the first member named in the table's list `which`, borrowed; NULL: none. *name: its name. */
static json_t *member_of(const json_t *object, const char *which, const char **name)
{
	json_t *value;

	json_each (one, member_names(which))
		if ((value = json_object_get(object, json_string_value(one)))) {
			*name = json_string_value(one);
			return value;
		}
	return NULL;
}

/* Returns the arguments that stand beside the name, new reference. strict: NULL if there are any. */
static json_t *arguments_beside(const json_t *object, bool strict)
{
	json_auto_t *arguments = json_object();

	json_members (key, value, object)
		if (!json_holds_str(member_names("name"), key) &&
		    !json_holds_str(member_names("arguments"), key) &&
		    !json_holds_str(member_names("beside"), key))
			json_object_set(arguments, key, value);
	return strict && json_object_size(arguments) ? NULL : json_incref(arguments);
}

/* Adds the call in an object. strict: all arguments must be in one member, as an object or the text of one. */
static bool add_object(struct written *w, const json_t *object, const char *name, bool strict)
{
	const char *key;
	json_t *arguments = member_of(object, "arguments", &key);
	json_auto_t *inside = json_inside(arguments, JSON_OBJECT),
		    *beside = arguments_beside(object, strict);
	return (!strict || (beside && (inside || json_is_object(arguments)))) &&
	       written_add(w, name, json_incref(arguments ? arguments : beside));
}

/* Adds the calls in a value: {name, arguments}, {NAME: arguments}, or a list of them, maybe in {tool_calls: …}. */
static bool add_value(struct written *w, json_t *value, bool strict, int depth)
{
	const char *name = "";

	if (depth > NESTED)
		return false;
	if (json_is_array(value)) {
		json_each (one, value)
			if (!add_value(w, one, strict, depth + 1))
				return false;
		return json_array_size(value) > 0;
	}
	if (!json_is_object(value))
		return false;
	json_t *inner = member_of(value, "calls", &name);
	if (json_is_array(inner) || json_is_object(inner))
		return add_value(w, inner, strict, depth + 1);
	json_t *named = member_of(value, "name", &name);
	if (json_is_string(named))
		return add_object(w, value, json_string_value(named), strict);
	inner = json_object_iter_value(json_object_iter(value));
	name = json_object_iter_key(json_object_iter(value));
	return json_object_size(value) == 1 && json_is_object(inner) && !strict &&
	       written_add(w, name, json_incref(inner));
}

static bool skip_fence(struct written *w)
{
	const char *from = w->at;

	written_skip_blanks(w);
	if (!written_skip(w, "```")) {
		w->at = from;
		return false;
	}
	while (w->at < w->end && (isalnum((unsigned char)*w->at) || *w->at == '_'))
		w->at++;
	return true;
}

static bool read_values(struct written *w, bool strict)
{
	bool any = false;

	for (;;) {
		written_skip_blanks(w);
		if (any && written_at(w, ";,}")) /* small models write a brace too many */
			w->at++;
		written_skip_blanks(w);
		json_auto_t *value = written_value(w);
		if (!value)
			return any;
		any = add_value(w, value, strict, 0);
		if (!any)
			return false;
	}
}

bool written_objects(struct written *w, const json_t *form)
{
	while (written_skip_any(w, json_list(form, "mark"), NULL))
		;
	const bool fenced = skip_fence(w);

	if (!read_values(w, false))
		return false;
	if (fenced)
		skip_fence(w);
	return true;
}

bool written_bare_objects(struct written *w)
{
	return read_values(w, true);
}

/* ---- Tags ---- */

/* The call being read. */
struct tagged {
	const json_t *form;
	char name[WRITTEN_NAME_MOST + 1], key[WRITTEN_NAME_MOST + 1];
	const char *attributes; /* between a name and the mark that ends it */
	size_t attributes_len;
};

/* Skips attributes or ids, noted in t, and the mark that ends them. False: no mark follows, and
 * nothing is skipped. */
static bool skip_to(struct written *w, const json_t *marks, struct tagged *t)
{
	for (const char *s = w->at; s < w->end && s - w->at < ATTRIBUTE_BYTES; s++) {
		const char *to = written_any_end(w, s, marks, NULL);

		if (to) {
			t->attributes = w->at;
			t->attributes_len = (size_t)(s - w->at);
			w->at = to;
			return true;
		}
		if (!isalnum((unsigned char)*s) && !strchr(" \t\r\n_-:=\"'[]", *s))
			return false;
	}
	return false;
}

static bool has_attribute(const struct tagged *t, const char *attribute)
{
	return memmem(t->attributes, t->attributes_len, attribute, strlen(attribute)) != NULL;
}

/* Returns the type of the argument: as its attributes say, else as the tool's schema says. */
static const char *type_of(const struct written *w, const struct tagged *t)
{
	if (has_attribute(t, "string=\"true\"") || has_attribute(t, "type=\"string\""))
		return "string";
	if (has_attribute(t, "string=\"false\"") || has_attribute(t, "type=\""))
		return "any";
	return written_type(w, t->name, t->key);
}

/* Whether the call goes on (another argument) or ends at `at`, behind blanks. */
static bool goes_on(const struct written *w, const struct tagged *t, const char *at)
{
	while (at < w->end && strchr(" \t\r\n", *at))
		at++;
	return at == w->end || written_any_end(w, at, json_list(t->form, "key"), NULL) ||
	       written_any_end(w, at, json_list(t->form, "before_key"), NULL) ||
	       written_any_end(w, at, json_list(t->form, "call_end"), t->name);
}

/* Reads an argument's text up to a closing mark behind which the call goes on: the text may have
 * such marks of its own. False: it does not end. */
static bool read_text(struct written *w, const struct tagged *t, const char **text, size_t *len)
{
	for (const char *s = w->at; s < w->end; s++) {
		const char *to = written_any_end(w, s, json_list(t->form, "value_end"), t->key);

		if (!to || !goes_on(w, t, to))
			continue;
		*text = w->at;
		*len = (size_t)(s - w->at);
		w->at = to;
		return true;
	}
	return false;
}

/* Strips CDATA around a text or, if the row says trim, a newline at each end. */
static void unwrap(const struct tagged *t, const char **text, size_t *len)
{
	static const char open[] = "<![CDATA[", close[] = "]]>";
	const size_t before = sizeof open - 1, behind = sizeof close - 1;

	if (*len >= before + behind && !memcmp(*text, open, before) &&
	    !memcmp(*text + *len - behind, close, behind)) {
		*text += before;
		*len -= before + behind;
		return;
	}
	if (!json_flag(t->form, "trim", false) || !*len || **text != '\n')
		return;
	++*text;
	--*len;
	if (*len && (*text)[*len - 1] == '\n')
		--*len;
}

static json_t *elements_read(const struct tagged *t, const char *text, size_t len, int depth);

/* Returns the value of an argument, new reference: as JSON (unless plain: it is a string), else as
 * elements, else as text. */
static json_t *text_value(
    const struct tagged *t, bool plain, const char *text, size_t len, int depth)
{
	json_t *value = NULL;

	if (!plain)
		value = json_loadb(text, len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
	if (!value && json_str(t->form, "element", NULL))
		value = elements_read(t, text, len, depth);
	return value ? value : json_text(text, len);
}

/* Returns where the mark begins that closes the element at s, which may hold others of its name;
 * NULL: nowhere. */
static const char *element_end(const struct tagged *t, const char *s, const char *end)
{
	const struct written w = {.at = s, .end = end};
	bool cut = false;
	auto_free char *open =
	    xasprintf("%s%s%s", json_string_value(json_array_get(json_list(t->form, "key"), 0)),
		t->key, json_string_value(json_array_get(json_list(t->form, "key_end"), 0)));
	int depth = 1;

	for (; s < end; s++) {
		depth += written_mark_end(open, NULL, s, end, &cut) != NULL;
		depth -= written_any_end(&w, s, json_list(t->form, "value_end"), t->key) != NULL;
		if (!depth)
			break;
	}
	return s < end ? s : NULL;
}

/* Returns a value made of elements, new reference: a list if they have the row's name for a list's
 * elements, else an object. NULL: the text is no such value. */
static json_t *elements_read(const struct tagged *t, const char *text, size_t len, int depth)
{
	struct written w = {.at = text, .end = text + len};
	struct tagged inner = *t;
	json_auto_t *list = json_array(), *object = json_object();
	const char *to = text;

	while (depth < NESTED && to && written_skip_any(&w, json_list(t->form, "key"), NULL)) {
		to = written_name(&w, inner.key) &&
			     written_skip_any(&w, json_list(t->form, "key_end"), NULL)
			 ? element_end(&inner, w.at, w.end)
			 : NULL;
		if (!to)
			break;
		json_array_append_new(
		    list, text_value(&inner, false, w.at, (size_t)(to - w.at), depth + 1));
		json_put(object, inner.key,
		    json_incref(json_array_get(list, json_array_size(list) - 1)));
		w.at = to;
		written_skip_any(&w, json_list(t->form, "value_end"), inner.key);
	}
	written_skip_blanks(&w);
	if (!to || w.at < w.end || !json_array_size(list))
		return NULL;
	return json_incref(text_is(inner.key, json_str(t->form, "element", NULL)) ? list : object);
}

static bool read_argument(struct written *w, struct tagged *t, json_t *arguments)
{
	const char *text;
	size_t len;

	written_skip_blanks(w);
	if (!written_name(w, t->key))
		return false;
	written_skip_blanks(w);
	if (!skip_to(w, json_list(t->form, "key_end"), t) ||
	    (json_list(t->form, "value") &&
		!written_skip_any(w, json_list(t->form, "value"), NULL)) ||
	    !read_text(w, t, &text, &len))
		return false;
	unwrap(t, &text, &len);
	json_put(
	    arguments, t->key, text_value(t, strcmp(type_of(w, t), "string") == 0, text, len, 0));
	return true;
}

static bool read_arguments(struct written *w, struct tagged *t, json_t *arguments)
{
	for (;;) {
		while (written_skip_any(w, json_list(t->form, "before_key"), NULL))
			;
		written_skip_blanks(w);
		if (written_any_end(w, w->at, json_list(t->form, "call_end"), t->name) ||
		    !written_skip_any(w, json_list(t->form, "key"), NULL))
			return true;
		if (!read_argument(w, t, arguments))
			return false;
	}
}

/* Reads an object, maybe in a fence of code, new reference; NULL: something else stands here. */
static json_t *read_object(struct written *w)
{
	const char *from = w->at;
	const bool fenced = skip_fence(w);

	written_skip_blanks(w);
	json_t *object = written_at(w, "{") ? written_value(w) : NULL;
	if (!object)
		w->at = from;
	else if (fenced)
		skip_fence(w);
	return object;
}

/* Reads the words up to the end of the call (call_end NULL: of the line) as a string; {} if there are none. */
static json_t *read_words(struct written *w, const json_t *call_end)
{
	const char *end;

	while (w->at < w->end && *w->at == ' ')
		w->at++;
	const char *from = w->at;
	while (w->at < w->end &&
	       (call_end ? !written_any_end(w, w->at, call_end, NULL) : *w->at != '\n'))
		w->at++;
	for (end = w->at; call_end && end > from && strchr(" \t\r\n", end[-1]);)
		end--;
	return end > from ? json_text(from, (size_t)(end - from)) : json_object();
}

static json_t *read_tagged_arguments(struct written *w, struct tagged *t)
{
	json_t *object = read_object(w);

	if (!object && json_flag(t->form, "plain", false))
		return read_words(w, json_list(t->form, "call_end"));
	if (object || !json_list(t->form, "key"))
		return object;
	json_auto_t *arguments = json_object();
	return read_arguments(w, t, arguments) ? json_incref(arguments) : NULL;
}

static bool read_tagged(struct written *w, const json_t *form)
{
	struct tagged t = {.form = form, .attributes = ""};
	json_auto_t *arguments = NULL;

	written_skip_blanks(w);
	written_skip_any(w, json_list(form, "before"), NULL);
	written_skip_blanks(w);
	if (!written_name(w, t.name) ||
	    (!skip_to(w, json_list(form, "behind"), &t) && json_flag(form, "plain", false)) ||
	    !(arguments = read_tagged_arguments(w, &t)))
		return false;
	return (written_skip_any(w, json_list(form, "call_end"), t.name) ||
		   !json_flag(form, "closed", false)) &&
	       written_add(w, t.name, json_incref(arguments));
}

bool written_tags(struct written *w, const json_t *form)
{
	const json_t *call = json_list(form, "call");

	if (!call)
		return read_tagged(w, form);
	if (!written_skip_any(w, call, NULL))
		return false;
	do {
		if (!read_tagged(w, form))
			return false;
	} while (written_skip_any(w, call, NULL));
	return true;
}
