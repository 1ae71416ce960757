/* SPDX-License-Identifier: MIT
 * Signals as events of the loop: the handler records the number and writes a byte to a pipe that the loop
 * watches, and the functions run in the next turn. Handlers belong to the process, so only one loop at a
 * time can have them. When a function is removed, the signal's former action is restored.
 */
#include <fcntl.h>
#include <signal.h>

#include "base/base.h"
#include "loop/loop_internal.h"

#define SIGNALS 65

struct handler {
	loop_signal_fn *fn; /* NULL: no function, and our handler is not installed */
	void *ctx;
	struct sigaction before;
};

struct signals {
	int read_fd, write_fd;
	struct watch *watch;
	struct handler handlers[SIGNALS];
};

/* The signal handler accesses only this array and the pipe. */
static volatile sig_atomic_t came[SIGNALS];
static volatile sig_atomic_t wake_fd = -1;

static void on_signal(int signo)
{
	int saved = errno;

	came[signo] = 1;
	/* A write that fails because the pipe is full is harmless: the loop wakes up anyway. */
	if (wake_fd >= 0 && write(wake_fd, "", 1) < 0)
		errno = saved;
	errno = saved;
}

static void run_signals(void *ctx, int fd, short revents)
{
	struct signals *s = ctx;
	char bytes[256];

	while (read(fd, bytes, sizeof bytes) > 0)
		;
	for (int signo = 1; signo < SIGNALS; signo++) {
		if (!came[signo])
			continue;
		came[signo] = 0;
		if (s->handlers[signo].fn != NULL)
			s->handlers[signo].fn(s->handlers[signo].ctx, signo);
	}
}

static struct signals *signals_new(struct loop *l)
{
	struct signals *s = xcalloc(1, sizeof *s);
	int ends[2];

	if (wake_fd >= 0)
		die("two event loops ask for signals at once");
	if (pipe(ends) != 0)
		die("cannot make a pipe for signals: %s", strerror(errno));
	for (int i = 0; i < 2; i++) {
		fcntl(ends[i], F_SETFD, FD_CLOEXEC);
		fcntl(ends[i], F_SETFL, O_NONBLOCK);
	}
	s->read_fd = ends[0];
	s->write_fd = ends[1];
	wake_fd = s->write_fd;
	s->watch = loop_watch(l, s->read_fd, POLLIN, run_signals, s);
	return s;
}

static void handler_remove(struct handler *h, int signo)
{
	if (h->fn == NULL)
		return;
	sigaction(signo, &h->before, NULL);
	h->fn = NULL;
	came[signo] = 0;
}

void loop_signal(struct loop *l, int signo, loop_signal_fn *fn, void *ctx)
{
	if (signo < 1 || signo >= SIGNALS)
		return;
	if (fn == NULL) {
		if (l->signals != NULL)
			handler_remove(&l->signals->handlers[signo], signo);
		return;
	}
	if (l->signals == NULL)
		l->signals = signals_new(l);

	struct handler *h = &l->signals->handlers[signo];
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	sigfillset(&action.sa_mask);
	if (h->fn == NULL)
		sigaction(signo, &action, &h->before);
	h->fn = fn;
	h->ctx = ctx;
}

void signals_free(struct loop *l)
{
	auto_free struct signals *s = l->signals;

	if (s == NULL)
		return;
	for (int signo = 1; signo < SIGNALS; signo++)
		handler_remove(&s->handlers[signo], signo);
	wake_fd = -1;
	watch_stop(s->watch);
	close(s->read_fd);
	close(s->write_fd);
	l->signals = NULL;
}
