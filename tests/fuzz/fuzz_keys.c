/* SPDX-License-Identifier: MIT */
/* Bytes of a terminal: never a control character as text, whatever the chunks. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "ui/keys/keys.h"
#include "ui/view/color.h"

static void on_key(void *ctx, unsigned key)
{
	unsigned code = INPUT_CODE(key);

	if (key == 0 || code >= INPUT_LAST || (input_is_text(key) && code < ' '))
		abort();
}

static void on_paste(void *ctx, const char *text, size_t len, bool cut)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] < ' ' && text[i] != '\n' && text[i] != '\t')
			abort();
}

/* As the screen reads it. */
static void on_report(void *ctx, const char *answer, size_t len)
{
	char *text = strndup(answer, len);
	bool light;

	color_background(text, &light);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct decoder d = {.key = on_key, .pasted = on_paste, .report = on_report};
	size_t chunk = size ? 1 + data[0] % 7 : 1;

	for (size_t at = 0; at < size; at += chunk)
		decoder_feed(&d, (const char *)data + at, size - at < chunk ? size - at : chunk);
	decoder_flush(&d);
	decoder_free(&d);
	return 0;
}
