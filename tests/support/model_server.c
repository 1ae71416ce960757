/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * A model server that plays a script: what end-to-end tests, screen tests and benchmarks talk to.
 *
 *	model_server SCRIPT.yaml [--port-file FILE] [--requests FILE] [--timeout SECONDS]
 *		     [--context-tokens N] [--protocol chat|messages|responses] [--under PATH] [--tls PEM]
 *		     [--template NAME] [--counts N] [--bills FILE]
 *
 * It listens on 127.0.0.1, prints `port N` and writes N to the port file (whole or not at all) when
 * it is ready, and ends on SIGTERM, SIGINT or after the timeout (at most and by default an hour). A
 * mistake in the script is told as FILE:LINE:COL and ends it with 2.
 *
 * Each request becomes a JSON line of the requests file before it is answered: {n, at_us, gap_us,
 * method, path, headers (names in lower case), body (JSON; a string if it is none)}. at_us is when
 * its head came (monotonic), gap_us the time since the last byte of the reply before it was sent.
 *
 *	models: [tiny, {id: large, max_model_len: 8192}]   # GET .../models; a map is handed on as it is
 *	pages: [{path: /api/ps, body: {…}}]                # GET or POST of that path; where one tells a
 *	                                                   # window and none is given: 404, unrecorded;
 *	                                                   # with `after: PATH` once that was asked for,
 *	                                                   # `delay_ms: N` late
 *	replies:                                           # POST .../chat/completions, /messages, /responses
 *	  - text: hello
 *
 * A reply is the same in each of the three protocols; with --protocol it is only spoken in one, and the
 * others' paths are not there. A request that breaks the rules of its protocol (server/request_check.c)
 * is refused with 400 and uses up no reply. Thinking is signed, encrypted reasoning sealed, so that what
 * comes back can be checked.
 *
 * With --under (/v1) only the paths below it are there. With --tls it speaks TLS by the key and the
 * certificate of that file.
 *
 * With --template mistral|llama|gemma|gpt-oss|command-r a request of Chat Completions that breaks the rules
 * of that chat template (server/template_check.c) is refused as llama-server refuses it, likewise.
 *
 * With --context-tokens a request of more (a token is four bytes of its body) is refused as
 * llama-server refuses it, and uses up no reply.
 *
 * With --counts N a request at .../messages/count_tokens or .../responses/input_tokens is told how many
 * tokens it takes, N bytes of it a token; one with a member that is not counted is refused, as the
 * providers refuse it. Without it there is no such path.
 *
 * With --bills each reply that streams becomes a JSON line of that file when it ends or its client leaves: {n, model,
 * input, output}, a token is four bytes of the request's body and of the deltas that were sent.
 *
 * A request gets the first reply that is not used up and whose `match` (if it has one) is in the
 * text of its last user or tool message. A reply is used up by its first use, unless it has
 * `repeat: true`. When none is left: HTTP 500 `the script has no reply left ...`.
 *
 *	text: STRING or [DELTA, ...]      a string is cut into deltas of `delta_chars` (8) characters
 *	reasoning: STRING or [DELTA, ...] sent as reasoning_content before the text
 *	calls: [{name, arguments: MAP or STRING, id}]      streamed in fragments of delta_chars
 *	deltas: N, text_per_delta: STRING that many deltas of the same text, for benchmarks
 *	finish: STRING                    finish_reason; else tool_calls with calls, else stop
 *	usage: MAP                        sent in a chunk of its own, as it stands
 *	metered: N                        usage as it is counted: a token is N bytes of the request's
 *	                                  body and 4 of the text and calls of the reply, which ends
 *	                                  with `length` after the most tokens the request allows
 *	model: STRING                     the name in the chunks
 *	delay_ms: N or {head, first, between}   before the head, the first delta, each further delta
 *	status: N, headers: MAP, content_type: STRING
 *	body: STRING                      the whole body, application/json; error: STRING or MAP the
 *	                                  same as {"error": ...}; a status from 400 on needs neither
 *	raw: STRING, raw_file: FILE       server-sent events as they stand; FILE is beside the script
 *	recording: FILE                   status, type and body of a recording ("### response", head,
 *	                                  body)
 *	whole_json: true                  one JSON answer though a stream was asked for (a request
 *	                                  without `stream` gets one anyway)
 * Faults:
 *	close_before_head: true           the connection is closed instead of an answer. With this (or
 *	                                  `garbage: head`) in a script every answer closes its
 *	                                  connection: on a kept one a client just asks again
 *	cut_after: N, stall_after: N      after N deltas (of reasoning, text and calls; after all of
 *	                                  raw) the connection is closed, or nothing more comes
 *	comments_only: true               comments for ever, one per delay_ms.between (20)
 *	garbage: true or head             a data line that is no JSON before the end; head: no HTTP
 *	no_done, no_finish: true          the end without [DONE], without finish_reason
 *	huge_line: N                      one more delta of N bytes
 *	error_in_stream: STRING or MAP    an error event instead of the end
 */
/* clang-format on */
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/file.h"
#include "tests/support/server/request_check.h"
#include "tests/support/server/script.h"
#include "tests/support/server/template_check.h"

#define TIMEOUT_S 3600
#define BYTES_PER_TOKEN 4

struct server {
	struct script *script;
	int requests_fd;	   /* -1: none */
	long context_tokens;	   /* 0: no window */
	long counts;		   /* bytes to a token where they are counted; 0: they are not */
	unsigned protocols;	   /* a bit for each that is spoken */
	const char *under;	   /* "": every path is there */
	const char *chat_template; /* NULL: one that takes whatever the protocol allows */
	struct buf tls;		   /* key and certificate; empty: plain HTTP */
	pthread_mutex_t lock;
	int64_t count, replied_us;
};

struct request {
	int64_t at_us;
	struct buf body;
};

struct playing {
	const struct reply *reply;
	const struct take *take;
	int fd;
	size_t frame, at;
	bool waited;
	json_t *bill; /* (owned) NULL: nobody wants one */
	int64_t deltas;
};

static int bills_fd = -1; /* -1: none are wanted */

/* Writes the bill of a reply that has ended; one that stalls ends when its client leaves. */
static void playing_free(void *ctx)
{
	struct playing *p = ctx;
	char *line;

	if (p->bill) {
		json_put_int(p->bill, "output",
		    p->deltas * json_int(p->reply->map, "delta_chars", DELTA_CHARS) /
			BYTES_PER_TOKEN);
		line = json_line(p->bill);
		dprintf(bills_fd, "%s\n", line);
		free(line);
		json_decref(p->bill);
	}
	free(p);
}

/* Waits ms (-1: for ever), and no longer than the client stays. True: it has left. */
static bool client_leaves(int fd, int ms)
{
	struct pollfd p = {.fd = fd, .events = POLLRDHUP};

	return poll(&p, 1, ms) > 0;
}

static ssize_t at_end(struct playing *p)
{
	switch (p->reply->end) {
	case END_WHOLE:
		return MHD_CONTENT_READER_END_OF_STREAM;
	case END_CUT:
		break;
	case END_STALL:
		client_leaves(p->fd, -1);
		break;
	case END_AGAIN:
		p->frame = 0;
		return 0;
	}
	return MHD_CONTENT_READER_END_WITH_ERROR;
}

/* Hands out one frame per call, so that each is a chunk of its own. */
static ssize_t read_frames(void *ctx, uint64_t pos, char *out, size_t max)
{
	struct playing *p = ctx;

	if (p->frame == p->take->count)
		return at_end(p);
	const struct frame *f = &p->take->frames[p->frame];
	if (!p->waited && f->delay_ms > 0 && client_leaves(p->fd, f->delay_ms))
		return MHD_CONTENT_READER_END_WITH_ERROR;
	p->waited = true;
	size_t len = f->len - p->at < max ? f->len - p->at : max;
	memcpy(out, f->bytes + p->at, len);
	p->at += len;
	if (p->at == f->len) {
		p->deltas += f->is_delta;
		p->frame++;
		p->at = 0;
		p->waited = false;
	}
	return (ssize_t)len;
}

static struct MHD_Response *text_response(char *text, size_t len, enum MHD_ResponseMemoryMode mode)
{
	return MHD_create_response_from_buffer(len, text, mode);
}

static enum MHD_Result send_json(struct MHD_Connection *c, unsigned status, json_t *value)
{
	char *line = json_line(value);
	struct MHD_Response *r = text_response(line, strlen(line), MHD_RESPMEM_MUST_FREE);
	enum MHD_Result result;

	json_decref(value);
	MHD_add_response_header(r, "Content-Type", "application/json");
	result = MHD_queue_response(c, status, r);
	MHD_destroy_response(r);
	return result;
}

static enum MHD_Result send_error(struct MHD_Connection *c, unsigned status, const char *message)
{
	return send_json(c, status,
	    json_pack("{s{ss ss}}", "error", "message", message, "type", "script_error"));
}

static struct MHD_Response *response_of(
    const struct reply *r, const struct take *t, int fd, bool stream, json_t *bill)
{
	if (t->whole != NULL && (!t->streams || !stream))
		return text_response(t->whole, t->whole_len, MHD_RESPMEM_PERSISTENT);
	if (t->joined != NULL && !bill)
		return text_response(t->joined, t->joined_len, MHD_RESPMEM_PERSISTENT);
	struct playing *p = xcalloc(1, sizeof *p);
	p->reply = r;
	p->take = t;
	p->fd = fd;
	p->bill = bill;
	return MHD_create_response_from_callback(
	    MHD_SIZE_UNKNOWN, 65536, read_frames, p, playing_free);
}

static enum MHD_Result play(struct MHD_Connection *c, struct reply *r, enum protocol protocol,
    bool stream, bool fresh, json_t *bill /* steals */)
{
	const struct take *t = reply_take(r, protocol);
	int fd = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	bool whole = t->whole != NULL && !stream;
	const char *name;
	json_t *value;

	if (r->head_delay_ms > 0 && client_leaves(fd, r->head_delay_ms))
		return MHD_NO;
	if (r->no_http && write(fd, "220 no HTTP is spoken here\r\n", 28) < 0)
		return MHD_NO;
	if (r->close_before_head || r->no_http)
		return MHD_NO;
	struct MHD_Response *response = response_of(r, t, fd, stream, bill);
	MHD_add_response_header(
	    response, "Content-Type", whole ? "application/json" : r->content_type);
	if (fresh)
		MHD_add_response_header(response, "Connection", "close");
	json_object_foreach ((json_t *)r->headers, name, value) {
		char *text = json_is_string(value) ? xstrdup(json_string_value(value))
						   : json_dumps(value, JSON_ENCODE_ANY);
		MHD_add_response_header(response, name, text);
		free(text);
	}
	enum MHD_Result result = MHD_queue_response(c, r->status, response);
	MHD_destroy_response(response);
	return result;
}

/* Appends a message's content: a text, or parts of texts and results. */
static void add_content(struct buf *b, const json_t *value)
{
	const json_t *part;
	size_t i;

	buf_adds(b, json_is_string(value) ? json_string_value(value) : "");
	json_array_foreach (value, i, part) {
		buf_adds(b, json_str(part, "text", ""));
		add_content(b, json_object_get(part, "content"));
	}
}

/* Returns the text of the last user or tool message or item, its parts joined. */
static char *last_text(const json_t *body)
{
	json_t *messages = json_list(body, "messages");
	struct buf b = BUF_INIT;

	if (messages == NULL)
		messages = json_list(body, "input");

	for (size_t i = json_array_size(messages); i > 0; i--) {
		const json_t *message = json_array_get(messages, i - 1);
		const char *role = json_str(message, "role", "");
		const json_t *output = json_object_get(message, "output");
		if (strcmp(role, "user") != 0 && strcmp(role, "tool") != 0 && output == NULL)
			continue;
		add_content(&b, output != NULL ? output : json_object_get(message, "content"));
		break;
	}
	return buf_take(&b);
}

static enum MHD_Result add_header(
    void *headers, enum MHD_ValueKind kind, const char *name, const char *value)
{
	char *lower = xstrdup(name);

	for (char *s = lower; *s != '\0'; s++)
		*s = (char)(*s >= 'A' && *s <= 'Z' ? *s + 'a' - 'A' : *s);
	json_object_set_new(headers, lower,
	    json_text(value != NULL ? value : "", value != NULL ? strlen(value) : 0));
	free(lower);
	return MHD_YES;
}

static void note(struct server *s, struct MHD_Connection *c, const struct request *q,
    const char *method, const char *path, json_t *body)
{
	json_t *headers = json_object(), *line;

	s->count++;
	if (s->requests_fd < 0)
		return;
	MHD_get_connection_values(c, MHD_HEADER_KIND, add_header, headers);
	line = json_pack("{sI sI sI ss ss so}", "n", (json_int_t)s->count, "at_us",
	    (json_int_t)q->at_us, "gap_us",
	    (json_int_t)(s->replied_us ? q->at_us - s->replied_us : 0), "method", method, "path",
	    path, "headers", headers);
	if (body != NULL)
		json_object_set(line, "body", body);
	else
		json_object_set_new(line, "body", json_text(buf_str(&q->body), q->body.len));
	char *text = json_line(line);
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
	buf_addf(&out, "%s\n", text);
	if (write(s->requests_fd, out.data, out.len) != (ssize_t)out.len)
		fprintf(stderr, "model_server: a request was not written\n");
	buf_free(&out);
	free(text);
	json_decref(line);
}

static bool ends_with(const char *s, const char *end)
{
	size_t len = strlen(s), want = strlen(end);

	return len >= want && strcmp(s + len - want, end) == 0;
}

/* Whether this is a path where other kinds of servers tell their windows: clients ask every server there. */
static bool of_another_kind(const struct script *script, const char *path)
{
	static const char *const paths[] = {
	    "/props", "/api/ps", "/api/show", "/api/v0/models", "/api/generate"};

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (strcmp(path, paths[i]) == 0)
			return script_page(script, path) == NULL;
	return false;
}

/* Refuses a request as too large, in llama-server's words (tests/wire/data/err-context-overflow.txt). */
static enum MHD_Result send_overflow(struct MHD_Connection *c, long tokens, long window)
{
	char *message = xasprintf("request (%ld tokens) exceeds the available context size (%ld "
				  "tokens), try increasing it",
	    tokens, window);
	json_t *value = json_pack("{s{si ss ss sI sI}}", "error", "code", 400, "message", message,
	    "type", "exceed_context_size_error", "n_prompt_tokens", (json_int_t)tokens, "n_ctx",
	    (json_int_t)window);

	free(message);
	return send_json(c, 400, value);
}

/* Returns how many tokens the reply's text takes; if more than `most`, the text is cut. */
static int64_t meter_text(json_t *map, int64_t most, bool *cut)
{
	const char *text = json_str(map, "text", "");
	int64_t tokens = ((int64_t)strlen(text) + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;

	if (tokens <= most)
		return tokens;
	*cut = true;
	json_object_set_new(map, "text", json_stringn(text, (size_t)(most * BYTES_PER_TOKEN)));
	return most;
}

static int64_t meter_calls(json_t *map, int64_t most, bool *cut)
{
	const json_t *calls = json_list(map, "calls");
	char *line = calls ? json_line(calls) : xstrdup("");
	int64_t tokens = (int64_t)strlen(line) / BYTES_PER_TOKEN;

	free(line);
	if (tokens <= most)
		return tokens;
	*cut = true;
	json_object_del(map, "calls");
	return most;
}

/* Returns the reply with the usage and the length this request makes of it. Never freed: it is sent after the lock is
 * released. */
static struct reply *metered(const struct reply *r, const json_t *body, size_t bytes)
{
	const int64_t asked = json_int(body, "max_tokens",
			  json_int(body, "max_completion_tokens",
			      json_int(body, "max_output_tokens", 0))),
		      most = asked > 0 ? asked : INT64_MAX,
		      input = (int64_t)bytes / json_int(r->map, "metered", BYTES_PER_TOKEN);
	json_t *map = json_copy((json_t *)r->map);
	struct reply *made = xcalloc(1, sizeof *made);
	bool cut = false;
	int64_t output = meter_text(map, most, &cut);

	output += meter_calls(map, most - output, &cut);
	if (cut)
		json_object_set_new(map, "finish", json_string("length"));
	json_object_set_new(map, "usage",
	    json_pack("{sI sI}", "prompt_tokens", (json_int_t)input, "completion_tokens",
		(json_int_t)output));
	reply_compile(made, map, ".", NULL);
	return made;
}

/* Returns the protocol of a request to this path; PROTOCOLS: it does not ask for a reply. */
static enum protocol protocol_of(const struct server *s, const char *method, const char *path)
{
	static const char *const ends[PROTOCOLS] = {"/chat/completions", "/messages", "/responses"};

	if (strncmp(path, s->under, strlen(s->under)) != 0)
		return PROTOCOLS;
	for (int i = 0; i < PROTOCOLS && strcmp(method, "POST") == 0; i++)
		if (ends_with(path, ends[i]) && (s->protocols & 1u << i))
			return (enum protocol)i;
	return PROTOCOLS;
}

static enum MHD_Result send_count(
    const struct server *s, struct MHD_Connection *c, const struct request *q, const json_t *body)
{
	const char *fault = count_fault(body);

	return fault ? send_error(c, 400, fault)
		     : send_json(c, 200,
			   json_pack("{sI}", "input_tokens",
			       (json_int_t)((long)q->body.len / s->counts)));
}

static enum MHD_Result send_page(struct MHD_Connection *c, const json_t *page)
{
	poll(NULL, 0, (int)json_int(page, "delay_ms", 0));
	return send_json(c, 200, json_incref(json_object_get(page, "body")));
}

/* Returns the bill of a reply, still without its length; NULL: no bills are wanted. */
static json_t *bill_of(const struct server *s, const struct request *q, const json_t *body)
{
	return bills_fd < 0 ? NULL
			    : json_pack("{sI ss sI}", "n", (json_int_t)s->count, "model",
				  json_str(body, "model", ""), "input",
				  (json_int_t)q->body.len / BYTES_PER_TOKEN);
}

static enum MHD_Result answer(struct server *s, struct MHD_Connection *c, const struct request *q,
    const char *method, const char *path)
{
	enum protocol protocol = protocol_of(s, method, path);
	bool asked = protocol != PROTOCOLS;
	long tokens = (long)q->body.len / BYTES_PER_TOKEN;
	bool fits = s->context_tokens == 0 || tokens <= s->context_tokens;
	json_t *body = json_loadb(buf_str(&q->body), q->body.len, 0, NULL);
	const char *fault = asked ? request_fault(path, body) : NULL;
	if (!fault && asked && protocol == PROTOCOL_CHAT && s->chat_template)
		fault = template_fault(s->chat_template, body);
	const bool below = strncmp(path, s->under, strlen(s->under)) == 0;
	char *last = last_text(body), *why = NULL;
	const json_t *page;
	enum MHD_Result result;

	pthread_mutex_lock(&s->lock);
	if (!of_another_kind(s->script, path))
		note(s, c, q, method, path, body);
	struct reply *reply = asked && fits && !fault ? script_pick(s->script, last) : NULL;
	if (asked && fits && !fault && reply == NULL)
		why = xasprintf(
		    "the script has no reply left for request %lld, which ends with: %.200s",
		    (long long)s->count, last);
	page = script_page(s->script, path);
	script_asked(s->script, path);
	pthread_mutex_unlock(&s->lock);

	if (fault)
		result = send_error(c, 400, fault);
	else if (asked && !fits)
		result = send_overflow(c, tokens, s->context_tokens);
	else if (reply != NULL && json_object_get(reply->map, "metered") != NULL)
		result = play(c, metered(reply, body, q->body.len), protocol,
		    json_flag(body, "stream", false), s->script->fresh, bill_of(s, q, body));
	else if (reply != NULL)
		result = play(c, reply, protocol, json_flag(body, "stream", false),
		    s->script->fresh, bill_of(s, q, body));
	else if (asked)
		result = send_error(c, 500, why);
	else if (s->counts > 0 && below && is_count(path))
		result = send_count(s, c, q, body);
	else if (below && page)
		result = send_page(c, page);
	else if (strcmp(method, "GET") == 0 && below && !of_another_kind(s->script, path) &&
		 ends_with(path, "/models"))
		result = send_json(c, 200, json_loads(s->script->models, 0, NULL));
	else
		result = send_error(c, 404, "File Not Found");
	json_decref(body);
	free(last);
	free(why);
	return result;
}

static enum MHD_Result handle(void *ctx, struct MHD_Connection *c, const char *path,
    const char *method, const char *version, const char *data, size_t *len, void **state)
{
	struct request *q = *state;

	if (q == NULL) {
		q = *state = xcalloc(1, sizeof *q);
		q->at_us = clock_mono_us();
		return MHD_YES;
	}
	if (*len > 0) {
		buf_add(&q->body, data, *len);
		*len = 0;
		return MHD_YES;
	}
	return answer(ctx, c, q, method, path);
}

static void completed(
    void *ctx, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode code)
{
	struct server *s = ctx;
	struct request *q = *state;

	pthread_mutex_lock(&s->lock);
	s->replied_us = clock_mono_us();
	pthread_mutex_unlock(&s->lock);
	if (q != NULL)
		buf_free(&q->body);
	free(q);
}

/* Returns the bit of a protocol by its name; 0: there is no such protocol. */
static unsigned protocol_named(const char *name)
{
	static const char *const names[PROTOCOLS] = {"chat", "messages", "responses"};

	for (int i = 0; i < PROTOCOLS; i++)
		if (strcmp(names[i], name) == 0)
			return 1u << i;
	return 0;
}

static int usage(void)
{
	fprintf(stderr, "usage: model_server SCRIPT.yaml [--port-file FILE] [--requests FILE] "
			"[--timeout SECONDS] [--context-tokens N] [--protocol NAME] "
			"[--under PATH] [--tls PEM] [--template NAME] [--counts N] "
			"[--bills FILE]\n");
	return 2;
}

static bool announce(unsigned port, const char *port_file)
{
	struct error e = ERROR_INIT;
	char text[16];
	int len = snprintf(text, sizeof text, "%u\n", port);

	if (port_file != NULL && !file_write(port_file, 0644, text, (size_t)len, &e)) {
		fprintf(stderr, "model_server: %s\n", e.message);
		return false;
	}
	printf("port %u\n", port);
	return fflush(stdout) == 0;
}

static int serve(struct server *s, const char *port_file, int timeout_s)
{
	struct sockaddr_in here = {
	    .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}},
			      tls[] = {{MHD_OPTION_HTTPS_MEM_KEY, 0, (char *)buf_str(&s->tls)},
				  {MHD_OPTION_HTTPS_MEM_CERT, 0, (char *)buf_str(&s->tls)},
				  {MHD_OPTION_END, 0, NULL}};
	struct timespec left = {timeout_s, 0};
	sigset_t ends;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	pthread_sigmask(SIG_BLOCK, &ends, NULL); /* before threads are made, which inherit it */
	struct MHD_Daemon *daemon =
	    MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION |
				 MHD_USE_POLL | (s->tls.len ? MHD_USE_TLS : 0),
		0, NULL, NULL, handle, s, MHD_OPTION_SOCK_ADDR, &here,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)1 << 18, MHD_OPTION_NOTIFY_COMPLETED,
		completed, s, MHD_OPTION_ARRAY, s->tls.len ? tls : plain, MHD_OPTION_END);
	if (daemon == NULL) {
		fprintf(stderr, "model_server: cannot listen: %s\n", strerror(errno));
		return 1;
	}
	if (!announce(MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port, port_file))
		return 1;
	sigtimedwait(&ends, NULL, &left);
	_exit(0); /* stalled connections are not waited for */
}

int main(int argc, char **argv)
{
	const char *script = NULL, *port_file = NULL, *requests = NULL, *tls = NULL;
	struct server s = {
	    .requests_fd = -1, .protocols = ~0u, .under = "", .lock = PTHREAD_MUTEX_INITIALIZER};
	struct problems problems = PROBLEMS_INIT;
	long timeout_s = TIMEOUT_S;

	for (int i = 1; i < argc; i++) {
		if (argv[i][0] != '-')
			script = argv[i];
		else if (strcmp(argv[i], "--port-file") == 0 && i + 1 < argc)
			port_file = argv[++i];
		else if (strcmp(argv[i], "--requests") == 0 && i + 1 < argc)
			requests = argv[++i];
		else if (strcmp(argv[i], "--timeout") == 0 && i + 1 < argc)
			timeout_s = strtol(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--context-tokens") == 0 && i + 1 < argc)
			s.context_tokens = strtol(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--counts") == 0 && i + 1 < argc)
			s.counts = strtol(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--protocol") == 0 && i + 1 < argc)
			s.protocols = protocol_named(argv[++i]);
		else if (strcmp(argv[i], "--template") == 0 && i + 1 < argc)
			s.chat_template = argv[++i];
		else if (strcmp(argv[i], "--under") == 0 && i + 1 < argc)
			s.under = argv[++i];
		else if (strcmp(argv[i], "--tls") == 0 && i + 1 < argc)
			tls = argv[++i];
		else if (strcmp(argv[i], "--bills") == 0 && i + 1 < argc)
			bills_fd = open(argv[++i], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
		else
			return usage();
	}
	if (script == NULL || timeout_s < 1 || timeout_s > TIMEOUT_S || s.protocols == 0 ||
	    (s.chat_template && !template_is_known(s.chat_template)))
		return usage();
	if (tls != NULL && !file_read(tls, 1 << 16, &s.tls, NULL)) {
		fprintf(stderr, "model_server: cannot read '%s'\n", tls);
		return 1;
	}
	if (requests != NULL)
		s.requests_fd = open(requests, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	if (requests != NULL && s.requests_fd < 0) {
		fprintf(stderr, "model_server: cannot write '%s': %s\n", requests, strerror(errno));
		return 1;
	}
	s.script = script_load(script, &problems);
	for (size_t i = 0; i < problems.count; i++) {
		char *line = problem_line(&problems.list[i]);
		fprintf(stderr, "%s\n", line);
		free(line);
	}
	problems_free(&problems);
	return s.script != NULL ? serve(&s, port_file, (int)timeout_s) : 2;
}
