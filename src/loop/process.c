/*
 * A child from its start to its end. It lives in the loop's list until it was reaped, its done was
 * called, and nothing of its group is left to kill; a stopped child stays there too, without
 * callbacks, its output read and thrown away so that it can end in peace. spawn.c is the start.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "loop/inside.h"
#include "loop/spawn.h"

#define READ_BYTES 32768 /* of one stream in one turn: a flood starves nobody */
#define QUEUE_BYTES ((size_t)64 << 20)
#define LINGER_MS 200 /* for pipes held by grandchildren */
#define TIMEOUT_GRACE_MS 2000

struct stream {
	struct process *process;
	int number; /* 1 or 2 */
	int fd;	    /* -1: ended */
	struct watch *watch;
};

struct process {
	struct loop *loop;
	struct process *next, **link; /* link: what points here */
	pid_t pid;
	bool own_group, sweep;
	void (*output)(void *ctx, int stream, const char *data, size_t len);
	void (*done)(void *ctx, const struct process_exit *exit);
	void *ctx;
	struct stream streams[2];
	int stdin_fd; /* -1: none, or closed */
	struct watch *stdin_watch;
	struct buf queue;
	size_t queue_sent;
	bool close_stdin; /* once the queue is written */
	bool detached;	  /* stopped or done: no callback any more */
	bool reaped, finished, timed_out;
	int wait_status;
	int64_t started_us, ended_us;
	struct timer *timeout, *kill, *linger;
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Above 2, so that connecting a child's 0-2 overwrites none of them. */
static bool open_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return false;
	for (int i = 0; i < 2; i++) {
		int fd = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
		close_fd(&ends[i]);
		ends[i] = fd;
	}
	if (ends[0] >= 0 && ends[1] >= 0)
		return true;
	close_fd(&ends[0]);
	close_fd(&ends[1]);
	return false;
}

static int open_null(void)
{
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && fd <= 2) {
		int high = fcntl(fd, F_DUPFD_CLOEXEC, 3);
		close(fd);
		fd = high;
	}
	return fd;
}

static void signal_group(const struct process *p, int signo)
{
	if (p->own_group)
		kill(-p->pid, signo);
	else if (!p->reaped)
		kill(p->pid, signo);
}

static bool group_left(const struct process *p)
{
	return p->own_group && kill(-p->pid, 0) == 0;
}

static void drop_timer(struct timer **t)
{
	timer_stop(*t);
	*t = NULL;
}

static void close_stream(struct stream *s)
{
	watch_stop(s->watch);
	s->watch = NULL;
	close_fd(&s->fd);
}

static void close_input(struct process *p)
{
	watch_stop(p->stdin_watch);
	p->stdin_watch = NULL;
	close_fd(&p->stdin_fd);
	buf_free(&p->queue);
	p->queue_sent = 0;
}

static void release(struct process *p)
{
	drop_timer(&p->timeout);
	drop_timer(&p->kill);
	drop_timer(&p->linger);
	close_stream(&p->streams[0]);
	close_stream(&p->streams[1]);
	close_input(p);
	*p->link = p->next;
	if (p->next != NULL)
		p->next->link = p->link;
	loop_bury(p->loop, p);
}

/* True if the stream may have more. Its process may have been stopped by its output callback. */
static bool read_once(struct stream *s)
{
	struct process *p = s->process;
	char data[READ_BYTES];
	ssize_t n = s->fd < 0 ? 0 : read(s->fd, data, sizeof data);

	if (n > 0) {
		if (p->output != NULL)
			p->output(p->ctx, s->number, data, (size_t)n);
		return s->fd >= 0;
	}
	if (n == 0 || (errno != EAGAIN && errno != EINTR))
		close_stream(s);
	return false;
}

static void report(struct process *p)
{
	void (*done)(void *ctx, const struct process_exit *exit) = p->done;
	bool exited = WIFEXITED(p->wait_status);
	struct process_exit ended = {
	    .status = exited ? WEXITSTATUS(p->wait_status) : 128 + WTERMSIG(p->wait_status),
	    .signo = exited ? 0 : WTERMSIG(p->wait_status),
	    .timed_out = p->timed_out,
	    .duration_ms = (p->ended_us - p->started_us) / 1000,
	};

	p->detached = true;
	p->output = NULL;
	p->done = NULL;
	if (done != NULL)
		done(p->ctx, &ended);
}

static void finish(struct process *p)
{
	p->finished = true;
	/* What lay in the pipe when it ended: 64 KiB at most, whoever goes on writing. */
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 65536 / READ_BYTES && read_once(&p->streams[i]); k++)
			;
	drop_timer(&p->linger);
	close_stream(&p->streams[0]);
	close_stream(&p->streams[1]);
	close_input(p);
	if (p->sweep && p->kill == NULL)
		signal_group(p, SIGKILL);
	if (!p->detached)
		report(p);
	if (p->kill == NULL || !group_left(p))
		release(p);
}

static void linger_over(void *ctx)
{
	struct process *p = ctx;

	p->linger = NULL;
	finish(p);
}

/* Called whenever something ended. */
static void settle(struct process *p)
{
	if (!p->reaped || p->finished)
		return;
	if (p->detached || (p->streams[0].fd < 0 && p->streams[1].fd < 0))
		finish(p);
	else if (p->linger == NULL)
		p->linger = loop_after(p->loop, LINGER_MS, linger_over, p);
}

static void stream_ready(void *ctx, int fd, short revents)
{
	struct stream *s = ctx;

	read_once(s);
	if (s->fd < 0)
		settle(s->process);
}

static bool has_ended(struct process *p)
{
	pid_t pid = waitpid(p->pid, &p->wait_status, WNOHANG);

	if (pid < 0 && errno == ECHILD) {
		p->wait_status = 127 << 8; /* someone else took its status */
		return true;
	}
	return pid == p->pid;
}

static void reap(void *ctx, int signo)
{
	struct loop *l = ctx;

	for (struct process *p = l->children, *next; p != NULL; p = next) {
		next = p->next;
		if (p->reaped || !has_ended(p))
			continue;
		p->reaped = true;
		p->ended_us = clock_mono_us();
		drop_timer(&p->timeout);
		settle(p);
	}
}

static void kill_now(void *ctx)
{
	struct process *p = ctx;

	p->kill = NULL;
	signal_group(p, SIGKILL);
	if (p->finished)
		release(p);
}

static void end_group(struct process *p, int grace_ms)
{
	drop_timer(&p->kill);
	if (grace_ms <= 0) {
		signal_group(p, SIGKILL);
		return;
	}
	signal_group(p, SIGTERM);
	p->kill = loop_after(p->loop, grace_ms, kill_now, p);
}

static void timed_out(void *ctx)
{
	struct process *p = ctx;

	p->timeout = NULL;
	p->timed_out = true;
	end_group(p, TIMEOUT_GRACE_MS);
}

static void watch_stream(struct process *p, int i, int fd)
{
	p->streams[i] = (struct stream){.process = p, .number = i + 1, .fd = fd};
	if (fd < 0)
		return;
	fcntl(fd, F_SETFL, O_NONBLOCK);
	p->streams[i].watch = loop_watch(p->loop, fd, POLLIN, stream_ready, &p->streams[i]);
}

static struct process *adopt(struct loop *l, const struct process_spec *spec, pid_t pid)
{
	struct process *p = xcalloc(1, sizeof *p);

	*p = (struct process){.loop = l,
	    .next = l->children,
	    .link = &l->children,
	    .pid = pid,
	    .own_group = spec->in != PROCESS_STDIN_TTY,
	    .sweep = spec->sweep && spec->in != PROCESS_STDIN_TTY,
	    .output = spec->output,
	    .done = spec->done,
	    .ctx = spec->ctx,
	    .stdin_fd = -1,
	    .queue = BUF_LIMIT(2 * QUEUE_BYTES) /* the written half lingers */,
	    .started_us = clock_mono_us()};
	if (p->next != NULL)
		p->next->link = &p->next;
	l->children = p;
	if (spec->timeout_ms > 0)
		p->timeout = loop_after(l, spec->timeout_ms, timed_out, p);
	return p;
}

struct plumbing {
	int in[2], out[2], err[2]; /* read end, write end */
};

static bool lay_pipes(const struct process_spec *spec, struct plumbing *f)
{
	if (spec->in == PROCESS_STDIN_TTY)
		return true;
	if (spec->in == PROCESS_STDIN_PIPE ? !open_pipe(f->in) : (f->in[0] = open_null()) < 0)
		return false;
	return open_pipe(f->out) && (spec->merge || open_pipe(f->err));
}

struct process *process_start(struct loop *l, const struct process_spec *spec, struct error *e)
{
	struct plumbing f = {{-1, -1}, {-1, -1}, {-1, -1}};
	struct process *p = NULL;

	loop_signal(l, SIGCHLD, reap, l);
	if (!lay_pipes(spec, &f)) {
		error_set(e, ERR_IO, "cannot start '%s': %s", spec->argv[0], strerror(errno));
		goto out;
	}
	pid_t pid = spawn(spec, (int[]){f.in[0], f.out[1], spec->merge ? f.out[1] : f.err[1]}, e);
	if (pid < 0)
		goto out;
	p = adopt(l, spec, pid);
	watch_stream(p, 0, f.out[0]);
	watch_stream(p, 1, f.err[0]);
	p->stdin_fd = f.in[1];
	if (p->stdin_fd >= 0)
		fcntl(p->stdin_fd, F_SETFL, O_NONBLOCK);
	f.out[0] = f.err[0] = f.in[1] = -1;
out:
	for (int i = 0; i < 2; i++) {
		close_fd(&f.in[i]);
		close_fd(&f.out[i]);
		close_fd(&f.err[i]);
	}
	return p;
}

int process_id(const struct process *p)
{
	return p->pid;
}

/* Writes what the pipe takes. False: the other end is gone. */
static bool write_some(struct process *p, const char *data, size_t len, size_t *sent)
{
	while (*sent < len) {
		ssize_t n = write(p->stdin_fd, data + *sent, len - *sent);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno == EAGAIN;
		*sent += (size_t)n;
	}
	return true;
}

static void stdin_ready(void *ctx, int fd, short revents)
{
	struct process *p = ctx;

	if (!write_some(p, p->queue.data, p->queue.len, &p->queue_sent)) {
		close_input(p);
		return;
	}
	if (p->queue_sent < p->queue.len)
		return;
	buf_clear(&p->queue);
	p->queue_sent = 0;
	watch_stop(p->stdin_watch);
	p->stdin_watch = NULL;
	if (p->close_stdin)
		close_input(p);
}

bool process_write(struct process *p, const void *data, size_t len)
{
	size_t sent = 0;

	if (p->stdin_fd < 0 || p->close_stdin)
		return false;
	if (len > QUEUE_BYTES - (p->queue.len - p->queue_sent))
		return false;
	if (p->queue.len == 0 && !write_some(p, data, len, &sent)) {
		close_input(p);
		return false;
	}
	if (sent == len)
		return true;
	if (p->queue_sent > p->queue.len / 2) {
		buf_drop(&p->queue, p->queue_sent);
		p->queue_sent = 0;
	}
	buf_add(&p->queue, (const char *)data + sent, len - sent);
	if (p->stdin_watch == NULL)
		p->stdin_watch = loop_watch(p->loop, p->stdin_fd, POLLOUT, stdin_ready, p);
	return true;
}

void process_close_stdin(struct process *p)
{
	p->close_stdin = true;
	if (p->queue.len == 0)
		close_input(p);
}

void process_stop(struct process *p, int grace_ms)
{
	if (p == NULL || p->detached)
		return;
	p->detached = true;
	p->output = NULL;
	p->done = NULL;
	drop_timer(&p->timeout);
	close_input(p);
	end_group(p, grace_ms);
	settle(p);
}

void process_kill_all(struct loop *l)
{
	for (struct process *p = l->children; p != NULL; p = p->next)
		signal_group(p, SIGKILL);
}

void processes_free(struct loop *l)
{
	process_kill_all(l);
	while (l->children != NULL) {
		struct process *p = l->children;
		if (!p->reaped)
			waitpid(p->pid, NULL, WNOHANG);
		release(p);
	}
}
