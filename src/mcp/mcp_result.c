/* SPDX-License-Identifier: MIT
 * Text is given as it is; of what is none, a line says what it is and where it can be read.
 */

#include "base/base.h"
#include "base/json/schema.h"
#include "mcp/mcp.h"

static void add_media(const json_t *part, const char *type, const char *data, struct buf *out)
{
	buf_addf(out, "[%s %s, %zu KiB]", type, json_str(part, "mimeType", ""),
	    (strlen(data) * 3 / 4 + 1023) / 1024);
}

static void add_link(const json_t *link, struct buf *out)
{
	const char *about = json_str(link, "description", NULL);

	buf_addf(out, "[resource %s: %s%s%s]", json_str(link, "uri", ""),
	    json_str(link, "title", json_str(link, "name", "")), about ? ", " : "",
	    about ? about : "");
}

static void add_part(const json_t *part, struct buf *out)
{
	const char *type = json_str(part, "type", "text");
	const json_t *resource = json_map(part, "resource");

	resource = resource ? resource : part;
	const char *blob = json_str(resource, "blob", NULL);
	buf_adds(out, out->len ? "\n" : "");
	if (json_str(resource, "text", NULL))
		buf_adds(out, json_str(resource, "text", ""));
	else if (blob)
		add_media(resource, json_str(resource, "uri", "resource"), blob, out);
	else if (text_is(type, "image") || text_is(type, "audio"))
		add_media(part, type, json_str(part, "data", ""), out);
	else if (text_is(type, "resource_link"))
		add_link(part, out);
	else
		buf_addf(out, "[unsupported content: %s]", type);
}

static void add_structured(const json_t *value, const json_t *schema, struct buf *out)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;

	if (!out->len)
		json_write(out, value);
	if (schema && !schema_check(schema, value, &v)) {
		buf_adds(
		    out, "\n[the structured content is not what the tool's outputSchema says: ");
		violations_write(&v, "the content", out);
		buf_adds(out, "]");
	}
}

void mcp_result_text(const json_t *result, const json_t *schema, struct buf *out)
{
	const json_t *structured = json_object_get(result, "structuredContent");

	json_each (part, json_list(result, "content"))
		add_part(part, out);
	json_each (part, json_list(result, "contents"))
		add_part(part, out);
	json_each (message, json_list(result, "messages"))
		add_part(json_object_get(message, "content"), out);
	if (structured)
		add_structured(structured, schema, out);
}
