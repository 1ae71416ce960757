/* SPDX-License-Identifier: MIT
 * Reads the errors of servers in all the shapes they have: {"error": {message, type, code}} with a
 * code that is a word, a number or null, {"error": "text"}, {"object": "error"}, {"detail": ...}, a
 * page, nothing. The status decides what an error means; words only where it does not tell a full
 * window from a bad request or an empty account from a moment's wait. Cerebras answers 400 without
 * a word to a full window.
 */
#include "llm/http/server_error.h"

#include <strings.h>
#include "base/base.h"
#include "config/prompt.h"
#include "llm/http/rate_limit.h"
#include "llm/http/refusal.h"

#define SHOWN 500    /* code points of the server's words */
#define NOT_JSON 160 /* code points shown of an answer that is no JSON */
#define LISTED 3     /* entries read of a list of errors */

static bool truthy(const json_t *value)
{
	return json_string_length(value) || json_object_size(value) || json_array_size(value) ||
	       json_is_true(value);
}

const json_t *server_error_in(const json_t *chunk)
{
	const json_t *choices = json_list(chunk, "choices"), *choice = json_array_get(choices, 0);

	if (truthy(json_object_get(chunk, "error")))
		return chunk;
	if (choices)
		return truthy(json_object_get(choice, "error")) ? choice : NULL;
	return text_is(json_str(chunk, "object", NULL), "error") ||
		       text_is(json_str(chunk, "type", NULL), "error") ||
		       truthy(json_object_get(chunk, "detail"))
		   ? chunk
		   : NULL;
}

/* Appends the place of the mistake in the request, as FastAPI gives it: ["body", "messages", 0]. */
static void add_place(struct buf *out, const json_t *loc)
{
	json_each_at (i, step, loc) {
		buf_adds(out, i ? "." : "");
		if (json_is_integer(step))
			buf_addf(out, "%lld", (long long)json_integer_value(step));
		else
			buf_adds(out, json_is_string(step) ? json_string_value(step) : "?");
	}
	buf_adds(out, json_array_size(loc) ? ": " : "");
}

/* Appends the message in a value: a string itself, a member under the names servers use, the first
 * few entries of a list. False: there is none. */
static bool add_words(struct buf *out, const json_t *value)
{
	static const char *const names[] = {"message", "msg", "detail", "error", "errors"};
	bool found = json_is_string(value);

	json_each_at (i, one, value)
		if (i < LISTED) {
			buf_adds(out, found ? "; " : "");
			found |= add_words(out, one);
		}
	if (json_is_string(value))
		buf_adds(out, json_string_value(value));
	else if (json_string_length(json_object_get(value, "msg")))
		add_place(out, json_list(value, "loc"));
	for (size_t i = 0; i < ARRAY_SIZE(names) && !found && json_is_object(value); i++)
		found = add_words(out, json_object_get(value, names[i]));
	return found;
}

/* Appends all that a body says of its error; nothing if it says nothing. */
static void message_of(struct buf *out, const json_t *body)
{
	const json_t *error = json_map(body, "error"), *named_in = error ? error : body;
	const char *fields[] = {
	    json_str(named_in, "param", NULL), json_str(named_in, "code", NULL)};
	size_t named = 0;

	if (!add_words(out, body))
		buf_adds(out, json_str(error, "code", json_str(error, "type", "")));
	/* The wrong field and the error's code are added if the message does not name them. */
	for (size_t i = 0; i < 2 && out->len; i++)
		if (fields[i] && *fields[i] && !strcasestr(buf_str(out), fields[i]))
			buf_addf(out, "%s%s", named++ ? ", " : " (", fields[i]);
	buf_adds(out, named ? ")" : "");
}

/* Returns the detail with the time to wait, as Google gives it (https://google.aip.dev/193), or
 * NULL. */
static const json_t *retry_info(const json_t *error)
{
	json_each (detail, json_list(error, "details"))
		if (strstr(json_str(detail, "@type", ""), "RetryInfo"))
			return detail;
	return NULL;
}

char *server_asks_to_wait(const char *body, size_t len)
{
	json_auto_t *value = json_parse_foreign(body, len, NULL);
	const json_t *one = json_is_array(value) ? json_array_get(value, 0) : value;
	const char *delay = json_str(retry_info(json_map(one, "error")), "retryDelay", NULL);
	size_t digits = delay ? strspn(delay, "0123456789.") : 0;
	char *seconds = digits && strcmp(delay + digits, "s") == 0 ? xstrndup(delay, digits) : NULL;

	return seconds ? seconds : server_words_wait(body);
}

char *server_words_wait(const char *words)
{
	static const char *const before[] = {"try again in ", "retry in ", "retry after "};
	const char *at = NULL;
	int64_t ms = 0;

	for (size_t i = 0; i < ARRAY_SIZE(before) && !at; i++)
		if ((at = strcasestr(words, before[i])))
			at += strlen(before[i]);
	if (!at)
		return NULL;
	auto_free char *span = xstrndup(at, strspn(at, "0123456789.hms"));
	while (*span && span[strlen(span) - 1] == '.')
		span[strlen(span) - 1] = '\0';
	if (span[strspn(span, "0123456789.")] || strncmp(at + strlen(span), " second", 7) == 0)
		ms = rate_limit_reset_ms(span, 0);
	return ms > 0 ? xasprintf("%.3f", (double)ms / 1000) : NULL;
}

/* Returns the status that an error inside a stream names itself, by number or word; 0: none. */
static long status_of(const json_t *body)
{
	json_auto_t *table = config_table_usable("server_words.yaml");
	const json_t *error = json_map(body, "error");

	if (!error)
		error = body;
	int64_t code = json_int(error, "code", json_int(error, "status", 0));
	if (code == 0 && json_str(error, "code", NULL))
		code = strtol(json_str(error, "code", ""), NULL, 10);
	if (code >= 400 && code < 600)
		return (long)code;
	json_each (row, json_list(table, "errors"))
		if (strstr(json_str(error, "type", ""), json_str(row, "word", "")) ||
		    strstr(json_str(error, "code", ""), json_str(row, "word", "")))
			return (long)json_int(row, "status", 0);
	return 0;
}

static enum failure classify(long status, const char *words)
{
	bool any = words[strspn(words, " ")] != '\0';

	if (any && refusal_names("malformed", words))
		return FAILURE_MALFORMED;
	if (status == 429 && !strcasestr(words, "insufficient_quota") &&
	    refusal_names("wait", words))
		return FAILURE_RETRY;
	if (status == 402 ||
	    ((status == 429 || status == 403 || !status) && refusal_names("quota", words)))
		return FAILURE_QUOTA;
	if (status == 413 || (status == 400 && !any) ||
	    (status != 429 && refusal_names("overflow", words)))
		return FAILURE_OVERFLOW;
	if (status == 401 || status == 403)
		return FAILURE_AUTH;
	if (any && refusal_names("filter", words))
		return FAILURE_FILTER;
	if (status == 408 || status == 409 || status == 425 || status == 429 || status >= 500)
		return FAILURE_RETRY;
	return status ? FAILURE_REQUEST : FAILURE_BROKEN;
}

static void set_error_text(struct error *e, long status, const char *words)
{
	auto_free char *line = text_line(words, SHOWN);

	if (status && *line)
		error_set(e, ERR_SERVER, "the server answered %ld: %s", status, line);
	else if (status)
		error_set(e, ERR_SERVER, "the server answered %ld and gave no reason", status);
	else
		error_set(
		    e, ERR_SERVER, "the server broke off: %s", *line ? line : "no reason given");
}

/* Returns what an error means and sets e. status 0: an error inside a stream, which names its own. */
static enum failure failure_of(long status, const json_t *body, struct error *e)
{
	auto_buf words = BUF_INIT, message = BUF_INIT, shown = BUF_INIT;
	const json_t *error = json_map(body, "error");
	const char *raw = json_str(json_map(error, "metadata"), "raw", NULL);

	/* Everything that may tell the kind of error is searched: code, type and message. */
	buf_addf(&words, "%s %s ", json_str(error ? error : body, "type", ""),
	    json_str(error ? error : body, "code", ""));
	add_words(&words, body);
	buf_addf(&words, " %s %s", raw ? raw : "", retry_info(error) ? "RetryInfo" : "");
	enum failure failure = classify(status ? status : status_of(body), buf_str(&words));
	message_of(&message, body);
	text_sanitise(&shown, buf_str(&message), message.len);
	if (raw) {
		buf_adds(&shown, ": ");
		text_sanitise(&shown, raw, strlen(raw));
	}
	set_error_text(e, status, buf_str(&shown));
	return failure;
}

/* Appends the title of an HTML page, or its first words. */
static void page_words(struct buf *out, const char *body, size_t len)
{
	auto_buf text = BUF_INIT;

	text_sanitise(&text, body, len < 20000 ? len : 20000);
	const char *title = strcasestr(buf_str(&text), "<title>");
	const char *end = title ? strcasestr(title, "</title>") : NULL;
	if (end)
		buf_add(out, title + 7, (size_t)(end - title) - 7);
	else if (buf_str(&text)[strspn(buf_str(&text), " \n\t")] == '<')
		buf_adds(out, "(a page)");
	else
		buf_adds(out, buf_str(&text));
}

enum failure server_failure(long status, const char *body, size_t len, struct error *e)
{
	json_auto_t *value = json_parse_foreign(body, len, NULL);
	auto_buf words = BUF_INIT;

	if (json_is_object(value) || json_is_array(value))
		return failure_of(
		    status, json_is_array(value) ? json_array_get(value, 0) : value, e);
	page_words(&words, body, len);
	set_error_text(e, status, buf_str(&words));
	return classify(status, buf_str(&words));
}

bool reply_refuse(struct reply *r, const json_t *error, struct error *e)
{
	r->refused = failure_of(0, error, e);
	return false;
}

bool reply_not_json(const char *data, size_t len, struct error *e)
{
	auto_free char *line = text_clean_line(data, len < 1000 ? len : 1000, NOT_JSON);

	return error_set(e, ERR_PARSE, "the server sent what is no JSON: '%s'", line);
}
