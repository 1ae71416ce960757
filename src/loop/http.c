/* SPDX-License-Identifier: MIT
 * HTTP transfers in the loop: curl's multi handle waits in place of poll while there are transfers, and is
 * kept with its connections when there are none. curl runs once per turn of the loop; the bytes that its
 * callbacks gathered go to the sinks afterwards, so a sink may stop any transfer. Timeouts are kept here,
 * by one timer per transfer, armed anew for each phase.
 */
#include <strings.h>

#include "base/base.h"
#include "loop/transfer.h"

#define KEPT_CONNECTIONS 8L
#define SLICE ((size_t)64 << 10) /* most bytes of a body per turn, so no transfer starves others */
#define KEPT_BODY ((size_t)256 << 10) /* larger buffers are freed when they are empty */
#define LONGEST_WAIT_MS 3600000	      /* for "no timeout", which curl does not have */

struct http {
	CURLM *multi;
	struct transfer *transfers;
	size_t active; /* transfers that curl works on */
	bool backlog;  /* some body was not wholly delivered: curl must neither run nor sleep */
	struct curl_waitfd *fds;
	size_t fds_cap;
};

static void unlink_transfer(struct transfer *t)
{
	struct http *h = t->loop->http;

	if (t->easy != NULL && h->multi != NULL) {
		curl_multi_remove_handle(h->multi, t->easy);
		h->active--;
	}
	if (t->easy != NULL)
		curl_easy_cleanup(t->easy);
	t->easy = NULL;
	timer_stop(t->timer);
	t->timer = NULL;
	*t->link = t->next;
	if (t->next != NULL)
		t->next->link = t->link;
}

static void transfer_release(struct transfer *t)
{
	curl_slist_free_all(t->headers);
	free_all(t->where, t->peer, t->ca_file);
	buf_free(&t->head);
	buf_free(&t->body);
	loop_free_later(t->loop, t);
}

/* Delivers at most max received bytes of the body. */
static void hand_on_body(struct transfer *t, size_t max)
{
	struct buf body = t->body;
	size_t from = t->handed, len = body.len - from;

	if (len == 0)
		return;
	len = len < max ? len : max;
	t->body = (struct buf)BUF_INIT;
	if (t->gather)
		buf_add(t->gather, body.data + from, len);
	if (t->sink.data != NULL)
		t->sink.data(t->ctx, body.data + from, len);
	t->handed += len;
	/* The bytes had arrived before and waited here, so this is no stall of the server. */
	t->heard_us = clock_mono_us();
	if (t->handed == body.len) {
		buf_clear(&body);
		t->handed = 0;
	}
	if (t->stopped || (body.len == 0 && body.cap > KEPT_BODY))
		buf_free(&body);
	else
		t->body = body;
}

static void transfer_finish(struct transfer *t)
{
	struct http_result result = {
	    t->failure, t->reason, t->head_whole ? t->status : 0, ERROR_INIT};

	hand_on_body(t, SIZE_MAX);
	if (t->stopped)
		return;
	unlink_transfer(t);
	t->stopped = true;
	transfer_explain(t, &result.error);
	if (t->sink.done != NULL)
		t->sink.done(t->ctx, &result);
	error_free(&result.error);
	transfer_release(t);
}

static void transfer_expire(void *ctx);

/* Returns when the first timeout of the transfer's phase ends, at least now, and sets *why to its failure; INT64_MAX:
 * there is none. Of several that have ended, the last of the list counts. */
static int64_t transfer_due(const struct transfer *t, int64_t now, enum http_failure *why)
{
	const struct {
		bool holds;
		int64_t from_us;
		int ms;
		enum http_failure why;
	} limits[] = {
	    {t->phase == PHASE_WAITING, t->connected_us, t->first_byte_ms, HTTP_TIMEOUT_FIRST_BYTE},
	    {t->phase == PHASE_RECEIVING, t->heard_us, t->stall_ms, HTTP_TIMEOUT_STALL},
	    {true, t->started_us, t->total_ms, HTTP_TIMEOUT_TOTAL},
	};
	int64_t due = INT64_MAX;

	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		const int64_t end = limits[i].from_us + limits[i].ms * INT64_C(1000);

		if (!limits[i].holds || limits[i].ms <= 0 || end > due)
			continue;
		due = end > now ? end : now;
		*why = limits[i].why;
	}
	return due;
}

/* Arms the timer for the transfer's current phase. */
static void transfer_arm(struct transfer *t)
{
	enum http_failure why;
	const int64_t now = clock_mono_us(), due = transfer_due(t, now, &why);

	timer_stop(t->timer);
	t->armed = t->phase;
	t->timer = due == INT64_MAX
		       ? NULL
		       : loop_after(t->loop, (due - now + 999) / 1000, transfer_expire, t);
}

static void transfer_expire(void *ctx)
{
	struct transfer *t = ctx;
	const int64_t now = clock_mono_us();
	enum http_failure why;

	t->timer = NULL;
	if (transfer_due(t, now, &why) <= now)
		t->failure = why;
	if (t->failure != HTTP_OK)
		transfer_finish(t);
	else
		transfer_arm(t);
}

/* Delivers what a transfer received to its sink. True: there was something new. */
static bool transfer_deliver(struct transfer *t)
{
	bool news = t->over || t->body.len > 0 || t->head_whole != t->head_told;

	if (t->head_whole && !t->head_told) {
		t->head_told = true;
		if (t->sink.head != NULL)
			t->sink.head(t->ctx, t->status);
	}
	if (!t->stopped)
		hand_on_body(t, SLICE);
	if (t->stopped)
		return news;
	if (t->body.len > 0)
		t->loop->http->backlog = true;
	else if (t->over)
		transfer_finish(t);
	else if (t->phase != t->armed)
		transfer_arm(t);
	return news;
}

static bool net_busy(const struct loop *l)
{
	return l->http->active > 0;
}

static int net_wait(struct loop *l, struct pollfd *fds, size_t count, int timeout_ms)
{
	struct http *h = l->http;

	if (h->backlog)
		return poll(fds, count, 0);
	array_reserve(&h->fds, &h->fds_cap, count, sizeof *h->fds);
	for (size_t i = 0; i < count; i++)
		h->fds[i] = (struct curl_waitfd){.fd = fds[i].fd,
		    .events = (short)((fds[i].events & POLLIN ? CURL_WAIT_POLLIN : 0) |
				      (fds[i].events & POLLPRI ? CURL_WAIT_POLLPRI : 0) |
				      (fds[i].events & POLLOUT ? CURL_WAIT_POLLOUT : 0))};
	curl_multi_poll(
	    h->multi, h->fds, (unsigned)count, timeout_ms < 0 ? LONGEST_WAIT_MS : timeout_ms, NULL);
	/* Again, because curl's result lacks POLLHUP, POLLERR and POLLNVAL. */
	return poll(fds, count, 0);
}

static bool net_run(struct loop *l)
{
	struct http *h = l->http;
	bool news = false;
	int left;

	if (h->active == 0)
		return false;
	if (!h->backlog) {
		curl_multi_perform(h->multi, &left);
		for (CURLMsg *msg; (msg = curl_multi_info_read(h->multi, &left)) != NULL;) {
			struct transfer *t;
			if (msg->msg != CURLMSG_DONE)
				continue;
			curl_easy_getinfo(msg->easy_handle, CURLINFO_PRIVATE, (char **)&t);
			transfer_conclude(t, msg->data.result);
		}
	}
	h->backlog = false;
	for (struct transfer *t = h->transfers, *next; t != NULL; t = next) {
		next = t->next;
		if (!t->stopped && t->easy != NULL)
			news |= transfer_deliver(t);
	}
	return news;
}

static void net_free(struct loop *l)
{
	auto_free struct http *h = l->http;

	while (h->transfers != NULL)
		transfer_stop(h->transfers);
	curl_multi_cleanup(h->multi);
	free(h->fds);
	l->http = NULL;
	l->net = NULL;
}

static void net_start(struct loop *l)
{
	static const struct net net = {net_busy, net_wait, net_run, net_free};
	static bool ready; /* curl's global state belongs to the process and is kept */

	if (!ready && curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		die("curl does not start");
	ready = true;
	l->http = xcalloc(1, sizeof *l->http);
	l->http->multi = curl_multi_init();
	if (l->http->multi == NULL)
		die("out of memory");
	curl_multi_setopt(l->http->multi, CURLMOPT_MAXCONNECTS, KEPT_CONNECTIONS);
	l->net = &net;
}

static void fail_later(void *ctx)
{
	struct transfer *t = ctx;

	t->timer = NULL;
	transfer_finish(t);
}

struct transfer *http_start(
    struct loop *l, const struct http_request *request, const struct http_sink *sink, void *ctx)
{
	struct transfer *t = xcalloc(1, sizeof *t);

	if (l->http == NULL)
		net_start(l);
	*t = (struct transfer){.loop = l,
	    .next = l->http->transfers,
	    .link = &l->http->transfers,
	    .sink = *sink,
	    .gather = request->gather,
	    .ctx = ctx,
	    .started_us = clock_mono_us()};
	if (t->next != NULL)
		t->next->link = &t->next;
	l->http->transfers = t;
	if (!transfer_prepare(t, request)) {
		curl_easy_cleanup(t->easy);
		t->easy = NULL;
		t->timer = loop_after(l, 0, fail_later, t);
		return t;
	}
	curl_multi_add_handle(l->http->multi, t->easy);
	l->http->active++;
	transfer_arm(t);
	return t;
}

const char *transfer_header(const struct transfer *t, const char *name)
{
	size_t len = strlen(name);
	const char *end = t->head.data + t->head.len;

	for (const char *line = t->head.data; line != NULL && line < end; line += strlen(line) + 1)
		if (strncasecmp(line, name, len) == 0 && line[len] == ':')
			return line + len + 1 + strspn(line + len + 1, " \t");
	return NULL;
}

void transfer_stop(struct transfer *t)
{
	if (t == NULL || t->stopped)
		return;
	t->stopped = true;
	unlink_transfer(t);
	transfer_release(t);
}
