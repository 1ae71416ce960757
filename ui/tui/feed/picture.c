/* SPDX-License-Identifier: MIT
 * Shows pictures, by the graphics protocol of kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol): a picture
 * is sent as it is, for the terminal to decode, so it must be a PNG, of which this program reads only the head. The
 * terminal is told not to answer, since answers would come as keys. For terminals with sixel (DEC STD 070), the
 * program img2sixel decodes the picture; it is foreign data, so img2sixel runs as a child that may only read.
 */
#include "ui/tui/feed/picture.h"

#include <signal.h>
#include "base/base.h"
#include "base/core/base64.h"
#include "base/file.h"
#include "llm/model/media.h"
#include "sandbox/child_start.h"
#include "session/event/event_data.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/tui/terminal/terminfo.h"

#define CHUNK ((size_t)4096) /* of base64 in one sequence */
#define CELL_WIDTH 8	     /* pixels, as in most terminals */
#define CELL_HEIGHT 16
#define SIXEL_BYTES ((size_t)32 << 20)
#define SIXEL_MS 10000
#define TAKE_AWAY "\033_Ga=d,d=A,q=2;\033\\"

static void show_next(struct tui *t);

/* Whether the terminal has pictures by sixel, or by the protocol of kitty. */
static bool has_pictures(const struct tui *t, bool sixel)
{
	const char *want = setting_string(t->options.settings, "ui.pictures");
	json_auto_t *known = strcmp(want, "auto") == 0 ? terminal_table_value("pictures") : NULL;

	return sixel ? t->options.sandbox && (strcmp(want, "sixel") == 0 || json_is_string(known))
		     : strcmp(want, "on") == 0 || json_is_true(known);
}

static void add_picture(
    const struct tui *t, const struct media *m, const struct buf *bytes, struct buf *out)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	base64_encode(&text, bytes->data, bytes->len);
	buf_adds(out, "\033_Ga=T,f=100,q=2");
	/* Its own size, or what fits: as columns or as rows, whichever limits it; the terminal
	 * scales the other. */
	const int64_t rows = t->screen.rows - 1, columns = t->screen.columns;
	const bool wide = m->width * rows * CELL_HEIGHT > m->height * columns * CELL_WIDTH;
	const int64_t most = wide ? columns : rows,
		      own = wide ? m->width / CELL_WIDTH + 1 : m->height / CELL_HEIGHT + 1;
	buf_addf(out, ",%c=%lld", wide ? 'c' : 'r', (long long)(own < most ? own : most));
	for (size_t at = 0; at < text.len; at += CHUNK) {
		const size_t rest = text.len - at, len = rest < CHUNK ? rest : CHUNK;

		buf_addf(out, "%sm=%d;", at ? "\033_Gq=2," : ",", rest > CHUNK);
		buf_add(out, text.data + at, len);
		buf_adds(out, "\033\\");
	}
}

static void on_sixel(void *ctx, int stream, const char *data, size_t len)
{
	if (stream == 1)
		buf_add(&((struct tui *)ctx)->feed->sixel, data, len);
}

/* Writes the sixels if they are one sequence, which nothing within ends early. */
static void on_sixel_done(void *ctx, const struct process_exit *exit)
{
	struct tui *t = ctx;
	const struct buf *b = &t->feed->sixel;
	const char *end = b->len > 4 ? memchr(b->data + 2, '\033', b->len - 2) : NULL;

	t->feed->sixel_child = NULL;
	if (end && strncmp(b->data, "\033P", 2) == 0 && strcmp(end, "\033\\") == 0) {
		file_write_all(t->screen.fd_out, b->data, b->len);
	} else {
		tui_hint(t, "img2sixel makes no picture of it (Debian: libsixel-bin)");
		show_next(t);
	}
}

static bool start_sixel(
    struct tui *t, const struct media *m, const struct buf *bytes, struct error *e)
{
	const int64_t high = ((int64_t)t->screen.rows - 1) * CELL_HEIGHT * m->width / m->height,
		      wide = (int64_t)t->screen.columns * CELL_WIDTH,
		      fits = high < wide ? high : wide;
	auto_free char *width = xasprintf("%lld", (long long)(m->width < fits ? m->width : fits));

	t->feed->sixel = (struct buf)BUF_LIMIT(SIXEL_BYTES);
	t->feed->sixel_child = child_start(t->loop, t->options.sandbox,
	    &(struct child_wish){CHILD_PICTURE},
	    &(struct process_spec){.argv = (const char *const[]){"img2sixel", "-w", width, NULL},
		.cwd_fd = -1,
		.in = PROCESS_STDIN_PIPE,
		.death_signal = SIGKILL,
		.timeout_ms = SIXEL_MS,
		.output = on_sixel,
		.done = on_sixel_done,
		.ctx = t},
	    NULL, e);
	if (t->feed->sixel_child) {
		process_write(t->feed->sixel_child, bytes->data, bytes->len);
		process_close_stdin(t->feed->sixel_child);
	}
	return t->feed->sixel_child;
}

static bool show(struct tui *t, const json_t *image)
{
	const char *ref = json_str(image, "ref", ""), *name = json_str(image, "name", "");
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED), out = BUF_LIMIT(BUF_UNBOUNDED);
	auto_error e = ERROR_INIT;
	struct media m;

	if (!(t->session ? session_blob_get(t->session, ref, &bytes, &e)
			 : event_source_content(t->options.past, ref, &bytes, &e))) {
		tui_hint(t, "%s", e.message);
		return false;
	}
	const bool sixel = has_pictures(t, true);
	if (!media_read(buf_str(&bytes), bytes.len, &m) ||
	    !(sixel || text_is(m.type, "image/png"))) {
		tui_hint(t, "'%s' is no PNG, which is all a terminal shows", name);
		return false;
	}
	if (sixel && !start_sixel(t, &m, &bytes, &e)) {
		tui_hint(t, "%s", e.message);
		return false;
	}
	auto_free char *words = xasprintf("%s  %dx%d  any key goes on", name, m.width, m.height),
		       *row = text_line(words, (size_t)t->screen.columns - 1);
	buf_adds(&out, "\033[0m\033[2J\033[H");
	if (!sixel)
		add_picture(t, &m, &bytes, &out);
	buf_addf(&out, "\033[%d;1H%s\033[H", t->screen.rows, row);
	file_write_all(t->screen.fd_out, out.data, out.len);
	return true;
}

static void take_away(struct tui *t)
{
	process_stop(t->feed->sixel_child, 0);
	t->feed->sixel_child = NULL;
	buf_free(&t->feed->sixel);
	file_write_all(t->screen.fd_out, TAKE_AWAY, strlen(TAKE_AWAY));
}

/* Shows the next picture that can be shown; after the last, the chat again. */
static void show_next(struct tui *t)
{
	while (t->feed->picture < json_array_size(t->feed->pictures))
		if (show(t, json_array_get(t->feed->pictures, t->feed->picture++)))
			return;
	picture_close(t);
}

bool picture_show(struct tui *t, const struct block *b)
{
	const json_t *images =
	    b->data ? json_list(event_read_tool_result(b->data).data, "images") : NULL;

	if (!json_array_size(images) || !(has_pictures(t, false) || has_pictures(t, true)))
		return false;
	t->feed->pictures = json_deep_copy(images);
	t->feed->picture = 0;
	show_next(t);
	return true;
}

enum handled picture_key(struct tui *t, unsigned key)
{
	if (!t->feed->pictures)
		return KEY_PASSED;
	take_away(t);
	show_next(t);
	return KEY_TAKEN;
}

void picture_close(struct tui *t)
{
	if (!t->feed->pictures)
		return;
	json_decref(t->feed->pictures);
	t->feed->pictures = NULL;
	take_away(t);
	screen_repaint(&t->screen);
	redraw_now(t, PANEL_ALL);
}

bool picture_stays(struct tui *t)
{
	if (ui_open_question(&t->model))
		picture_close(t);
	return t->feed->pictures;
}
