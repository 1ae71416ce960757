/*
 * Commands typed into the input: one table. A first word "/name" is a command; anything else that
 * begins with a slash (a path) is a prompt.
 */
#include <string.h>
#include "base/alloc.h"
#include "ui/tui/tui.h"

#include <stdlib.h>

static void run_help(struct tui *t, const char *rest)
{
	t->help = true;
	t->help_row = 0;
}

static void run_quit(struct tui *t, const char *rest)
{
	tui_quit(t);
}

static void run_compact(struct tui *t, const char *rest)
{
	inbox_push(t->session, (struct intent){INTENT_COMPACT, NULL});
}

static void run_memory(struct tui *t, const char *rest)
{
	bool reload = strcmp(rest + strspn(rest, " "), "reload") == 0;

	inbox_push(
	    t->session, (struct intent){INTENT_MEMORY, json_pack("{s:b}", "reload", reload)});
}

static void run_undo(struct tui *t, const char *rest)
{
	json_t *data = json_pack("{s:b}", "force", strcmp(rest, " force") == 0);

	inbox_push(t->session, (struct intent){INTENT_UNDO, data});
}

const struct slash slashes[] = {
    {"compact", "sum up what came before the last turns", run_compact},
    {"help", "the keys and commands", run_help},
    {"memory", "what the model is told; /memory reload: as it is now", run_memory},
    {"quit", "leave", run_quit},
    {"undo", "take back what the last turn did to files", run_undo},
    {NULL},
};

bool slash_run(struct tui *t, const char *text)
{
	size_t len = *text == '/' ? strspn(text + 1, "abcdefghijklmnopqrstuvwxyz-") : 0;
	char end = text[len + 1 - (len == 0)];

	if (len == 0 || (end != '\0' && end != ' ' && end != '\n'))
		return false;
	for (const struct slash *s = slashes; s->name; s++) {
		if (strlen(s->name) == len && strncmp(s->name, text + 1, len) == 0) {
			char *rest = xstrdup(text + 1 + len);
			composer_clear(&t->composer);
			s->run(t, rest);
			free(rest);
			return true;
		}
	}
	tui_hint(t, "no command /%.*s; /help lists them", (int)len, text + 1);
	return true;
}
