/* SPDX-License-Identifier: MIT
 * A patch and a file from anywhere: the patch is refused with a reason, or applied in bounds; what is
 * only added keeps every line of the file.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tools/edit/patch_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static bool only_adds(const struct patch_file *f)
{
	for (size_t i = 0; i < f->line_count; i++)
		if (f->lines[i].op == '-')
			return false;
	return f->kind == PATCH_UPDATE;
}

static void apply(const struct patch_file *f, const char *text, size_t len)
{
	struct buf out = BUF_LIMIT(1 << 20);
	struct error e = ERROR_INIT;

	if (patch_apply(f, text, len, &out, &e)) {
		if (only_adds(f))
			check(out.len >= len || out.truncated);
	} else {
		check(e.message && *e.message);
	}
	error_free(&e);
	buf_free(&out);
}

/* The patch ends at the first NUL; the file is what comes behind it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *nul = size ? memchr(text, 0, size) : NULL;
	size_t len = nul ? (size_t)(nul - text) : size;
	struct patch p;
	struct error e = ERROR_INIT;

	if (patch_parse(&p, text, len, &e)) {
		check(p.count > 0);
		for (size_t i = 0; i < p.count; i++)
			apply(&p.files[i], nul ? nul + 1 : "", nul ? size - len - 1 : 0);
	} else {
		check(e.message && *e.message);
	}
	error_free(&e);
	patch_free(&p);
	return 0;
}
