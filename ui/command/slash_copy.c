/* /copy: hands text of the feed to the terminal's clipboard. */
#include "ui/command/slash_rows.h"

static void copy(struct commander *c, const char *rest)
{
	if (!c->copy)
		slash_say(c, "lines are copied by the terminal itself");
	else if (!c->copy(c->face, *rest ? rest : "answer"))
		slash_usage(c, &slash_copy);
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	if (*before)
		return;
	candidates_add(out, "answer", "the last one");
	candidates_add(out, "code", "of it, or of the selected block, one fence after the other");
	candidates_add(out, "block", "the selected one");
	candidates_add(out, "all", "what is in the feed");
}

const struct slash slash_copy = {
    .name = "copy",
    .arguments = "[answer|code|block|all]",
    .help = "to the terminal's clipboard",
    .run = copy,
    .complete = complete,
};
