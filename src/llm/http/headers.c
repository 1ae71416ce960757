/* SPDX-License-Identifier: MIT
 * Builds a request to a model's server. backend.headers come last and add to the wire's headers.
 */
#include "llm/http/headers.h"

#include "base/base.h"
#include "base/file.h"

#define WIRE_MOST 8

static int ms(const struct settings *s, const char *setting)
{
	return (int)(setting_number(s, setting) * 1000);
}

void server_request_make(struct server_request *q, const struct settings *s,
    const struct wire *wire, const struct model *model, const char *url)
{
	const char *trusted = setting_string(s, "backend.ca_file");
	const json_t *own = setting_json(s, "backend.headers");
	size_t n = 0;

	q->headers = xcalloc(WIRE_MOST + json_object_size(own) + 2, sizeof *q->headers);
	wire->headers(model, q->headers);
	while (q->headers[n])
		n++;
	q->headers[n++] = xstrdup("Content-Type: application/json");
	json_members (name, value, own)
		if (json_is_string(value))
			q->headers[n++] = xasprintf("%s: %s", name, json_string_value(value));
	q->ca_file = trusted ? file_expand(trusted) : NULL;
	q->http = (struct http_request){
	    .method = "POST",
	    .url = url,
	    .headers = (const char *const *)q->headers,
	    .ca_file = q->ca_file,
	    .connect_ms = ms(s, "backend.connect_timeout_s"),
	    .first_byte_ms = ms(s, "backend.first_byte_timeout_s"),
	    .stall_ms = ms(s, "backend.stall_timeout_s"),
	    .max_head = (size_t)setting_int(s, "backend.max_head_bytes"),
	    .max_body = (size_t)setting_int(s, "backend.max_body_bytes"),
	};
}

void server_request_free(struct server_request *q)
{
	for (size_t i = 0; q->headers[i]; i++)
		free(q->headers[i]);
	free_all(q->headers, q->ca_file);
}
