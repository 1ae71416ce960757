/* SPDX-License-Identifier: MIT
 * Reads one request of each visitor, as far as it came at once: a browser's first packet holds its first line. The
 * kernel reports a visitor when that is there (TCP_DEFER_ACCEPT): browsers open connections they may not use.
 */
#include "mcp/mcp_loopback.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include "base/base.h"
#include "mcp/mcp_oauth_words.h"

#define VISITORS 8
#define SILENT_S 30 /* a visitor who sends nothing is dropped */
#define REQUEST_BYTES 16384
#define PATH "/callback"

struct loopback {
	int fd, port;
	struct watch *watch;
	void (*done)(void *ctx, const json_t *query);
	void *ctx;
};

static void on_visit(void *ctx, int fd, short revents)
{
	static const char start[] = "GET " PATH "?",
			  answer[] = "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nConnection: "
				     "close\r\nContent-Length: %zu\r\n\r\n%s";
	struct loopback *b = ctx;
	char request[REQUEST_BYTES + 1] = "";
	auto_close const int visitor = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
	const ssize_t n = recv(visitor, request, REQUEST_BYTES, MSG_DONTWAIT);
	const size_t first = sizeof start - 1;
	const bool fits = n > 0 && strncmp(request, start, first) == 0;
	const char *words = fits ? "You can close this page." : "not here";
	auto_free char *reply =
	    xasprintf(answer, fits ? "200 OK" : "404 Not Found", strlen(words), words);

	send(visitor, reply, strlen(reply), MSG_DONTWAIT | MSG_NOSIGNAL);
	if (fits)
		request[first + strcspn(request + first, " \r\n")] = '\0';
	json_auto_t *query = fits ? query_read(request + first) : NULL;
	if (query)
		b->done(b->ctx, query);
}

struct loopback *loopback_open(struct loop *l, int port,
    void (*done)(void *ctx, const json_t *query), void *ctx, struct error *e)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
	    .sin_port = htons((uint16_t)port),
	    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof at;
	const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1,
		  silent = SILENT_S;

	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
	    setsockopt(fd, IPPROTO_TCP, TCP_DEFER_ACCEPT, &silent, sizeof silent) < 0 ||
	    bind(fd, (struct sockaddr *)&at, len) < 0 || listen(fd, VISITORS) < 0 ||
	    getsockname(fd, (struct sockaddr *)&at, &len) < 0) {
		error_set(
		    e, ERR_IO, "port %d of 127.0.0.1 cannot be used: %s", port, strerror(errno));
		close(fd);
		return NULL;
	}
	struct loopback *b = xcalloc(1, sizeof *b);
	*b = (struct loopback){.fd = fd, .port = ntohs(at.sin_port), .done = done, .ctx = ctx};
	b->watch = loop_watch(l, fd, POLLIN, on_visit, b);
	return b;
}

char *loopback_address(const struct loopback *b)
{
	return xasprintf("http://127.0.0.1:%d" PATH, b->port);
}

void loopback_close(struct loopback *b)
{
	if (!b)
		return;
	watch_stop(b->watch);
	close(b->fd);
	free(b);
}
