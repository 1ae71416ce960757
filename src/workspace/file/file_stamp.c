/*
 * By name, in a sorted array: a session reads hundreds of files, not millions.
 */
#include "workspace/file/file_stamp.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/hash.h"

struct stamp_entry {
	char *name; /* (owned) */
	struct stamp stamp;
};

struct stamp stamp_of(const struct stat *st, const void *data, size_t len)
{
	struct stamp s = {.size = st->st_size,
	    .mtime_ns = (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec,
	    .inode = st->st_ino};
	if (data)
		s.hash = hash_bytes(HASH_START, data, len);
	return s;
}

bool stamp_equal(const struct stamp *a, const struct stamp *b)
{
	if (a->size != b->size)
		return false;
	if (a->hash && b->hash)
		return a->hash == b->hash;
	return a->mtime_ns == b->mtime_ns && a->inode == b->inode;
}

static size_t stamp_index(const struct stamps *s, const char *name, bool *there)
{
	size_t low = 0, high = s->count;
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = strcmp(s->list[mid].name, name);
		if (order == 0) {
			*there = true;
			return mid;
		}
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	*there = false;
	return low;
}

void stamps_put(struct stamps *s, const char *name, const struct stamp *stamp)
{
	bool there;
	size_t i = stamp_index(s, name, &there);

	if (!there) {
		array_reserve(&s->list, &s->cap, s->count + 1, sizeof *s->list);
		memmove(&s->list[i + 1], &s->list[i], (s->count - i) * sizeof *s->list);
		s->count++;
		s->list[i].name = xstrdup(name);
	}
	s->list[i].stamp = *stamp;
}

const struct stamp *stamps_get(const struct stamps *s, const char *name)
{
	bool there;
	size_t i = stamp_index(s, name, &there);

	return there ? &s->list[i].stamp : NULL;
}

void stamps_free(struct stamps *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->list[i].name);
	free(s->list);
}
