/* SPDX-License-Identifier: MIT
 * Paths as text: as they are shown, as they are given, and in normal form. A path of a model is taken lexically
 * ("a/../b" is "b", whatever a is), so what is shown, permitted and opened is always the same name.
 */
#include "base/base.h"
#include "workspace/file/root.h"

#include "workspace/file/workspace.h"

static const char escapes[] = "a\ab\bt\tn\nv\vf\fr\r\"\"\\\\"; /* pairs: letter, byte */

static void quote_byte(struct buf *out, unsigned char c)
{
	for (const char *p = escapes; *p; p += 2)
		if ((unsigned char)p[1] == c) {
			buf_addf(out, "\\%c", p[0]);
			return;
		}
	if (c < 0x20 || c >= 0x7f)
		buf_addf(out, "\\%03o", c);
	else
		buf_addc(out, (char)c);
}

char *path_shown(const char *name)
{
	struct buf out = BUF_INIT;
	size_t len = strlen(name);
	bool unsafe = text_sanitise(&out, name, len) || strpbrk(name, "\n\t") || *name == '"';
	if (!unsafe)
		return buf_take(&out);
	buf_clear(&out);
	buf_addc(&out, '"');
	for (size_t i = 0; i < len; i++)
		quote_byte(&out, (unsigned char)name[i]);
	buf_addc(&out, '"');
	return buf_take(&out);
}

/* Reads an escape after its backslash. Returns its length; 0: it is none. */
static size_t unquote(const char *s, char *byte)
{
	for (const char *p = escapes; *p; p += 2)
		if (p[0] == *s) {
			*byte = p[1];
			return 1;
		}
	if (strspn(s, "01234567") < 3 || *s > '3')
		return 0;
	*byte = (char)((s[0] - '0') << 6 | (s[1] - '0') << 3 | (s[2] - '0'));
	return *byte ? 3 : 0;
}

char *path_given(const char *path)
{
	size_t len = strlen(path), n = 0;
	if (len < 3 || *path != '"' || path[len - 1] != '"' || !strchr(path, '\\'))
		return xstrdup(path);
	char *out = xmalloc(len);
	for (size_t i = 1; i < len - 1; i++) {
		if (path[i] != '\\') {
			out[n++] = path[i];
			continue;
		}
		size_t took = unquote(path + i + 1, &out[n++]);
		if (!took || i + took >= len - 1) {
			free(out);
			return xstrdup(path);
		}
		i += took;
	}
	out[n] = '\0';
	return out;
}

/* Removes ".", ".." and doubled slashes, in place. False: the path climbs out at the top. */
static bool make_normal(char *path)
{
	char *to = path;
	bool absolute = *path == '/';
	for (const char *p = path; *p;) {
		size_t len = strcspn(p, "/");
		const char *next = p + len + (p[len] == '/');
		if (len == 2 && p[0] == '.' && p[1] == '.') {
			if (to == path && !absolute)
				return false;
			while (to > path && *--to != '/')
				;
		} else if (len && !(len == 1 && *p == '.')) {
			if (to > path || absolute)
				*to++ = '/';
			memmove(to, p, len);
			to += len;
		}
		p = next;
	}
	if (to == path && absolute)
		*to++ = '/';
	*to = '\0';
	return true;
}

bool path_normal(char *path, struct error *e)
{
	if (!*path)
		return error_set(e, ERR_USAGE, "the path is empty; \".\" is the workspace");
	if (strlen(path) >= PATH_MAX)
		return error_set(e, ERR_LIMIT, "the path is longer than %d bytes", PATH_MAX - 1);
	if (!make_normal(path))
		return place_error(e, path, EXDEV);
	return true;
}

bool place_error(struct error *e, const char *path, int why)
{
	static const struct {
		int why;
		enum error_code code;
		const char *words;
	} known[] = {
	    {EXDEV, ERR_DENIED,
		"leads outside the workspace; only what is beneath it can be reached"},
	    {ENOENT, ERR_NOT_FOUND, "does not exist"},
	    {ENOTDIR, ERR_NOT_FOUND, "does not exist: a part of it is no folder"},
	    {EISDIR, ERR_USAGE, "is a folder"},
	    {ENXIO, ERR_DENIED, "is neither a file nor a folder"},
	    {ENODEV, ERR_DENIED, "is neither a file nor a folder"},
	};
	auto_free char *shown = path_shown(path);

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (known[i].why == why)
			return error_set(e, known[i].code, "'%s' %s", shown, known[i].words);
	return error_set(e, ERR_IO, "'%s': %s", shown, error_system(why));
}
