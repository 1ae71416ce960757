/* SPDX-License-Identifier: MIT
 * What an agent needs around it, put together and taken apart in one place: settings, workspace,
 * store, session, backend, agent.
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
	struct backend **replaced; /* (owned) the backends before it in this session */
	size_t replaced_count, replaced_cap;
	bool server_of_session; /* a session went back to it: the configuration names another one */
	char *past;	  /* (owned) id of the session whose events come first; NULL: a new one */
	int64_t past_seq; /* up to which event */
	json_t *origin;	  /* (owned) what its first event says; NULL: none */
	bool shared;	  /* a fork: its session holds them */
	bool one_shot;	  /* --ask: an answer is wanted, neither the history nor an offer */
	struct event_source *history; /* (owned) where its events are stored; NULL: nowhere */
	struct work *prune; /* the removal of sessions too old to keep; NULL: not under way */
	char *notices[8];   /* (owned) said once a face listens */
	size_t notice_count;
	struct error error; /* why program_open failed, for --output json */
	int signo;	    /* the signal that asked for the end; 0: none */
};

/* Loads what the options say holds in the workspace, a path; trust: as if that folder were trusted. The caller frees it;
 * NULL: problems, which the caller frees. */
struct settings *program_settings(
    const struct options *o, const char *workspace, bool trust, struct problems *problems);
/* Makes settings and workspace only, which is what commands need. Returns 0, or the exit code after the
 * message was printed. Whatever it returns, program_close ends it. */
int program_configure(struct program *p, const struct options *o);
/* Once the settings hold: opens the log, and further folders of the workspace. */
void program_prepare(struct program *p);
/* Makes everything else. asks: there is someone to ask (decides the default of approve). Returns as
 * program_configure does. */
int program_open(struct program *p, bool asks);
void program_close(struct program *p);
/* Hands what is needed of the past session's events to the agent and to the face (tui: NULL unless
 * sink is its), makes sink one of the session, closes a turn that was cut, then says the notices. */
void program_resume(struct program *p, const struct event_sink *sink, struct tui *tui);
/* Once a day, where sessions.keep_days is set: removes what is older, in small steps, and says so.
 * Asks first, once for each number of days; who cannot be asked is told. */
void program_prune(struct program *p);
/* Ends the running turn and then the program, as if that signal had come. */
void program_stop(struct program *p, int signo);
/* Calls program_stop at INT, TERM and HUP. */
void program_signals(struct program *p);

/* Splits "ID" or "ID:SEQ", SEQ being at least so much; without it *seq stays. The caller frees *id, also after false, when e says what
 * is wrong. */
bool program_split_fork(const char *text, char **id, int64_t *seq, int64_t least, struct error *e);
/* Makes 0 the last event of a stored session. False: e, there is no such event. */
bool program_past_seq(struct store *s, const char *id, int64_t *seq, struct error *e);
/* Returns the user's session database, which the caller closes; NULL: e says why. */
struct store *program_store(struct error *e);
/* Whether output on this descriptor is coloured. */
bool program_color(const struct options *o, const struct settings *s, int fd);

/*
 * Waiting for what a command asks the configured server: the commands that look at a server (doctor,
 * models) wait by one limit, which is far below that of a reply.
 */

/* What to do about a server that says nothing. */
#define SERVER_SILENT \
	"is a model server there, and idle? check backend.base_url, or wait longer: -s " \
	"doctor.timeout_s=120"

int64_t server_patience_ms(const struct program *p); /* doctor.timeout_s */
/* That nothing came of the server within it, and what to do. url: of the server; its query is not shown. Owned. */
char *server_silent(const struct program *p, const char *url);
/* Turns the loop until *done is set. False: doctor.timeout_s is over before that, and e (NULL: not wanted) says so; what was
 * asked is still under way and the caller's to stop. */
bool server_await(struct program *p, bool *done, struct error *e);
/* Returns what the configured server lists, a new reference; NULL: e. dropped: gets what of it is left out, NULL: not
 * wanted. */
json_t *server_models(struct program *p, json_t *dropped, struct error *e);

#endif
