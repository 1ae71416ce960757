/*
 * What commands print alike: errors, JSON, rows cut at the width of the terminal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "base/json/json.h"
#include "base/print.h"
#include "base/text/text.h"
#include "cli/sessions/sessions.h"

int sessions_fail(struct error *e)
{
	char *line = error_line(e);
	const int code = e->code == ERR_USAGE || e->code == ERR_NOT_FOUND ? 2 : 1;

	if (!e->where || strcmp(e->where, "stdout") != 0) /* a closed stdout ends quietly */
		print_text(stderr, "agent: %s\n", line);
	free(line);
	error_free(e);
	return code;
}

void sessions_json(json_t *value)
{
	char *line = json_line(value);

	puts(line);
	free(line);
	json_decref(value);
}

int sessions_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
		return 0;
	return size.ws_col;
}

void sessions_print_cut(const char *line, int width)
{
	const size_t len = strlen(line);

	if (width < 2 || text_width(line, len) <= width)
		puts(line);
	else
		printf("%.*s…\n", (int)text_fit(line, len, width - 1), line);
}
