/* SPDX-License-Identifier: MIT
 * Preloaded: a process whose clocks run FAST_CLOCK times as fast and whose waits are as much shorter, so that a day is
 * over in a minute. What it waits for otherwise (keys, children, sockets) it gets as ever.
 */
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long long fast(void)
{
	static long long times;

	if (!times) {
		const char *text = getenv("FAST_CLOCK");
		times = text && atoll(text) > 0 ? atoll(text) : 1;
	}
	return times;
}

int clock_gettime(clockid_t id, struct timespec *t)
{
	static int (*real)(clockid_t, struct timespec *);
	static long long began[2];

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
	const int result = real(id, t);
	if (result != 0 || (id != CLOCK_REALTIME && id != CLOCK_MONOTONIC))
		return result;
	const long long now = t->tv_sec * 1000000000LL + t->tv_nsec;
	long long *from = &began[id == CLOCK_MONOTONIC];
	if (!*from)
		*from = now;
	const long long then = *from + (now - *from) * fast();
	*t = (struct timespec){then / 1000000000, then % 1000000000};
	return 0;
}

time_t time(time_t *out)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	if (out)
		*out = t.tv_sec;
	return t.tv_sec;
}

int poll(struct pollfd *fds, nfds_t count, int ms)
{
	static int (*real)(struct pollfd *, nfds_t, int);

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "poll");
	return real(fds, count, ms > 0 ? (int)((ms + fast() - 1) / fast()) : ms);
}
