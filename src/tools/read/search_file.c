/* SPDX-License-Identifier: MIT
 * Searches a file, which passes through one buffer. Between two pieces the end of the last one stays:
 * the line that is not whole yet, and before it the lines that may become context. A line longer than
 * the buffer is searched in parts. Line numbers are counted only when one is needed, or when bytes leave
 * the buffer.
 */
#include "tools/read/search_file.h"

#include "base/base.h"
#include "tools/read/read_errors.h"

#define BUFFER ((size_t)256 << 10)
#define LOOK 8000 /* bytes in which a NUL makes a file binary */

struct search_file {
	struct search_want want;
	char *shown; /* (owned) */
	int fd;	     /* (owned) -1: none */
	bool ended, begun;
	char *data; /* (owned) BUFFER bytes */
	/* Bytes in the buffer; of these, whole lines (or all where no more comes). */
	size_t len, whole;
	size_t at;	/* the buffer is searched up to here */
	size_t counted; /* `line` is the number of the line at this byte */
	int64_t line;
	size_t printed; /* the lines up to here are shown */
	int64_t printed_line, hit_line;
	int after, total;
	struct search_outcome seen;
};

struct search_file *search_file_new(const struct search_want *want)
{
	struct search_file *f = xcalloc(1, sizeof *f);
	f->want = *want;
	f->fd = -1;
	f->data = xmalloc(BUFFER);
	return f;
}

static void close_file(struct search_file *f)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

void search_file_free(struct search_file *f)
{
	if (!f)
		return;
	close_file(f);
	free_all(f->shown, f->data);
	buf_free(&f->seen.shown);
	free(f);
}

void search_file_open(struct search_file *f, int fd, const char *shown)
{
	close_file(f);
	free(f->shown);
	f->shown = xstrdup(shown);
	f->fd = fd;
	f->ended = f->begun = f->seen.binary = f->seen.failed = false;
	f->len = f->whole = f->at = f->counted = f->printed = 0;
	f->line = 1;
	f->printed_line = f->hit_line = 0;
	f->after = f->seen.matches = 0;
	buf_clear(&f->seen.shown);
}

bool search_file_busy(const struct search_file *f)
{
	return f->fd >= 0;
}

const struct search_outcome *search_file_outcome(const struct search_file *f)
{
	return &f->seen;
}

/* --- lines --- */

static int64_t line_at(struct search_file *f, size_t at)
{
	if (at > f->counted) {
		f->line += count_newlines(f->data + f->counted, at - f->counted);
		f->counted = at;
	}
	return f->line;
}

static size_t line_before(const struct search_file *f, size_t at)
{
	const char *nl = at > 1 ? memrchr(f->data, '\n', at - 1) : NULL;
	return nl ? (size_t)(nl + 1 - f->data) : 0;
}

static size_t line_after(const struct search_file *f, size_t at)
{
	const char *nl = at < f->whole ? memchr(f->data + at, '\n', f->whole - at) : NULL;
	return nl ? (size_t)(nl + 1 - f->data) : f->whole;
}

/* Appends the line at..next to what is shown; mark: ':' if it matches, '-' for context. from: where the
 * match begins, which a line that is cut is cut around. */
static void show_line(
    struct search_file *f, int64_t number, char mark, size_t at, size_t next, size_t from)
{
	size_t end = next;
	if (end > at && f->data[end - 1] == '\n')
		end--;
	if (end > at && f->data[end - 1] == '\r')
		end--;
	if (f->want.context && f->printed_line && number > f->printed_line + 1)
		buf_adds(&f->seen.shown, "--\n");
	/* At most line_bytes of it, around the match. */
	const size_t max = f->want.line_bytes;
	size_t first = at, last = end;
	if (end - at > max) {
		first = from - at > max / 3 ? from - max / 3 : at;
		if (first + max > end)
			first = end - max;
		last = first + max;
		while (first < end && first > at && ((unsigned char)f->data[first] & 0xc0) == 0x80)
			first++;
		while (last > first && last < end && ((unsigned char)f->data[last] & 0xc0) == 0x80)
			last--;
	}
	buf_addf(&f->seen.shown, "%lld%c ", (long long)number, mark);
	if (first > at)
		buf_addf(&f->seen.shown, "[%zu bytes] \xe2\x80\xa6", first - at);
	text_sanitise(&f->seen.shown, f->data + first, last - first);
	if (last < end)
		buf_addf(&f->seen.shown, "\xe2\x80\xa6 [%zu bytes]", end - last);
	buf_addc(&f->seen.shown, '\n');
	f->printed = next;
	f->printed_line = number;
}

/* Shows the lines after a match that did not match themselves, up to `limit`. */
static void show_after(struct search_file *f, size_t limit)
{
	while (f->after > 0 && f->printed < limit) {
		size_t at = f->printed;
		show_line(f, f->printed_line + 1, '-', at, line_after(f, at), at);
		f->after--;
	}
}

static void add_match(struct search_file *f, const struct search_hit *hit, json_t *matches)
{
	int64_t number = line_at(f, hit->line);
	if (number == f->hit_line)
		return; /* a further part of a line longer than the buffer */
	show_after(f, hit->line);
	size_t before[16], text;
	int n = 0;
	for (size_t p = hit->line; n < f->want.context && p > f->printed; n++)
		p = before[n] = line_before(f, p);
	for (; n > 0; n--)
		show_line(
		    f, number - n, '-', before[n - 1], line_after(f, before[n - 1]), before[n - 1]);
	text = f->seen.shown.len;
	show_line(f, number, ':', hit->line, line_after(f, hit->line), hit->from);
	text = (size_t)(strstr(f->seen.shown.data + text, ": ") + 2 - f->seen.shown.data);
	json_array_append_new(matches,
	    json_pack("{s:s, s:I, s:o*}", "path", f->shown, "line", (json_int_t)number, "text",
		json_stringn(f->seen.shown.data + text, f->seen.shown.len - text - 1)));
	f->hit_line = number;
	f->after = f->want.context;
	f->seen.matches++;
	f->total++;
}

/* --- reading --- */

/* Fills the buffer; false: there is nothing more to search. */
static bool fill_buffer(struct search_file *f)
{
	if (f->ended)
		return false;
	if (f->len > BUFFER / 2) {
		/* What has been searched goes, except the lines that may be shown before the next match. */
		size_t keep = f->at;
		for (int i = 0; i < f->want.context && keep > 0; i++)
			keep = line_before(f, keep);
		if (f->len - keep >
		    BUFFER / 2) /* the lines are so long that they fill the buffer */
			keep = f->at;
		line_at(f, keep);
		memmove(f->data, f->data + keep, f->len - keep);
		f->len -= keep;
		f->at -= keep;
		f->counted = f->counted > keep ? f->counted - keep : 0;
		f->printed = f->printed > keep ? f->printed - keep : 0;
	}
	const ssize_t n = read_piece(f->fd, f->data + f->len, BUFFER - f->len);
	f->seen.failed = n < 0;
	f->ended = n <= 0;
	f->len += n > 0 ? (size_t)n : 0;
	if (!f->begun && memchr(f->data, '\0', f->len < LOOK ? f->len : LOOK))
		f->seen.binary = true;
	f->begun = true;
	const char *nl = f->ended ? NULL : memrchr(f->data + f->at, '\n', f->len - f->at);
	f->whole = nl ? (size_t)(nl + 1 - f->data) : f->ended || f->len == BUFFER ? f->len : f->at;
	return !f->seen.binary;
}

/* Searches the whole lines in the buffer; SEARCH_NONE: all of them are done. */
static enum search_found search_lines(struct search_file *f, int64_t deadline_us, json_t *matches)
{
	struct search_hit hit;
	enum search_found found;
	while ((found = search_pattern_find(
		    f->want.pattern, f->data, f->whole, &f->at, &hit, deadline_us)) == SEARCH_HIT) {
		if (f->seen.matches == 0 && text_is_binary(f->data, f->len)) {
			f->seen.binary = true;
			return SEARCH_NONE;
		}
		add_match(f, &hit, matches);
		if (f->total >= f->want.max_matches)
			return SEARCH_NONE;
	}
	show_after(f, f->whole);
	return found;
}

bool search_file_step(struct search_file *f, int64_t deadline_us, json_t *matches)
{
	do {
		if (f->at < f->whole && search_lines(f, deadline_us, matches) == SEARCH_LATER)
			return true;
		if (f->seen.binary || f->total >= f->want.max_matches ||
		    (f->at >= f->whole && !fill_buffer(f))) {
			close_file(f);
			return false;
		}
	} while (clock_mono_us() < deadline_us);
	return true;
}
