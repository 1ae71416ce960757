/* SPDX-License-Identifier: MIT
 * What came of a model call: roles/model_call.h makes it, every room above reads it.
 */
#ifndef AGENT_STATE_COMPLETED_H
#define AGENT_STATE_COMPLETED_H

#include "llm/backend.h"

/* A model call that ended. */
struct completed {
	json_t *message; /* (owned) data of the message event; NULL when nothing came */
	enum finish finish;
	enum failure failure;
	struct error error;
	struct usage usage, lost; /* lost: of attempts before that broke off */
	char *model;		  /* (owned) or NULL */
	bool late;		  /* cancelled because it took too long */
};

#endif
