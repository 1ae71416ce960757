/* SPDX-License-Identifier: MIT
 * The parts that every way of running needs, opened and closed in one place: settings, workspace, store,
 * session, backend, agent.
 *
 * Here: what several commands need to run an agent: the parts it is made of, options and words of a
 * command line, the session it goes on with, lines to and from another process, notices at the
 * start.
 * Not here: commands themselves, which have a file each in the rooms right of this one; questions
 * to a person about servers (cli/backend).
 */
#ifndef CLI_PROGRAM_PROGRAM_H
#define CLI_PROGRAM_PROGRAM_H

#include "agent/agent.h"
#include "cli/program/options.h"
#include "ui/model/model_snapshot.h"
#include "ui/output/jsonl.h"
#include "ui/output/plain.h"
#include "ui/tui/chat_screen.h"

struct program {
	const struct options *options; /* (borrowed) */
	/* (owned) NULL until program_open or program_configure made it. */
	struct loop *loop;
	struct workspace *workspace;
	struct settings *settings;
	struct store *store; /* NULL: unsaved */
	struct session *session;
	struct backend *backend;
	struct agent *agent;
	struct snapshots *snapshots;
	struct backend **replaced; /* (owned) backends that this session used before */
	size_t replaced_count, replaced_cap;
	bool server_of_session; /* the backend is a resumed session's, not the configuration's */
	char *past;	  /* (owned) id of the session that is resumed or forked; NULL: a new one */
	int64_t past_seq; /* the last of its events that counts */
	json_t *origin;	  /* (owned) data of its first event; NULL: none */
	bool shared;	  /* a fork: its own session shares those events */
	bool one_shot; /* one turn without a screen: the history is not shown, nothing is offered */
	struct event_source *history; /* (owned) the stored events of the session; NULL: none */
	struct work *prune;	      /* the removal of old sessions; NULL: not under way */
	char *notices[8];	      /* (owned) shown once a face listens */
	size_t notice_count;
	struct error error; /* why program_open failed, for --output json */
	int signo;	    /* the signal that asked for the end; 0: none */
};

/* Loads the settings for a workspace (a path) and the options. trust: as if that folder were trusted. The caller frees
 * them; NULL: problems say why. The caller frees problems. */
struct settings *program_settings(
    const struct options *o, const char *workspace, bool trust, struct problems *problems);
/* Zeroes p and makes settings and workspace only, which is what commands need. Returns 0, or the exit code after
 * the message was printed. Must be followed by program_close whatever it returns. */
int program_configure(struct program *p, const struct options *o);
/* Called when settings and workspace are there: opens the log, and further folders of the workspace. */
void program_prepare(struct program *p);
/* Makes everything else. asks: there is someone to ask (decides the default of approve). Returns as
 * program_configure does. */
int program_open(struct program *p, bool asks);
void program_close(struct program *p);
/* Gives the past session's events, as far as needed, to the agent and to the face (sink; tui: its screen, or NULL),
 * makes sink a sink of the session, closes a turn that was cut, then shows the notices. */
void program_resume(struct program *p, const struct event_sink *sink, struct tui *tui);
/* Once a day, if sessions.keep_days is set: removes older sessions in small steps, with a notice. Asks first,
 * once for each number of days; a notice says so where nobody can be asked. */
void program_prune(struct program *p);
/* Ends the running turn and then the program, as if that signal had come. */
void program_stop(struct program *p, int signo);
/* Calls program_stop at INT, TERM and HUP. */
void program_signals(struct program *p);

/* Splits "ID" or "ID:SEQ", with SEQ at least `least`; without SEQ *seq is unchanged. The caller frees *id, also after
 * false (e). */
bool program_split_fork(const char *text, char **id, int64_t *seq, int64_t least, struct error *e);
/* Sets a *seq of 0 to the last event of a stored session. False: there is no such event (e). */
bool program_past_seq(struct store *s, const char *id, int64_t *seq, struct error *e);
/* Returns the user's session database, which the caller closes; NULL: e says why. */
struct store *program_store(struct error *e);
/* Whether output on this descriptor is coloured. */
bool program_color(const struct options *o, const struct settings *s, int fd);

/* ---- Requests of commands (doctor, models) to the configured server. They share one time limit, doctor.timeout_s,
 * which is far below that of a reply. ---- */

/* What to do about a server that does not answer. */
#define SERVER_SILENT \
	"is a model server there, and idle? check backend.base_url, or wait longer: -s " \
	"doctor.timeout_s=120"

int64_t server_patience_ms(const struct program *p); /* doctor.timeout_s */
/* Returns the message that the server at url did not answer in time, and what to do; the URL's query is left out.
 * Caller frees. */
char *server_silent(const struct program *p, const char *url);
/* Runs the loop until *done is set. False: doctor.timeout_s passed before (e, may be NULL); the caller must stop the
 * request. */
bool server_await(struct program *p, bool *done, struct error *e);
/* Returns the models that the configured server lists, a new reference; NULL: e. dropped: array to which the entries
 * that are left out are added, or NULL. */
json_t *server_models(struct program *p, json_t *dropped, struct error *e);

#endif
