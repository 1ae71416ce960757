/* SPDX-License-Identifier: MIT
 * Builds values from libyaml's events by recursive descent. Every node is counted, including those that
 * aliases repeat, so neither nesting nor aliases can exceed the limits.
 */
#include "base/base.h"
#include "base/yaml/yaml_core.h"
#include "base/yaml/yaml_reader.h"

#define ALIAS_BYTES (8u * YAML_BYTES) /* text that aliases may repeat */

static bool node_fits(struct yaml_reader *r, struct mark at, int depth)
{
	if (depth > YAML_DEPTH)
		return WRONG(r, at, "nested deeper than %d levels", YAML_DEPTH);
	return r->nodes++ < YAML_NODES ||
	       WRONG(r, at, "more than %d nodes, counting what aliases repeat", YAML_NODES);
}

/* Returns a copy of an anchored value for an alias, so that changing one does not change the other. Its
 * nodes are counted, and their places are that of the alias. NULL: too many, and a problem was added. */
static json_t *copy_alias(
    struct yaml_reader *r, json_t *from, size_t at, struct mark mark, int depth)
{
	json_t *to, *member;

	if (!node_fits(r, mark, depth))
		return NULL;
	if (json_is_array(from)) {
		to = json_array();
		json_each_at (i, value, from) {
			member = copy_alias(
			    r, value, marks_add_index(yaml_marks(r), at, i, mark), mark, depth + 1);
			if (json_array_append_new(to, member))
				goto fail;
		}
	} else if (json_is_object(from)) {
		to = json_object();
		json_members (name, value, from) {
			r->alias_bytes += strlen(name);
			member = copy_alias(r, value,
			    marks_add(yaml_marks(r), at, name, mark, mark), mark, depth + 1);
			if (json_object_set_new(to, name, member))
				goto fail;
		}
	} else {
		to = json_incref(from);
		r->alias_bytes += json_string_length(from);
	}
	if (r->alias_bytes <= ALIAS_BYTES)
		return to;
	WRONG(r, mark, "aliases repeat more than %u bytes", ALIAS_BYTES);
fail:
	json_decref(to);
	return NULL;
}

static void anchor_set(struct yaml_reader *r, const yaml_char_t *name, json_t *value)
{
	if (!name || !value)
		return;
	if (!r->anchors)
		r->anchors = json_object();
	json_object_set(r->anchors, (const char *)name, value);
}

/* Adds a problem if the tag is not of the core schema, or the value has another type than it says. */
static void check_tag(
    struct yaml_reader *r, const yaml_char_t *tag, const json_t *value, struct mark at)
{
	static const struct {
		const char *tag;
		int types;
	} tags[] = {
	    {YAML_NULL_TAG, 1 << JSON_NULL},
	    {YAML_BOOL_TAG, 1 << JSON_TRUE | 1 << JSON_FALSE},
	    {YAML_INT_TAG, 1 << JSON_INTEGER},
	    {YAML_FLOAT_TAG, 1 << JSON_REAL | 1 << JSON_INTEGER},
	    {YAML_SEQ_TAG, 1 << JSON_ARRAY},
	    {YAML_MAP_TAG, 1 << JSON_OBJECT},
	};
	const char *name = (const char *)tag;

	if (!tag || !value || !strcmp(name, "!") || !strcmp(name, YAML_STR_TAG))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(tags); i++)
		if (!strcmp(name, tags[i].tag) && (tags[i].types & 1 << json_typeof(value)))
			return;
	WRONG(r, at, "tag '%.100s' is not supported here", name);
}

/* Returns a scalar's value. NULL: it cannot be used; a problem was added, and reading goes on. */
static json_t *read_scalar(struct yaml_reader *r, const yaml_event_t *ev)
{
	const char *text = (const char *)ev->data.scalar.value;
	size_t len = ev->data.scalar.length;
	const char *tag = (const char *)ev->data.scalar.tag;
	bool quoted = ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	struct mark at = yaml_mark_of(ev->start_mark);

	if (memchr(text, 0, len)) {
		WRONG(r, at, "NUL in a text");
		return NULL;
	}
	if (tag ? !strcmp(tag, "!") || !strcmp(tag, YAML_STR_TAG) : quoted)
		return json_stringn(text, len);
	json_t *value = yaml_plain(text, len);
	if (!value) {
		WRONG(r, at, "'%.60s' is not a number that can be held", text);
		return NULL;
	}
	check_tag(r, ev->data.scalar.tag, value, at);
	return value;
}

/* Returns a key. Caller frees. NULL: it is not text; a problem was added, and *broken is set if reading
 * must end. */
static char *read_key(struct yaml_reader *r, yaml_event_t *ev, int depth, bool *broken)
{
	struct mark at = yaml_mark_of(ev->start_mark);
	json_t *value;
	char *name = NULL;

	*broken = false;
	if (ev->type == YAML_SCALAR_EVENT) {
		value = read_scalar(r, ev);
		if (json_is_string(value))
			name = xstrdup(json_string_value(value));
		else if (value)
			WRONG(r, at, "key '%.60s' is not text; quote it", ev->data.scalar.value);
		anchor_set(r, ev->data.scalar.anchor, value);
		json_decref(value);
		return name;
	}
	WRONG(r, at, "a key must be text");
	if (ev->type != YAML_ALIAS_EVENT) {
		value = yaml_node(r, ev, 0, depth + 1);
		*broken = !value;
		json_decref(value);
	}
	return NULL;
}

/* Reads one member of a mapping. False: reading must end. */
static bool read_member(struct yaml_reader *r, json_t *map, yaml_event_t *key, size_t at, int depth)
{
	struct mark place = yaml_mark_of(key->start_mark);
	yaml_event_t ev;
	json_t *value = NULL;
	bool broken;
	auto_free char *name = read_key(r, key, depth, &broken);

	if (!broken && yaml_next(r, &ev)) {
		size_t node = marks_add(
		    yaml_marks(r), at, name ? name : "", place, yaml_mark_of(ev.start_mark));
		value = yaml_node(r, &ev, node, depth + 1);
		yaml_event_delete(&ev);
	}
	if (value && name && json_object_get(map, name))
		WRONG(r, place, "duplicate key '%.100s'", name);
	else if (value && name)
		json_object_set(map, name, value);
	const bool goes_on = value != NULL;
	json_decref(value);
	return goes_on;
}

/* Reads a sequence or a mapping, from behind its start event to its end. NULL: reading must end. */
static json_t *read_members(struct yaml_reader *r, const yaml_event_t *start, size_t at, int depth)
{
	const bool list = start->type == YAML_SEQUENCE_START_EVENT;
	json_t *all = list ? json_array() : json_object();
	yaml_event_t ev;
	bool ok = true;

	check_tag(r, list ? start->data.sequence_start.tag : start->data.mapping_start.tag, all,
	    yaml_mark_of(start->start_mark));
	while (ok && yaml_next(r, &ev)) {
		const struct mark place = yaml_mark_of(ev.start_mark);
		const size_t i = json_array_size(all);
		const bool end =
		    ev.type == YAML_SEQUENCE_END_EVENT || ev.type == YAML_MAPPING_END_EVENT;

		if (!end)
			ok = list
				 ? !json_array_append_new(all,
				       yaml_node(r, &ev,
					   marks_add_index(yaml_marks(r), at, i, place), depth + 1))
				 : read_member(r, all, &ev, at, depth);
		yaml_event_delete(&ev);
		if (end) {
			anchor_set(r,
			    list ? start->data.sequence_start.anchor
				 : start->data.mapping_start.anchor,
			    all);
			return all;
		}
	}
	json_decref(all);
	return NULL;
}

json_t *yaml_node(struct yaml_reader *r, yaml_event_t *ev, size_t at, int depth)
{
	struct mark mark = yaml_mark_of(ev->start_mark);

	if (ev->type == YAML_ALIAS_EVENT) {
		const char *name = (const char *)ev->data.alias.anchor;
		json_t *anchored = json_object_get(r->anchors, name);

		if (anchored)
			return copy_alias(r, anchored, at, mark, depth);
		WRONG(r, mark, "alias '*%s' names no anchor that ends before it", name);
		return json_null();
	}
	if (!node_fits(r, mark, depth))
		return NULL;
	if (ev->type != YAML_SCALAR_EVENT)
		return read_members(r, ev, at, depth);
	json_t *value = read_scalar(r, ev);
	anchor_set(r, ev->data.scalar.anchor, value);
	return value ? value : json_null();
}
