/* SPDX-License-Identifier: MIT
 * Resolves $ref and $dynamicRef within the document. A schema with an $id begins a resource: anchors and pointers
 * without an address are looked up in the resource that holds the reference; an address must be that of a resource of
 * this document, as no other is fetched. A $dynamicRef means the anchor in the outermost resource the check entered.
 * Source: https://json-schema.org/draft/2020-12/json-schema-core, sections 8.2 and 9
 */
#include "base/base.h"
#include "base/json/schema_walk.h"
#include "base/yaml/yaml.h"

struct schema_place { /* a schema of the document */
	const json_t *schema;
	size_t resource; /* index of the resource that contains it */
};
struct schema_resource {
	const json_t *root;
	char *id; /* (owned) its absolute address without a fragment; "": none */
};
struct schema_index {
	struct schema_place *places; /* (owned) sorted by their schemas' addresses in memory */
	struct schema_resource *resources; /* (owned) the first is the document's */
	size_t place_count, place_cap, resource_count, resource_cap;
};

/* ---- Addresses (RFC 3986, section 5.2) ----------------------------------------------------- */

/* Returns the length of "scheme:" at the start; 0: there is none. */
static size_t scheme_length(const char *uri)
{
	size_t n = strspn(uri, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");

	return n > 0 && uri[n] == ':' ? n + 1 : 0;
}

/* Removes "." and ".." segments from a path, in place. */
static void remove_dots(char *path)
{
	const bool absolute = *path == '/';
	char *to = path, *at = path;

	while (*at) {
		const size_t len = strcspn(at + 1, "/") + 1; /* with the slash at its start */
		const bool slash = *at == '/';
		const size_t name = slash ? len - 1 : len;
		const char *text = slash ? at + 1 : at;
		const bool one = name == 1 && *text == '.',
			   two = name == 2 && !memcmp(text, "..", 2);

		if (two)
			while (to > path && *--to != '/')
				;
		if (one || two) {
			if (at[len] == '\0' && slash)
				*to++ = '/';
		} else {
			memmove(to, at, len);
			to += len;
		}
		at += len;
	}
	*to = '\0';
	if (!absolute && *path == '/')
		memmove(path, path + 1, strlen(path));
}

/* Resolves the reference `ref` against the address `base`. Caller frees. */
static char *resolve_address(const char *base, const char *ref)
{
	/* The length of "scheme://authority", before the path. */
	const size_t scheme = scheme_length(base),
		     before = strncmp(base + scheme, "//", 2) != 0
				  ? scheme
				  : scheme + 2 + strcspn(base + scheme + 2, "/?");
	const char *path = base + before, *last = strrchr(path, '/');
	char *whole;

	if (scheme_length(ref) > 0)
		return xstrdup(ref);
	if (!strncmp(ref, "//", 2))
		return xasprintf("%.*s%s", (int)scheme, base, ref);
	if (*ref == '/')
		whole = xasprintf("%.*s%s", (int)before, base, ref);
	else if (!*ref || *ref == '?')
		return xasprintf("%.*s%s", (int)(before + strcspn(path, "?")), base, ref);
	else
		whole = xasprintf("%.*s%s%s", (int)(last ? (size_t)(last - base) + 1 : before),
		    base, !last && before > scheme ? "/" : "", ref);
	remove_dots(whole + before);
	return whole;
}

/* ---- The index ----------------------------------------------------------------------------- */

/* Keywords that contain schemas: as members of an object (map), as elements of an array, or as the value itself. */
static const struct {
	const char *name;
	bool map;
} applied[] = {{"$defs", true}, {"definitions", true}, {"properties", true},
    {"patternProperties", true}, {"dependentSchemas", true}, {"dependencies", true},
    {"additionalProperties", false}, {"propertyNames", false}, {"unevaluatedProperties", false},
    {"items", false}, {"prefixItems", false}, {"additionalItems", false},
    {"unevaluatedItems", false}, {"contains", false}, {"allOf", false}, {"anyOf", false},
    {"oneOf", false}, {"not", false}, {"if", false}, {"then", false}, {"else", false},
    {"contentSchema", false}};

static size_t add_resource(struct schema_index *index, const json_t *root, const char *base)
{
	const char *id = json_string_value(json_object_get(root, "$id"));
	char *address = id ? resolve_address(base, id) : xstrdup(base);

	address[strcspn(address, "#")] = '\0';
	array_push(index->resources, index->resource_count, index->resource_cap,
	    (struct schema_resource){root, address});
	return index->resource_count - 1;
}

/* Adds a schema and, recursively, those it contains to the index; boolean schemas are skipped. */
static void add_schema(struct schema_walk *w, const json_t *schema, size_t resource, int depth)
{
	struct schema_index *index = w->index;

	if (!json_is_object(schema) || depth > SCHEMA_DEPTH || !walk_step(w, 1))
		return;
	if (schema != w->root && json_is_string(json_object_get(schema, "$id")))
		resource = add_resource(index, schema, index->resources[resource].id);
	array_push(index->places, index->place_count, index->place_cap,
	    (struct schema_place){schema, resource});
	for (size_t i = 0; i < ARRAY_SIZE(applied); i++) {
		const json_t *in = json_object_get(schema, applied[i].name);

		if (json_is_array(in))
			json_each (one, in)
				add_schema(w, one, resource, depth + 1);
		else if (applied[i].map)
			json_members (name, one, in)
				add_schema(w, one, resource, depth + 1);
		else
			add_schema(w, in, resource, depth + 1);
	}
}

static int by_schema(const void *a, const void *b)
{
	const struct schema_place *x = a, *y = b;

	return (x->schema > y->schema) - (x->schema < y->schema);
}

void schema_index_make(struct schema_walk *w)
{
	w->index = xcalloc(1, sizeof *w->index);
	add_schema(w, w->root, add_resource(w->index, w->root, ""), 0);
	if (w->index->place_count > 0)
		qsort(w->index->places, w->index->place_count, sizeof *w->index->places, by_schema);
}

void schema_index_free(struct schema_index *index)
{
	for (size_t i = 0; i < index->resource_count; i++)
		free(index->resources[i].id);
	free_all(index->resources, index->places, index);
}

/* Returns the resource that contains a schema; if it is not indexed (it stands under an unknown keyword),
 * the resource that the check is in. */
static size_t resource_of(const struct schema_walk *w, const json_t *schema)
{
	const struct schema_place key = {schema, 0};
	const struct schema_place *found =
	    w->index->place_count == 0
		? NULL
		: bsearch(&key, w->index->places, w->index->place_count, sizeof key, by_schema);

	return found ? found->resource : w->scope ? w->scope->resource : 0;
}

void schema_scope_enter(struct schema_walk *w, struct schema_scope *scope, const json_t *schema)
{
	*scope = (struct schema_scope){resource_of(w, schema), w->scope};
	if (!w->scope || w->scope->resource != scope->resource)
		w->scope = scope;
}

/* ---- Names in a resource --------------------------------------------------------------------- */

static const json_t *follow_pointer(const json_t *at, const char *pointer)
{
	auto_buf token = BUF_INIT;
	char *end;

	while (at && *pointer == '/') {
		buf_clear(&token);
		pointer = json_pointer_token(&token, pointer + 1);
		if (json_is_array(at)) {
			const size_t index = strtoul(buf_str(&token), &end, 10);

			at = isdigit((unsigned char)*buf_str(&token)) && !*end
				 ? json_array_get(at, index)
				 : NULL;
		} else {
			at = json_object_get(at, buf_str(&token));
		}
	}
	return at;
}

/* Returns whether the keyword ($anchor, $dynamicAnchor) of a schema has that name. */
static bool has_name(const json_t *schema, const char *keyword, const char *name)
{
	const char *own = json_string_value(json_object_get(schema, keyword));

	return own && !strcmp(own, name);
}

/* Returns the schema of a resource whose $dynamicAnchor (or, unless dynamic_only, $anchor) is name; NULL:
 * there is none. */
static const json_t *find_anchor(
    struct schema_walk *w, size_t resource, const char *name, bool dynamic_only)
{
	for (size_t i = 0; i < w->index->place_count && walk_step(w, 1); i++) {
		const struct schema_place *p = &w->index->places[i];

		if (p->resource == resource &&
		    (has_name(p->schema, "$dynamicAnchor", name) ||
			(!dynamic_only && has_name(p->schema, "$anchor", name))))
			return p->schema;
	}
	return NULL;
}

/* ---- References ------------------------------------------------------------------------------ */

const json_t *schema_resolve(struct schema_walk *w, const json_t *from, const char *ref)
{
	size_t resource = resource_of(w, from), len = strcspn(ref, "#");
	auto_buf fragment = BUF_INIT;

	if (len > 0) {
		auto_free char *relative = xstrndup(ref, len);
		auto_free char *address =
		    resolve_address(w->index->resources[resource].id, relative);

		for (resource = 0; resource < w->index->resource_count; resource++)
			if (!strcmp(w->index->resources[resource].id, address))
				break;
		if (resource == w->index->resource_count)
			return NULL;
	}
	const char *coded = ref[len] ? ref + len + 1 : "";
	text_percent_decode(&fragment, coded, strlen(coded));
	const char *name = buf_str(&fragment);
	return *name && *name != '/' ? find_anchor(w, resource, name, false)
				     : follow_pointer(w->index->resources[resource].root, name);
}

const json_t *schema_resolve_dynamic(struct schema_walk *w, const json_t *from, const char *ref)
{
	const json_t *found = schema_resolve(w, from, ref), *outer;
	const char *name = strchr(ref, '#');

	if (!found || !name || !has_name(found, "$dynamicAnchor", name + 1))
		return found;
	for (const struct schema_scope *s = w->scope; s; s = s->outer)
		if ((outer = find_anchor(w, s->resource, name + 1, true)))
			found = outer; /* the last one is the outermost */
	return found;
}

bool schema_asserts(struct schema_walk *w)
{
	static const char validation[] = "https://json-schema.org/draft/2020-12/vocab/validation";
	const char *dialect = json_string_value(json_object_get(w->root, "$schema"));
	const json_t *meta = dialect ? schema_resolve(w, w->root, dialect) : NULL;
	const json_t *vocabulary = json_object_get(meta, "$vocabulary");

	return !json_is_object(vocabulary) || json_object_get(vocabulary, validation);
}
