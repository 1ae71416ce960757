/* SPDX-License-Identifier: MIT
 * fetch_url: reads a page of the web. robots.txt of its host is asked first, once for each host while the program
 * runs. A redirect that stays on the host is followed; one that leaves it fails the call, since another address is
 * another question to the user. Addresses that are not public are refused where the connection is made, so that no
 * name and no redirect leads to them.
 */
#include "base/base.h"
#include "base/regex.h"
#include "loop/http.h"
#include "tools/tool.h"
#include "tools/tool_set.h"
#include "tools/web/html_text.h"

#define PRODUCT "agent" /* how robots.txt may call it */
#define TITLE_CHARS 200
#define ROBOTS_BYTES ((size_t)512 << 10)
#define PLACES_MOST 100

struct page_fetch {
	struct call *call;
	struct transfer *transfer; /* NULL: none runs */
	char *url;		   /* (owned) of the page, after redirects */
	bool asks_robots;
	int hops;
	struct buf body;
};

static json_t *robots_seen; /* {ORIGIN: text of its robots.txt, null: it forbids all} */

static void fetch_next(struct page_fetch *f);

static void fetch_stop(struct call *c)
{
	struct page_fetch *f = c->state;

	transfer_stop(f->transfer);
	buf_free(&f->body);
	free_all(f->url, f);
}

/* ---- Responses ------------------------------------------------------------------------------ */

/* Whether a content type is of the kind `which`, by `types` of config/html.yaml. */
static bool type_is(const char *type, const char *which)
{
	freed_by(prefilter_text_free) struct prefilter_text look =
	    prefilter_text_of(type, strlen(type));

	return patterns_match(
	    json_object_get(html_table("types"), which), type, strlen(type), &look);
}

static void fetch_report(struct page_fetch *f, const char *type, long status)
{
	struct call *c = f->call;
	auto_buf title = BUF_LIMIT(4 * TITLE_CHARS), text = BUF_LIMIT(BUF_UNBOUNDED);
	auto_free char *shown = NULL;

	if (!type_is(type, "text") || text_is_binary(buf_str(&f->body), f->body.len)) {
		call_fail(
		    c, "'%s' is no text (%.80s); nothing was read", f->url, *type ? type : "bytes");
		return;
	}
	if (type_is(type, "latin")) { /* Latin-1 of old pages, as UTF-8 */
		struct buf utf8 = BUF_LIMIT(BUF_UNBOUNDED);
		char one[4];

		for (size_t i = 0; i < f->body.len; i++)
			buf_add(
			    &utf8, one, (size_t)utf8_encode((unsigned char)f->body.data[i], one));
		buf_free(&f->body);
		f->body = utf8;
	}
	buf_addf(&text, "%s (%ld", f->url, status);
	if (type_is(type, "html")) {
		auto_buf words = BUF_LIMIT(BUF_UNBOUNDED);

		html_words(buf_str(&f->body), f->body.len, &title, &words);
		shown = text_clean_line(buf_str(&title), title.len, TITLE_CHARS);
		buf_addf(&text, ")%s%s\n\n", *shown ? ": " : "", shown);
		buf_add(&text, buf_str(&words), words.len);
	} else {
		buf_addf(&text, ", %.80s)\n\n", *type ? type : "no type");
		buf_add(&text, buf_str(&f->body), f->body.len);
	}
	result_text(c, buf_str(&text), text.len);
	c->result.ok = status < 400;
	c->result.summary = xasprintf("%ld · %zu bytes%s%s", status, f->body.len,
	    shown && *shown ? " · " : "", shown ? shown : "");
	call_finish(c);
}

/* Follows a redirect on the same host; one to another host fails the call with its address. */
static void fetch_redirect(struct page_fetch *f, const char *location)
{
	struct call *c = f->call;
	auto_free char *next = http_url_join(f->url, location);

	if (!next) {
		call_fail(c, "'%s' leads to no address of the web", f->url);
	} else if (!http_url_same_host(f->url, next)) {
		call_fail(c,
		    "'%s' leads to another host; call fetch_url with '%s' where that is wanted",
		    f->url, next);
	} else if (f->hops++ >= setting_int(c->host->settings, "fetch.redirects")) {
		call_fail(c, "'%s' leads on and on (fetch.redirects)", f->url);
	} else {
		free(f->url);
		f->url = next;
		next = NULL;
		fetch_next(f);
	}
}

static void on_done(void *ctx, const struct http_result *result)
{
	struct page_fetch *f = ctx;
	auto_free char *location = xstrdup(transfer_header(f->transfer, "location"));
	auto_free char *type = xstrdup(transfer_header(f->transfer, "content-type"));
	auto_free char *why = error_line(&result->error);

	f->transfer = NULL;
	if (result->failure != HTTP_OK) {
		call_fail(f->call, "%s", why);
	} else if (f->asks_robots) {
		auto_free char *origin = http_url_join(f->url, "/");

		robots_seen = robots_seen ? robots_seen : json_object();
		if (json_object_size(robots_seen) >= PLACES_MOST)
			json_object_clear(robots_seen);
		json_object_set_new(robots_seen, origin,
		    result->status >= 500   ? json_null()
		    : result->status == 200 ? json_text(buf_str(&f->body), f->body.len)
					    : json_string(""));
		fetch_next(f);
	} else if (result->status >= 300 && result->status < 400 && location) {
		fetch_redirect(f, location);
	} else {
		fetch_report(f, type ? type : "", result->status);
	}
}

/* ---- Requests ------------------------------------------------------------------------------- */

static void fetch_ask(struct page_fetch *f, const char *url, size_t most)
{
	static const struct http_sink sink = {.done = on_done};
	static const char *const headers[] = {
	    "Accept: text/html, text/plain, application/json, text/*;q=0.8, */*;q=0.1", NULL};
	const struct settings *s = f->call->host->settings;
	const int ms = (int)(1000 * setting_number(s, "fetch.timeout_s"));

	buf_clear(&f->body);
	f->transfer = http_start(f->call->host->loop,
	    &(struct http_request){.method = "GET",
		.url = url,
		.headers = headers,
		.connect_ms = ms,
		.first_byte_ms = ms,
		.stall_ms = ms,
		.total_ms = ms,
		.max_body = most,
		.gather = &f->body,
		.only_public = !setting_bool(s, "fetch.private")},
	    &sink, f);
}

/* Asks for the page, or for robots.txt first where that is not known yet. */
static void fetch_next(struct page_fetch *f)
{
	const struct settings *s = f->call->host->settings;
	auto_free char *origin = http_url_join(f->url, "/"), *robots = NULL;
	const json_t *known = json_object_get(robots_seen, origin);
	const char *path = f->url + strlen(origin) - 1, *text = json_string_value(known);

	f->asks_robots = setting_bool(s, "fetch.robots") && !known;
	if (f->asks_robots) {
		robots = http_url_join(f->url, "/robots.txt");
		fetch_ask(f, robots, ROBOTS_BYTES);
	} else if (setting_bool(s, "fetch.robots") &&
		   (!text || !robots_allow(text, strlen(text), PRODUCT, *path ? path : "/"))) {
		call_fail(f->call,
		    "robots.txt of its host does not let programs read '%s' (fetch.robots)",
		    f->url);
	} else {
		fetch_ask(f, f->url, (size_t)setting_int(s, "fetch.bytes"));
	}
}

static void fetch_start(struct call *c)
{
	struct page_fetch *f = xcalloc(1, sizeof *f);
	const char *url = json_str(c->args, "url", "");

	*f = (struct page_fetch){
	    .call = c, .url = http_url_join(url, ""), .body = BUF_LIMIT(BUF_UNBOUNDED)};
	c->state = f;
	if (f->url)
		fetch_next(f);
	else
		call_fail(c, "url must be an address of http or https, without a user");
}

const struct tool tool_fetch_url = {
    .name = "fetch_url",
    .class = TOOL_NETWORK,
    .names = "url",
    .start = fetch_start,
    .stop = fetch_stop,
};
