/* SPDX-License-Identifier: MIT
 * What a repository's files and git say: a HEAD, and the entries of `git status -z`. Held against what
 * must be so: a name lies inside of the text, and each entry brings the reader forward.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "workspace/file/git_state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data, *end = at + size, *before = at;
	struct git_head head = git_head_parse(at, size);
	struct git_change change;

	if ((head.branch && !*head.branch) || (head.commit && strlen(head.commit) != 8))
		abort();
	git_head_free(&head);
	for (; git_change_next(&at, end, &change); before = at)
		if (at <= before || at > end || change.name <= change.state || !change.len ||
		    change.name + change.len > at || memchr(change.name, '\0', change.len))
			abort();
	return 0;
}
