/* SPDX-License-Identifier: MIT */
/* Looking up what a key does. */
#include "ui/tui/input/key_action.h"

#include "base/base.h"
#include "ui/tui/input/tui.h"

bool action_runs(const struct key_action *a)
{
	return a->run || a->with;
}

void action_run(struct tui *t, const struct key_action *a)
{
	if (a->run)
		a->run(t);
	else
		a->with(t, a);
}

const struct key_action *action_in(const struct key_action *list, const char *name)
{
	for (; list->name; list++)
		if (strcmp(list->name, name) == 0)
			return list;
	return NULL;
}

bool key_group_applies(const struct tui *t, const struct key_group *g)
{
	return g->where & (t->options.replay ? KEYS_REPLAY : KEYS_CHAT);
}

const struct key_action *action_find(const struct tui *t, const char *name)
{
	const struct key_action *found = NULL;

	for (const struct key_group *g = t->key_groups; g->list && !found; g++)
		if (key_group_applies(t, g) && !g->plan)
			found = action_in(g->list, name);
	return found;
}

bool action_does(const struct tui *t, unsigned key)
{
	const char *name = keymap_find(&t->keys, key);
	const struct key_action *action = name ? action_find(t, name) : NULL;

	return name && (!action || action_runs(action));
}
