/* SPDX-License-Identifier: MIT */
/* Keys and pastes into the input: its text stays valid, the cursor on a boundary, and taking
 * everything back ends where it began. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "ui/input/composer.h"

static void check(struct composer *c)
{
	const char *s = composer_text(c);
	struct composer_rows rows = {0};
	uint32_t cp;

	if (c->at > c->text.len)
		abort();
	for (size_t at = 0; at < c->text.len;) {
		int n = utf8_decode(s + at, c->text.len - at, &cp, NULL);
		if (n <= 0 || (c->at > at && c->at < at + (size_t)n))
			abort();
		if (cp >= 0x80 && cp < 0xa0 && !composer_mark(c, at)->text)
			abort();
		at += (size_t)n;
	}
	composer_layout(c, 3 + (int)(c->text.len % 20), &rows);
	if (rows.cursor_row >= rows.count || rows.cursor_column < 0)
		abort();
	for (size_t i = 0; i + 1 < rows.count; i++)
		if (rows.row[i].to > rows.row[i + 1].from)
			abort();
	composer_rows_free(&rows);
	char *whole = composer_whole(c, NULL);
	if (strlen(whole) != composer_size(c))
		abort();
	free(whole);
}

static size_t play(struct composer *c, const uint8_t *data, size_t size, size_t actions)
{
	size_t n = 1, len = size > 1 ? data[1] % 24 : 0;
	struct buf text = BUF_INIT;

	if (data[0] < 128) {
		composer_do(c, &composer_actions[data[0] % actions]);
		return n;
	}
	len = len < size - n ? len : size - n;
	text_sanitise(&text, (const char *)data + n, len);
	if (data[0] < 200)
		composer_insert(c, buf_str(&text), text.len);
	else if (data[0] < 240)
		composer_paste(c, buf_str(&text), text.len, &(struct paste_limits){2, 8});
	else
		composer_unfold(c);
	buf_free(&text);
	return n + len;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct prompt_history *h = history_open(NULL);
	struct composer c;
	size_t actions = 0;

	while (composer_actions[actions].name)
		actions++;
	history_add(h, "an older prompt");
	history_add(h, "äöü\n你好");
	composer_init(&c, h);
	composer_set(&c, "start 你 e\xcc\x81");
	if (size > 500)
		size = 500;
	for (size_t at = 0; at < size;) {
		at += play(&c, data + at, size - at, actions);
		check(&c);
	}
	while (composer_do(&c, composer_find("undo")))
		check(&c);
	if (strcmp(composer_text(&c), "start 你 e\xcc\x81") != 0)
		abort();
	while (composer_do(&c, composer_find("redo")))
		check(&c);
	composer_free(&c);
	history_free(h);
	return 0;
}
