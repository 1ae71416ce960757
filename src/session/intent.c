/*
 * An intent owns its data and nothing else.
 */
#include "session/intent.h"

void intent_free(struct intent *in)
{
	json_decref(in->data);
	in->data = NULL;
}
