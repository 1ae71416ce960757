/* SPDX-License-Identifier: MIT
 * XML as JSON: expat's callbacks build values from the innermost element outwards.
 */
#include "base/json/xml.h"

#include <expat.h>

#include "base/base.h"
#include "base/library.h"

#define DEPTH_MOST 64
#define FUNCTIONS(X) \
	X(XML_ParserCreate) \
	X(XML_ParserFree) \
	X(XML_SetUserData) \
	X(XML_SetElementHandler) \
	X(XML_SetCharacterDataHandler) \
	X(XML_SetStartDoctypeDeclHandler) \
	X(XML_StopParser) \
	X(XML_Parse) \
	X(XML_GetErrorCode) \
	X(XML_ErrorString) \
	X(XML_GetCurrentLineNumber)

static struct expat_library {
#define X(name) __typeof__(&name) name;
	FUNCTIONS(X)
#undef X
} expat;

static bool expat_ready(struct error *e)
{
	static void *handle;
	static const struct library_symbol symbols[] = {
#define X(name) {#name, offsetof(struct expat_library, name)},
	    FUNCTIONS(X)
#undef X
	};

	return library_load(&handle, "libexpat.so.1", symbols, ARRAY_SIZE(symbols), &expat,
	    "reading XML needs expat", "libexpat1", e);
}

struct xml_reading {
	XML_Parser parser;
	json_t *open[DEPTH_MOST]; /* (owned) children so far of each open element; [0]: the root */
	struct buf text;	  /* of the innermost element */
	int depth;		  /* of the innermost element; the root has 1 */
	const char *refused;	  /* why parsing was stopped; NULL: it was not */
};

static void stop_reading(struct xml_reading *r, const char *why)
{
	r->refused = why;
	expat.XML_StopParser(r->parser, XML_FALSE);
}

static void on_start(void *ctx, const XML_Char *name, const XML_Char **attributes)
{
	struct xml_reading *r = ctx;

	buf_clear(&r->text);
	if (r->depth + 1 >= DEPTH_MOST)
		stop_reading(r, "its elements stand too deep in each other");
	else
		r->open[++r->depth] = json_object();
}

static void on_end(void *ctx, const XML_Char *name)
{
	struct xml_reading *r = ctx;
	json_t *element = r->open[r->depth];
	const char *local = strrchr(name, ':') ? strrchr(name, ':') + 1 : name;

	r->open[r->depth--] = NULL;
	if (json_object_size(element) == 0) {
		json_decref(element);
		element = json_stringn(buf_str(&r->text), r->text.len);
	}
	json_array_append_new(
	    json_list_made(r->open[r->depth], local), element ? element : json_string(""));
	buf_clear(&r->text);
}

static void on_text(void *ctx, const XML_Char *text, int len)
{
	buf_add(&((struct xml_reading *)ctx)->text, text, (size_t)len);
}

static void on_doctype(
    void *ctx, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal)
{
	stop_reading(ctx, "it has a DOCTYPE, and what that declares or names is not read");
}

json_t *xml_parse(const char *bytes, size_t len, struct error *e)
{
	struct xml_reading r = {0};

	if (!expat_ready(e))
		return NULL;
	if (len > INT_MAX) {
		error_set(e, ERR_LIMIT, "is too long");
		return NULL;
	}
	r.open[0] = json_object();
	r.parser = expat.XML_ParserCreate(NULL);
	expat.XML_SetUserData(r.parser, &r);
	expat.XML_SetElementHandler(r.parser, on_start, on_end);
	expat.XML_SetCharacterDataHandler(r.parser, on_text);
	expat.XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
	enum XML_Status ok = expat.XML_Parse(r.parser, bytes, (int)len, XML_TRUE);
	if (ok != XML_STATUS_OK)
		error_set(e, ERR_PARSE, "line %lu: %s",
		    (unsigned long)expat.XML_GetCurrentLineNumber(r.parser),
		    r.refused ? r.refused
			      : expat.XML_ErrorString(expat.XML_GetErrorCode(r.parser)));
	expat.XML_ParserFree(r.parser);
	buf_free(&r.text);
	for (int i = r.depth; i > 0; i--)
		json_decref(r.open[i]);
	if (ok == XML_STATUS_OK)
		return r.open[0];
	json_decref(r.open[0]);
	return NULL;
}

const char *xml_text(const json_t *element, const char *name, const char *fallback)
{
	const json_t *first = json_array_get(json_list(element, name), 0);

	return json_is_string(first) ? json_string_value(first) : fallback;
}

json_t *xml_child(const json_t *element, const char *name)
{
	json_each (one, json_list(element, name))
		if (json_is_object(one))
			return one;
	return NULL;
}

void xml_escape(struct buf *out, const char *text)
{
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;
		const char *entity = c == '&'	? "&amp;"
				     : c == '<' ? "&lt;"
				     : c == '>' ? "&gt;"
				     : c == '"' ? "&quot;"
						: NULL;

		if (entity)
			buf_adds(out, entity);
		else if (c >= 0x20 || strchr("\t\n\r", c))
			buf_addc(out, *text);
	}
}
