/* SPDX-License-Identifier: MIT
 * Opens the terminal and gives it back. Uses newterm, not initscr, which would end the program on
 * an unknown terminal; newterm writes to memory (frame.c), so the terminal's modes are set here. A
 * crash, an abort and die() write the prepared bytes and put the modes back; then the signal does
 * what it would have done.
 */
#include "ui/tui/terminal/screen.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include "base/base.h"
#include "base/core/crash.h"
#include "base/file.h"
#include "base/print.h"
#include "ui/tui/terminal/frame.h"
#include "ui/tui/terminal/osc.h"
#include "ui/tui/terminal/terminfo.h"
#include "ui/view/color.h"

/* Bracketed paste and reports of the focus on; the wheel's arrow keys off, after saving what the terminal had. */
#define MODES_ON "\033[?2004h\033[?1004h\033[?1007s\033[?1007l"
#define MODES_OFF FRAME_SYNC_OFF MOUSE_OFF "\033[?1004l\033[?2004l\033[?1007h\033[?1007r"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
#define ASK_BACKGROUND "\033]11;?\033\\"
#define ASK_SYNC "\033[?2026$p"
/* The keyboard protocol of kitty: it tells keys apart that have the same bytes otherwise, as Enter and
 * Shift-Enter (flag 1), with the character that Shift makes of a key (flag 4). */
#define ASK_KEYS "\033[?u"
#define KEYS_ON "\033[>5u"
#define KEYS_OFF "\033[<u"
#define MEMORY_TERM "xterm-256color" /* of a screen in memory */
#define MOUSE_ON "\033[?1000h\033[?1006h"

/* All that a signal handler needs: plain data, written before the handler is armed. */
static struct {
	volatile sig_atomic_t armed;
	struct termios before, during;
	char bytes[512];
	size_t len;
	int fd_in, fd_out;
	bool keys; /* KEYS_ON is in force */
	SCREEN *curses;
} term;

/* Restores the terminal, if it is taken. Async-signal-safe: called by the handler of a crash. */
static void restore_terminal(void)
{
	if (!term.armed)
		return;
	term.armed = 0;
	osc_title_back(term.fd_out);
	file_write_all(term.fd_out, term.bytes, term.len);
	tcsetattr(term.fd_in, TCSANOW, &term.before);
}

static void prepare_restore(void)
{
	const char *keys = term.keys ? KEYS_OFF : "";
	const size_t modes = strlen(keys) + strlen(MODES_OFF);

	snprintf(term.bytes, sizeof term.bytes, "%s%s", keys, MODES_OFF);
	term.len = modes + terminfo_restore(term.bytes + modes, sizeof term.bytes - modes);
}

static void mouse_mode(const struct screen *s)
{
	const char *mode = s->mouse ? MOUSE_ON : MOUSE_OFF;

	file_write_all(s->fd_out, mode, strlen(mode));
}

static void modes_on(const struct screen *s)
{
	file_write_all(s->fd_out, MODES_ON, strlen(MODES_ON));
	if (s->mouse)
		file_write_all(s->fd_out, MOUSE_ON, strlen(MOUSE_ON));
	if (term.keys)
		file_write_all(s->fd_out, KEYS_ON, strlen(KEYS_ON));
}

/* Starts ncurses. newterm's handler of SIGTSTP would leave a screen that has been left already, so it is taken away. */
static bool open_curses(const char *name, struct error *e)
{
	FILE *out = frame_open();
	struct sigaction stop;

	sigaction(SIGTSTP, NULL, &stop);
	term.curses = out ? newterm(name, out, stdin) : NULL;
	sigaction(SIGTSTP, &stop, NULL);
	if (term.curses)
		return true;
	frame_close();
	return error_set(e, ERR_UNSUPPORTED, "this terminal cannot show a screen");
}

void screen_ask_background(struct screen *s)
{
	if (terminfo_has("XT"))
		file_write_all(s->fd_out, ASK_BACKGROUND, strlen(ASK_BACKGROUND));
}

bool screen_report(struct screen *s, const char *answer, size_t len)
{
	char text[64];
	bool was = s->light;

	snprintf(text, sizeof text, "%.*s", (int)(len < 63 ? len : 63), answer);
	if (strncmp(text, "?2026;", 6) == 0) {
		s->synchronized = strcmp(text + 6, "1$y") == 0 || strcmp(text + 6, "2$y") == 0;
	} else if (text[0] != '?' || strspn(text + 1, "0123456789") == 0 ||
		   strcmp(text + 1 + strspn(text + 1, "0123456789"), "u") != 0) {
		color_background(text, &s->light);
	} else if (!term.keys) {
		/* The terminal has kitty's protocol. The bytes that restore the terminal are made
		 * anew while no crash would write them. */
		term.keys = true;
		term.armed = 0;
		prepare_restore();
		term.armed = 1;
		file_write_all(s->fd_out, KEYS_ON, strlen(KEYS_ON));
	}
	return s->light != was;
}

/* Returns COLOR_TRUE if the terminal says that it has any colour, else the size of its palette; 0: no colours. */
static int count_colors(void)
{
	if (!has_colors() || start_color() != OK)
		return 0;
	use_default_colors();
	bool any = COLORS >= 256 && (color_true() || terminfo_has("RGB") || terminfo_has("Tc"));
	return any ? COLOR_TRUE : COLORS > 256 ? 256 : COLORS;
}

static void take_terminal(struct screen *s)
{
	term.fd_in = s->fd_in;
	term.fd_out = s->fd_out;
	prepare_restore();
	/* Bytes come and go unchanged, and no key sends a signal. */
	term.during = term.before;
	term.during.c_lflag &= ~(tcflag_t)(ICANON | ISIG | IEXTEN | ECHO | ECHONL);
	term.during.c_iflag &= ~(tcflag_t)(IXON | BRKINT | PARMRK | ICRNL | INLCR | IGNCR | ISTRIP);
	term.during.c_oflag &= ~(tcflag_t)OPOST;
	term.during.c_cc[VMIN] = 1;
	term.during.c_cc[VTIME] = 0;
	crash_undo(restore_terminal);
	term.armed = 1;
	tcsetattr(s->fd_in, TCSADRAIN, &term.during);
	frame_send(s->fd_out, false);
	modes_on(s);
}

bool screen_open(struct screen *s, bool want_color, bool mouse, struct error *e)
{
	*s = (struct screen){.fd_in = STDIN_FILENO, .fd_out = STDOUT_FILENO, .mouse = mouse};
	setlocale(LC_CTYPE, "");
	s->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	if (!term.armed && tcgetattr(s->fd_in, &term.before) != 0)
		return error_set(e, ERR_UNSUPPORTED, "standard input is no terminal");
	if (!terminfo_usable(e) || !open_curses(terminfo_name(), e)) {
		screen_release();
		return false;
	}
	print_before(NULL);
	nonl();
	typeahead(-1);
	scrollok(stdscr, FALSE);
	s->scrolls = terminfo_scrolls();
	s->strikes = s->utf8 && terminfo_has("smxx");
	s->colors = want_color ? count_colors() : 0;
	screen_resize(s);
	refresh();
	if (term.armed) {
		/* The screen before handed over the modes, and its picture, which stays until the
		 * first frame draws all. */
		frame_drop();
		clearok(curscr, TRUE);
		mouse_mode(s);
	} else {
		take_terminal(s);
	}
	/* Only terminals of xterm's kin are asked what they can do: others might show the question. */
	s->synchronized = terminfo_has("Sync");
	if (!s->synchronized && terminfo_has("XT"))
		file_write_all(s->fd_out, ASK_SYNC, strlen(ASK_SYNC));
	if (terminfo_has("XT"))
		file_write_all(s->fd_out, ASK_KEYS, strlen(ASK_KEYS));
	return true;
}

static void close_curses(void)
{
	delscreen(term.curses);
	frame_close();
	term.curses = NULL;
}

bool screen_open_memory(struct screen *s, int rows, int columns, struct error *e)
{
	*s = (struct screen){.fd_in = -1, .fd_out = memfd_create("screen", MFD_CLOEXEC)};
	setlocale(LC_CTYPE, "");
	s->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	if (s->fd_out < 0 || !open_curses(MEMORY_TERM, e)) {
		if (s->fd_out >= 0)
			close(s->fd_out);
		return error_set(e, ERR_UNSUPPORTED, "no screen of terminal '%s'", MEMORY_TERM);
	}
	nonl();
	scrollok(stdscr, FALSE);
	s->scrolls = terminfo_scrolls();
	s->strikes = s->utf8;
	s->colors = count_colors() > 0 ? COLOR_TRUE : 0;
	resizeterm(rows, columns);
	s->rows = rows;
	s->columns = columns;
	return true;
}

void screen_take(struct screen *s, struct buf *out)
{
	frame_read(s->fd_out, out);
}

void screen_close_memory(struct screen *s)
{
	close_curses();
	close(s->fd_out);
}

bool screen_links(struct screen *s, bool on)
{
	const bool was = s->links;

	s->links = on && s->utf8;
	return s->links != was;
}

void screen_mouse(struct screen *s, bool on)
{
	const bool was = s->mouse;

	s->mouse = on;
	if (on != was)
		mouse_mode(s);
}

void screen_leave(struct screen *s)
{
	osc_title_back(s->fd_out);
	if (term.keys)
		file_write_all(s->fd_out, KEYS_OFF, strlen(KEYS_OFF));
	file_write_all(s->fd_out, MODES_OFF, strlen(MODES_OFF));
	endwin();
	frame_send(s->fd_out, false);
	tcsetattr(s->fd_in, TCSADRAIN, &term.before);
	term.armed = 0;
}

void screen_enter(struct screen *s)
{
	term.armed = 1;
	tcsetattr(s->fd_in, TCSADRAIN, &term.during);
	screen_resize(s);
	clearok(curscr, TRUE);
	refresh();
	frame_send(s->fd_out, false);
	modes_on(s);
	osc_title_forget();
}

void screen_close(struct screen *s)
{
	if (term.armed)
		screen_leave(s);
	crash_forget(restore_terminal);
	close_curses();
}

void screen_release(void)
{
	print_before(NULL);
	if (!term.armed || term.curses)
		return;
	restore_terminal();
	crash_forget(restore_terminal);
}

void screen_hand_over(struct screen *s)
{
	close_curses();
	print_before(screen_release);
}

void screen_resize(struct screen *s)
{
	struct winsize size;

	if (ioctl(s->fd_out, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
	    (size.ws_row != LINES || size.ws_col != COLS))
		resizeterm(size.ws_row, size.ws_col);
	s->rows = LINES;
	s->columns = COLS;
}

void screen_repaint(struct screen *s)
{
	clearok(curscr, TRUE);
}

void screen_flush(struct screen *s, int cursor_row, int cursor_column)
{
	bool shown = cursor_row >= 0 && cursor_row < s->rows && cursor_column < s->columns;

	curs_set(shown);
	if (shown)
		move(cursor_row, cursor_column);
	refresh();
	frame_send(s->fd_out, s->synchronized);
}
