/* SPDX-License-Identifier: MIT
 * Prints pages and lists of slash commands on lines.
 */
#include "ui/command/plain_commander.h"

static void say(void *face, const char *text)
{
	plain_note(face, text);
}

static void page(void *face, const char *title, struct lines *body, int hang)
{
	plain_page(face, title, body);
}

void plain_commander(struct plain *p, bool ascii, struct commander *out)
{
	const struct plain_seen *seen = plain_seen(p);

	*out = (struct commander){.face = p,
	    .say = say,
	    .page = page,
	    .changes = plain_changes(p),
	    .grants = &seen->grants,
	    .jobs = &seen->jobs,
	    .tails = &seen->tails,
	    .running = &seen->running,
	    .ascii = ascii};
}
