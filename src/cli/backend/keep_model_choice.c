/*
 * Watches setting events and writes those of the user that are to hold for the next start.
 */
#include "cli/backend/keep_model_choice.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "cli/program/start_notices.h"
#include "config/settings_append.h"
#include "session/event/event_data.h"

/* Whether a choice is kept for the next start. Where the server was given with this start alone,
 * the next one has another server, which may not know the model. */
static bool is_kept_for_next_start(const struct program *p, const char *key)
{
	static const char *const keys[] = {"backend.model", "backend.effort"},
				 *const server[] = {"backend.base_url", "backend.provider",
				     "backend.api_key_env", "backend.protocol"};
	bool known = false;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		known |= strcmp(keys[i], key) == 0;
	for (size_t i = 0; known && i < sizeof server / sizeof *server; i++)
		known = !setting_of_start(p->settings, server[i]);
	return known && !p->server_of_session && !p->options->config;
}

static void take_event(void *self, const struct event *ev)
{
	struct choice_keeper *k = self;
	struct event_setting set;
	struct error e = ERROR_INIT;
	char *text;

	if (ev->type != EVENT_SETTING)
		return;
	set = event_read_setting(ev->data);
	if (!set.by || strcmp(set.by, "user") != 0 || !is_kept_for_next_start(k->p, set.key))
		return;
	if (settings_keep(set.key, set.value, &e))
		text = xasprintf("%s is kept in your agent.yaml", set.key);
	else
		text = xasprintf("%s holds for this session: %s", set.key, e.message);
	program_say(k->face, e.code ? "warning" : "info", text);
	error_free(&e);
	free(text);
}

struct event_sink choice_keeper_sink(struct choice_keeper *k)
{
	return (struct event_sink){take_event, k};
}
