/* SPDX-License-Identifier: MIT
 * The table of addresses by number. It only grows, since rows that are kept hold its numbers.
 */
#include "ui/view/markdown/hyperlink.h"

#include <strings.h>
#include "base/base.h"

#define ADDRESS_BYTES 2083 /* VTE, which many terminals are made with, takes no longer address */

static struct {
	char **address; /* (owned) by number, from 1 */
	size_t count, cap;
	json_t *numbers; /* (owned) address → number */
} table;

static unsigned link_id(const struct buf *address)
{
	const int64_t known = json_int(table.numbers, buf_str(address), 0);

	if (known > 0)
		return (unsigned)known;
	if (address->len > ADDRESS_BYTES || table.count == HYPERLINKS_MAX)
		return 0;
	if (!table.numbers)
		table.numbers = json_object();
	array_push(table.address, table.count, table.cap, xstrdup(buf_str(address)));
	json_put_int(table.numbers, buf_str(address), (int64_t)table.count);
	return (unsigned)table.count;
}

unsigned hyperlink_web(const char *address, size_t len)
{
	auto_buf out = BUF_INIT;
	bool ok =
	    len <= ADDRESS_BYTES && ((len > 7 && strncasecmp(address, "http://", 7) == 0) ||
					(len > 8 && strncasecmp(address, "https://", 8) == 0));

	for (size_t i = 0; ok && i < len; i++) {
		const unsigned char c = (unsigned char)address[i];
		ok = c > 0x20 && c != 0x7f;
		if (c > 0x7f)
			buf_addf(&out, "%%%02X", c);
		else
			buf_addc(&out, (char)c);
	}
	return ok ? link_id(&out) : 0;
}

/* Returns the part of a path that lies below the folder; NULL where it lies elsewhere. */
static const char *path_below(const char *folder, const char *path)
{
	const size_t len = strlen(folder);

	if (path[0] == '/' && (strncmp(path, folder, len) != 0 || path[len] != '/'))
		return NULL;
	path += path[0] == '/' ? len + 1 : 0;
	for (const char *part = path; part; part = strchr(part, '/'), part += part != NULL)
		if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
			return NULL;
	return *path ? path : NULL;
}

static void add_path(struct buf *out, const char *s)
{
	for (; *s; s++) {
		const unsigned char c = (unsigned char)*s;
		if (isalnum(c) || strchr("/-._~", c))
			buf_addc(out, (char)c);
		else
			buf_addf(out, "%%%02X", c);
	}
}

unsigned hyperlink_file(const char *folder, const char *path)
{
	char host[HOST_NAME_MAX + 1] = "";
	auto_buf out = BUF_INIT;
	const char *file = folder[0] == '/' ? path_below(folder, path) : NULL;

	if (!file || gethostname(host, sizeof host - 1) != 0)
		return 0;
	buf_adds(&out, "file://");
	add_path(&out, host);
	add_path(&out, folder);
	buf_addc(&out, '/');
	add_path(&out, file);
	return link_id(&out);
}

const char *hyperlink_address(unsigned number)
{
	return number > 0 && number <= table.count ? table.address[number - 1] : NULL;
}
