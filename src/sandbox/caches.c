/* SPDX-License-Identifier: MIT
 * Leads programs' caches to folders in the session's private /tmp. The usual caches are read-only,
 * since what a command leaves there is used outside, too. What sandbox.writable names stays where
 * it is, and links lead to it.
 */
#include "sandbox/caches.h"

#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "sandbox/child/path_list.h"

static const struct cache {
	const char *variable, *folder,
	    *usual; /* folder: below CACHES_DIR; usual: its place outside the sandbox */
} caches[] = {
    {"XDG_CACHE_HOME", "", "~/.cache"},
    {"npm_config_cache", "/npm", "~/.npm"},
};
#define CACHES ARRAY_SIZE(caches)

/* Whether commands may write the usual place itself, so that no variable is needed. */
static bool is_writable(const struct settings *s, const char *usual)
{
	const json_t *list = setting_json(s, "sandbox.writable");
	auto_free char *place = file_expand(usual);
	bool found = false;

	json_each (path, list) {
		auto_free char *writable = file_expand(json_string_value(path));

		found |= path_holds(writable, place);
	}
	return found;
}

void caches_prepare(const struct settings *s, const char *tmp)
{
	const json_t *list = setting_json(s, "sandbox.writable");

	for (size_t i = 0; i < CACHES; i++) {
		auto_free char *dir = xasprintf("%s/" CACHES_DIR "%s", tmp, caches[i].folder),
			       *place = file_expand(caches[i].usual);
		const size_t len = strlen(place);

		if (!file_make_dirs(dir, 0700, NULL))
			continue;
		/* For each writable folder of the usual place a link: tmp/.cache/ccache to ~/.cache/ccache. */
		json_each (path, list) {
			auto_free char *writable = file_expand(json_string_value(path));
			const char *rest =
			    path_holds(place, writable) && writable[len] ? writable + len + 1 : "";
			auto_free char *link = file_join(dir, rest);

			if (*rest && !strchr(rest, '/') && symlink(writable, link) != 0)
				log_add(LOG_INFO, "no link '%s': %s", link, strerror(errno));
		}
	}
}

/* Without the network, programs fail at once instead of retrying. */
static const char *const without_network[] = {
    "npm_config_fetch_retries=0", "PIP_RETRIES=0", "CARGO_NET_RETRY=0"};
#define WITHOUT_NETWORK ARRAY_SIZE(without_network)
/* Keep programs that only read from writing locks and caches. */
static const char *const while_reading[] = {"GIT_OPTIONAL_LOCKS=0", "PYTHONDONTWRITEBYTECODE=1"};
#define WHILE_READING ARRAY_SIZE(while_reading)

char **caches_variables(const struct settings *s, const char *seen, bool network, bool reads_only)
{
	char **set = xcalloc(CACHES + WITHOUT_NETWORK + WHILE_READING + 2, sizeof *set);
	size_t count = 0;

	set[count++] = xasprintf("TMPDIR=%s", seen);
	for (size_t i = 0; i < CACHES; i++)
		if (!is_writable(s, caches[i].usual))
			set[count++] = xasprintf(
			    "%s=%s/" CACHES_DIR "%s", caches[i].variable, seen, caches[i].folder);
	for (size_t i = 0; !network && i < WITHOUT_NETWORK; i++)
		set[count++] = xstrdup(without_network[i]);
	for (size_t i = 0; reads_only && i < WHILE_READING; i++)
		set[count++] = xstrdup(while_reading[i]);
	return set;
}
