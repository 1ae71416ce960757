/* SPDX-License-Identifier: MIT
 * Places of a YAML document's keys and values: an array of nodes, and a table from a parent's number and a
 * name to a node's number. A JSON pointer is followed from the root, one lookup per step.
 */
#include "base/yaml/yaml_marks.h"

#include "base/base.h"

struct node {
	struct mark key, value;
};
struct yaml_marks {
	struct node *nodes; /* (owned) */
	size_t count, cap;
	json_t *numbers; /* (owned) "PARENT/NAME" → the number of a node; without the root */
};

struct yaml_marks *marks_new(void)
{
	struct yaml_marks *m = xcalloc(1, sizeof *m);

	m->numbers = json_object();
	return m;
}

size_t marks_add(
    struct yaml_marks *m, size_t parent, const char *name, struct mark key, struct mark value)
{
	if (!m)
		return 0;
	const size_t number = m->count;
	auto_free char *place = xasprintf("%zu/%s", parent, name);
	array_push(m->nodes, m->count, m->cap, ((struct node){key, value}));
	if (number != MARKS_ROOT && !json_object_get(m->numbers, place))
		json_object_set_new(m->numbers, place, json_integer((json_int_t)number));
	return number;
}

size_t marks_add_index(struct yaml_marks *m, size_t parent, size_t index, struct mark value)
{
	char name[24];

	snprintf(name, sizeof name, "%zu", index);
	return marks_add(m, parent, name, value, value);
}

const char *json_pointer_token(struct buf *out, const char *at)
{
	for (; *at && *at != '/'; at++)
		if (*at == '~' && (at[1] == '0' || at[1] == '1'))
			buf_addc(out, *++at == '1' ? '/' : '~');
		else
			buf_addc(out, *at);
	return at;
}

void json_pointer_add(struct buf *out, const char *token, size_t len)
{
	buf_addc(out, '/');
	for (size_t i = 0; i < len; i++)
		if (token[i] == '~' || token[i] == '/')
			buf_adds(out, token[i] == '~' ? "~0" : "~1");
		else
			buf_addc(out, token[i]);
}

bool marks_find(
    const struct yaml_marks *m, const char *pointer, struct mark *key, struct mark *value)
{
	auto_buf place = BUF_LIMIT(BUF_UNBOUNDED);
	size_t number = MARKS_ROOT;

	if (!m || !m->count)
		return false;
	while (*pointer == '/') {
		buf_clear(&place);
		buf_addf(&place, "%zu/", number);
		pointer = json_pointer_token(&place, pointer + 1);
		const json_t *found = json_object_get(m->numbers, buf_str(&place));
		if (!found)
			return false;
		number = (size_t)json_integer_value(found);
	}
	if (*pointer)
		return false;
	if (key)
		*key = m->nodes[number].key;
	if (value)
		*value = m->nodes[number].value;
	return true;
}

void marks_free(struct yaml_marks *m)
{
	if (!m)
		return;
	json_decref(m->numbers);
	free_all(m->nodes, m);
}
