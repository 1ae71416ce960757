/*
 * The model that the user chose in the chat, and how much it is to think, last: they are written to the
 * user's agent.yaml, unless the server is one of this start alone.
 */
#ifndef CLI_BACKEND_KEEP_MODEL_CHOICE_H
#define CLI_BACKEND_KEEP_MODEL_CHOICE_H

#include "cli/program/program.h"

struct choice_keeper {
	struct program *p;	       /* (borrowed) */
	const struct event_sink *face; /* (borrowed) told what was kept */
};
/* A sink that keeps choices; k is borrowed as long as the session has it. */
struct event_sink choice_keeper_sink(struct choice_keeper *k);

#endif
