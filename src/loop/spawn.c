/*
 * vfork rather than fork: a start costs the same however much memory the program holds, and the
 * child reports a failed exec by writing into its parent's memory. posix_spawn can do neither a
 * death signal nor the check that the parent still lives.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "base/alloc.h"
#include "base/buf.h"
#include "loop/spawn.h"

#define SIGNALS 65

extern char **environ;

struct start {
	const char *path;
	char *const *argv, *const *env;
	const int *fds;
	int cwd_fd, death_signal, max_fd;
	bool own_session;
	pid_t parent;
	volatile int failed; /* errno of the step that failed */
	const char *volatile step;
};

static void close_above_2(int max_fd)
{
#ifdef SYS_close_range
	if (syscall(SYS_close_range, 3U, ~0U, 0U) == 0)
		return;
#endif
	for (int fd = 3; fd < max_fd; fd++)
		close(fd);
}

/* The mask is empty again only when no handler of the parent is left to run. */
static void reset_signals(void)
{
	struct sigaction action = {.sa_handler = SIG_DFL};
	sigset_t none;

	for (int signo = 1; signo < SIGNALS; signo++)
		sigaction(signo, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void die_with_parent(const struct start *s)
{
#ifdef __linux__
	if (s->death_signal == 0)
		return;
	prctl(PR_SET_PDEATHSIG, (unsigned long)s->death_signal, 0UL, 0UL, 0UL);
	if (getppid() != s->parent)
		_exit(127); /* it was gone before the kernel was told */
#endif
}

static _Noreturn void give_up(struct start *s, const char *step)
{
	s->failed = errno;
	s->step = step;
	_exit(127);
}

static _Noreturn void become(struct start *s)
{
	if (s->own_session)
		setsid();
	die_with_parent(s);
	if (s->cwd_fd >= 0 && fchdir(s->cwd_fd) != 0)
		give_up(s, "enter the folder for");
	for (int fd = 0; fd < 3; fd++)
		if (s->fds[fd] >= 0 && dup2(s->fds[fd], fd) < 0)
			give_up(s, "connect");
	close_above_2(s->max_fd);
	reset_signals();
	execve(s->path, s->argv, s->env);
	give_up(s, "run");
}

static pid_t launch(struct start *s)
{
	pid_t pid = vfork();

	if (pid == 0)
		become(s);
	return pid;
}

static bool listed(const char *const *names, const char *entry)
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

/* The list is owned by the caller, its strings are borrowed. */
static char **environment(const struct process_spec *spec)
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
		if (replaced || !listed(keep, *entry))
			continue;
		array_reserve(&env, &cap, count + 1, sizeof *env);
		env[count++] = *entry;
	}
	for (size_t i = 0; spec->set != NULL && spec->set[i] != NULL; i++) {
		array_reserve(&env, &cap, count + 1, sizeof *env);
		env[count++] = spec->set[i];
	}
	array_reserve(&env, &cap, count + 1, sizeof *env);
	env[count] = NULL;
	return (char **)env;
}

static bool is_program(const char *path)
{
	struct stat st;

	return access(path, X_OK) == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Where PATH finds a program; relative entries are passed over, so that no folder becomes a source
 * of programs by being the current one. Owned by the caller, NULL if there is none. */
static char *find_program(const char *name, char *const *env)
{
	const char *path = "/usr/local/bin:/usr/bin:/bin";

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
		if (is_program(full))
			return full;
		free(full);
	}
	return NULL;
}

static pid_t launch_blocked(struct start *s, volatile pid_t *born)
{
	sigset_t all, before;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t pid = launch(s);
	int saved = errno;
	*born = pid > 0 && s->failed == 0 ? pid : 0;
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = saved;
	return pid;
}

pid_t spawn(
    const struct process_spec *spec, const int fds[3], volatile pid_t *born, struct error *e)
{
	char **env = environment(spec);
	char *path = find_program(spec->argv[0], env);
	long max_fd = sysconf(_SC_OPEN_MAX);
	struct start s = {.path = path,
	    .argv = (char *const *)spec->argv,
	    .env = env,
	    .fds = fds,
	    .cwd_fd = spec->cwd_fd,
	    .death_signal = spec->death_signal,
	    .max_fd = max_fd > 0 && max_fd < 65536 ? (int)max_fd : 65536,
	    .own_session = spec->in != PROCESS_STDIN_TTY,
	    .parent = getpid()};
	pid_t pid = -1;

	if (path == NULL) {
		error_set(
		    e, ERR_NOT_FOUND, "cannot run '%s': no such program in PATH", spec->argv[0]);
		goto out;
	}
	pid = launch_blocked(&s, born);
	if (pid < 0) {
		error_set(e, ERR_IO, "cannot start '%s': %s", spec->argv[0], strerror(errno));
	} else if (s.failed != 0) {
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
		pid = -1;
		error_set(e, s.failed == ENOENT ? ERR_NOT_FOUND : ERR_IO, "cannot %s '%s': %s",
		    s.step, spec->argv[0], strerror(s.failed));
	}
out:
	free(path);
	free(env);
	return pid;
}
