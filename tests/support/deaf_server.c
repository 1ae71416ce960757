/* SPDX-License-Identifier: MIT
 * A server that never takes a connection: its queue is full, so that who connects waits. For tests
 * of what happens while connecting.
 *
 *	deaf_server PORT_FILE
 *
 * It writes its port (whole or not at all) and ends on a signal or after two minutes.
 */
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#define CALLERS 8 /* more than a queue of length 0 takes */
#define SECONDS 120

static bool tell(const char *path, int port)
{
	char next[4096];
	FILE *file;

	snprintf(next, sizeof next, "%s.next", path);
	file = fopen(next, "w");
	if (!file)
		return false;
	fprintf(file, "%d\n", port);
	return fclose(file) == 0 && rename(next, path) == 0;
}

int main(int argc, char **argv)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	alarm(SECONDS);
	if (argc != 2 || bind(listener, (struct sockaddr *)&a, sizeof a) != 0 ||
	    listen(listener, 0) != 0 || getsockname(listener, (struct sockaddr *)&a, &len) != 0) {
		fputs("usage: deaf_server PORT_FILE\n", stderr);
		return 2;
	}
	for (int i = 0; i < CALLERS; i++)
		connect(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0),
		    (struct sockaddr *)&a, sizeof a);
	if (!tell(argv[1], ntohs(a.sin_port)))
		return 1;
	for (;;)
		pause();
}
