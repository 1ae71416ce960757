/* SPDX-License-Identifier: MIT
 * Compares the entries of two Git indexes. An entry: 24 bytes of times and numbers of the file system, 4 of the mode,
 * 12 more of those, then the hash, flags and the name. Extensions are caches, but for those that change what the
 * index means. Source: https://git-scm.com/docs/index-format
 */
#include "workspace/git_index.h"

#include "base/base.h"

#define HEAD 12
#define MODE 24	 /* offset in an entry */
#define HASH 40	 /* offset of the hash */
#define FLAGS 60 /* offset of the flags, 16 bits */
#define NAME 62
#define EXTENDED 0x4000U
#define NAME_LENGTH 0xfffU
#define NAME_MOST 0xffffffU /* more than any path */
#define TRAILER 20

struct index_reader {
	const unsigned char *at, *end;
	uint32_t version, entries;
	size_t name; /* length of the last entry's name */
};

static uint32_t number_at(const unsigned char *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool read_head(struct index_reader *r, const char *data, size_t len)
{
	*r = (struct index_reader){.at = (const unsigned char *)data};
	if (len < HEAD + TRAILER || memcmp(data, "DIRC", 4) != 0)
		return false;
	r->end = r->at + len - TRAILER;
	r->version = number_at(r->at + 4);
	r->entries = number_at(r->at + 8);
	r->at += HEAD;
	return r->version >= 2 && r->version <= 4;
}

/* In version 4 a name begins with a number: how many bytes of the name before are cut off, which this takes off
 * r->name. Returns the length of the number; 0: it is cut, or larger than that name. */
static size_t read_cut(struct index_reader *r, size_t at)
{
	const size_t left = (size_t)(r->end - r->at);
	size_t cut, len = 1;

	if (at >= left)
		return 0;
	cut = r->at[at] & 0x7f;
	while ((r->at[at + len - 1] & 0x80) != 0) {
		if (at + len >= left || cut > NAME_MOST)
			return 0;
		cut = (cut + 1) << 7 | (r->at[at + len++] & 0x7f);
	}
	if (cut > r->name)
		return 0;
	r->name -= cut;
	return len;
}

/* Returns the length of the entry at r->at; 0: it is cut, or not as this version has it. That its
 * name must be as long as its flags say finds entries with longer hashes. */
static size_t entry_length(struct index_reader *r)
{
	const size_t left = (size_t)(r->end - r->at);
	size_t len = NAME, number = 0, told;

	if (left < NAME)
		return 0;
	told = number_at(r->at + FLAGS - 2) & NAME_LENGTH;
	if ((number_at(r->at + FLAGS - 2) & EXTENDED) != 0)
		len += 2;
	if (r->version < 4)
		r->name = 0;
	else if ((number = read_cut(r, len)) == 0)
		return 0;
	len += number;
	const unsigned char *end = len < left ? memchr(r->at + len, '\0', left - len) : NULL;
	if (!end)
		return 0;
	r->name += (size_t)(end - r->at) - len;
	if (told != (r->name < NAME_LENGTH ? r->name : NAME_LENGTH))
		return 0;
	len = (size_t)(end - r->at) + 1;
	if (r->version < 4)
		len = (len + 7) & ~(size_t)7;
	return len <= left ? len : 0;
}

static bool is_cache(const unsigned char *name)
{
	static const char *const caches[] = {"TREE", "UNTR", "FSMN", "EOIE", "IEOT"};

	for (size_t i = 0; i < ARRAY_SIZE(caches); i++)
		if (memcmp(caches[i], name, 4) == 0)
			return true;
	return false;
}

/* Whether only extensions that are caches follow the entries. */
static bool ends_with_caches(const struct index_reader *r)
{
	const unsigned char *at = r->at;

	while (r->end - at >= 8) {
		const uint32_t len = number_at(at + 4);

		if (!is_cache(at) || len > (size_t)(r->end - at - 8))
			return false;
		at += 8 + len;
	}
	return at == r->end;
}

bool git_index_same(const char *a, size_t a_len, const char *b, size_t b_len)
{
	struct index_reader x, y;

	if (!read_head(&x, a, a_len) || !read_head(&y, b, b_len) || x.version != y.version ||
	    x.entries != y.entries)
		return false;
	for (uint32_t i = 0; i < x.entries; i++) {
		const size_t len = entry_length(&x);

		if (len == 0 || len != entry_length(&y) ||
		    memcmp(x.at + MODE, y.at + MODE, 4) != 0 ||
		    memcmp(x.at + HASH, y.at + HASH, len - HASH) != 0)
			return false;
		x.at += len;
		y.at += len;
	}
	return ends_with_caches(&x) && ends_with_caches(&y);
}
