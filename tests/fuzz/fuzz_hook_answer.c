/* SPDX-License-Identifier: MIT
 * What a hook printed: the first byte is its event and form, the second its exit status, then stdout, a NUL, stderr.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "hooks/hook_answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	auto_free char *bytes = xcalloc(size + 2, 1);
	struct hook_answer one, all = {0};
	json_auto_t *spec = json_pack("{s:s}", "command", "x");

	if (size < 2)
		return 0;
	memcpy(bytes, data + 2, size - 2);
	const struct user_hook hook = {.event = (enum hook_event)(data[0] % HOOK_EVENTS),
	    .form = (enum hook_form)(data[0] / HOOK_EVENTS % 3),
	    .spec = spec};
	const char *err = memchr(bytes, '\0', size);
	const struct hook_end end = {
	    .status = data[1] % 4, .out = bytes, .err = err < bytes + size - 2 ? err + 1 : ""};

	for (int i = 0; i < 2; i++) {
		hook_answer_read(&hook, &end, &one);
		if (one.failed && one.decision == HOOK_ALLOW)
			abort();
		hook_answer_add(&all, &one);
		if (all.failed && all.decision == HOOK_ALLOW)
			abort();
		hook_answer_free(&one);
	}
	hook_answer_free(&all);
	return 0;
}
