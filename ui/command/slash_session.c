/* SPDX-License-Identifier: MIT
 * Commands that leave this session for another: its id is looked up first, so that nobody leaves for nowhere.
 * The way there is the program's (struct chat_host). A plan that is under way can be taken along into a new
 * one.
 */
#include "base/base.h"
#include "plan/plan.h"
#include "ui/command/session_pick.h"
#include "ui/command/slash_rows.h"

/* ---- A new session ------------------------------------------------------------------------------- */

static void leave_for(const struct commander *c, enum go where, const char *what)
{
	c->host->go(c->host->ctx, where, what);
	slash_leave(c);
}

static void fill_leaving(void *ctx, const char *filter, struct pick_rows *out)
{
	pick_rows_add(out, "leave it", "it stays with this session, which can be resumed", "leave");
	pick_rows_add(out, "take it along", "its steps become the plan of the new session", "take");
}

static void leave_or_take(void *ctx, const struct pick_row *row)
{
	const struct commander *c = ctx;

	if (strcmp(row->value, "take") == 0 && c->host->then) {
		auto_free char *again = xasprintf("/plans again %s", c->plan->id);

		c->host->then(c->host->ctx, again);
	}
	leave_for(c, GO_NEW, "");
}

static void new (struct commander *c, const char *rest)
{
	const bool open = c->plan->status == PLAN_ACTIVE && c->plan->count > 0;

	if (!open || !c->pick)
		leave_for(c, GO_NEW, "");
	else
		slash_pick(c, &(struct pick_source){.title = "A plan is under way",
				  .fill = fill_leaving,
				  .chosen = leave_or_take,
				  .ctx = c});
}

const struct slash slash_new = {
    .name = "new",
    .leaves = true,
    .help = "another session here, with nothing said yet",
    .run = new,
};

/* ---- Without this terminal ----------------------------------------------------------------------- */

static void detach(struct commander *c, const char *rest)
{
	auto_error e = ERROR_INIT;

	if (!c->host || !c->host->detach || !c->terminal)
		slash_say(
		    c, "only a chat on a screen is detached; agent --detach begins without one");
	else if (!c->host->detach(c->host->ctx, c, &e))
		slash_say(c, "%s", e.message);
}

const struct slash slash_detach = {
    .name = "detach",
    .help = "goes on without this terminal; agent attach comes back",
    .run = detach,
};

#define LISTED 200

/* ---- leaving --------------------------------------------------------------------------------- */

/* Whether the session can be left; if not, says why. */
static bool may_leave(const struct commander *c)
{
	if (c->host && c->host->go && session_store(c->session))
		return slash_between_turns(c);
	slash_say(c, "there is no session database to go on from");
	return false;
}

void slash_go(const struct commander *c, enum go where, const char *id, int64_t seq)
{
	auto_error e = ERROR_INIT;
	json_auto_t *row =
	    may_leave(c) ? store_find(session_store(c->session), id, c->cwd, &e) : NULL;

	if (row) {
		const char *found = json_str(row, "id", "");
		auto_free char *what =
		    seq > 0 ? xasprintf("%s:%" PRId64, found, seq) : xstrdup(found);
		if (where == GO_RESUME && strcmp(found, session_id(c->session)) == 0)
			slash_say(c, "this is that session");
		else
			leave_for(c, where, what);
	} else if (e.code != ERR_NONE) {
		slash_say(c, "%s", e.message);
	}
}

/* ---- a list of sessions ---------------------------------------------------------------------- */

static void offer(struct commander *c, enum go where, const char *title)
{
	if (may_leave(c))
		session_pick(c, title, where, slash_go);
}

static void complete_id(const struct commander *c, const char *before, struct candidates *out)
{
	struct store *store = session_store(c->session);
	json_auto_t *rows = *before || !store ? NULL : store_list(store, c->cwd, LISTED, NULL);

	json_each (row, rows)
		candidates_add(out, json_str(row, "id", ""), json_str(row, "title", ""));
}

/* ---- the rows -------------------------------------------------------------------------------- */

static void sessions(struct commander *c, const char *rest)
{
	offer(c, GO_RESUME, "Sessions of this folder");
}

const struct slash slash_sessions = {
    .name = "sessions",
    .leaves = true,
    .help = "the sessions of this folder",
    .run = sessions,
};

static void resume(struct commander *c, const char *rest)
{
	if (*rest)
		slash_go(c, GO_RESUME, rest, 0);
	else
		offer(c, GO_RESUME, "Go on with a session");
}

const struct slash slash_resume = {
    .name = "resume",
    .leaves = true,
    .arguments = "[ID|last]",
    .help = "go on with another session",
    .run = resume,
    .complete = complete_id,
};

static void replay(struct commander *c, const char *rest)
{
	if (strcmp(rest, "demo") == 0 && may_leave(c))
		leave_for(c, GO_REPLAY, rest);
	else if (*rest)
		slash_go(c, GO_REPLAY, rest, 0);
	else
		offer(c, GO_REPLAY, "Replay a session");
}

const struct slash slash_replay = {
    .name = "replay",
    .leaves = true,
    .arguments = "[ID|demo]",
    .help = "watch a session again, event by event",
    .run = replay,
    .complete = complete_id,
};

/* Forks from rest: "SEQ" of this session, "ID" or "ID:SEQ"; "": from the end of this session. */
static void fork_from(struct commander *c, const char *rest)
{
	const char *colon = strrchr(rest, ':'), *digits = colon ? colon + 1 : rest;
	bool number = *digits && strspn(digits, "0123456789") == strlen(digits);
	int64_t seq = number ? strtoll(digits, NULL, 10) : 0;
	auto_free char *id = colon ? xstrndup(rest, (size_t)(colon - rest))
				   : xstrdup(number || !*rest ? session_id(c->session) : rest);

	if ((colon && !number) || (number && seq < 1))
		slash_usage(c, &slash_fork);
	else if (session_seq(c->session) == 0 && strcmp(id, session_id(c->session)) == 0)
		slash_say(c, "there is nothing to fork yet");
	else
		slash_go(c, GO_FORK, id, seq);
}

const struct slash slash_fork = {
    .name = "fork",
    .leaves = true,
    .arguments = "[SEQ|ID[:SEQ]]",
    .help = "a new session that shares what came before",
    .run = fork_from,
    .complete = complete_id,
};
