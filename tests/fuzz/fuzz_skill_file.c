/* SPDX-License-Identifier: MIT
 * Files of skills and commands: whatever the bytes, a head that is an object and a body of valid text, or a reason;
 * what goes into the words ends, and its calls are calls.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/text/utf8.h"
#include "skills/skill_file.h"
#include "skills/skills.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_words(const char *body)
{
	for (enum skill_words w = WORDS_FROM_ZERO; w <= WORDS_IN_BRACES; w++) {
		json_t *calls = json_array();
		char *text = skill_fill(w, body, "/folder", body, calls);

		check(utf8_valid(text, strlen(text)));
		free(text);
		json_decref(calls);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool (*const readers[])(const char *, size_t, struct skill_file *, struct error *) = {
	    skill_file_markdown, skill_file_toml};

	for (size_t i = 0; i < 2; i++) {
		struct skill_file f = {0};
		struct error e = ERROR_INIT;
		struct buf why = BUF_INIT;

		if (readers[i]((const char *)data, size, &f, &e)) {
			check(json_is_object(f.head) && utf8_valid(f.body, strlen(f.body)));
			skill_file_check(f.head, "folder", &why);
			if (strlen(f.body) < 4096)
				check_words(f.body);
			skill_file_free(&f);
		} else {
			check(e.message != NULL);
		}
		buf_free(&why);
		error_free(&e);
	}
	return 0;
}
