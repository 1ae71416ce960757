/* SPDX-License-Identifier: MIT
 * Collects the notices of the start until a face can show them, among them files that anyone on this machine
 * may write to.
 */
#include "cli/program/start_notices.h"

#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "config/settings.h"
#include "session/event/event_data.h"

static void add_path(struct buf *names, char *path /* steals; NULL: none */)
{
	struct stat st;

	if (path && stat(path, &st) == 0 && (st.st_mode & S_IWOTH)) {
		auto_free char *shown = file_user_path(path);
		buf_addf(names, "%s'%s'", names->len ? ", " : "", shown);
	}
	free(path);
}

char *writable_by_others(const char *workspace)
{
	auto_buf names = BUF_INIT;

	add_path(&names, file_home(FILE_CONFIG, NULL));
	add_path(&names, settings_user_file());
	add_path(&names, settings_workspace_file(workspace));
	add_path(&names, file_home(FILE_CONFIG, "memory"));
	add_path(&names, file_home(FILE_DATA, NULL));
	add_path(&names, file_home(FILE_DATA, "agent.db"));
	add_path(&names, file_home(FILE_DATA, "agent.db-wal"));
	add_path(&names, file_home(FILE_STATE, NULL));
	return names.len ? buf_take(&names) : NULL;
}

void program_notice(struct program *p, char *text /* steals */)
{
	if (text && p->notice_count < ARRAY_SIZE(p->notices))
		p->notices[p->notice_count++] = text;
	else
		free(text);
}

void program_say(const struct event_sink *sink, const char *level, const char *text)
{
	auto_free char *safe = text_clean(text, strlen(text));
	freed_by(event_free) struct event ev = {
	    .at_ms = clock_now_ms(),
	    .type = EVENT_NOTICE,
	    .data = event_build_notice(&(struct event_notice){.level = level, .text = safe}),
	};

	sink->take(sink->self, &ev);
}

void program_notice_settings(struct program *p)
{
	const json_t *ignored = settings_ignored(p->settings);
	auto_buf keys = BUF_INIT;

	/* Names the keys that a workspace may not set until the user trusts it. */
	json_each_at (i, row, ignored)
		buf_addf(&keys, "%s%s", i ? ", " : "", json_str(row, "key", ""));
	if (keys.len)
		program_notice(p,
		    xasprintf(
			"'%s' may not set %s until this folder is trusted%s (agent config trust)",
			json_str(json_array_get(ignored, 0), "file", "agent.yaml"), buf_str(&keys),
			settings_trust(p->settings) == TRUST_CHANGED ? " again: it changed since"
								     : ""));
	auto_free char *names = writable_by_others(workspace_path(p->workspace));

	if (names)
		program_notice(
		    p, xasprintf("anyone on this machine may write to %s: take that away "
				 "with chmod o-w",
			   names));
}
