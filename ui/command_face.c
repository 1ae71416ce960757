/*
 * Commands of the face itself: its help, the way out.
 */
#include "ui/command_rows.h"

static void help(struct commander *c, const char *rest)
{
	struct lines body = {0};

	command_help(c, &body);
	if (c->keys) {
		lines_end(&body);
		c->keys(c->face, &body);
	}
	c->page(c->face, "Help", &body, 29);
	lines_free(&body);
}

const struct slash slash_help = {.name = "help", .help = "commands and keys", .run = help};

static void quit(struct commander *c, const char *rest)
{
	command_quit(c);
}

const struct slash slash_quit = {.name = "quit", .help = "leave", .run = quit};
