/* Each sequence is written whole to the terminal's descriptor, beside what ncurses writes. */
#include "ui/tui/terminal/osc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/base64.h"
#include "base/file.h"
#include "base/text/text.h"
#include "ui/tui/terminal/terminfo.h"

/* Pushes the title on the terminal's stack of titles, and pops it (xterm, XTWINOPS). */
#define TITLE_KEEP "\033[22;2t"
#define TITLE_BACK "\033[23;2t"

#define TITLE_CELLS 100
#define TITLE_BYTES 512

/* The one that was set; "": none. A signal handler reads its first byte. */
static char shown_title[TITLE_BYTES];

/* The text is sanitised and of one line, so nothing in it ends the sequence. */
static void write_string(int fd, const char *head, const char *text)
{
	struct buf out = BUF_INIT;

	buf_addf(&out, "%s%s\a", head, text);
	file_write_all(fd, out.data, out.len);
	buf_free(&out);
}

/* xterm and its kin do; so do tmux and screen, but not every description of them says so. */
static bool takes_titles(void)
{
	const char *name = getenv("TERM");

	return terminfo_has("XT") ||
	       (name && (strncmp(name, "tmux", 4) == 0 || strncmp(name, "screen", 6) == 0));
}

void osc_title(int fd, const char *text)
{
	char title[TITLE_BYTES];

	snprintf(title, sizeof title, "%.*s", (int)text_fit(text, strlen(text), TITLE_CELLS), text);
	if (!takes_titles() || strcmp(title, shown_title) == 0)
		return;
	if (!shown_title[0])
		file_write_all(fd, TITLE_KEEP, sizeof TITLE_KEEP - 1);
	memcpy(shown_title, title, sizeof title);
	write_string(fd, "\033]2;", title);
}

void osc_title_back(int fd)
{
	if (shown_title[0])
		file_write_all(fd, TITLE_BACK, sizeof TITLE_BACK - 1);
}

void osc_title_forget(void)
{
	shown_title[0] = '\0';
}

void osc_notify(int fd, enum notification how, const char *text)
{
	switch (how) {
	case NOTIFY_BELL:
		file_write_all(fd, "\a", 1);
		break;
	case NOTIFY_OSC9:
		write_string(fd, "\033]9;", text);
		break;
	case NOTIFY_OSC777:
		write_string(fd, "\033]777;notify;agent;", text);
		break;
	}
}

void osc_copy(int fd, const char *text, size_t len)
{
	struct buf out = BUF_INIT;

	buf_adds(&out, "\033]52;c;");
	base64_encode(&out, text, len < OSC_COPY_MAX ? len : OSC_COPY_MAX);
	buf_adds(&out, "\a");
	file_write_all(fd, out.data, out.len);
	buf_free(&out);
}
