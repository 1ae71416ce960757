/* SPDX-License-Identifier: MIT
 * The HTTP client connecting: invalid addresses, names that do not resolve, connections that hang, TLS and proxies.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "tests/support/http_scene.h"

static void nobody_listening_is_refused(void **state)
{
	struct http_scene *s = *state;
	char want[96];

	watch_stop(s->watch);
	close(s->listener);
	s->listener = -1;
	http_scene_ask(s, (struct http_request){.connect_ms = 5000});
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
	struct http_scene *s = *state;

	http_scene_ask(
	    s, (struct http_request){
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
	struct http_scene *s = *state;

	for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
		http_scene_ask(s, (struct http_request){.url = urls[i]});
		assert_int_equal(s->failure, HTTP_BAD_URL);
		assert_int_equal(s->error.code, ERR_USAGE);
		assert_null(strstr(s->error.message, "secret"));
	}
	http_scene_ask(s, (struct http_request){.headers = (const char *const[]){
						    "Authorization: a\r\nHost: other", NULL}});
	assert_int_equal(s->failure, HTTP_BAD_URL);
	assert_non_null(strstr(s->error.message, "the header 'Authorization' holds a line break"));
	assert_int_equal(s->accepted, 0);
}

/* Fills the listener's queue, which then drops new connections, so that connecting hangs. */
static int fill_queue(struct http_scene *s, int fds[], int count)
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
	struct http_scene *s = *state;
	int fds[8];
	int64_t begin = clock_mono_ms();

	watch_stop(s->watch);
	close(s->listener);
	http_scene_listen(s, 0);
	int made = fill_queue(s, fds, 8);
	http_scene_ask(
	    s, (struct http_request){.connect_ms = 120, .first_byte_ms = 1, .stall_ms = 1});
	assert_int_equal(s->failure, HTTP_TIMEOUT_CONNECT);
	assert_int_equal(s->error.code, ERR_TIMEOUT);
	assert_non_null(strstr(s->error.message, "within 120 ms"));
	assert_in_range(clock_mono_ms() - begin, 119, 2500);

	begin = clock_mono_ms();
	s->transfer = http_start(
	    s->loop, &(struct http_request){.method = "GET", .url = s->url}, &http_scene_sink, s);
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
	struct http_scene *s = *state;
	struct http_request request = {.method = "GET", .url = "http://slow.test/"};

	assert_int_equal(pipe(release_fds), 0);
	s->transfer = http_start(s->loop, &request, &http_scene_sink, s);
	while (resolving == 0)
		loop_turn(s->loop, 1);
	int64_t begin = clock_mono_ms();
	transfer_stop(s->transfer);
	loop_turn(s->loop, 0);
	assert_in_range(clock_mono_ms() - begin, 0, 49);

	begin = clock_mono_ms();
	request.connect_ms = 80;
	http_scene_ask(s, request);
	assert_int_equal(s->failure, HTTP_TIMEOUT_CONNECT);
	assert_in_range(clock_mono_ms() - begin, 79, 2500);

	begin = clock_mono_ms();
	request.total_ms = 80;
	request.connect_ms = 0;
	http_scene_ask(s, request);
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
	struct http_scene *s = *state;
	char url[64];

	http_scene_answer(s, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
	s->speak_first = true;
	snprintf(url, sizeof url, "https://127.0.0.1:%d/", s->port);
	http_scene_ask(s, (struct http_request){.url = url, .connect_ms = 5000});
	assert_int_equal(s->failure, HTTP_CONNECT);
	assert_int_equal(s->error.code, ERR_NETWORK);
	assert_non_null(strstr(s->error.message, "cannot connect to '127.0.0.1:"));
}

static void a_proxy_of_the_environment_is_asked(void **state)
{
	struct http_scene *s = *state;
	char proxy[64];

	snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", s->port);
	setenv("http_proxy", proxy, 1);
	http_scene_answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
	http_scene_ask(s, (struct http_request){.url = "http://never.test/x"});
	unsetenv("http_proxy");
	assert_int_equal(s->failure, HTTP_OK);
	assert_non_null(strstr(buf_str(&s->request), "GET http://never.test/x HTTP/1.1\r\n"));
}

/* What it does with the connection that curl makes to it, and what is asked there. */
/* holds: wrong-between-here */
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
	struct http_scene *s = *state;
	char proxy[64];

	snprintf(proxy, sizeof proxy, "http://me:sesame@127.0.0.1:%d", s->port);
	setenv("no_proxy", "far.test, .invalid", 1);
	for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++) {
		setenv(proxies[i].variable, proxy, 1);
		http_scene_answer(s, proxies[i].answer ? proxies[i].answer : "");
		s->close_after = proxies[i].answer != NULL;
		http_scene_ask(s, (struct http_request){.url = proxies[i].url, .connect_ms = 300});
		unsetenv(proxies[i].variable);
		if (s->failure != proxies[i].failure)
			fail_msg("row %zu: %d: %s", i, (int)s->failure, s->error.message);
		assert_true((strstr(s->error.message, "through the proxy '127.0.0.1:") != NULL) ==
			    (proxies[i].failure == HTTP_PROXY));
		assert_null(strstr(s->error.message, "sesame"));
	}
	unsetenv("no_proxy");
}

/* Whatever the version of curl knows of it. */
static void who_is_asked_past_the_proxy_is_said_by_no_proxy(void **state)
{
	static const struct {
		const char *no_proxy, *url;
		bool proxied;
	} rows[] = {
	    {"", "http://never.invalid/", true},
	    {"*", "http://never.invalid/", false},
	    {"never.invalid", "http://never.invalid/", false},
	    {"a.test .invalid", "http://never.invalid/", false},
	    {"ver.invalid", "http://never.invalid/", true},
	    {"192.0.2.0/24", "http://192.0.2.9/", false},
	    {"192.0.2.0/24", "http://192.0.3.9/", true},
	    {"192.0.2.8/29,x", "http://192.0.2.16/", true},
	    {"192.0.2.8/29,x", "http://192.0.2.15/", false},
	    {"192.0.2.9", "http://192.0.2.9/", false},
	    {"2001:db8::/32", "http://[2001:db8::1]/", false},
	    {"2001:db8::/32", "http://[2001:db9::1]/", true},
	    {"0.0.0.0/33", "http://192.0.2.9/", true},
	};
	struct http_scene *s = *state;
	char proxy[64];

	snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", s->port);
	setenv("http_proxy", proxy, 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		setenv("no_proxy", rows[i].no_proxy, 1);
		http_scene_answer(s, OK_HEAD "Content-Length: 2\r\n\r\nok");
		http_scene_ask(s, (struct http_request){.url = rows[i].url, .connect_ms = 50});
		if ((s->failure == HTTP_OK) != rows[i].proxied)
			fail_msg(
			    "no_proxy=%s %s: %s", rows[i].no_proxy, rows[i].url, s->error.message);
		assert_int_not_equal(s->failure, HTTP_PROXY);
	}
	unsetenv("http_proxy");
	unsetenv("no_proxy");
}

/* holds: servers-machine-never */
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

#define T(f) cmocka_unit_test_setup_teardown(f, http_scene_setup, http_scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    T(nobody_listening_is_refused),
	    T(an_unknown_name_does_not_resolve),
	    T(a_url_that_cannot_be_asked_is_refused),
	    T(a_connection_that_hangs_times_out),
	    T(giving_up_while_a_name_is_resolved_does_not_block),
	    T(a_server_without_tls_is_no_connection),
	    T(a_proxy_of_the_environment_is_asked),
	    T(a_proxy_that_fails_is_named_as_one),
	    T(who_is_asked_past_the_proxy_is_said_by_no_proxy),
	    T(hosts_of_this_machine_are_known),
	};
	unsetenv("http_proxy");
	unsetenv("all_proxy");
	unsetenv("ALL_PROXY");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
