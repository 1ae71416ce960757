/* SPDX-License-Identifier: MIT
 * Calls that stand in the words of a reply: whatever the words, each call read is of a tool, the text is cut,
 * never changed, and a call copied from what the model was given is known as a copy.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/written/written_calls.h"
#include "llm/written/written_scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In pieces it comes to the same as at once. */
static void watch_grow(const struct buf *text, const json_t *tools)
{
	struct written_watch pieces = {0}, whole = {0};
	const size_t at_once = written_calls_before(&whole, buf_str(text), text->len, tools);
	size_t shown = 0;

	for (size_t n = 0; n <= text->len; n++)
		shown = written_calls_before(&pieces, buf_str(text), n, tools);
	if (shown != at_once || shown > text->len)
		die("a text that grows is looked through otherwise");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *tools = json_pack("[{s:s},{s:s,s:{s:{s:{s:s}}}}]", "name", "f", "name",
	    "list_files", "parameters", "properties", "n", "type", "integer");
	struct reply r;
	json_t *items;
	bool in_code;
	char *before;
	size_t count;

	reply_init(&r);
	r.max_calls = 32;
	r.max_arguments = 1000;
	r.finished = true;
	reply_add_text(&r, (const char *)data, size);
	reply_end_text(&r);
	before = xstrdup(buf_str(&r.text));
	watch_grow(&r.text, tools);
	written_calls_left(before, tools, &in_code);
	items = json_pack("[{s:s}]", "text", before);
	count = written_calls_take(&r, tools, items);
	if (count != r.call_count || strncmp(before, buf_str(&r.text), r.text.len) != 0)
		die("the text is not what stood before the calls");
	for (size_t i = 0; i < count; i++)
		if (!written_is_tool(tools, r.calls[i].name))
			die("a call of no tool");
		else if (!r.calls[i].quoted)
			die("a copy is not known as one");
	json_decref(items);
	free(before);
	reply_free(&r);
	json_decref(tools);
	return 0;
}
