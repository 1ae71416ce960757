/* SPDX-License-Identifier: MIT
 * What one terminal shows after each other: a chat is left for another session or a replay, a replay for a
 * chat that begins at one of its events.
 */

#include "base/base.h"
#include "cli/chat/chat.h"
#include "cli/run.h"
#include "cli/sessions/replay.h"

/* f on the screen of a replay: the chat begins from there. */
static int fork_chat(const struct options *o, struct replay_end *end)
{
	struct options next = *o;

	next.replay = NULL;
	next.fork = end->fork;
	next.files = end->folder;
	int code = end->folder ? run_fork_files(&next, run_chat) : run_chat(&next);
	free_all(end->fork, end->folder);
	return code;
}

/* Does what the user wanted to go on with when this session was left. After a replay that is this
 * session again, unless the replay was left for a fork. */
static int go_on(const struct options *o, const struct host *h, const char *here)
{
	struct options next = *o;
	struct replay_end end;

	next.prompt = NULL;
	next.draft = h->draft;
	next.go_on = next.choose = false;
	next.files = next.said = NULL;
	next.from = next.to = 0;
	next.resume = h->where == GO_RESUME ? h->what : NULL;
	next.fork = h->where == GO_FORK ? h->what : NULL;
	next.replay = h->where == GO_REPLAY ? h->what : NULL;
	next.command = h->then;
	if (!next.replay)
		return run_chat(&next);
	int code = replay_run(&next, true, &end);
	if (end.stopped)
		return code;
	if (end.fork)
		return fork_chat(&next, &end);
	next.replay = NULL;
	next.resume = here;
	return run_chat(&next);
}

int run_chat(const struct options *o)
{
	struct host host;
	auto_free char *here = NULL;

	if (!o->detach && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))) {
		fputs(o->choose
			  ? "agent: '--resume': no terminal to choose a session on; name its ID or "
			    "'last', see agent sessions list\n"
			  : "agent: no terminal for the chat; ask one question with: agent --ask "
			    "TEXT\n",
		    stderr);
		return 2;
	}
	int code = chat_run(o, &host, &here);
	if (host.what && code == 0)
		code = go_on(o, &host, here);
	tui_release();
	host_free(&host);
	return code;
}

int run_replay(const struct options *o)
{
	struct replay_end end;
	int code = replay_run(o, false, &end);

	if (end.fork)
		code = fork_chat(o, &end);
	tui_release();
	return code;
}
