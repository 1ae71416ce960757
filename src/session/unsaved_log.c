/* SPDX-License-Identifier: MIT
 * Recording a session after its store failed: further events are appended as lines to unsaved-ID.jsonl
 * beside the database. The file's first line names the session and its first event, so that `agent
 * sessions import` can append them to the stored part.
 */
#include <fcntl.h>
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "session/event/event_data.h"
#include "session/session_state.h"

/* Where the file is written, in the order of trying: another disk may have space left. */
enum unsaved_place { PLACE_BESIDE, PLACE_TEMPORARY, PLACES };

static char *unsaved_path(const struct session *s, enum unsaved_place place)
{
	const char *database = store_path(s->store), *slash = strrchr(database, '/');
	const char *temporary = getenv("TMPDIR");

	if (place == PLACE_BESIDE)
		return xasprintf("%.*sunsaved-%s.jsonl", slash ? (int)(slash + 1 - database) : 0,
		    database, s->id);
	if (!temporary || temporary[0] != '/')
		temporary = "/tmp";
	return xasprintf("%s/agent-unsaved-%s.jsonl", temporary, s->id);
}

/* Appends a line; if that fails, truncates the file to what it was. */
static bool append_log_line(int fd, json_t *value /* steals */)
{
	const off_t end = lseek(fd, 0, SEEK_END);
	auto_buf line = BUF_INIT;

	json_write(&line, value);
	buf_addc(&line, '\n');
	bool ok = !line.truncated && file_write_all(fd, line.data, line.len);
	if (!ok && ftruncate(fd, end) != 0)
		log_add(LOG_WARN, "cannot cut what was spilled: %s", strerror(errno));
	json_decref(value);
	return ok;
}

/* Opens a new file at the next place where its first line can be written. False: no place is left. */
static bool open_next(struct session *s, int64_t from)
{
	while (s->unsaved_fd < 0 && s->unsaved_next < PLACES) {
		const enum unsaved_place place = (enum unsaved_place)s->unsaved_next++;

		free(s->unsaved_path);
		s->unsaved_path = unsaved_path(s, place);
		/* The folder for temporary files is writable by others, so an existing file is not used. */
		s->unsaved_fd = open(s->unsaved_path,
		    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK |
			(place == PLACE_TEMPORARY ? O_EXCL : 0),
		    0600);
		if (s->unsaved_fd >= 0 &&
		    !append_log_line(s->unsaved_fd, event_line(EVENT_UNSAVED, clock_now_ms(),
							event_build_unsaved(&(struct event_unsaved){
							    .session = s->id, .from = from})))) {
			close(s->unsaved_fd);
			s->unsaved_fd = -1;
			if (place == PLACE_TEMPORARY)
				unlink(s->unsaved_path);
		}
	}
	return s->unsaved_fd >= 0;
}

char *unsaved_log_begin(struct session *s, const struct event *ev, const struct error *why)
{
	const bool lost = store_lost(s->store, NULL);
	char *reason = error_line(why), *notice;

	s->saved = false;
	if (open_next(s, lost ? 1 : ev->seq)) {
		/* The database file was removed, so its content will be lost: write the whole session. */
		event_each (stored, lost ? store_source(s->store, s->id, 1) : NULL, NULL)
			if (stored.seq >= ev->seq ||
			    !append_log_line(s->unsaved_fd, event_to_json(&stored)))
				break;
		notice = xasprintf("this session is no longer saved: %s; its events go to '%s', "
				   "`agent sessions import` takes them from there",
		    reason, s->unsaved_path);
	} else
		notice = xasprintf("this session is no longer saved: %s; nor can '%s' be written: "
				   "copy what you need before you leave",
		    reason, s->unsaved_path);
	free(reason);
	return notice;
}

char *unsaved_log_write(struct session *s, const struct event *ev)
{
	if (s->unsaved_fd < 0 || append_log_line(s->unsaved_fd, event_to_json(ev)))
		return NULL;
	close(s->unsaved_fd);
	s->unsaved_fd = -1;
	if (!open_next(s, ev->seq) || !append_log_line(s->unsaved_fd, event_to_json(ev)))
		return xasprintf("cannot write '%s': this session is kept nowhere from here on; "
				 "copy what you need before you leave",
		    s->unsaved_path);
	return xasprintf("the further events of this session go to '%s': `agent sessions import` "
			 "that file last",
	    s->unsaved_path);
}

void unsaved_log_end(struct session *s)
{
	if (s->unsaved_fd >= 0)
		close(s->unsaved_fd);
	free(s->unsaved_path);
}
