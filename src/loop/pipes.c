/*
 * All ends lie above 2, so that connecting a child's 0-2 overwrites none of them, even in a program
 * that was started with some of its own closed.
 */
#include "loop/pipes.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void lift_above_2(int *fd)
{
	int high = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
	int saved = errno;

	close(*fd);
	*fd = high;
	errno = saved;
}

static bool open_pipe(int *reader, int *writer)
{
	int ends[2];

	if (pipe(ends) != 0)
		return false;
	lift_above_2(&ends[0]);
	lift_above_2(&ends[1]);
	*reader = ends[0];
	*writer = ends[1];
	return ends[0] >= 0 && ends[1] >= 0;
}

static bool open_null(int *fd)
{
	*fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (*fd >= 0 && *fd <= 2)
		lift_above_2(fd);
	return *fd >= 0;
}

static bool open_all(struct pipes *p, const struct process_spec *spec)
{
	if (spec->in == PROCESS_STDIN_TTY)
		return true;
	if (spec->in == PROCESS_STDIN_PIPE ? !open_pipe(&p->child[0], &p->ours[0])
					   : !open_null(&p->child[0]))
		return false;
	if (!open_pipe(&p->ours[1], &p->child[1]))
		return false;
	if (!spec->merge)
		return open_pipe(&p->ours[2], &p->child[2]);
	p->child[2] = fcntl(p->child[1], F_DUPFD_CLOEXEC, 3);
	return p->child[2] >= 0;
}

bool pipes_open(struct pipes *p, const struct process_spec *spec)
{
	*p = (struct pipes){{-1, -1, -1}, {-1, -1, -1}};
	if (!open_all(p, spec)) {
		int saved = errno;
		pipes_close(p);
		errno = saved;
		return false;
	}
	for (int i = 0; i < 3; i++)
		if (p->ours[i] >= 0)
			fcntl(p->ours[i], F_SETFL, O_NONBLOCK);
	return true;
}

int pipes_take(struct pipes *p, int which)
{
	int fd = p->ours[which];

	p->ours[which] = -1;
	return fd;
}

void pipes_close(struct pipes *p)
{
	for (int i = 0; i < 3; i++) {
		close_fd(&p->child[i]);
		close_fd(&p->ours[i]);
	}
}
