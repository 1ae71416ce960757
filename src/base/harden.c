/* SPDX-License-Identifier: MIT
 * Hides the process's memory, environment and arguments from other processes: it is not dumpable, writes no core
 * file, and moves environment and arguments out of the memory that /proc shows.
 */
#include "base/harden.h"

#include <sys/resource.h>
#include "base/base.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/secret.h"

extern char **environ;

static char **arguments; /* the copy of argv, kept for harden_forget */

static void wipe_strings(char **list)
{
	for (; list && *list; list++)
		explicit_bzero(*list, strlen(*list));
}

void harden_forget(void)
{
	wipe_strings(environ);
	wipe_strings(arguments);
	if (environ)
		*environ = NULL;
}

char **harden_process(int argc, char **argv)
{
	struct rlimit core;
	size_t count = 0;
	char **moved;

#ifdef __linux__
	prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
#endif
	/* Only the soft limit: commands may raise theirs again, and this process is not dumpable anyway. */
	if (getrlimit(RLIMIT_CORE, &core) == 0) {
		core.rlim_cur = 0;
		setrlimit(RLIMIT_CORE, &core);
	}
	while (environ && environ[count])
		count++;
	moved = xcalloc(count + 1, sizeof *moved);
	for (size_t i = 0; i < count; i++) {
		moved[i] = xstrdup(environ[i]);
		explicit_bzero(environ[i], strlen(environ[i]));
	}
	environ = moved;
	arguments = xcalloc((size_t)argc + 1, sizeof *arguments);
	for (int i = 0; i < argc; i++) {
		arguments[i] = xstrdup(argv[i]);
		secret_overwrite_in(argv[i], strlen(argv[i]));
	}
	return arguments;
}
