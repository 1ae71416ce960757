/* SPDX-License-Identifier: MIT
 * read_file: shows a text with line numbers, read in pieces, so that a large file is never one long step.
 * A file of at most tools.read_bytes is read to its end whatever lines are wanted: the stamp of its whole
 * content lets edit_file see that it changed. For a larger one a range must be given, and nothing behind
 * that is read. "blob:..." is content the session keeps.
 */
#include <fcntl.h>
#include "base/base.h"
#include "base/core/hash.h"
#include "config/prompt.h"
#include "tools/read/read_errors.h"
#include "tools/tool_set.h"

struct numbered_lines {
	int64_t from, to;   /* lines wanted, from 1; to: INT64_MAX for all */
	size_t line_bytes;  /* longer lines are cut */
	size_t room;	    /* most bytes of out; the first line is taken however long it is */
	struct buf out;	    /* (owned) safe text: "88\ttext\n" */
	int64_t lines;	    /* seen so far, including one that is not ended yet */
	int64_t last;	    /* the last one in out; 0: none */
	int64_t crlf;	    /* of those in out, how many ended with \r\n */
	bool altered;	    /* a line in out was cut, or made safe to be shown */
	bool full;	    /* the room was used up before `to` */
	bool open;	    /* the last line has no line break (yet) */
	struct buf line;    /* (owned) the beginning of the one being read */
	size_t line_length; /* its bytes so far */
};

/* Returns the kind of a binary file by its first bytes, in words of config/file_kinds.yaml, or "data"; static. */
static const char *file_kind(const char *bytes, size_t len)
{
	static json_t *table;

	table = table ? table : config_builtin("file_kinds.yaml");
	json_each (row, json_list(table, "kinds")) {
		const size_t at = (size_t)json_int(row, "at", 0);
		const char *mark = json_str(row, "bytes", "");
		unsigned byte;

		for (size_t i = at; i < len && sscanf(mark, "%2x", &byte) == 1; i++, mark += 2)
			if ((unsigned char)bytes[i] != byte)
				break;
		if (!*mark)
			return json_str(row, "kind", "");
	}
	return "data";
}

/* Lines before and behind the range are only counted, which needs nothing but a search for
 * newlines. */

static bool line_is_wanted(const struct numbered_lines *n)
{
	return !n->full && n->lines >= n->from && n->lines <= n->to;
}

/* Appends the line that has just ended to out, with its number. The first one always fits; if there
 * is no room for another, sets `full`. */
static void number_line(struct numbered_lines *n)
{
	const char *s = buf_str(&n->line);
	size_t len = n->line.len, whole = n->line_length;
	bool crlf = whole == len && len && s[len - 1] == '\r';
	len -= crlf;
	whole -= crlf;
	if (n->lines == 1) {
		size_t bom = text_bom(s, len);

		s += bom;
		len -= bom;
		whole -= bom;
	}
	if (len > n->line_bytes)
		len = n->line_bytes;
	if (len < whole)
		len = utf8_start(s, len);
	size_t before = n->out.len;
	buf_addf(&n->out, "%lld\t", (long long)n->lines);
	bool altered = text_sanitise(&n->out, s, len) || whole > len;
	if (whole > len)
		buf_addf(&n->out, "\xe2\x80\xa6 [%zu more bytes]", whole - len);
	buf_addc(&n->out, '\n');
	if (before && n->out.len > n->room) {
		buf_cut(&n->out, before);
		n->full = true;
		return;
	}
	n->last = n->lines;
	n->crlf += crlf;
	n->altered |= altered;
}

static void end_line(struct numbered_lines *n)
{
	if (line_is_wanted(n))
		number_line(n);
	buf_clear(&n->line);
	n->line.truncated = false;
	n->line_length = 0;
	n->open = false;
}

#define PIECE ((size_t)64 << 10)
#define NOTE 200 /* this many bytes of a result are kept for the line at its end */

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

static void read_file_stop(struct call *c)
{
	struct file_reading *r = c->state;

	if (r->fd >= 0)
		close(r->fd);
	buf_free(&r->blob);
	buf_free(&r->lines.out);
	buf_free(&r->lines.line);
	free_all(r->name, r->shown, r);
}

/* Returns the last line that is wanted; INT64_MAX: the last of the file. */
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
	const bool whole = r->whole && !r->kind, some = !r->kind && r->lines.last;
	json_t *data = json_pack("{s:s, s:o*, s:o*, s:o*, s:o*, s:I}", "path", r->shown, "binary",
	    r->kind ? json_true() : NULL, "from", some ? json_integer(r->lines.from) : NULL, "to",
	    some ? json_integer(r->lines.last) : NULL, "lines",
	    whole ? json_integer(r->lines.lines) : NULL, "bytes", (json_int_t)r->st.st_size);
	if (r->fd < 0)
		return data;
	struct stamp stamp = stamp_of(&r->st, NULL, 0);
	stamp.hash = whole ? r->hash : 0;
	stamps_note(w, r->name, &stamp);
	json_put(data, "read", stamp_to_json(r->shown, &stamp));
	return data;
}

/* Appends, in brackets, what the lines alone do not show. */
static void add_note(const struct file_reading *r, struct buf *out)
{
	const struct numbered_lines *n = &r->lines;
	auto_buf note = BUF_INIT;
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
}

/* Returns why the lines in the result are not exactly those of the file, or not all that were asked
 * for; NULL: they are. Static. */
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
	auto_buf text = BUF_INIT;
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
	c->result.data = read_data(r, c->host->workspace);
	call_succeed(c, buf_str(&text), text.len, read_summary(r));
}

/* --- reading --- */

/* Reads the next piece and returns its bytes; 0: the end of the file; below 0: errno says why. */
static ssize_t next_piece(struct file_reading *r, char *piece)
{
	if (r->fd < 0) {
		size_t n = r->blob.len - r->blob_at;
		n = n < PIECE ? n : PIECE;
		memcpy(piece, buf_str(&r->blob) + r->blob_at, n);
		r->blob_at += n;
		return (ssize_t)n;
	}
	return read_piece(r->fd, piece, PIECE);
}

/* Splits a piece into lines; n 0: the end of the file. False: nothing more has to be read. */
static bool take_piece(struct file_reading *r, const char *piece, size_t n)
{
	if (!r->begun && text_is_binary(piece, n)) {
		r->kind = file_kind(piece, n);
		return false;
	}
	r->begun = true;
	r->ended = n == 0;
	if (r->ended && r->lines.open) {
		end_line(&r->lines);
		r->lines.open =
		    true; /* the last line ends as the file does, without a line break */
	}
	if (r->ended)
		return false;
	if (r->whole && r->fd >= 0)
		r->hash = hash_bytes(r->hash, piece, n);
	struct numbered_lines *l = &r->lines;
	for (const char *end = piece + n; piece < end;) {
		const char *nl = memchr(piece, '\n', (size_t)(end - piece));
		size_t part = (size_t)((nl ? nl : end) - piece);
		l->lines += !l->open;
		l->open = true;
		if (line_is_wanted(l)) {
			buf_add(&l->line, piece, part);
			l->line_length += part;
		}
		if (nl)
			end_line(l);
		piece += part + (nl != NULL);
	}
	/* More has to be read until `to` was passed or the room is used up. */
	return r->whole || (!l->full && (l->lines < l->to || (l->lines == l->to && l->open)));
}

static bool read_file_step(struct call *c)
{
	struct file_reading *r = c->state;
	int64_t deadline = clock_mono_us() + STEP_US;
	char piece[PIECE];
	do {
		ssize_t n = next_piece(r, piece);
		if (n >= 0 && take_piece(r, piece, (size_t)n))
			continue;
		if (n < 0)
			return call_fail(c, "'%s': %s", r->shown, error_system(errno));
		if (!r->kind && r->lines.lines && !r->lines.last)
			return call_fail(c, "offset %lld is past the end: '%s' has %lld line%s",
			    (long long)r->lines.from, r->shown, (long long)r->lines.lines,
			    text_plural(r->lines.lines, "", "s"));
		read_finish(c);
		return false;
	} while (clock_mono_us() < deadline);
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
	const struct settings *s = c->host->settings;
	struct error e = ERROR_INIT;
	struct file_reading *r = c->state = xcalloc(1, sizeof *r);
	bool ok;
	r->fd = -1;
	r->hash = HASH_START;
	r->lines = (struct numbered_lines){.from = json_int(c->args, "offset", 1),
	    .to = last_line(c->args),
	    .line_bytes = (size_t)setting_int(s, "tools.line_bytes"),
	    .room = result_room(c->host) - NOTE};
	/* Room for the \r, and for one byte that shows that there was more. */
	r->lines.line.max = r->lines.line_bytes + 2;
	if (!strncmp(path, "blob:", 5)) {
		r->name = xstrdup(path);
		r->shown = xstrdup(path);
		r->blob = (struct buf)BUF_LIMIT((size_t)1 << 32);
		ok = session_blob_get(c->host->session, path, &r->blob, &e);
		r->st.st_size = (off_t)r->blob.len;
		r->whole = true;
	} else {
		ok = open_file(r, c, path, &e);
	}
	if (ok)
		read_file_step(c);
	else
		call_fail_path(c, path, &e);
}

const struct tool tool_read_file = {
    .name = "read_file",
    .class = TOOL_READS,
    .describe = read_file_describe,
    .start = read_file_start,
    .step = read_file_step,
    .stop = read_file_stop,
};
