/* Markdown of a model: rows stay within the width and bring no control character. */
#include <stdint.h>
#include <stdlib.h>
#include "base/text.h"
#include "ui/markdown.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf safe = BUF_INIT;
	struct lines out = {0};
	int cells = 20 + (size ? data[0] % 80 : 0);

	text_sanitise(&safe, (const char *)data, size);
	markdown_lines(&out, buf_str(&safe), safe.len, cells, size & 1);
	for (size_t i = 0; i < out.count; i++) {
		size_t len;
		const char *s = lines_text(&out, i, &len);
		if (text_width(s, len) > cells)
			abort();
		for (size_t k = 0; k < len; k++)
			if ((unsigned char)s[k] < ' ')
				abort();
	}
	lines_free(&out);
	buf_free(&safe);
	return 0;
}
