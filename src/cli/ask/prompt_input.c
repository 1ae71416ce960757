/*
 * Joins the words of the command line with what is piped in, marked as such.
 */
#include "cli/ask/prompt_input.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/print.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "tools/tool.h"

#define STDIN_MAX ((size_t)1 << 20)
#define WAIT_MS 1000

static bool has_input(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 &&
	       (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) || S_ISREG(st.st_mode));
}

static bool read_stdin(struct buf *in)
{
	struct pollfd fd = {STDIN_FILENO, POLLIN, 0};
	int wait = WAIT_MS;
	char chunk[65536];

	for (;;) {
		int ready = poll(&fd, 1, wait);
		ssize_t n;

		if (ready == 0) {
			fputs("agent: waiting for stdin (use --no-stdin to leave it alone)\n",
			    stderr);
			wait = -1;
			continue;
		}
		n = ready < 0 ? -1 : read(STDIN_FILENO, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			print_text(stderr, "agent: stdin cannot be read: %s\n", strerror(errno));
			return false;
		}
		if (n == 0)
			return true;
		if (!buf_add(in, chunk, (size_t)n)) {
			print_text(stderr,
			    "agent: stdin is larger than %zu KiB; put it into a file and name the "
			    "file\n",
			    STDIN_MAX >> 10);
			return false;
		}
	}
}

/* Makes piped text plain data: it can neither end its own block nor forge one of the program's. */
static void neutralise(char **text)
{
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);

	for (const char *s = *text; *s; s++)
		if (strncasecmp(s, "<stdin", 6) == 0 || strncasecmp(s, "</stdin", 7) == 0)
			buf_adds(&out, "\xe2\x80\xb9"); /* as tags_neutralise */
		else
			buf_addc(&out, *s);
	tags_neutralise(&out);
	free(*text);
	*text = buf_take(&out);
}

char *input_prompt(const struct options *o, char **piped, int *code)
{
	bool whole = strcmp(o->ask, "-") == 0;
	struct buf in = BUF_LIMIT(STDIN_MAX);
	char *ask = whole ? NULL : text_clean(o->ask, strlen(o->ask)), *text, *prompt = NULL;

	*code = 2;
	*piped = NULL;
	if ((whole || (!o->no_stdin && has_input())) && !read_stdin(&in))
		goto out;
	text = text_clean(buf_str(&in), in.len);
	if (whole) {
		prompt = text;
	} else if (in.len == 0) {
		prompt = xstrdup(ask);
		free(text);
	} else {
		neutralise(&text);
		prompt = xstrdup(ask);
		*piped = prompt_text("stdin", (struct prompt_var[]){{"text", text}}, 1);
		free(text);
	}
	if (text_is_blank(prompt)) {
		fputs("agent: the prompt is empty; say what is to be done: agent --ask \"...\"\n",
		    stderr);
		free(prompt);
		prompt = NULL;
	}
out:
	buf_free(&in);
	free(ask);
	return prompt;
}
