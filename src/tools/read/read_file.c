/*
 * read_file: a text with line numbers, in pieces, so that a large file is never one long step. A
 * file of at most tools.read_bytes is gone through to its end whatever lines are wanted: the stamp
 * of its whole content lets edit_file see that it changed. Of a larger one a range must be
 * given, and nothing behind it is read. "blob:..." is content the session keeps.
 */
#include "tools/tool_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/core/hash.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "tools/read/file_kind.h"
#include "tools/read/numbered_lines.h"
#include "tools/read/read_errors.h"

#define PIECE ((size_t)64 << 10)
#define NOTE 200 /* so many bytes of a result are kept for the line at its end */

struct file_reading {
	char *name, *shown; /* (owned) shown: as the model reads it */
	int fd;		    /* (owned) -1: a blob */
	struct buf blob;
	size_t blob_at;
	struct stat st;
	bool whole; /* is read to its end */
	bool begun, ended;
	uint64_t hash;
	struct numbered_lines lines;
	const char *kind; /* NULL: text */
};

static void reading_free(struct file_reading *r)
{
	if (r->fd >= 0)
		close(r->fd);
	buf_free(&r->blob);
	numbered_lines_free(&r->lines);
	free(r->name);
	free(r->shown);
	free(r);
}

/* The last line that is wanted; INT64_MAX: the last of the file. */
static int64_t last_line(const json_t *args)
{
	int64_t from = json_int(args, "offset", 1), count = json_int(args, "limit", INT64_MAX);

	return count > INT64_MAX - from ? INT64_MAX : from + count - 1;
}

static void read_file_describe(const json_t *args, struct buf *line)
{
	int64_t from = json_int(args, "offset", 0), to = last_line(args);
	buf_adds(line, "read_file ");
	add_argument(line, json_str(args, "path", ""));
	if (from || to < INT64_MAX)
		buf_addf(line, ":%lld-", (long long)(from ? from : 1));
	if (to < INT64_MAX)
		buf_addf(line, "%lld", (long long)to);
}

/* --- the result --- */

static json_t *read_data(const struct file_reading *r, struct workspace *w)
{
	json_t *data = json_object();
	bool whole = r->whole && !r->kind;
	json_put_str(data, "path", r->shown);
	if (r->kind)
		json_put(data, "binary", json_true());
	else if (r->lines.last) {
		json_put_int(data, "from", r->lines.from);
		json_put_int(data, "to", r->lines.last);
	}
	if (whole)
		json_put_int(data, "lines", r->lines.lines);
	json_put_int(data, "bytes", r->st.st_size);
	if (r->fd < 0)
		return data;
	struct stamp stamp = stamp_of(&r->st, NULL, 0);
	stamp.hash = whole ? r->hash : 0;
	stamps_note(w, r->name, &stamp);
	json_put(data, "read", stamp_to_json(r->shown, &stamp));
	return data;
}

/* Adds what the lines alone do not show. */
static void add_note(const struct file_reading *r, struct buf *out)
{
	const struct numbered_lines *n = &r->lines;
	struct buf note = BUF_INIT;
	if (!n->lines)
		buf_adds(&note, "; empty file");
	else if (n->last < n->lines || n->from > 1 || !r->whole) {
		buf_addf(&note, "; lines %lld-%lld", (long long)n->from, (long long)n->last);
		if (r->whole)
			buf_addf(&note, " of %lld", (long long)n->lines);
		if (n->full)
			buf_addf(&note, ", go on with offset %lld", (long long)n->last + 1);
	}
	if (n->crlf)
		buf_adds(&note, "; line ends are CRLF");
	if (r->whole && n->open && n->last == n->lines)
		buf_adds(&note, "; no line break at the end");
	if (note.len)
		buf_addf(out, "[%s]\n", note.data + 2);
	buf_free(&note);
}

/* Why the lines that were told are not those of the file, or not all that were asked for; NULL
 * where they are. */
static const char *read_missing(const struct file_reading *r)
{
	const struct numbered_lines *n = &r->lines;
	if (r->kind)
		return "it is not text";
	if (n->full)
		return "not all lines that were asked for fitted into it";
	if (n->altered)
		return "long lines are cut in it or control characters shown";
	if (n->crlf && n->crlf != n->last - n->from + 1)
		return "some of its lines end with CRLF and some do not";
	return NULL;
}

static char *read_summary(const struct file_reading *r)
{
	const struct numbered_lines *n = &r->lines;
	struct buf line = BUF_INIT;
	buf_adds(&line, r->shown);
	if (r->kind) {
		buf_adds(&line, ", binary, ");
		add_size(&line, r->st.st_size);
		buf_addf(&line, ", %s", r->kind);
	} else if (r->whole && n->from == 1 && n->last == n->lines) {
		buf_addf(
		    &line, ", %lld line%s", (long long)n->lines, text_plural(n->lines, "", "s"));
	} else {
		buf_addf(&line, ":%lld-%lld", (long long)n->from, (long long)n->last);
		if (r->whole)
			buf_addf(&line, " of %lld line%s", (long long)n->lines,
			    text_plural(n->lines, "", "s"));
	}
	return buf_take(&line);
}

static void read_finish(struct call *c)
{
	struct file_reading *r = c->state;
	struct buf text = BUF_INIT;
	if (r->kind) {
		buf_addf(&text, "[binary file, %lld byte%s: %s]\n", (long long)r->st.st_size,
		    text_plural(r->st.st_size, "", "s"), r->kind);
	} else {
		buf_add(&text, buf_str(&r->lines.out), r->lines.out.len);
		add_note(r, &text);
	}
	c->result.output = (struct output_part){.numbered = true,
	    .after = text.len - (r->kind ? 0 : r->lines.out.len),
	    .crlf = r->lines.crlf > 0,
	    .open = r->whole && r->lines.open && r->lines.last == r->lines.lines,
	    .missing = read_missing(r)};
	c->result.ok = true;
	c->result.data = read_data(r, c->host->workspace);
	c->result.summary = read_summary(r);
	result_text(c, buf_str(&text), text.len);
	buf_free(&text);
	c->state = NULL;
	reading_free(r);
	call_finish(c);
}

static void read_past_the_end(struct call *c)
{
	struct file_reading *r = c->state;
	struct error e = ERROR_INIT;
	error_set(&e, ERR_USAGE, "offset %lld is past the end: '%s' has %lld line%s",
	    (long long)r->lines.from, r->shown, (long long)r->lines.lines,
	    text_plural(r->lines.lines, "", "s"));
	c->state = NULL;
	reading_free(r);
	call_fail(c, "%s", e.message);
	error_free(&e);
}

static void read_broken(struct call *c, int why)
{
	struct file_reading *r = c->state;
	c->state = NULL;
	call_fail(c, "'%s': %s", r->shown, error_system(why));
	reading_free(r);
}

/* --- reading --- */

/* Reads the next piece. 0: the file is over; below 0: errno. */
static ssize_t next_piece(struct file_reading *r, char *piece)
{
	if (r->fd < 0) {
		size_t n = r->blob.len - r->blob_at;
		n = n < PIECE ? n : PIECE;
		memcpy(piece, buf_str(&r->blob) + r->blob_at, n);
		r->blob_at += n;
		return (ssize_t)n;
	}
	ssize_t n;
	do {
		n = read(r->fd, piece, PIECE);
	} while (n < 0 && errno == EINTR);
	return n;
}

/* Takes one piece. False where nothing more is to be read. */
static bool take_piece(struct file_reading *r, const char *piece, size_t n)
{
	if (!r->begun && text_is_binary(piece, n)) {
		r->kind = file_kind(piece, n);
		return false;
	}
	r->begun = true;
	r->ended = n == 0;
	if (r->ended) {
		numbered_lines_end(&r->lines);
		return false;
	}
	if (r->whole && r->fd >= 0)
		r->hash = hash_bytes(r->hash, piece, n);
	numbered_lines_add(&r->lines, piece, n);
	return r->whole || !numbered_lines_done(&r->lines);
}

static bool read_file_step(struct call *c)
{
	struct file_reading *r = c->state;
	int64_t deadline = clock_mono_us() + STEP_US;
	char piece[PIECE];
	ssize_t n;
	do {
		n = next_piece(r, piece);
		if (n < 0) {
			read_broken(c, errno);
			return false;
		}
		if (!take_piece(r, piece, (size_t)n)) {
			if (!r->kind && r->lines.lines && !r->lines.last)
				read_past_the_end(c);
			else
				read_finish(c);
			return false;
		}
	} while (clock_mono_us() < deadline);
	return true;
}

static bool open_blob(
    struct file_reading *r, struct session *session, const char *ref, struct error *e)
{
	r->name = xstrdup(ref);
	r->shown = xstrdup(ref);
	r->blob = (struct buf)BUF_LIMIT((size_t)1 << 32);
	if (!session_blob_get(session, ref, &r->blob, e))
		return false;
	r->st.st_size = (off_t)r->blob.len;
	r->whole = true;
	return true;
}

static bool open_file(
    struct file_reading *r, const struct call *c, const char *path, struct error *e)
{
	int64_t most = setting_int(c->host->settings, "tools.read_bytes");
	bool range = json_object_get(c->args, "offset") || json_object_get(c->args, "limit");
	r->name = workspace_name(c->host->workspace, path, e);
	if (!r->name)
		return false;
	r->shown = path_shown(r->name);
	r->fd = workspace_openat(c->host->workspace, r->name, O_RDONLY, 0, e);
	if (r->fd < 0)
		return false;
	if (fstat(r->fd, &r->st))
		return error_set(e, ERR_IO, "'%s': %s", r->shown, error_system(errno));
	if (S_ISDIR(r->st.st_mode))
		return error_set(
		    e, ERR_USAGE, "'%s' is a folder; list it to see what is in it", r->shown);
	r->whole = r->st.st_size <= most;
	if (!r->whole && !range)
		return error_set(e, ERR_LIMIT,
		    "'%s' has %lld bytes, too many to read whole; give offset and limit, or "
		    "search it",
		    r->shown, (long long)r->st.st_size);
	return true;
}

static void read_file_start(struct call *c)
{
	const char *path = json_str(c->args, "path", "");
	int64_t from = json_int(c->args, "offset", 1), to = last_line(c->args);
	const struct settings *s = c->host->settings;
	struct error e = ERROR_INIT;
	struct file_reading *r = xcalloc(1, sizeof *r);
	r->fd = -1;
	r->hash = HASH_START;
	numbered_lines_init(&r->lines, from, to, (size_t)setting_int(s, "tools.line_bytes"),
	    result_room(c->host) - NOTE);
	if (!strncmp(path, "blob:", 5) ? !open_blob(r, c->host->session, path, &e)
				       : !open_file(r, c, path, &e)) {
		reading_free(r);
		call_fail_path(c, path, &e);
		return;
	}
	c->state = r;
	read_file_step(c);
}

static void read_file_stop(struct call *c)
{
	if (c->state)
		reading_free(c->state);
	c->state = NULL;
}

const struct tool tool_read_file = {
    .name = "read_file",
    .class = TOOL_READS,
    .describe = read_file_describe,
    .start = read_file_start,
    .step = read_file_step,
    .stop = read_file_stop,
};
