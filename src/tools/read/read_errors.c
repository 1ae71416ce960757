/* SPDX-License-Identifier: MIT
 * Errors, sizes and lists of names, as all the reading tools word them; lines of texts and files.
 */
#include "tools/read/read_errors.h"

#include "base/base.h"
#include "workspace/walk.h"

#define NAMES 3
#define ARGUMENT 80 /* characters */

/* Fills in *act, which is what permission rules judge, for a call that reads path. Returns the mode in force. */
static enum approve_mode act_of(const struct call *c, const char *path, struct act *act)
{
	enum approve_mode mode = APPROVE_READ_ONLY;

	*act = (struct act){.class = TOOL_READS,
	    .tool = c->tool->name,
	    .path = path,
	    .workspace = c->host->workspace};
	approve_mode_find(setting_string(c->host->settings, "approve"), &mode);
	return mode;
}

struct walk *call_walk(struct call *c, const char *name, int flags, struct error *e)
{
	struct walk *w = walk_new(c->host->workspace, name, flags, e);
	struct act act;
	enum approve_mode mode = act_of(c, json_str(c->args, "path", "."), &act);

	if (w)
		walk_guard(w, visible_paths_new(c->host->permissions, mode, &act));
	return w;
}

void add_unseen(const struct walk *w, struct buf *text)
{
	int closed = w ? walk_unreadable(w) : 0, hidden = w ? walk_hidden(w) : 0;

	if (closed)
		buf_addf(text, "[%d folder%s could not be read]\n", closed,
		    text_plural(closed, "", "s"));
	if (hidden)
		buf_addf(text, "[left out by permission rules: %d place%s]\n", hidden,
		    text_plural(hidden, "", "s"));
}

/* A file that may not be read without asking is not suggested: it is treated as if it did not exist. */
bool call_fail_path(struct call *c, const char *path, struct error *e)
{
	bool near_outside = e->code == ERR_DENIED && *path == '/';
	auto_free char *near = e->code == ERR_NOT_FOUND || near_outside
				   ? workspace_nearest(c->host->workspace, path)
				   : NULL;
	auto_free char *shown = near ? path_shown(near) : NULL;
	const struct permissions *rules = c->host->permissions;
	struct act act;
	enum approve_mode mode = act_of(c, shown, &act);

	if (shown && (!rules || permission_decide(rules, mode, &act).verdict == VERDICT_ALLOW))
		call_fail(c, "%s (did you mean '%s'?)", e->message, shown);
	else if (e->code == ERR_NOT_FOUND)
		call_fail(c, "%s; list the folder, or find it by name", e->message);
	else
		call_fail(c, "%s", e->message);
	error_free(e);
	return false;
}

void add_names(struct buf *out, const json_t *names, size_t count)
{
	size_t n = json_array_size(names);
	n = n < NAMES ? n : NAMES;
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s%s", i ? ", " : "", json_string_value(json_array_get(names, i)));
	if (count > n)
		buf_addf(out, " and %zu more", count - n);
}

void add_size(struct buf *out, int64_t bytes)
{
	static const char units[] = "KMGTP";
	double n = (double)bytes / 1024;
	size_t unit = 0;
	if (bytes < 1024) {
		buf_addf(out, "%lld", (long long)bytes);
		return;
	}
	for (; n >= 1023.5 && unit + 2 < sizeof units; unit++)
		n /= 1024;
	buf_addf(out, n < 9.95 ? "%.1f%c" : "%.0f%c", n, units[unit]);
}

void add_argument(struct buf *line, const char *text)
{
	auto_free char *cut = text_line(text, ARGUMENT);
	text_sanitise(line, cut, strlen(cut));
}

/* Newlines are counted eight bytes at a time: each byte of the value whose bits are counted is 0x80 for
 * a newline, else 0. */

#define PIECE 32768
#define LOOK 8000 /* bytes in which a NUL makes a file binary */

int64_t count_newlines(const char *s, size_t len)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), nl = UINT64_C(0x0a0a0a0a0a0a0a0a);
	int64_t n = 0;
	size_t i = 0;
	for (; i + 8 <= len; i += 8) {
		uint64_t x;
		memcpy(&x, s + i, 8);
		x ^= nl;
		n += __builtin_popcountll(~(((x & low) + low) | x | low));
	}
	for (; i < len; i++)
		n += s[i] == '\n';
	return n;
}

bool line_next(const char **at, const char *end, const char **line, size_t *len)
{
	if (*at >= end)
		return false;
	const char *nl = memchr(*at, '\n', (size_t)(end - *at));
	*line = *at;
	*len = (size_t)((nl ? nl : end) - *at);
	*at = nl ? nl + 1 : end;
	if (*len && (*line)[*len - 1] == '\r')
		--*len;
	return true;
}

ssize_t read_piece(int fd, char *to, size_t len)
{
	ssize_t n;

	do
		n = read(fd, to, len);
	while (n < 0 && errno == EINTR);
	return n;
}

void line_count_stop(struct line_count *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
}

bool line_count_step(struct line_count *c, int64_t deadline_us)
{
	char piece[PIECE];
	do {
		ssize_t n = c->fd < 0 ? 0 : read_piece(c->fd, piece, sizeof piece);
		c->binary = n > 0 && !c->begun && memchr(piece, '\0', n < LOOK ? (size_t)n : LOOK);
		c->begun = true;
		if (n <= 0 || c->binary) {
			c->lines += c->open;
			line_count_stop(c);
			return false;
		}
		c->lines += count_newlines(piece, (size_t)n);
		c->open = piece[n - 1] != '\n';
	} while (clock_mono_us() < deadline_us);
	return true;
}
