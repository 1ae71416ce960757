/*
 * think: what models of other agents call to note a thought. Nothing is done; it is never offered, since thinking
 * needs no call.
 */
#include "tools/tool_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "config/prompt.h"

static void think_describe(const json_t *args, struct buf *line)
{
	(void)args;
	buf_adds(line, "think");
}

static void think_start(struct call *c)
{
	char *text = prompt_text("thought", NULL, 0);

	result_text(c, text, strlen(text));
	free(text);
	c->result.ok = true;
	c->result.summary = xstrdup("noted");
	call_finish(c);
}

const struct tool tool_think = {
    .name = "think",
    .class = TOOL_READS,
    .describe = think_describe,
    .start = think_start,
};
