/*
 * The client against real servers on loopback: each is a listening socket in the same loop that
 * answers with the bytes its row says.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "loop/http.h"

struct scene;

struct peer { /* one accepted connection */
	struct scene *scene;
	int fd;
	struct watch *watch;
	struct buf got;
};

struct scene {
	struct loop *loop;
	int listener, port, accepted, requests;
	struct watch *watch;
	struct peer peers[8];
	const char *answer; /* sent for each request */
	size_t answer_len;
	bool close_after;   /* the connection, after the answer */
	bool speak_first;   /* the answer comes before any request */
	struct buf request; /* the last one as it came */

	char url[64];
	struct transfer *transfer;
	int heads, dones;
	long status;
	char type[64];
	bool stop_in_head, stop_in_data, stop_in_done, reset;
	struct buf body;
	size_t largest; /* piece handed on */
	enum http_failure failure;
	struct error error;
};

static void hang_up(struct peer *p)
{
	watch_stop(p->watch);
	p->watch = NULL;
	if (p->fd >= 0)
		close(p->fd);
	p->fd = -1;
}

static bool request_is_whole(const struct buf *b)
{
	const char *end = strstr(buf_str(b), "\r\n\r\n");
	const char *length = strstr(buf_str(b), "Content-Length: ");

	if (end == NULL)
		return false;
	size_t body = length == NULL ? 0 : strtoul(length + 16, NULL, 10);
	return b->len >= (size_t)(end + 4 - b->data) + body;
}

static void serve(void *ctx, int fd, short revents)
{
	struct peer *p = ctx;
	struct scene *s = p->scene;
	char bytes[65536];
	ssize_t n = read(fd, bytes, sizeof bytes);

	if (n <= 0) {
		hang_up(p);
		return;
	}
	buf_add(&p->got, bytes, (size_t)n);
	if (!request_is_whole(&p->got))
		return;
	s->requests++;
	buf_clear(&s->request);
	buf_add(&s->request, p->got.data, p->got.len);
	buf_clear(&p->got);
	if (s->answer != NULL)
		assert_int_equal(write(fd, s->answer, s->answer_len), s->answer_len);
	if (s->reset) {
		struct linger hard = {1, 0};
		setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
	}
	if (s->close_after)
		hang_up(p);
}

static void welcome(void *ctx, int fd, short revents)
{
	struct scene *s = ctx;
	struct peer *p = &s->peers[s->accepted++];

	*p = (struct peer){.scene = s, .fd = accept(fd, NULL, NULL)};
	p->watch = loop_watch(s->loop, p->fd, POLLIN, serve, p);
	if (s->speak_first)
		assert_int_equal(write(p->fd, s->answer, s->answer_len), s->answer_len);
}

static void listen_on_loopback(struct scene *s, int backlog)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;

	s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(s->listener, (struct sockaddr *)&a, sizeof a), 0);
	assert_int_equal(listen(s->listener, backlog), 0);
	getsockname(s->listener, (struct sockaddr *)&a, &len);
	s->port = ntohs(a.sin_port);
	snprintf(s->url, sizeof s->url, "http://127.0.0.1:%d/v1?key=hidden", s->port);
}

static int setup(void **state)
{
	struct scene *s = calloc(1, sizeof *s);

	s->loop = loop_new();
	listen_on_loopback(s, 8);
	s->watch = loop_watch(s->loop, s->listener, POLLIN, welcome, s);
	*state = s;
	return 0;
}

static int teardown(void **state)
{
	struct scene *s = *state;

	loop_free(s->loop);
	for (int i = 0; i < s->accepted; i++) {
		s->peers[i].watch = NULL;
		hang_up(&s->peers[i]);
		buf_free(&s->peers[i].got);
	}
	if (s->listener >= 0)
		close(s->listener);
	buf_free(&s->request);
	buf_free(&s->body);
	error_free(&s->error);
	free(s);
	return 0;
}

static void on_head(void *ctx, long status)
{
	struct scene *s = ctx;
	const char *type = transfer_header(s->transfer, "content-TYPE");

	s->heads++;
	s->status = status;
	snprintf(s->type, sizeof s->type, "%s", type != NULL ? type : "none");
	if (s->stop_in_head)
		transfer_stop(s->transfer);
}

static void on_data(void *ctx, const char *data, size_t len)
{
	struct scene *s = ctx;

	buf_add(&s->body, data, len);
	s->largest = len > s->largest ? len : s->largest;
	if (s->stop_in_data)
		transfer_stop(s->transfer);
}

static void on_done(void *ctx, const struct http_result *result)
{
	struct scene *s = ctx;

	s->dones++;
	s->failure = result->failure;
	s->status = result->status;
	if (result->failure != HTTP_OK)
		error_at(&s->error, result->error.code, result->error.where, "%s",
		    result->error.message);
	if (s->stop_in_done)
		transfer_stop(s->transfer);
}

static const struct http_sink sink = {on_head, on_data, on_done};

static bool is_done(void *ctx)
{
	return ((struct scene *)ctx)->dones > 0;
}

static void answer(struct scene *s, const char *bytes)
{
	s->answer = bytes;
	s->answer_len = strlen(bytes);
}

static void ask(struct scene *s, struct http_request request)
{
	if (request.method == NULL)
		request.method = "GET";
	if (request.url == NULL)
		request.url = s->url;
	s->dones = s->heads = 0;
	buf_clear(&s->body);
	s->transfer = http_start(s->loop, &request, &sink, s);
	assert_int_equal(s->dones, 0);
	assert_true(loop_await(s->loop, is_done, s, NULL));
	assert_int_equal(s->dones, 1);
}

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain \r\n"

static void an_answer_arrives_whole(void **state)
{
	struct scene *s = *state;

	answer(s, OK_HEAD "Content-Length: 5\r\n\r\nhello");
	ask(s, (struct http_request){0});
	assert_int_equal(s->failure, HTTP_OK);
	assert_int_equal(s->status, 200);
	assert_int_equal(s->heads, 1);
	assert_string_equal(s->type, "text/plain");
	assert_string_equal(buf_str(&s->body), "hello");
	assert_non_null(strstr(buf_str(&s->request), "GET /v1?key=hidden HTTP/1.1\r\n"));
	assert_non_null(strstr(buf_str(&s->request), "User-Agent: agent/"));
}

static void a_post_carries_its_body_and_headers(void **state)
{
	struct scene *s = *state;
	size_t len = 2 << 20; /* so large that curl would ask first */
	char *body = malloc(len);
	int64_t begin = clock_mono_ms();

	memset(body, 'b', len);
	answer(s, OK_HEAD "Content-Length: 0\r\n\r\n");
	ask(s, (struct http_request){.method = "POST",
		   .headers =
		       (const char *const[]){"Content-Type: application/json", "X-Key: k", NULL},
		   .body = body,
		   .body_len = len});
	free(body);
	assert_int_equal(s->failure, HTTP_OK);
	assert_in_range(clock_mono_ms() - begin, 0, 990);
	assert_int_equal(s->request.data[s->request.len - 1], 'b');
	assert_true(s->request.len > len);
	assert_non_null(strstr(buf_str(&s->request), "POST /v1"));
	assert_non_null(strstr(buf_str(&s->request), "Content-Type: application/json\r\n"));
	assert_non_null(strstr(buf_str(&s->request), "X-Key: k\r\n"));
	assert_null(strstr(buf_str(&s->request), "Expect"));
	assert_null(strstr(buf_str(&s->request), "urlencoded"));
}

/* Every way an answer can go wrong, and some it must not. */
static const struct broken {
	const char *name, *answer;
	enum http_failure failure;
	long status;
	const char *body, *message;
	bool close_after, reset;
	size_t max_head, max_body;
	int first_byte_ms, stall_ms, total_ms;
} rows[] = {
    {.name = "a status of failure is an answer",
	.answer = "HTTP/1.1 503 No\r\nContent-Length: 4\r\n\r\nbusy",
	.status = 503,
	.body = "busy"},
    {.name = "a status without a phrase",
	.answer = "HTTP/1.1 529\r\nContent-Length: 2\r\n\r\nno",
	.status = 529,
	.body = "no"},
    {.name = "a redirect is not followed",
	.answer = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n"
		  "Content-Length: 0\r\n\r\n",
	.status = 302,
	.body = ""},
    {.name = "1xx are skipped",
	.answer =
	    "HTTP/1.1 103 Early\r\nContent-Type: wrong\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n" OK_HEAD
	    "Content-Length: 2\r\n\r\nok",
	.status = 200,
	.body = "ok"},
    {.name = "chunks",
	.answer = OK_HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n"
			  "Trailer: x\r\n\r\n",
	.status = 200,
	.body = "abcde"},
    {.name = "a body that ends with the connection",
	.answer = OK_HEAD "\r\nall",
	.close_after = true,
	.status = 200,
	.body = "all"},
    {.name = "closed before the head",
	.answer = NULL,
	.close_after = true,
	.failure = HTTP_BROKEN,
	.message = "broke: Empty reply from server"},
    {.name = "reset before the head",
	.answer = NULL,
	.close_after = true,
	.reset = true,
	.failure = HTTP_BROKEN,
	.message = "reset by peer"},
    {.name = "closed inside the head",
	.answer = "HTTP/1.1 200 OK\r\nContent-Ty",
	.close_after = true,
	.failure = HTTP_BROKEN,
	.body = "",
	.message = "inside the head"},
    {.name = "closed inside the body",
	.answer = OK_HEAD "Content-Length: 100\r\n\r\nonly this",
	.close_after = true,
	.failure = HTTP_BROKEN,
	.status = 200,
	.body = "only this"},
    {.name = "closed inside a chunk",
	.answer = OK_HEAD "Transfer-Encoding: chunked\r\n\r\n9\r\nabc",
	.close_after = true,
	.failure = HTTP_BROKEN,
	.status = 200,
	.body = "abc"},
    {.name = "no chunk at all",
	.answer = OK_HEAD "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
	.failure = HTTP_BROKEN,
	.status = 200,
	.body = "abc"},
    {.name = "no HTTP",
	.answer = "SSH-2.0-OpenSSH_9.2\r\n",
	.failure = HTTP_BROKEN,
	.message = "HTTP/0.9"},
    {.name = "a head over its ceiling",
	.answer = OK_HEAD "X-Long: 0123456789012345678901234567890123456789\r\n\r\n",
	.max_head = 64,
	.failure = HTTP_TOO_LARGE,
	.message = "the head of the answer is larger than 64 bytes"},
    {.name = "a body over its ceiling",
	.answer = OK_HEAD "Content-Length: 10\r\n\r\n0123456789",
	.max_body = 9,
	.failure = HTTP_TOO_LARGE,
	.status = 200,
	.message = "the body of the answer is larger than 9 bytes"},
    {.name = "a body just at its ceiling",
	.answer = OK_HEAD "Content-Length: 10\r\n\r\n0123456789",
	.max_body = 10,
	.status = 200,
	.body = "0123456789"},
    {.name = "no first byte",
	.answer = NULL,
	.first_byte_ms = 60,
	.stall_ms = 10,
	.failure = HTTP_TIMEOUT_FIRST_BYTE,
	.message = "within 60 ms"},
    {.name = "a 1xx is no first byte",
	.answer = "HTTP/1.1 102 Wait\r\n\r\n",
	.first_byte_ms = 60,
	.stall_ms = 10,
	.failure = HTTP_TIMEOUT_FIRST_BYTE},
    {.name = "nothing more inside the head",
	.answer = OK_HEAD,
	.first_byte_ms = 10000,
	.stall_ms = 60,
	.failure = HTTP_TIMEOUT_STALL},
    {.name = "nothing more inside the body",
	.answer = OK_HEAD "Content-Length: 100\r\n\r\nonly this",
	.first_byte_ms = 10000,
	.stall_ms = 60,
	.failure = HTTP_TIMEOUT_STALL,
	.status = 200,
	.body = "only this",
	.message = "for 60 ms"},
    {.name = "too long in all",
	.answer = OK_HEAD "Content-Length: 100\r\n\r\nonly this",
	.stall_ms = 10000,
	.total_ms = 60,
	.failure = HTTP_TIMEOUT_TOTAL,
	.status = 200,
	.body = "only this",
	.message = "within 60 ms"},
};

static void every_broken_answer_has_its_failure(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct broken *row = &rows[i];
		struct scene *s;
		int64_t begin = clock_mono_ms();

		setup((void **)&s);
		if (row->answer != NULL)
			answer(s, row->answer);
		s->close_after = row->close_after;
		s->reset = row->reset;
		ask(s, (struct http_request){.max_head = row->max_head,
			   .max_body = row->max_body,
			   .first_byte_ms = row->first_byte_ms,
			   .stall_ms = row->stall_ms,
			   .total_ms = row->total_ms});
		if (s->failure != row->failure || s->status != row->status)
			fail_msg("%s: failure %d, status %ld: %s", row->name, s->failure, s->status,
			    s->error.message != NULL ? s->error.message : "");
		if (row->body != NULL && strcmp(buf_str(&s->body), row->body) != 0)
			fail_msg("%s: body '%s'", row->name, buf_str(&s->body));
		if (row->message != NULL && strstr(s->error.message, row->message) == NULL)
			fail_msg("%s: message '%s'", row->name, s->error.message);
		if (row->failure != HTTP_OK && strstr(s->error.where, "hidden") != NULL)
			fail_msg("%s: the query is shown: %s", row->name, s->error.where);
		int64_t took = clock_mono_ms() - begin;
		bool waits = row->first_byte_ms + row->stall_ms + row->total_ms > 0;
		if (took > 700 || (waits && took < 60))
			fail_msg("%s: took %d ms", row->name, (int)took);
		teardown((void **)&s);
	}
}

static void nobody_listening_is_refused(void **state)
{
	struct scene *s = *state;
	char want[96];

	watch_stop(s->watch);
	close(s->listener);
	s->listener = -1;
	ask(s, (struct http_request){.connect_ms = 5000});
	assert_int_equal(s->failure, HTTP_CONNECT);
	assert_int_equal(s->status, 0);
	assert_int_equal(s->error.code, ERR_NETWORK);
	snprintf(
	    want, sizeof want, "cannot connect to '127.0.0.1:%d': Connection refused", s->port);
	assert_string_equal(s->error.message, want);
	snprintf(want, sizeof want, "http://127.0.0.1:%d/v1", s->port);
	assert_string_equal(s->error.where, want);
}

static void an_unknown_name_does_not_resolve(void **state)
{
	struct scene *s = *state;

	ask(s, (struct http_request){
		   .url = "http://user:secret@no-such-host.invalid/v1?k=1", .connect_ms = 20000});
	assert_int_equal(s->failure, HTTP_RESOLVE);
	assert_string_equal(s->error.where, "http://no-such-host.invalid/v1");
	assert_non_null(strstr(s->error.message, "cannot resolve 'no-such-host.invalid:80'"));
}

static void a_url_that_cannot_be_asked_is_refused(void **state)
{
	static const char *const urls[] = {"", "localhost:1234/v1", "ftp://127.0.0.1/x",
	    "file:///etc/passwd", "http://", "http://a b/", "http://127.0.0.1:99999/",
	    "http://u:secret@[::1/?secret"};
	struct scene *s = *state;

	for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
		ask(s, (struct http_request){.url = urls[i]});
		assert_int_equal(s->failure, HTTP_BAD_URL);
		assert_int_equal(s->error.code, ERR_USAGE);
		assert_null(strstr(s->error.message, "secret"));
	}
	ask(s, (struct http_request){
		   .headers = (const char *const[]){"Authorization: a\r\nHost: other", NULL}});
	assert_int_equal(s->failure, HTTP_BAD_URL);
	assert_non_null(strstr(s->error.message, "the header 'Authorization' holds a line break"));
	assert_int_equal(s->accepted, 0);
}

/* A listener whose queue is full drops what knocks: connecting hangs. */
static int fill_queue(struct scene *s, int fds[], int count)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
	    .sin_port = htons((uint16_t)s->port),
	    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int made = 0;

	for (; made < count; made++) {
		fds[made] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
		connect(fds[made], (struct sockaddr *)&a, sizeof a);
	}
	return made;
}

static void a_connection_that_hangs_times_out(void **state)
{
	struct scene *s = *state;
	int fds[8];
	int64_t begin = clock_mono_ms();

	watch_stop(s->watch);
	close(s->listener);
	listen_on_loopback(s, 0);
	int made = fill_queue(s, fds, 8);
	ask(s, (struct http_request){.connect_ms = 120, .first_byte_ms = 1, .stall_ms = 1});
	assert_int_equal(s->failure, HTTP_TIMEOUT_CONNECT);
	assert_int_equal(s->error.code, ERR_TIMEOUT);
	assert_non_null(strstr(s->error.message, "within 120 ms"));
	assert_in_range(clock_mono_ms() - begin, 119, 2500);

	begin = clock_mono_ms();
	s->transfer =
	    http_start(s->loop, &(struct http_request){.method = "GET", .url = s->url}, &sink, s);
	loop_turn(s->loop, 20);
	loop_turn(s->loop, 20);
	s->dones = 0;
	int64_t stop = clock_mono_ms();
	transfer_stop(s->transfer);
	loop_turn(s->loop, 0);
	assert_in_range(clock_mono_ms() - stop, 0, 49);
	assert_int_equal(s->dones, 0);
	while (made > 0)
		close(fds[--made]);
}

/* A resolver that hangs until the test lets it go; curl calls it in its own thread. */
static int release_fds[2];
static volatile int resolving;

int getaddrinfo(
    const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
	char byte;

	if (strcmp(host, "slow.test") != 0)
		return EAI_NONAME;
	__atomic_add_fetch(&resolving, 1, __ATOMIC_SEQ_CST);
	while (read(release_fds[0], &byte, 1) < 0)
		;
	__atomic_sub_fetch(&resolving, 1, __ATOMIC_SEQ_CST);
	return EAI_AGAIN;
}

static void giving_up_while_a_name_is_resolved_does_not_block(void **state)
{
	struct scene *s = *state;
	struct http_request request = {.method = "GET", .url = "http://slow.test/"};

	assert_int_equal(pipe(release_fds), 0);
	s->transfer = http_start(s->loop, &request, &sink, s);
	while (resolving == 0)
		loop_turn(s->loop, 1);
	int64_t begin = clock_mono_ms();
	transfer_stop(s->transfer);
	loop_turn(s->loop, 0);
	assert_in_range(clock_mono_ms() - begin, 0, 49);

	begin = clock_mono_ms();
	request.connect_ms = 80;
	ask(s, request);
	assert_int_equal(s->failure, HTTP_TIMEOUT_CONNECT);
	assert_in_range(clock_mono_ms() - begin, 79, 2500);

	begin = clock_mono_ms();
	request.total_ms = 80;
	request.connect_ms = 0;
	ask(s, request);
	assert_int_equal(s->failure, HTTP_TIMEOUT_TOTAL);
	assert_in_range(clock_mono_ms() - begin, 79, 2500);
	assert_int_equal(resolving, 3);
	close(release_fds[1]);
	while (resolving > 0)
		loop_turn(s->loop, 1);
	close(release_fds[0]);
}

static void a_server_without_tls_is_no_connection(void **state)
{
	struct scene *s = *state;
	char url[64];

	answer(s, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
	s->speak_first = true;
	snprintf(url, sizeof url, "https://127.0.0.1:%d/", s->port);
	ask(s, (struct http_request){.url = url, .connect_ms = 5000});
	assert_int_equal(s->failure, HTTP_CONNECT);
	assert_int_equal(s->error.code, ERR_NETWORK);
	assert_non_null(strstr(s->error.message, "cannot connect to '127.0.0.1:"));
}

static void a_proxy_of_the_environment_is_asked(void **state)
{
	struct scene *s = *state;
	char proxy[64];

	snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", s->port);
	setenv("http_proxy", proxy, 1);
	answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	ask(s, (struct http_request){.url = "http://never.test/x"});
	unsetenv("http_proxy");
	assert_int_equal(s->failure, HTTP_OK);
	assert_non_null(strstr(buf_str(&s->request), "GET http://never.test/x HTTP/1.1\r\n"));
}

/* What it does with the connection that curl makes to it, and what is asked there. */
static void a_proxy_that_fails_is_named_as_one(void **state)
{
	static const struct {
		const char *variable, *url, *answer;
		enum http_failure failure;
	} proxies[] = {
	    {"http_proxy", "http://never.test/x", "", HTTP_PROXY},
	    {"https_proxy", "https://never.test/x", "", HTTP_PROXY},
	    {"https_proxy", "https://never.test/x", NULL, HTTP_PROXY}, /* says nothing */
	    {"https_proxy", "https://never.test/x",
		"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n", HTTP_PROXY},
	    {"http_proxy", "http://apart.invalid/x", "", HTTP_RESOLVE}, /* no_proxy */
	    {"http_proxy", "http://never.test/x", OK_HEAD "Content-Length: 9\r\n\r\nok",
		HTTP_BROKEN},
	};
	struct scene *s = *state;
	char proxy[64];

	snprintf(proxy, sizeof proxy, "http://me:sesame@127.0.0.1:%d", s->port);
	setenv("no_proxy", "far.test, .invalid", 1);
	for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++) {
		setenv(proxies[i].variable, proxy, 1);
		answer(s, proxies[i].answer ? proxies[i].answer : "");
		s->close_after = proxies[i].answer != NULL;
		ask(s, (struct http_request){.url = proxies[i].url, .connect_ms = 300});
		unsetenv(proxies[i].variable);
		if (s->failure != proxies[i].failure)
			fail_msg("row %zu: %d: %s", i, (int)s->failure, s->error.message);
		assert_true((strstr(s->error.message, "through the proxy '127.0.0.1:") != NULL) ==
			    (proxies[i].failure == HTTP_PROXY));
		assert_null(strstr(s->error.message, "sesame"));
	}
	unsetenv("no_proxy");
}

static void hosts_of_this_machine_are_known(void **state)
{
	static const char *const local[] = {"localhost", "LOCALHOST", "localhost.", "a.localhost",
	    "127.0.0.1", "127.8.9.1", "[::1]", "0.0.0.0"};
	static const char *const others[] = {"", "127.evil.test", "localhost.evil.test",
	    "notlocalhost", ".localhost", "10.0.0.1", "[::2]", "127."};

	for (size_t i = 0; i < sizeof local / sizeof *local; i++)
		if (!http_host_is_local(local[i], strlen(local[i])))
			fail_msg("%s is this machine", local[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (http_host_is_local(others[i], strlen(others[i])))
			fail_msg("%s is another one", others[i]);
	assert_true(http_host_is_local("127.0.0.1:80", 9));
}

static void a_second_request_takes_the_same_connection(void **state)
{
	struct scene *s = *state;

	answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	for (int i = 1; i <= 3; i++) {
		ask(s, (struct http_request){0});
		assert_int_equal(s->failure, HTTP_OK);
		assert_int_equal(s->requests, i);
	}
	assert_int_equal(s->accepted, 1);
	/* The server may close it meanwhile: the next request takes another, and does not fail. */
	hang_up(&s->peers[0]);
	ask(s, (struct http_request){.method = "POST", .body = "x", .body_len = 1});
	assert_int_equal(s->failure, HTTP_OK);
	assert_int_equal(s->accepted, 2);
}

static void without_transfers_curl_does_not_wake_the_loop(void **state)
{
	struct scene *s = *state;

	answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	ask(s, (struct http_request){0});
	int64_t begin = clock_mono_ms();
	loop_turn(s->loop, 60);
	assert_in_range(clock_mono_ms() - begin, 60, 2500);
}

/* Stop after n turns of the loop, at every stage from DNS to the body. */
static void stop_returns_at_once_at_every_stage(void **state)
{
	struct scene *s = *state;
	static const char *const urls[] = {"http://stop-here.invalid/", NULL};

	answer(s, OK_HEAD "Content-Length: 100\r\n\r\nonly this");
	for (int turns = 0; turns < 8; turns++) {
		for (int i = 0; i < 2 && s->accepted < 7; i++) {
			struct http_request request = {
			    .method = "GET", .url = urls[i] != NULL ? urls[i] : s->url};
			s->transfer = http_start(s->loop, &request, &sink, s);
			for (int k = 0; k < turns && s->dones == 0; k++)
				loop_turn(s->loop, 1);
			int64_t begin = clock_mono_ms();
			if (s->dones == 0)
				transfer_stop(s->transfer);
			int before = s->heads + s->dones;
			loop_turn(s->loop, 0);
			loop_turn(s->loop, 0);
			assert_in_range(clock_mono_ms() - begin, 0, 49);
			assert_int_equal(s->heads + s->dones, before);
			s->heads = s->dones = 0;
		}
	}
}

static void a_sink_may_stop_its_transfer(void **state)
{
	struct scene *s = *state;

	answer(s, OK_HEAD "Content-Length: 5\r\n\r\nhello");
	s->stop_in_done = true;
	ask(s, (struct http_request){0});
	assert_int_equal(s->failure, HTTP_OK);
	assert_string_equal(buf_str(&s->body), "hello");

	s->stop_in_data = true;
	s->dones = s->heads = 0;
	buf_clear(&s->body);
	struct http_request request = {.method = "GET", .url = s->url};
	s->transfer = http_start(s->loop, &request, &sink, s);
	for (int i = 0; i < 20; i++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->heads, 1);
	assert_int_equal(s->dones, 0);
	assert_string_equal(buf_str(&s->body), "hello");

	s->stop_in_head = true;
	buf_clear(&s->body);
	s->transfer = http_start(s->loop, &request, &sink, s);
	for (int i = 0; i < 20; i++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->heads, 2);
	assert_int_equal(s->dones, 0);
	assert_int_equal(s->body.len, 0);
}

static void a_large_body_arrives_whole(void **state)
{
	struct scene *s = *state;
	size_t len = 900000;
	char *bytes = malloc(len + 100);
	int head = snprintf(bytes, 100, OK_HEAD "Content-Length: %zu\r\n\r\n", len);
	int size = 4 << 20;

	for (size_t i = 0; i < len; i++)
		bytes[(size_t)head + i] = (char)('a' + i % 23);
	setsockopt(s->listener, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
	s->answer = bytes;
	s->answer_len = len + (size_t)head;
	/* The blocking write of the server needs a reader: give it a process. */
	pid_t pid = fork();
	if (pid == 0) {
		int fd = accept(s->listener, NULL, NULL);
		char request[4096];
		if (read(fd, request, sizeof request) > 0)
			for (size_t at = 0; at < s->answer_len;) {
				ssize_t n = write(fd, bytes + at, s->answer_len - at);
				if (n <= 0)
					break;
				at += (size_t)n;
			}
		_exit(0);
	}
	watch_stop(s->watch);
	ask(s, (struct http_request){0});
	assert_int_equal(s->failure, HTTP_OK);
	assert_int_equal(s->body.len, len);
	assert_memory_equal(s->body.data, bytes + head, len);
	assert_in_range(s->largest, 1, 65536);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	free(bytes);
}

static void two_transfers_run_side_by_side(void **state)
{
	struct scene *s = *state;
	struct http_request request = {.method = "GET", .url = s->url, .stall_ms = 5000};

	answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	s->transfer = http_start(s->loop, &request, &sink, s);
	struct transfer *other =
	    http_start(s->loop, &request, &(struct http_sink){.done = on_done}, s);
	assert_ptr_not_equal(other, s->transfer);
	while (s->dones < 2)
		loop_turn(s->loop, -1);
	assert_int_equal(s->requests, 2);
	assert_string_equal(buf_str(&s->body), "ok");
}

static void freeing_the_loop_ends_transfers(void **state)
{
	struct scene *s = *state;
	struct http_request request = {.method = "GET", .url = s->url};

	http_start(s->loop, &request, &sink, s);
	http_start(s->loop, &(struct http_request){.method = "GET", .url = ":"}, &sink, s);
	loop_turn(s->loop, 1);
	int before = s->dones;
	loop_free(s->loop);
	assert_int_equal(s->dones, before);
	s->loop = loop_new();
	s->accepted = 0;
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    T(an_answer_arrives_whole),
	    T(a_post_carries_its_body_and_headers),
	    cmocka_unit_test(every_broken_answer_has_its_failure),
	    T(nobody_listening_is_refused),
	    T(an_unknown_name_does_not_resolve),
	    T(a_url_that_cannot_be_asked_is_refused),
	    T(a_connection_that_hangs_times_out),
	    T(giving_up_while_a_name_is_resolved_does_not_block),
	    T(a_server_without_tls_is_no_connection),
	    T(a_proxy_of_the_environment_is_asked),
	    T(a_proxy_that_fails_is_named_as_one),
	    T(hosts_of_this_machine_are_known),
	    T(a_second_request_takes_the_same_connection),
	    T(without_transfers_curl_does_not_wake_the_loop),
	    T(stop_returns_at_once_at_every_stage),
	    T(a_sink_may_stop_its_transfer),
	    T(a_large_body_arrives_whole),
	    T(two_transfers_run_side_by_side),
	    T(freeing_the_loop_ends_transfers),
	};
	unsetenv("http_proxy");
	unsetenv("all_proxy");
	unsetenv("ALL_PROXY");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
