/* SPDX-License-Identifier: MIT
 * Choices added to the user's own agent.yaml, whatever it is: either it is left as it was, or it
 * holds all it held and the choice.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "config/settings.h"
#include "config/settings_append.h"
#include "tests/fuzz/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_chosen(const char *model)
{
	struct problems problems = PROBLEMS_INIT;
	struct settings *s =
	    settings_load(&(struct settings_request){.workspace = fuzz_folder()}, &problems);

	check(s && strcmp(setting_string(s, "backend.model"), model) == 0);
	settings_free(s);
	problems_free(&problems);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char model[] = "a \"model\": #1\\";
	const struct remembered keys[] = {{"backend.base_url", NULL}, {"backend.model", model}};
	struct buf after = BUF_LIMIT(BUF_UNBOUNDED);
	struct error e = ERROR_INIT;
	char *path;
	bool ok;

	fuzz_file("agent/agent.yaml", data, size);
	path = settings_user_file();
	ok = settings_remember(keys, 2, &e);
	check(file_read(path, 1 << 20, &after, NULL));
	check(after.len >= size && (!size || memcmp(after.data, data, size) == 0));
	check(ok ? after.len > size : after.len == size && e.message);
	if (ok)
		check_chosen(model);
	error_free(&e);
	buf_free(&after);
	free(path);
	return 0;
}
