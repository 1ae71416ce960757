/* SPDX-License-Identifier: MIT
 * Exports of Taskwarrior: a plan that its contract accepts, or problems.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "roadmap/file/roadmap_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct problems problems = PROBLEMS_INIT;
	char *text = malloc(size + 1);
	json_t *document;
	struct roadmap r;

	memcpy(text, data, size);
	text[size] = 0;
	document = taskwarrior_document("fuzz", text, size, &problems);
	if (!document && problems.count == 0)
		abort();
	if (document && !contract_check(CONTRACT_ROADMAP, document, "fuzz", NULL, &problems))
		abort();
	if (document && roadmap_read(&r, document, "fuzz", NULL, &problems))
		roadmap_free(&r);
	json_decref(document);
	problems_free(&problems);
	free(text);
	return 0;
}
