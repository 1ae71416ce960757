/*
 * A reply while it grows and the messages made of it. Nothing here knows a protocol.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "llm/context.h"
#include "session/event_data.h"
#include "session/message.h"

void reply_init(struct reply *r)
{
	*r = (struct reply){0};
}

static struct think_into into(struct reply *r)
{
	return (struct think_into){
	    &r->text, &r->thinking, &r->text_door, &r->thinking_door, &r->restarted};
}

void reply_add_text(struct reply *r, const char *bytes, size_t len)
{
	struct think_into to = into(r);

	think_feed(&r->split, &to, bytes, len);
}

void reply_end_text(struct reply *r)
{
	struct think_into to = into(r);

	think_end(&r->split, &to);
}

void reply_free(struct reply *r)
{
	for (size_t i = 0; i < r->call_count; i++) {
		free(r->calls[i].id);
		free(r->calls[i].name);
		buf_free(&r->calls[i].arguments);
	}
	free(r->calls);
	buf_free(&r->text);
	buf_free(&r->thinking);
	buf_free(&r->last);
	free(r->finish_text);
	free(r->model);
	json_decref(r->extras);
	reply_init(r);
}

static json_t *text_part(const struct buf *text)
{
	char *safe = text_clean(buf_str(text), text->len);
	json_t *part =
	    event_build_message_part(&(struct event_message_part){.type = "text", .text = safe});

	free(safe);
	return part;
}

static json_t *thinking_part(const struct reply *r, const char *wire)
{
	json_t *data = json_object();

	json_put(data, "text", json_text(buf_str(&r->thinking), r->thinking.len));
	json_put_str(data, "field", r->thinking_field);
	return event_build_message_part(
	    &(struct event_message_part){.type = "thinking", .wire = wire, .data = data});
}

char *reply_origin(const char *base_url)
{
	const char *host = base_url ? strstr(base_url, "://") : NULL, *at;
	size_t len;

	host = host ? host + 3 : base_url ? base_url : "";
	len = strcspn(host, "/?#");
	at = memrchr(host, '@', len);
	if (at) {
		len -= (size_t)(at + 1 - host);
		host = at + 1;
	}
	return xstrndup(host, len);
}

static json_t *call_part(const struct reply_call *call)
{
	json_t *arguments = json_stringn(buf_str(&call->arguments), call->arguments.len);

	return json_pack("{s:s, s:s, s:s, s:o}", "type", "call", "call", call->id ? call->id : "",
	    "tool", call->name ? call->name : "", "arguments",
	    arguments ? arguments : json_string("{}"));
}

json_t *reply_message(const struct reply *r, const char *wire, bool interrupted)
{
	json_t *parts = json_array();

	if (r->thinking.len)
		json_array_append_new(parts, thinking_part(r, wire));
	if (r->text.len)
		json_array_append_new(parts, text_part(&r->text));
	for (size_t i = 0; i < r->call_count && !interrupted; i++)
		json_array_append_new(parts, call_part(&r->calls[i]));
	return event_build_message(&(struct event_message){
	    .role = "assistant",
	    .parts = parts,
	    .extras = r->extras && !interrupted ? json_pack("{s:O}", wire, r->extras) : NULL,
	    .started_at = r->started_ms,
	    .ended_at = r->ended_ms,
	    .interrupted = interrupted,
	});
}

json_t *user_message(const char *text, const char *kind)
{
	char *safe = text_clean(text, strlen(text));
	json_t *message = message_of_text("user", kind, safe);

	free(safe);
	return message;
}
