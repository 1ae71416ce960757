/* SPDX-License-Identifier: MIT
 * Reads the terminal's capabilities from terminfo, as bytes prepared in advance: a crash cannot ask terminfo any
 * more. What terminfo does not know is in a row of config/terminals.yaml, found by a variable of the environment.
 */
#include "ui/tui/terminal/terminfo.h"

#include <curses.h>
#include <fnmatch.h>
#include <term.h>
#include "base/base.h"
#include "config/prompt.h"

/* ---- The table of terminals ---------------------------------------------------------------------- */

json_t *terminal_table_value(const char *member)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_auto_t *table = config_table("terminals.yaml", &problems);
	json_t *value = NULL;

	json_each (terminal, json_list(table, "terminals")) {
		const char *here = getenv(json_str(terminal, "variable", ""));

		if (!value && here && fnmatch(json_str(terminal, "match", ""), here, 0) == 0)
			value = json_incref(json_object_get(terminal, member));
	}
	return value;
}

bool terminal_table_flag(const char *member, bool otherwise)
{
	json_auto_t *value = terminal_table_value(member);
	return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

static struct {
	char *out;
	size_t len, size;
} into;

static int collect_byte(int c)
{
	if (into.len < into.size)
		into.out[into.len++] = (char)c;
	return c;
}

static const char *capability(const char *name)
{
	const char *s = tigetstr(name);

	return s && s != (const char *)-1 ? s : NULL;
}

bool terminfo_scrolls(void)
{
	const char *region = capability("csr"), *save = capability("sc"), *up = capability("ri");

	return region && strcmp(region, "\033[%i%p1%d;%p2%dr") == 0 && save &&
	       strcmp(save, "\0337") == 0 && up && strncmp(up, "\033M", 2) == 0;
}

bool terminfo_has(const char *name)
{
	return tigetflag((char *)name) > 0 || capability(name) != NULL;
}

size_t terminfo_restore(char *out, size_t size)
{
	static const char *const names[] = {"sgr0", "cnorm", "rmcup"};

	into.out = out;
	into.len = 0;
	into.size = size;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (capability(names[i]))
			tputs(capability(names[i]), 1, collect_byte);
	return into.len;
}

static char known_as[64];

const char *terminfo_name(void)
{
	return *known_as ? known_as : NULL;
}

bool terminfo_usable(struct error *e)
{
	const char *name = getenv("TERM");
	int found = 0;

	*known_as = '\0';
	if (setupterm(NULL, STDOUT_FILENO, &found) != OK) {
		/* Its own description is not installed: use that of a terminal like it. */
		json_auto_t *like = terminal_table_value("like");

		snprintf(known_as, sizeof known_as, "%s",
		    json_is_string(like) ? json_string_value(like) : "");
		if (!*known_as || setupterm(known_as, STDOUT_FILENO, &found) != OK) {
			*known_as = '\0';
			return error_set(
			    e, ERR_UNSUPPORTED, "unknown terminal '%s'", name ? name : "");
		}
	}
	bool ok = capability("cup") != NULL;
	del_curterm(cur_term);
	return ok || error_set(e, ERR_UNSUPPORTED, "terminal '%s' cannot place its cursor", name);
}
