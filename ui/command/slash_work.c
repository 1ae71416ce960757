/* SPDX-License-Identifier: MIT
 * Commands about the work so far: what it did to files, what the model is told of it.
 */
#include "base/base.h"
#include "ui/command/slash_rows.h"
#include "ui/view/context_lines.h"

static void copy(struct commander *c, const char *rest)
{
	if (!c->copy)
		slash_say(c, "lines are copied by the terminal itself");
	else if (!c->copy(c->face, *rest ? rest : "answer"))
		slash_usage(c, &slash_copy);
}

const struct slash slash_copy = {
    .name = "copy",
    .arguments = "[answer|code|block|all]",
    .help = "to the terminal's clipboard",
    .run = copy,
    .words = (const struct slash_word[]){{"answer", "the last one"},
	{"code", "of it, or of the selected block, one fence after the other"},
	{"block", "the selected one"}, {"all", "what is in the feed"}, {NULL}},
};

static void compact(struct commander *c, const char *rest)
{
	inbox_push(c->session, (struct intent){INTENT_COMPACT, NULL});
}

const struct slash slash_compact = {
    .name = "compact",
    .help = "sum up what came before the last turns",
    .run = compact,
};

/* Pushes an intent that the row's only word, a flag, may go with. */
static void push_flag(
    struct commander *c, const struct slash *s, enum intent_kind kind, const char *rest)
{
	const char *flag = s->words[0].word;

	if (*rest && strcmp(rest, flag) != 0)
		slash_usage(c, s);
	else
		inbox_push(
		    c->session, (struct intent){kind, json_pack("{s:b}", flag, *rest != '\0')});
}

static void memory(struct commander *c, const char *rest)
{
	push_flag(c, &slash_memory, INTENT_MEMORY, rest);
}

static void fill_context(void *ctx, int cells, struct lines *out)
{
	const struct commander *c = ctx;

	context_lines(c->context ? *c->context : NULL, cells, c->ascii, out);
}

/* Asks what fills the window. Where the face has no page the event of it is the answer. */
static void context(struct commander *c, const char *rest)
{
	inbox_push(c->session, (struct intent){INTENT_CONTEXT, NULL});
	if (c->view)
		c->view(c->face, "What fills the window",
		    &(struct page_source){.fill = fill_context, .ctx = c});
}

const struct slash slash_context = {
    .name = "context",
    .help = "what fills the window, by part",
    .run = context,
};

const struct slash slash_memory = {
    .name = "memory",
    .arguments = "[reload]",
    .help = "what the model is told of you and this folder",
    .run = memory,
    .words = (const struct slash_word[]){{"reload", "as the files are now"}, {NULL}},
};

static void put_back(struct commander *c, const char *rest)
{
	inbox_push(c->session, (struct intent){INTENT_ALLOW, json_pack("{s:s}", "keep", rest)});
}

const struct slash slash_put_back = {
    .name = "keep",
    .arguments = "[PATH]",
    .help = "put back what was set aside of a command's work",
    .run = put_back,
};

static void undo(struct commander *c, const char *rest)
{
	push_flag(c, &slash_undo, INTENT_UNDO, rest);
}

const struct slash slash_undo = {
    .name = "undo",
    .arguments = "[force]",
    .help = "take back what the last turn did to files",
    .run = undo,
    .words = (const struct slash_word[]){{"force", "also files that were changed since"}, {NULL}},
};
