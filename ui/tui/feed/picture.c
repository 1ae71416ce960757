/* SPDX-License-Identifier: MIT
 * The graphics protocol of kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol). A picture is sent as it is, for
 * the terminal to decode, so it must be a PNG; this program reads no more than its head. The terminal is told to
 * answer nothing, since an answer would come as keys.
 */
#include "ui/tui/feed/picture.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "base/file.h"
#include "llm/model/media.h"
#include "session/event/event_data.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/terminal/redraw.h"
#include "ui/tui/terminal/terminfo.h"

#define CHUNK ((size_t)4096) /* of base64 in one sequence */
#define CELL_WIDTH 8	     /* pixels, as most have them */
#define CELL_HEIGHT 16
#define TAKE_AWAY "\033_Ga=d,d=A,q=2;\033\\"

static bool pictures_on(const struct tui *t)
{
	const char *want = setting_string(t->options.settings, "ui.pictures");

	return strcmp(want, "auto") == 0 ? terminal_table_flag("pictures", false)
					 : strcmp(want, "on") == 0;
}

/* As large as it is, or as fits: on the side that is longer for the screen; the other one follows. */
static void add_size(const struct tui *t, const struct media *m, struct buf *out)
{
	const int64_t rows = t->screen.rows - 1, columns = t->screen.columns;
	const bool wide = m->width * rows * CELL_HEIGHT > m->height * columns * CELL_WIDTH;
	const int64_t most = wide ? columns : rows,
		      own = wide ? m->width / CELL_WIDTH + 1 : m->height / CELL_HEIGHT + 1;

	buf_addf(out, ",%c=%lld", wide ? 'c' : 'r', (long long)(own < most ? own : most));
}

static void add_picture(
    const struct tui *t, const struct media *m, const struct buf *bytes, struct buf *out)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);

	base64_encode(&text, bytes->data, bytes->len);
	buf_adds(out, "\033[0m\033[2J\033[H\033_Ga=T,f=100,q=2");
	add_size(t, m, out);
	for (size_t at = 0; at < text.len; at += CHUNK) {
		const size_t rest = text.len - at, len = rest < CHUNK ? rest : CHUNK;

		buf_addf(out, "%sm=%d;", at ? "\033_Gq=2," : ",", rest > CHUNK);
		buf_add(out, text.data + at, len);
		buf_adds(out, "\033\\");
	}
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
	if (!media_read(buf_str(&bytes), bytes.len, &m) || !text_is(m.type, "image/png")) {
		tui_hint(t, "'%s' is no PNG, which is all a terminal shows", name);
		return false;
	}
	auto_free char *words = xasprintf("%s  %dx%d  any key goes on", name, m.width, m.height),
		       *row = text_line(words, (size_t)t->screen.columns - 1);
	add_picture(t, &m, &bytes, &out);
	buf_addf(&out, "\033[%d;1H%s", t->screen.rows, row);
	file_write_all(t->screen.fd_out, out.data, out.len);
	return true;
}

/* Shows the next one that can be shown; behind the last comes the chat again. */
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

	if (!json_array_size(images) || !pictures_on(t))
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
	file_write_all(t->screen.fd_out, TAKE_AWAY, strlen(TAKE_AWAY));
	show_next(t);
	return KEY_TAKEN;
}

void picture_close(struct tui *t)
{
	if (!t->feed->pictures)
		return;
	json_decref(t->feed->pictures);
	t->feed->pictures = NULL;
	file_write_all(t->screen.fd_out, TAKE_AWAY, strlen(TAKE_AWAY));
	screen_repaint(&t->screen);
	redraw_now(t, PANEL_ALL);
}

bool picture_stays(struct tui *t)
{
	if (ui_open_question(&t->model))
		picture_close(t);
	return t->feed->pictures;
}
