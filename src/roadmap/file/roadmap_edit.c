/* SPDX-License-Identifier: MIT
 * Changes of a plan: the operations as rows of one table, each with its fields and the function that changes the
 * document, how they are applied and checked, and how words of a command line become operations.
 */
#include "roadmap/file/roadmap_edit.h"

#include <strings.h>
#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/file/roadmap_editing.h"
#include "roadmap/file/validate.h"

#define NODE_KEYS \
	"parent level duration after order start not_before deadline window cadence except " \
	"timezone hours resources priority optional status run check note origin"

static const struct edit_operation operations[] = {
    {"add", "title effort", "id " NODE_KEYS, NULL, edit_apply_add},
    {"remove", "id", "", edit_node, edit_apply_remove},
    {"rename", "id title", "goal note run check", edit_named, edit_apply_rename},
    {"resize", "id effort", "duration remaining", edit_node, edit_apply_resize},
    {"move", "id start", "parent not_before window cadence except order", edit_node,
	edit_apply_move},
    {"link", "id after", "", edit_node, edit_apply_link},
    {"unlink", "id after", "", edit_node, edit_apply_unlink},
    {"assign", "id resources", "", edit_node, edit_apply_fields},
    {"person", "id",
	"title capacity hours timezone exceptions holidays max_per_day max_per_week remove", NULL,
	edit_apply_person},
    {"absence", "from to", "person hours remove", edit_person, edit_apply_absence},
    {"holiday", "date", "person remove", edit_person, edit_apply_holiday},
    {"hours", "hours", "person timezone hours_per_day start " EDIT_PROFILE_KEYS, edit_person,
	edit_apply_hours},
    {"deadline", "date id", "", edit_dated, edit_apply_deadline},
    {"priority", "id priority", "optional", edit_node, edit_apply_fields},
    {"baseline", "revision", "", NULL, edit_apply_baseline},
    {"status", "id status", "started finished took remaining", edit_node, edit_apply_status},
};
#define OPERATIONS ARRAY_SIZE(operations)

static const struct edit_operation *operation_named(const char *name, struct error *e)
{
	const char *names[OPERATIONS + 1] = {NULL}, *near;
	auto_buf all = BUF_INIT;

	for (size_t i = 0; i < OPERATIONS; i++) {
		if (strcmp(operations[i].name, name) == 0)
			return &operations[i];
		names[i] = operations[i].name;
		buf_addf(&all, "%s%s", i ? ", " : "", names[i]);
	}
	near = text_nearest(name, names);
	error_set(e, ERR_USAGE, "no operation '%s'%s%s%s; there are %s", name,
	    near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", buf_str(&all));
	return NULL;
}

/* Returns the texts of the rules that a document breaks, each with its task; new reference. NULL: it
 * cannot be read, and e says why. */
static json_t *broken_rules(const json_t *document, struct error *e)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	freed_by(roadmap_violations_free) struct roadmap_violations v = {0};
	json_auto_t *patterns = config_table_usable("patterns.yaml");
	freed_by(roadmap_free) struct roadmap r = {0};
	auto_buf wrong = BUF_INIT;

	if (!roadmap_read(&r, document, "plan", NULL, &problems)) {
		problems_texts(&problems, "; ", &wrong);
		error_set(e, ERR_USAGE, "%s", buf_str(&wrong));
		return NULL;
	}
	json_t *list = json_array();
	roadmap_validate(&r, patterns, &v);
	for (size_t i = 0; i < v.count; i++) {
		const int node = v.list[i].node;

		json_array_append_new(list,
		    json_sprintf("%s%s%s", node >= 0 ? roadmap_title(&r.outline.nodes[node]) : "",
			node >= 0 ? ": " : "", v.list[i].text));
	}
	return list;
}

json_t *roadmap_edit_apply(const json_t *document, const json_t *list, struct error *e)
{
	json_t *edited = json_deep_copy(document);
	bool ok = json_array_size(list) > 0 || error_set(e, ERR_USAGE, "no operation is given");

	json_each (op, list) {
		const struct edit_operation *row =
		    ok ? operation_named(json_str(op, "op", ""), e) : NULL;
		struct roadmap_editing ed = {edited, op, row, e};

		ok = row != NULL;
		json_members (key, value, op)
			if (ok && strcmp(key, "op") != 0 && !edit_key_listed(row->words, key) &&
			    !edit_key_listed(row->keys, key))
				ok =
				    error_set(e, ERR_USAGE, "%s: has no field '%s'; it takes %s %s",
					row->name, key, row->words, row->keys);
		json_t *of = ok && row->of ? row->of(&ed) : edited;
		ok = ok && of && row->apply(&ed, of);
	}
	if (ok)
		return edited;
	json_decref(edited);
	return NULL;
}

json_t *roadmap_edited(const json_t *document, const json_t *list, struct error *e)
{
	json_t *edited = roadmap_edit_apply(document, list, e);

	if (!edited)
		return NULL;
	json_auto_t *known = broken_rules(document, NULL), *broken = broken_rules(edited, e);
	auto_buf text = BUF_INIT;
	json_each (one, broken)
		if (!json_holds_str(known, json_string_value(one)))
			buf_addf(&text, "%s%s", text.len ? "; " : "", json_string_value(one));
	if (text.len)
		error_set(e, ERR_USAGE, "that would break a rule: %s", buf_str(&text));
	if (broken && !text.len)
		return edited;
	json_decref(edited);
	return NULL;
}

/* ---- Words --------------------------------------------------------------------------------- */

/* Returns a field typed on a command line as JSON: by its key a boolean, a number or, if it has commas, a
 * list; else text, or what begins with '{' or '[' parsed. New reference. */
static json_t *typed_value(const char *key, const char *text)
{
	if (edit_key_listed("optional remove", key))
		return json_boolean(strcasecmp(text, "no") != 0 && strcmp(text, "false") != 0);
	if (edit_key_listed("priority order capacity hours_per_day", key) && *text)
		return json_from_number(strtod(text, NULL));
	if (edit_key_listed("window exceptions", key) ||
	    !edit_key_listed("after resources except date", key) || !strchr(text, ','))
		return strchr("{[", *text) && *text ? json_loads(text, 0, NULL) : json_string(text);
	json_t *list = json_array();
	auto_free char *copy = xstrdup(text);
	for (char *rest = copy, *one; (one = strsep(&rest, ","));)
		json_array_append_new(list, json_string(one + strspn(one, " ")));
	return list;
}

static bool put_word(json_t *op, const struct edit_operation *row, const char *word,
    const char **places, struct error *e)
{
	const size_t name_len = strcspn(word, "=");
	auto_free char *name = xstrndup(word, name_len);
	size_t len;

	if (word[name_len] &&
	    (edit_key_listed(row->words, name) || edit_key_listed(row->keys, name))) {
		json_put(op, name, typed_value(name, word + name_len + 1));
		return true;
	}
	const char *next = edit_next_key(places, &len);
	if (!next)
		return error_set(e, ERR_USAGE,
		    "%s: what is '%s'? it takes %s, then KEY=VALUE of: %s", row->name, word,
		    row->words, row->keys);
	auto_free char *key = xstrndup(next, len);
	json_put(op, key, typed_value(key, word));
	return true;
}

json_t *roadmap_edit_of_words(const char *const *words, int count, struct error *e)
{
	const struct edit_operation *row = NULL;
	const char *places = "";
	json_t *list = json_array(), *op = NULL, *json = NULL;
	bool ok = count > 0 || error_set(e, ERR_USAGE, "no operation is given");

	if (count == 1 && strchr("[{", words[0][0])) {
		json_decref(list);
		json = json_parse_foreign(words[0], strlen(words[0]), e);
		return json_is_object(json) ? json_pack("[o]", json) : json;
	}
	for (int i = 0; i < count && ok; i++) {
		if (!op || strcmp(words[i], "then") == 0) {
			i += op != NULL;
			row = operation_named(i < count ? words[i] : "", e);
			op = row ? json_pack("{s:s}", "op", row->name) : NULL;
			ok = row && json_array_append_new(list, op) == 0;
			places = row ? row->words : "";
		} else {
			ok = put_word(op, row, words[i], &places, e);
		}
	}
	if (ok)
		return list;
	json_decref(list);
	return NULL;
}

void roadmap_edit_usage(struct buf *out)
{
	for (size_t i = 0; i < OPERATIONS; i++)
		buf_addf(out, "  %-9s %s%s%s\n", operations[i].name, operations[i].words,
		    *operations[i].keys ? "; " : "", operations[i].keys);
}
