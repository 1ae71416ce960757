/* SPDX-License-Identifier: MIT
 * Where a $ref leads inside its own document. A schema with an $id begins a resource: names and pointers without an
 * address are looked for in the resource they stand in, and an address is that of a resource of the document, for other
 * documents are not fetched. A $dynamicRef means the name in the outermost resource that the check has come through.
 * Source: https://json-schema.org/draft/2020-12/json-schema-core, sections 8.2 and 9
 */
#include "base/base.h"
#include "base/json/schema_walk.h"

struct schema_place { /* a schema of the document */
	const json_t *schema;
	size_t resource; /* that it stands in */
};
struct schema_resource {
	const json_t *root;
	char *id; /* (owned) its address without a fragment; "": it has none */
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

/* The length of what stands before the path: "scheme://authority". */
static size_t authority_end(const char *uri)
{
	const size_t scheme = scheme_length(uri);

	return strncmp(uri + scheme, "//", 2) != 0 ? scheme
						   : scheme + 2 + strcspn(uri + scheme + 2, "/?");
}

/* Takes "." and ".." out of a path, in place. */
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

/* An address as it is meant where `base` is that of the resource; owned. */
static char *resolve_address(const char *base, const char *ref)
{
	const size_t before = authority_end(base);
	const char *path = base + before, *last = strrchr(path, '/');
	char *whole;

	if (scheme_length(ref) > 0)
		return xstrdup(ref);
	if (!strncmp(ref, "//", 2))
		return xasprintf("%.*s%s", (int)scheme_length(base), base, ref);
	if (*ref == '/')
		whole = xasprintf("%.*s%s", (int)before, base, ref);
	else if (!*ref || *ref == '?')
		return xasprintf("%.*s%s", (int)(before + strcspn(path, "?")), base, ref);
	else
		whole = xasprintf("%.*s%s%s", (int)(last ? (size_t)(last - base) + 1 : before),
		    base, !last && before > scheme_length(base) ? "/" : "", ref);
	remove_dots(whole + before);
	return whole;
}

/* ---- The index ----------------------------------------------------------------------------- */

/* Keywords with schemas in them. A map has them as its members; other objects are schemas themselves, lists are lists of
 * them. */
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
	array_reserve(&index->resources, &index->resource_cap, index->resource_count + 1,
	    sizeof *index->resources);
	index->resources[index->resource_count] = (struct schema_resource){root, address};
	return index->resource_count++;
}

static void add_schema(struct schema_walk *w, const json_t *schema, size_t resource, int depth);

static void add_schemas(
    struct schema_walk *w, const json_t *in, bool map, size_t resource, int depth)
{
	if (json_is_array(in))
		json_each (one, in)
			add_schema(w, one, resource, depth);
	else if (map)
		json_members (name, one, in)
			add_schema(w, one, resource, depth);
	else
		add_schema(w, in, resource, depth);
}

/* Adds a schema, unless it is true or false, and those in it. */
static void add_schema(struct schema_walk *w, const json_t *schema, size_t resource, int depth)
{
	struct schema_index *index = w->index;

	if (!json_is_object(schema) || depth > SCHEMA_DEPTH || !walk_step(w, 1))
		return;
	if (schema != w->root && json_is_string(json_object_get(schema, "$id")))
		resource = add_resource(index, schema, index->resources[resource].id);
	array_reserve(
	    &index->places, &index->place_cap, index->place_count + 1, sizeof *index->places);
	index->places[index->place_count++] = (struct schema_place){schema, resource};
	for (size_t i = 0; i < sizeof applied / sizeof *applied; i++)
		add_schemas(w, json_object_get(schema, applied[i].name), applied[i].map, resource,
		    depth + 1);
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

/* Returns the resource that a schema stands in; that of the check so far where a keyword holds it
 * that is not known. */
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

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

static void percent_decode(char *s)
{
	char *to = s;

	for (; *s; s++) {
		if (*s == '%' && hex_digit(s[1]) >= 0 && hex_digit(s[2]) >= 0) {
			*to++ = (char)(hex_digit(s[1]) << 4 | hex_digit(s[2]));
			s += 2;
		} else {
			*to++ = *s;
		}
	}
	*to = 0;
}

static void pointer_decode(char *token)
{
	char *to = token;

	for (; *token; token++) {
		if (*token == '~' && (token[1] == '0' || token[1] == '1'))
			*to++ = *++token == '1' ? '/' : '~';
		else
			*to++ = *token;
	}
	*to = 0;
}

static const json_t *pointer_step(const json_t *at, const char *token)
{
	char *end;

	if (json_is_object(at))
		return json_object_get(at, token);
	if (!json_is_array(at) || *token < '0' || *token > '9')
		return NULL;
	size_t index = strtoul(token, &end, 10);
	return *end ? NULL : json_array_get(at, index);
}

static const json_t *follow_pointer(const json_t *root, char *pointer)
{
	const json_t *at = root;
	char *token;

	while (at && (token = strsep(&pointer, "/"))) {
		pointer_decode(token);
		at = pointer_step(at, token);
	}
	return at;
}

/* Whether the schema has that name by the keyword. */
static bool has_name(const json_t *schema, const char *keyword, const char *name)
{
	const char *own = json_string_value(json_object_get(schema, keyword));

	return own && !strcmp(own, name);
}

/* Returns the schema of a resource with a name by $dynamicAnchor, or by $anchor too. NULL: none has
 * it. */
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

/* Finds the resource with an address. Returns false if the document has none. */
static bool find_resource(const struct schema_walk *w, const char *address, size_t *out)
{
	for (*out = 0; *out < w->index->resource_count; ++*out)
		if (!strcmp(w->index->resources[*out].id, address))
			return true;
	return false;
}

static const json_t *resolve_in(struct schema_walk *w, size_t resource, char *fragment)
{
	const json_t *root = w->index->resources[resource].root;

	percent_decode(fragment);
	if (*fragment == '\0')
		return root;
	return *fragment == '/' ? follow_pointer(root, fragment + 1)
				: find_anchor(w, resource, fragment, false);
}

const json_t *schema_resolve(struct schema_walk *w, const json_t *from, const char *ref)
{
	size_t resource = resource_of(w, from), len = strcspn(ref, "#");
	auto_free char *fragment = xstrdup(ref[len] ? ref + len + 1 : "");
	const json_t *found = NULL;
	bool known = true;

	if (len > 0) {
		auto_free char *relative = xstrndup(ref, len);
		auto_free char *address =
		    resolve_address(w->index->resources[resource].id, relative);

		known = find_resource(w, address, &resource);
	}
	if (known)
		found = resolve_in(w, resource, fragment);
	return found;
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
