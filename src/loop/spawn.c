/* SPDX-License-Identifier: MIT
 * Asks the spawner to start a child: builds its environment, finds its program in PATH, sends the request
 * and waits for the reply.
 */
#include "loop/spawn.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include "base/base.h"
#include "loop/spawner.h"

extern char **environ;

static bool name_is_listed(const char *const *names, const char *entry)
{
	size_t len = strcspn(entry, "=");

	for (; *names != NULL; names++) {
		size_t want = strlen(*names);
		bool prefix = want > 0 && (*names)[want - 1] == '*';
		if (prefix ? len >= want - 1 && strncmp(*names, entry, want - 1) == 0
			   : len == want && strncmp(*names, entry, want) == 0)
			return true;
	}
	return false;
}

static bool same_name(const char *a, const char *b)
{
	size_t len = strcspn(a, "=");

	return len == strcspn(b, "=") && strncmp(a, b, len) == 0;
}

/* Returns the child's environment. Caller frees the list; its strings are borrowed. */
static char **environment_of(const struct process_spec *spec)
{
	static const char *const usual[] = {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG",
	    "LC_*", "TZ", "TMPDIR", "TERM", NULL};
	const char *const *keep = spec->keep != NULL ? spec->keep : usual;
	const char **env = NULL;
	size_t count = 0, cap = 0;

	for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
		bool replaced = false;
		for (size_t i = 0; spec->set != NULL && spec->set[i] != NULL; i++)
			replaced |= same_name(spec->set[i], *entry);
		if (replaced || !name_is_listed(keep, *entry))
			continue;
		array_push(env, count, cap, *entry);
	}
	for (size_t i = 0; spec->set != NULL && spec->set[i] != NULL; i++)
		array_push(env, count, cap, spec->set[i]);
	array_push(env, count, cap, NULL);
	return (char **)env;
}

/* Returns the path of a program, searched in the PATH of env. Caller frees. NULL: not found. Relative
 * entries of PATH are skipped, so that programs of the current folder are not run by accident. */
static char *find_program(const char *name, char *const *env)
{
	const char *path = "/usr/local/bin:/usr/bin:/bin";
	struct stat st;
	if (strchr(name, '/') != NULL)
		return xstrdup(name);
	for (; *env != NULL; env++)
		if (same_name(*env, "PATH="))
			path = *env + strlen("PATH=");
	for (size_t len; *path != '\0'; path += len + (path[len] == ':')) {
		len = strcspn(path, ":");
		if (*path != '/')
			continue;
		char *full = xasprintf("%.*s/%s", (int)len, path, name);
		if (access(full, X_OK) == 0 && stat(full, &st) == 0 && S_ISREG(st.st_mode))
			return full;
		free(full);
	}
	return NULL;
}

static uint32_t add_strings(struct buf *b, const char *const *list)
{
	uint32_t count = 0;

	for (; list[count] != NULL; count++)
		buf_add(b, list[count], strlen(list[count]) + 1);
	return count;
}

static bool send_all(int fd, struct launch_request *q, const int fds[LAUNCH_FDS], const char *data)
{
	if (!launch_send(fd, q, sizeof *q, fds, LAUNCH_FDS))
		return false;
	for (size_t sent = 0; sent < q->bytes;) {
		ssize_t n = send(fd, data + sent, q->bytes - sent, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		sent += (size_t)n;
	}
	return true;
}

static bool receive_reply(int fd, struct launch_reply *reply)
{
	ssize_t n;

	while ((n = recv(fd, reply, sizeof *reply, MSG_WAITALL)) < 0 && errno == EINTR)
		;
	return n == sizeof *reply;
}

/* Sends a request and receives its reply. After any failure the spawner counts as gone. */
static bool exchange(const struct process_spec *spec, struct launch_request *q,
    const int fds[LAUNCH_FDS], const struct buf *strings, struct launch_reply *reply,
    struct error *e)
{
	const struct spawner *s = spawner_of_process();

	if (s != NULL && send_all(s->requests, q, fds, strings->data) &&
	    receive_reply(s->requests, reply))
		return true;
	if (s == NULL && errno != EPIPE)
		return error_set(
		    e, ERR_IO, "cannot start '%s': %s", spec->argv[0], strerror(errno));
	spawner_give_up();
	return error_set(e, ERR_IO,
	    "cannot start '%s': the process that starts commands is gone; start the program again",
	    spec->argv[0]);
}

static pid_t request_start(const struct process_spec *spec, const char *path, char *const *env,
    const int fds[LAUNCH_FDS], struct error *e)
{
	auto_buf strings = BUF_LIMIT(LAUNCH_MAX_BYTES);
	struct launch_request q = {.death_signal = spec->death_signal,
	    .group = spec->in == PROCESS_STDIN_TTY && spec->confine_bytes == 0 ? getpgrp() : 0,
	    .confine = (uint32_t)spec->confine_bytes};
	struct launch_reply reply = {.pid = -1};

	buf_add(&strings, path, strlen(path) + 1);
	q.argc = add_strings(&strings, spec->argv);
	q.envc = add_strings(&strings, (const char *const *)env);
	buf_add(&strings, spec->confine, spec->confine_bytes);
	q.bytes = (uint32_t)strings.len;
	if (strings.truncated)
		error_set(e, ERR_LIMIT, "cannot run '%.100s': %s", spec->argv[0], strerror(E2BIG));
	else if (exchange(spec, &q, fds, &strings, &reply, e) && reply.pid < 0)
		error_set(e, reply.failed == ENOENT ? ERR_NOT_FOUND : ERR_IO, "cannot %s '%s': %s",
		    reply.step, spec->argv[0], strerror(reply.failed));
	return reply.pid;
}

pid_t spawn(const struct process_spec *spec, const int fds[3], struct error *e)
{
	auto_free char **env = environment_of(spec);
	auto_free char *path = find_program(spec->argv[0], env);
	const bool terminal = spec->in == PROCESS_STDIN_TTY;
	auto_close const int here =
	    spec->cwd_fd < 0 ? open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	const int cwd = spec->cwd_fd < 0 ? here : spec->cwd_fd;

	if (path == NULL)
		error_set(
		    e, ERR_NOT_FOUND, "cannot run '%s': no such program in PATH", spec->argv[0]);
	else if (cwd < 0)
		error_set(e, ERR_IO, "cannot start '%s': %s", spec->argv[0], strerror(errno));
	else
		return request_start(spec, path, env,
		    (const int[LAUNCH_FDS]){
			terminal ? 0 : fds[0], terminal ? 1 : fds[1], terminal ? 2 : fds[2], cwd},
		    e);
	return -1;
}
