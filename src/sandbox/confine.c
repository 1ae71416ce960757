/* SPDX-License-Identifier: MIT
 * Encodes a confinement as bytes, and starts a confined child in the spawner.
 */
#include "sandbox/confine.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/tmp_folder.h"

#define SET_UP_MS 15000 /* a set-up that takes longer hangs, on a mount that does not answer */

void confine_write(struct buf *out, const struct confinement *c)
{
	buf_add(out, &c->head, sizeof c->head);
	buf_add(out, c->cwd, strlen(c->cwd) + 1);
	for (size_t i = 0; i < c->count; i++) {
		buf_addc(out, (char)c->paths[i].kind);
		buf_add(out, c->paths[i].path, strlen(c->paths[i].path) + 1);
	}
}

/* Decodes what confine_write wrote; strings point into data. False: data is too short or does not
 * end with NUL. Caller frees c->paths. */
static bool confine_read(struct confinement *c, const char *data, size_t bytes)
{
	const char *at = data + sizeof c->head, *end = data + bytes;
	size_t cap = 0;

	*c = (struct confinement){.uid = geteuid(), .gid = getegid()};
	if (bytes <= sizeof c->head || end[-1] != '\0')
		return false;
	memcpy(&c->head, data, sizeof c->head);
	c->cwd = at;
	for (at += strlen(at) + 1; at < end; at += strlen(at) + 1)
		array_push(c->paths, c->count, cap,
		    (struct confine_path){(enum confine_kind) * at, at + 1});
	return true;
}

/* ---- The private /tmp ---------------------------------------------------------------------- */

static char *tmp; /* (owned) the private /tmp to remove; one for all commands of a program */

static void remember_tmp(const struct confinement *c)
{
	for (size_t i = 0; tmp == NULL && i < c->count; i++)
		if (c->paths[i].kind == CONFINE_TMP)
			tmp = xstrdup(c->paths[i].path);
}

static void confined_end(void)
{
	if (tmp != NULL)
		tmp_folder_remove(tmp);
}

/* ---- The start ----------------------------------------------------------------------------- */

/* Kills and reaps a child whose set-up failed or took too long, closes fd and returns the failure. */
static struct launched give_up(pid_t pid, int fd, struct confine_report report)
{
	/* The step in the result points into this, and is valid until the next failure. */
	static struct confine_report last;

	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(fd);
	last = report;
	return (struct launched){-1, last.failed, last.step, -1};
}

static struct launched confined_launch(const struct launch *l)
{
	struct confine_report report = {EIO, "confine"};
	struct confinement c;
	int ends[2], n;

	if (!confine_read(&c, l->confine, l->confine_bytes))
		return (struct launched){-1, EINVAL, "confine", -1};
	remember_tmp(&c);
	if (pipe(ends) != 0) {
		free(c.paths);
		return (struct launched){-1, errno, "start", -1};
	}
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	pid_t pid = confined_fork(&c);
	if (pid == 0)
		confined_main(l, &c, ends[1]);
	const int failed = errno;
	free(c.paths);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return (struct launched){-1, failed,
		    c.head.tier == SANDBOX_NAMESPACES ? "make namespaces for" : "confine", -1};
	}
	struct pollfd wait = {.fd = ends[0], .events = POLLIN};
	while ((n = poll(&wait, 1, SET_UP_MS)) < 0 && errno == EINTR)
		;
	if (n == 0)
		report = (struct confine_report){ETIMEDOUT, "confine"};
	if ((n != 0 && read(ends[0], &report, sizeof report) != sizeof report) ||
	    report.failed != 0)
		return give_up(pid, ends[0], report);
	return (struct launched){pid, 0, NULL, ends[0]};
}

const struct spawner_confines sandbox_confines = {confined_launch, confined_end};
