/* SPDX-License-Identifier: MIT
 * Our schemas, calls and texts with the names a dialect has for them. What a dialect says nothing of keeps our
 * name.
 */
#include "tools/dialect/dialect_offer.h"

#include "base/base.h"
#include "llm/model/price.h"
#include "tools/dialect/dialect_table.h"
#include "tools/tool_set.h"

/* --- the row for a model --- */

const char *dialect_offer_name(const char *model, const char *wanted)
{
	const json_t *offers = json_map(dialect_table(), "offers");

	if (wanted && strcmp(wanted, "auto"))
		return wanted;
	json_members (name, row, offers)
		if (model && model_fits_any(json_list(row, "models"), model))
			return name;
	return NULL;
}

const json_t *dialect_offered(const char *model, const char *wanted)
{
	const char *name = dialect_offer_name(model, wanted);

	return name ? json_map(json_map(dialect_table(), "offers"), name) : NULL;
}

static const json_t *offer_of(const json_t *dialect, const char *tool)
{
	return json_map(json_map(dialect, "tools"), tool);
}

static const char *offered_name(const json_t *dialect, const char *tool)
{
	return json_str(offer_of(dialect, tool), "name", tool);
}

/* Returns what the dialect calls an argument, or NULL where it does not offer it. */
static const char *argument_of(const json_t *offer, const char *name)
{
	if (json_holds_str(json_list(offer, "without"), name))
		return NULL;
	return json_str(json_map(offer, "arguments"), name, name);
}

/* --- schemas --- */

/* Writes a schema in the words of the dialect; a time in milliseconds is described as one. */
static json_t *schema_of(const json_t *schema, const json_t *offer)
{
	json_t *copy = json_copy((json_t *)schema), *properties = json_object(),
	       *required = json_array();

	json_members (name, of, json_map(schema, "properties")) {
		const char *theirs = argument_of(offer, name);

		if (!theirs)
			continue;
		const json_t *items = json_map(json_map(offer, "items"), name);
		json_t *property = json_copy(of);
		json_put_str(
		    property, "description", json_str(json_map(offer, "milliseconds"), name, NULL));
		if (items)
			json_object_set_new(
			    property, "items", schema_of(json_object_get(of, "items"), items));
		json_object_set_new(properties, theirs, property);
		if (json_holds_str(json_list(schema, "required"), name))
			json_array_append_new(required, json_string(theirs));
	}
	json_object_set_new(copy, "properties", properties);
	json_object_del(copy, "required");
	if (json_array_size(required))
		json_object_set(copy, "required", required);
	json_decref(required);
	return copy;
}

json_t *dialect_describe(
    const json_t *dialect, const struct tool_set *set, const struct settings *s)
{
	const struct tool *tool;

	if (!dialect)
		return tool_set_describe(set, s);
	json_t *list = json_array();
	for (size_t i = 0; (tool = tool_at(set, i)); i++) {
		const char *key = tool_is_listed(set, i) ? "hide" : "offer", *name = tool->name;

		if (json_holds_str(json_list(dialect, key), name) == tool_is_listed(set, i))
			continue;
		const json_t *offer = offer_of(dialect, name);
		json_t *row = tool_describe(tool, s, json_list(offer, "show"));
		auto_free char *words =
		    dialect_words(dialect, name, json_str(row, "description", ""));
		json_put_str(row, "name", offered_name(dialect, name));
		json_put_str(row, "description", words);
		json_object_set_new(
		    row, "parameters", schema_of(json_map(row, "parameters"), offer));
		json_array_append_new(list, row);
	}
	return list;
}

/* --- calls of the history --- */

static json_t *arguments_of(const json_t *args, const json_t *offer);

static json_t *offered_value(json_t *value, const json_t *offer, const char *name)
{
	const json_t *items = json_map(json_map(offer, "items"), name);

	if (json_is_number(value) && json_str(json_map(offer, "milliseconds"), name, NULL)) {
		json_t *ms = json_from_number(json_number_value(value) * 1000);

		return ms ? ms : json_incref(value);
	}
	if (!items || !json_is_array(value))
		return json_incref(value);
	json_t *list = json_array();
	json_each (item, value)
		json_array_append_new(
		    list, json_is_object(item) ? arguments_of(item, items) : json_incref(item));
	return list;
}

static json_t *arguments_of(const json_t *args, const json_t *offer)
{
	json_t *copy = json_object();

	json_members (name, value, args) {
		const char *theirs = argument_of(offer, name);

		if (theirs)
			json_object_set_new(copy, theirs, offered_value(value, offer, name));
	}
	return copy;
}

void dialect_render(const json_t *dialect, const char *tool, const char *arguments,
    struct buf *name, struct buf *out)
{
	const json_t *offer = offer_of(dialect, tool);
	json_auto_t *args = offer ? json_parse(arguments, strlen(arguments), NULL) : NULL;
	json_auto_t *theirs = json_is_object(args) ? arguments_of(args, offer) : NULL;

	buf_adds(name, offered_name(dialect, tool));
	if (theirs)
		json_write(out, theirs);
	else
		buf_adds(out, arguments);
}

char *dialect_words(const json_t *dialect, const char *tool, const char *text)
{
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
	const char *at = text;

	while (dialect && *at) {
		size_t len = 0;
		bool quoted = at > text && at[-1] == '`';

		while (isalnum((unsigned char)at[len]) || at[len] == '_')
			len++;
		const json_t *ours =
		    len ? json_object_getn(json_map(dialect, "tools"), at, len) : NULL;
		const char *theirs = json_str(ours, "name", NULL);
		if (!theirs && tool && quoted && at[len] == '`')
			theirs = json_string_value(json_object_getn(
			    json_map(offer_of(dialect, tool), "arguments"), at, len));
		if (theirs)
			buf_adds(&out, theirs);
		else
			buf_add(&out, at, len ? len : 1);
		at += len ? len : 1;
	}
	buf_adds(&out, at);
	return buf_take(&out);
}
