/*
 * Which model the user chose in the chat, and how much it is to think, lasts: it is written to the
 * user's agent.yaml, unless the server is one of this start alone.
 */
#ifndef CLI_CHOICE_KEEPER_H
#define CLI_CHOICE_KEEPER_H

#include "cli/program.h"

struct choice_keeper {
	struct program *p;
	const struct event_sink *face; /* (borrowed) told what was kept */
};
struct event_sink choice_keeper_sink(struct choice_keeper *k);

#endif
