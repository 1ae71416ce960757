/* SPDX-License-Identifier: MIT
 * Child processes from start to end. A child stays in the loop's list until it was reaped, its done was
 * called, and none of its group is left to kill. So does a stopped child, without callbacks: its output
 * is read and dropped, so that it does not block while it ends. The spawner reports the end of a child.
 */
#include <signal.h>
#include <sys/wait.h>

#include "base/base.h"
#include "loop/loop_internal.h"
#include "loop/pipes.h"
#include "loop/spawn.h"
#include "loop/spawner.h"

#define READ_BYTES 32768 /* of a stream per turn, so that a flood of output starves nobody */
#define LINGER_MS 200	 /* how long to wait for pipes held open by grandchildren */
#define TIMEOUT_GRACE_MS 2000

struct stream {
	struct process *process;
	int number; /* 1 or 2 */
	int fd;	    /* -1: end of file */
	struct watch *watch;
};

struct process {
	struct loop *loop;
	struct process *next, **link; /* link: the pointer that points here */
	pid_t pid;
	bool own_group, sweep;
	bool ends_others; /* ends its own children itself, and has its grace period for that */
	void (*output)(void *ctx, int stream, const char *data, size_t len);
	void (*done)(void *ctx, const struct process_exit *exit);
	void *ctx;
	struct stream streams[2];
	struct pipe_writer stdin_writer;
	bool detached; /* stopped or done: no more callbacks */
	bool reaped, finished, timed_out;
	struct launch_status end;
	int64_t started_us, ended_us;
	struct timer *timeout, *kill, *linger;
};

static void signal_group(const struct process *p, int signo)
{
	if (p->own_group)
		kill(-p->pid, signo);
	else if (!p->reaped)
		kill(p->pid, signo);
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
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}

static void process_release(struct process *p)
{
	drop_timer(&p->timeout);
	drop_timer(&p->kill);
	drop_timer(&p->linger);
	close_stream(&p->streams[0]);
	close_stream(&p->streams[1]);
	pipe_writer_close(&p->stdin_writer);
	*p->link = p->next;
	if (p->next != NULL)
		p->next->link = p->link;
	loop_free_later(p->loop, p);
}

/* Reads once from a stream and calls the output callback, which may stop the process. True: there may be
 * more to read. */
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

static void process_report(struct process *p)
{
	void (*done)(void *ctx, const struct process_exit *exit) = p->done;
	const int how = p->end.status & 0xffff, bits = p->end.status;
	const bool exited = WIFEXITED(how);
	struct process_exit ended = {
	    .status = exited ? WEXITSTATUS(how) : 128 + WTERMSIG(how),
	    .signo = exited ? 0 : WTERMSIG(how),
	    .timed_out = p->timed_out,
	    .over = bits & LAUNCH_OUT_OF_MEMORY	     ? "sandbox.limits.memory_bytes"
		    : bits & LAUNCH_WOULD_WRITE	     ? "reading alone"
		    : bits & LAUNCH_OUT_OF_PROCESSES ? "sandbox.limits.processes"
						     : NULL,
	    .duration_ms = (p->ended_us - p->started_us) / 1000,
	};

	memcpy(ended.lost, p->end.lost, strnlen(p->end.lost, sizeof ended.lost - 1));
	p->detached = true;
	p->output = NULL;
	p->done = NULL;
	if (done != NULL)
		done(p->ctx, &ended);
}

static void process_finish(struct process *p)
{
	p->finished = true;
	/* Reads what was in the pipes when the child ended: at most 64 KiB, as others may still write. */
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 65536 / READ_BYTES && read_once(&p->streams[i]); k++)
			;
	drop_timer(&p->linger);
	close_stream(&p->streams[0]);
	close_stream(&p->streams[1]);
	pipe_writer_close(&p->stdin_writer);
	if (p->sweep && p->kill == NULL)
		signal_group(p, SIGKILL);
	if (!p->detached)
		process_report(p);
	if (p->kill == NULL || !(p->own_group && kill(-p->pid, 0) == 0))
		process_release(p);
}

static void linger_over(void *ctx)
{
	struct process *p = ctx;

	p->linger = NULL;
	process_finish(p);
}

/* Returns whether a stopped child is in its grace period, to end what it started. A launcher (ssh, srun)
 * may end before the actual child, so only the end of its output shows that it has ended. */
static bool has_grace(const struct process *p)
{
	return p->ends_others && p->detached && p->kill != NULL;
}

/* Called whenever the child, one of its streams or its grace period ends: finishes the process when all
 * of these have ended, or LINGER_MS later if streams are still open. */
static void process_settle(struct process *p)
{
	if (!p->reaped || p->finished)
		return;
	if (has_grace(p) && (p->streams[0].fd >= 0 || p->streams[1].fd >= 0))
		return;
	if (p->detached || (p->streams[0].fd < 0 && p->streams[1].fd < 0))
		process_finish(p);
	else if (p->linger == NULL)
		p->linger = loop_after(p->loop, LINGER_MS, linger_over, p);
}

static void stream_ready(void *ctx, int fd, short revents)
{
	struct stream *s = ctx;

	read_once(s);
	if (s->fd < 0)
		process_settle(s->process);
}

static void child_ended(struct process *p, const struct launch_status *end)
{
	p->reaped = true;
	p->end = *end;
	p->ended_us = clock_mono_us();
	drop_timer(&p->timeout);
	process_settle(p);
}

static void read_exits(void *ctx, int fd, short revents)
{
	struct loop *l = ctx;
	struct launch_exit end;
	ssize_t n;

	while ((n = read(fd, &end, sizeof end)) == sizeof end)
		for (struct process *p = l->children; p != NULL; p = p->next)
			if (p->pid == end.pid && !p->reaped) {
				child_ended(p, &end.end);
				break;
			}
	if (n != 0)
		return;
	/* The spawner has ended, so nothing will report how the children end. */
	watch_stop(l->spawner);
	l->spawner = NULL;
	spawner_give_up();
	for (struct process *p = l->children, *next; p != NULL; p = next) {
		next = p->next;
		signal_group(p, SIGKILL);
		if (!p->reaped)
			child_ended(p, &(struct launch_status){.status = SIGKILL});
	}
}

static void kill_now(void *ctx)
{
	struct process *p = ctx;

	p->kill = NULL;
	signal_group(p, SIGKILL);
	if (p->finished)
		process_release(p);
	else
		process_settle(p);
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
	if (fd >= 0)
		p->streams[i].watch = loop_watch(p->loop, fd, POLLIN, stream_ready, &p->streams[i]);
}

static struct process *process_adopt(struct loop *l, const struct process_spec *spec, pid_t pid)
{
	struct process *p = xcalloc(1, sizeof *p);
	const bool own_group = spec->in != PROCESS_STDIN_TTY || spec->confine_bytes > 0;

	*p = (struct process){.loop = l,
	    .next = l->children,
	    .link = &l->children,
	    .pid = pid,
	    .own_group = own_group,
	    .sweep = spec->sweep && own_group,
	    .ends_others = spec->death_signal == SIGTERM,
	    .output = spec->output,
	    .done = spec->done,
	    .ctx = spec->ctx,
	    .stdin_writer = PIPE_WRITER_NONE,
	    .started_us = clock_mono_us()};
	if (p->next != NULL)
		p->next->link = &p->next;
	l->children = p;
	if (spec->timeout_ms > 0)
		p->timeout = loop_after(l, spec->timeout_ms, timed_out, p);
	return p;
}

struct process *process_start(struct loop *l, const struct process_spec *spec, struct error *e)
{
	struct pipes pipes;
	struct process *p = NULL;

	if (!pipes_open(&pipes, spec)) {
		error_set(e, ERR_IO, "cannot start '%s': %s", spec->argv[0], strerror(errno));
		return NULL;
	}
	pid_t pid = spawn(spec, pipes.child, e);
	if (pid > 0) {
		const struct spawner *s = spawner_of_process();

		if (l->spawner == NULL && s != NULL)
			l->spawner = loop_watch(l, s->exits, POLLIN, read_exits, l);
		p = process_adopt(l, spec, pid);
		watch_stream(p, 0, pipes_take(&pipes, 1));
		watch_stream(p, 1, pipes_take(&pipes, 2));
		pipe_writer_open(&p->stdin_writer, l, pipes_take(&pipes, 0));
	}
	pipes_close(&pipes);
	return p;
}

int process_id(const struct process *p)
{
	return p->pid;
}

void process_untimed(struct process *p)
{
	drop_timer(&p->timeout);
}

bool process_write(struct process *p, const void *data, size_t len)
{
	return pipe_writer_write(&p->stdin_writer, data, len);
}

void process_close_stdin(struct process *p)
{
	pipe_writer_end(&p->stdin_writer);
}

void process_stop(struct process *p, int grace_ms)
{
	if (p == NULL || p->detached)
		return;
	p->detached = true;
	p->output = NULL;
	p->done = NULL;
	drop_timer(&p->timeout);
	pipe_writer_close(&p->stdin_writer);
	end_group(p, grace_ms);
	process_settle(p);
}

bool processes_settled(void *loop)
{
	const struct loop *l = loop;

	for (const struct process *p = l->children; p != NULL; p = p->next)
		if (has_grace(p) && !p->finished)
			return false;
	return true;
}

void processes_free(struct loop *l)
{
	for (struct process *p = l->children; p != NULL; p = p->next)
		signal_group(p, SIGKILL);
	watch_stop(l->spawner);
	l->spawner = NULL;
	while (l->children != NULL)
		process_release(l->children);
}
