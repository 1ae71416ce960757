/*
 * When the store fails, the session goes on unsaved: a lasting notice says why, and its further
 * events are appended as lines to unsaved-ID.jsonl beside the database. The file's first line names
 * the session and where the stored part ends, so `agent sessions import` can put them together.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/log.h"
#include "session/state.h"

static char *path_beside(const char *database, const char *id)
{
	const char *slash = strrchr(database, '/');

	return xasprintf(
	    "%.*sunsaved-%s.jsonl", slash ? (int)(slash + 1 - database) : 0, database, id);
}

/* A whole line or nothing. */
static bool write_line(int fd, json_t *value /* steals */)
{
	const off_t end = lseek(fd, 0, SEEK_END);
	struct buf line = BUF_INIT;
	bool ok;

	json_write(&line, value);
	buf_addc(&line, '\n');
	ok = !line.truncated && write(fd, line.data, line.len) == (ssize_t)line.len;
	if (!ok && ftruncate(fd, end) != 0)
		log_add(LOG_WARN, "cannot cut what was spilled: %s", strerror(errno));
	buf_free(&line);
	json_decref(value);
	return ok;
}

static json_t *head_line(const struct session *s, int64_t from)
{
	json_t *line = json_object(), *data = json_object();

	json_put_str(data, "session", s->id);
	json_put_int(data, "from", from);
	json_put_int(line, "seq", 0);
	json_put_int(line, "at", clock_now_ms());
	json_put_str(line, "type", "unsaved");
	json_put(line, "data", data);
	return line;
}

static void lasting_notice(struct session *s, char *text /* steals */)
{
	json_t *data = json_object();

	json_put_str(data, "level", "warning");
	json_put(data, "text", json_text(text, strlen(text)));
	json_put(data, "persistent", json_true());
	free(text);
	emit(s, EVENT_NOTICE, NULL, data);
}

static void give_up(struct session *s)
{
	close(s->spill);
	s->spill = -1;
	lasting_notice(s, xasprintf("cannot write '%s': this session is kept nowhere from here on",
			      s->spill_path));
}

void spill_begin(struct session *s, const struct event *ev, const struct error *why)
{
	char *reason = error_line(why);

	s->saved = false;
	s->spill_path = path_beside(store_path(s->store), s->id);
	s->spill = open(s->spill_path,
	    O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
	if (s->spill >= 0 && !write_line(s->spill, head_line(s, ev->seq))) {
		close(s->spill);
		s->spill = -1;
	}
	if (s->spill >= 0)
		lasting_notice(
		    s, xasprintf("this session is no longer saved: %s; its events go to '%s'",
			   reason, s->spill_path));
	else
		lasting_notice(
		    s, xasprintf("this session is no longer saved: %s; nor can '%s' be written",
			   reason, s->spill_path));
	free(reason);
}

void spill_write(struct session *s, const struct event *ev)
{
	if (s->spill >= 0 && !write_line(s->spill, event_to_json(ev)))
		give_up(s);
}

void spill_end(struct session *s)
{
	if (s->spill >= 0)
		close(s->spill);
	free(s->spill_path);
}
