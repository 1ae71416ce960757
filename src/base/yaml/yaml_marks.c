/* SPDX-License-Identifier: MIT
 * Places of keys and values: nodes in one array, found by a hash table of node numbers with open
 * addressing. A JSON pointer is walked from the root, one lookup a step.
 */
#include "base/base.h"
#include "base/core/hash.h"
#include "base/yaml/yaml_marks.h"

struct node {
	size_t parent;
	char *name; /* (owned) */
	uint64_t hash;
	struct mark key, value;
};
struct yaml_marks {
	struct node *nodes; /* (owned) */
	size_t count, cap;
	size_t *slots;	   /* (owned) number of a node + 1; 0: free */
	size_t slot_count; /* a power of two */
};

static uint64_t hash_name(size_t parent, const char *name, size_t len)
{
	uint64_t hash = hash_bytes(HASH_START ^ parent * 0x9e3779b97f4a7c15u, name, len);

	return hash ^ hash >> 29;
}

static void slots_put(struct yaml_marks *m, size_t number)
{
	size_t at = m->nodes[number].hash & (m->slot_count - 1);

	while (m->slots[at])
		at = (at + 1) & (m->slot_count - 1);
	m->slots[at] = number + 1;
}

static void slots_grow(struct yaml_marks *m)
{
	m->slot_count = m->slot_count ? m->slot_count * 2 : 64;
	free(m->slots);
	m->slots = xcalloc(m->slot_count, sizeof *m->slots);
	for (size_t i = 0; i < m->count; i++)
		slots_put(m, i);
}

struct yaml_marks *marks_new(void)
{
	return xcalloc(1, sizeof(struct yaml_marks));
}

size_t marks_add(
    struct yaml_marks *m, size_t parent, const char *name, struct mark key, struct mark value)
{
	if (!m)
		return 0;
	if (m->count * 2 >= m->slot_count)
		slots_grow(m);
	array_reserve(&m->nodes, &m->cap, m->count + 1, sizeof *m->nodes);
	m->nodes[m->count] = (struct node){.parent = parent,
	    .name = xstrdup(name),
	    .hash = hash_name(parent, name, strlen(name)),
	    .key = key,
	    .value = value};
	slots_put(m, m->count);
	return m->count++;
}

size_t marks_add_index(struct yaml_marks *m, size_t parent, size_t index, struct mark value)
{
	char name[24];

	if (!m)
		return 0;
	snprintf(name, sizeof name, "%zu", index);
	return marks_add(m, parent, name, value, value);
}

static const struct node *child_named(
    const struct yaml_marks *m, size_t parent, const char *name, size_t len)
{
	uint64_t hash = hash_name(parent, name, len);
	size_t at = hash & (m->slot_count - 1);

	for (; m->slots[at]; at = (at + 1) & (m->slot_count - 1)) {
		const struct node *n = &m->nodes[m->slots[at] - 1];
		/* The root is its own parent and nobody's child. */
		if (n->hash == hash && n->parent == parent && n != m->nodes &&
		    strlen(n->name) == len && !memcmp(n->name, name, len))
			return n;
	}
	return NULL;
}

/* Copies one token of a pointer with ~1 and ~0 undone; returns its length. */
static size_t unescape_token(const char *from, size_t len, char *to)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		if (from[i] == '~' && i + 1 < len && (from[i + 1] == '0' || from[i + 1] == '1'))
			to[n++] = from[++i] == '1' ? '/' : '~';
		else
			to[n++] = from[i];
	}
	return n;
}

bool marks_find(
    const struct yaml_marks *m, const char *pointer, struct mark *key, struct mark *value)
{
	if (!m || !m->count)
		return false;
	const struct node *n = m->nodes;
	auto_free char *token = xmalloc(strlen(pointer) + 1);
	while (n && *pointer == '/') {
		size_t len = strcspn(++pointer, "/");
		n = child_named(m, n - m->nodes, token, unescape_token(pointer, len, token));
		pointer += len;
	}
	if (!n || *pointer)
		return false;
	if (key)
		*key = n->key;
	if (value)
		*value = n->value;
	return true;
}

void marks_free(struct yaml_marks *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->count; i++)
		free(m->nodes[i].name);
	free_all(m->nodes, m->slots, m);
}
