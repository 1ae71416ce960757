/*
 * Appends contents to an unlinked temporary file and reads them back by offset.
 */
#include "workspace/file/content_spool.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/file.h"

static void open_nameless(struct content_spool *s)
{
	char *folder = file_home(FILE_STATE, NULL), *name = file_join(folder, "snapshot-XXXXXX");

	file_make_dirs(folder, 0700, NULL);
	s->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (s->fd < 0 && (s->fd = mkostemp(name, O_CLOEXEC)) >= 0)
		unlink(name);
	free(name);
	free(folder);
}

off_t content_spool_add(struct content_spool *s, const struct buf *content, size_t max)
{
	const off_t at = s->used;

	if ((size_t)at + content->len > max)
		return -1;
	if (s->fd < 0)
		open_nameless(s);
	if (s->fd < 0 || pwrite(s->fd, buf_str(content), content->len, at) != (ssize_t)content->len)
		return -1;
	s->used += (off_t)content->len;
	return at;
}

bool content_spool_read(const struct content_spool *s, off_t at, int64_t size, struct buf *out)
{
	char piece[65536];

	for (int64_t done = 0; done < size;) {
		const size_t want =
		    size - done < (int64_t)sizeof piece ? (size_t)(size - done) : sizeof piece;
		const ssize_t got = pread(s->fd, piece, want, at + done);

		if (got <= 0 || !buf_add(out, piece, (size_t)got))
			return false;
		done += got;
	}
	return true;
}

void content_spool_clear(struct content_spool *s)
{
	s->used = s->wasted = 0;
	if (s->fd >= 0 && ftruncate(s->fd, 0) != 0)
		content_spool_close(s);
}

void content_spool_close(struct content_spool *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}
