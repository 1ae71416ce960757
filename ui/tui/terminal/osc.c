/* SPDX-License-Identifier: MIT
 * Writes OSC sequences, each whole, to the terminal's descriptor, beside what ncurses writes. */
#include "ui/tui/terminal/osc.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "base/file.h"
#include "ui/tui/terminal/terminfo.h"

/* Push the title on the terminal's stack of titles, and pop it (xterm, XTWINOPS). */
#define TITLE_KEEP "\033[22;2t"
#define TITLE_BACK "\033[23;2t"

#define STATUS_BACK "\033]7501;state=clear\a"
#define BAR_BACK "\033]9;4;0;0\a"
#define STATUS_BYTES 64
#define TITLE_CELLS 100
#define TITLE_BYTES 512

/* The title that was set; "": none. A signal handler reads its first byte. */
static char shown_title[TITLE_BYTES];
/* Likewise the status and its percentage. */
static char shown_status[STATUS_BYTES];
static bool has_bar;

/* Writes head, text and BEL. text is sanitised and of one line, so nothing in it ends the sequence. */
static void write_string(int fd, const char *head, const char *text)
{
	auto_buf out = BUF_INIT;

	buf_addf(&out, "%s%s\a", head, text);
	file_write_all(fd, out.data, out.len);
}

/* Whether the terminal takes titles: xterm and its kin do, and tmux and screen, whose descriptions may not say so. */
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

void osc_status(int fd, const char *state, int percent)
{
	char status[STATUS_BYTES];
	auto_buf out = BUF_INIT;

	snprintf(status, sizeof status, "%s %d", state, percent);
	if (!takes_titles() || strcmp(status, shown_status) == 0)
		return;
	memcpy(shown_status, status, sizeof status);
	buf_addf(&out, "\033]7501;state=%s:app=agent", state);
	if (percent >= 0)
		buf_addf(&out, ":progress=%d", percent);
	buf_adds(&out, "\a");
	json_auto_t *bar = terminal_table_value("progress");
	has_bar = json_is_true(bar);
	/* The states of a progress bar (ConEmu, and those that took it over). */
	const int bar_state = strncmp(state, "blocked", 7) == 0 ? 4
			      : strcmp(state, "error") == 0	? 2
			      : strcmp(state, "working") != 0	? 0
			      : percent < 0			? 3
								: 1;
	if (has_bar)
		buf_addf(&out, "\033]9;4;%d;%d\a", bar_state, percent < 0 ? 0 : percent);
	file_write_all(fd, out.data, out.len);
}

void osc_title_back(int fd)
{
	if (shown_status[0])
		file_write_all(fd, STATUS_BACK, sizeof STATUS_BACK - 1);
	if (shown_status[0] && has_bar)
		file_write_all(fd, BAR_BACK, sizeof BAR_BACK - 1);
	if (shown_title[0])
		file_write_all(fd, TITLE_BACK, sizeof TITLE_BACK - 1);
}

void osc_title_forget(void)
{
	shown_title[0] = shown_status[0] = '\0';
}

void osc_notify(int fd, const char *way, const char *text)
{
	if (strcmp(way, "bell") == 0)
		write_string(fd, "", "");
	else if (strcmp(way, "osc9") == 0)
		write_string(fd, "\033]9;", text);
	else if (strcmp(way, "osc777") == 0)
		write_string(fd, "\033]777;notify;agent;", text);
}

void osc_copy(int fd, const char *text, size_t len)
{
	auto_buf out = BUF_INIT;

	buf_adds(&out, "\033]52;c;");
	base64_encode(&out, text, len < OSC_COPY_MAX ? len : OSC_COPY_MAX);
	buf_adds(&out, "\a");
	file_write_all(fd, out.data, out.len);
}
