/* SPDX-License-Identifier: MIT
 * Reads events from a file of JSON lines. An error in a line is reported with FILE:LINE, and reading may
 * go on with the next line.
 */
#include "session/event_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include "base/base.h"

#define LINE_MAX_BYTES ((size_t)16 << 20)
#define CHUNK ((size_t)64 << 10)

struct file_source {
	struct event_reader source;
	char *path;
	int fd;
	bool end;
	struct buf bytes; /* read from the file; unused from `at` on */
	size_t at;
	int64_t base;  /* the offset in the file of the start of `bytes` */
	int64_t began; /* the offset in the file of the last line's start */
	int64_t line;
	char *where; /* (owned) "FILE:LINE" */
};

static void next_place(struct file_source *f)
{
	f->line++;
	free(f->where);
	f->where = xasprintf("%s:%lld", f->path, (long long)f->line);
}

struct event_place event_reader_place(const struct event_reader *s)
{
	const struct file_source *f = (const struct file_source *)s;

	return (struct event_place){f->began, f->line};
}

const char *event_reader_where(const struct event_reader *s)
{
	return ((const struct file_source *)s)->where;
}

static bool fill_bytes(struct file_source *f, struct error *e)
{
	char chunk[CHUNK];
	ssize_t got;

	f->base += (int64_t)f->at;
	buf_drop(&f->bytes, f->at);
	f->at = 0;
	do
		got = read(f->fd, chunk, sizeof chunk);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return error_set(e, ERR_IO, "cannot read '%s': %s", f->path, strerror(errno));
	f->end = got == 0;
	buf_add(&f->bytes, chunk, (size_t)got);
	return true;
}

/* Returns the next line, without its line end. False: end of file, or an error, with e set. */
static bool next_line(struct file_source *f, const char **line, size_t *len, struct error *e)
{
	size_t searched = f->at;

	for (;;) {
		const char *from = buf_str(&f->bytes) + searched;
		const char *nl = memchr(from, '\n', f->bytes.len - searched);
		const size_t end = nl ? (size_t)(nl - f->bytes.data) : f->bytes.len;

		if (nl || f->end) {
			*line = buf_str(&f->bytes) + f->at;
			*len = end - f->at;
			f->began = f->base + (int64_t)f->at;
			f->at = nl ? end + 1 : end;
			if (nl || *len > 0)
				next_place(f);
			return nl || *len > 0;
		}
		if (end - f->at > LINE_MAX_BYTES) {
			next_place(f);
			f->end = true;
			f->at = f->bytes.len;
			return error_at(e, ERR_PARSE, f->where, "the line is longer than 16 MiB");
		}
		searched = end - f->at; /* filling moves the unread bytes to the front */
		if (!fill_bytes(f, e)) {
			f->end = true;
			return false;
		}
	}
}

static bool file_source_next(struct event_reader *self, struct event *ev, struct error *e)
{
	struct file_source *f = (struct file_source *)self;
	struct error why = ERROR_INIT;
	const char *line = "";
	size_t len = 0;

	do {
		if (!next_line(f, &line, &len, e))
			return false;
		if (f->line == 1) {
			size_t bom = text_bom(line, len);

			line += bom;
			len -= bom;
		}
	} while (strspn(line, " \t\r") >= len);
	json_auto_t *value = json_parse_foreign(line, len, &why);
	bool ok = value && event_from_json(ev, value, &why);
	if (!ok)
		error_at(e, ERR_PARSE, f->where, "%s", why.message);
	error_free(&why);
	return ok;
}

static void file_source_free(struct event_reader *self)
{
	auto_free struct file_source *f = (struct file_source *)self;

	if (f->fd > STDIN_FILENO)
		close(f->fd);
	buf_free(&f->bytes);
	free_all(f->where, f->path);
}

struct event_reader *event_reader_file(const char *path, struct error *e)
{
	const bool standard = strcmp(path, "-") == 0;
	const int fd =
	    standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct file_source *f;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0 || (S_ISDIR(st.st_mode) && (errno = EISDIR))) {
		error_set(e, ERR_IO, "cannot read '%s': %s", path, strerror(errno));
		if (fd > STDIN_FILENO)
			close(fd);
		return NULL;
	}
	if (!standard)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	f = xcalloc(1, sizeof *f);
	*f = (struct file_source){{file_source_next, file_source_free},
	    .path = xstrdup(standard ? "stdin" : path), .fd = fd};
	return &f->source;
}

struct event_reader *event_reader_file_at(
    const char *path, struct event_place place, struct error *e)
{
	struct event_reader *s = event_reader_file(path, e);
	struct file_source *f = (struct file_source *)s;

	if (s && place.offset > 0 && lseek(f->fd, place.offset, SEEK_SET) == place.offset) {
		f->base = place.offset;
		f->line = place.line - 1;
	}
	return s;
}

void event_reader_free(struct event_reader *s)
{
	if (s)
		s->free(s);
}

void event_reader_close(struct event_reader **s)
{
	event_reader_free(*s);
}

struct event event_reader_next(struct event_reader *s, struct event_reader **on, struct error *e)
{
	struct event ev;

	if (s->next(s, &ev, e))
		return ev;
	*on = NULL;
	return (struct event){0};
}
