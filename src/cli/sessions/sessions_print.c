/* SPDX-License-Identifier: MIT
 * What most commands print alike: errors, questions with [y/N], lines cut to the terminal.
 */
#include <sys/ioctl.h>
#include "base/base.h"
#include "base/print.h"
#include "cli/sessions/sessions.h"

int sessions_fail(struct error *e)
{
	auto_free char *line = error_line(e);
	const int code = e->code == ERR_USAGE || e->code == ERR_NOT_FOUND ? 2 : 1;

	if (!e->where || strcmp(e->where, "stdout") != 0) /* a closed stdout ends quietly */
		print_text(stderr, "agent: %s\n", line);
	error_free(e);
	return code;
}

int sessions_ask(const char *fmt, ...)
{
	auto_buf question = BUF_INIT;
	char line[16] = "";
	va_list ap;

	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return -1;
	va_start(ap, fmt);
	buf_vaddf(&question, fmt, ap);
	va_end(ap);
	print_text(stderr, "%s? [y/N] ", buf_str(&question));
	return fgets(line, sizeof line, stdin) && (*line == 'y' || *line == 'Y');
}

int sessions_width(void)
{
	struct winsize size;

	return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col
										     : 0;
}

void sessions_print_cut(const char *line, int width)
{
	const size_t len = strlen(line);

	if (width < 2 || text_width(line, len) <= width)
		puts(line);
	else
		printf("%.*s…\n", (int)text_fit(line, len, width - 1), line);
}
