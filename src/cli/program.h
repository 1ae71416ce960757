/*
 * What an agent needs around it, put together and taken apart in one place: settings, workspace,
 * store, session, backend, agent.
 */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "agent/agent.h"
#include "cli/options.h"
#include "ui/model/model_snapshot.h"
#include "ui/output/jsonl.h"
#include "ui/output/plain.h"
#include "ui/tui/chat_screen.h"

struct program {
	const struct options *options; /* (borrowed) */
	struct loop *loop;
	struct workspace *workspace;
	struct settings *settings;
	struct store *store; /* NULL: unsaved */
	struct session *session;
	struct backend *backend;
	struct backend **replaced; /* (owned) those before it in this session */
	size_t replaced_count, replaced_cap;
	bool server_of_session; /* a session went back to it: the configuration names another one */
	struct agent *agent;
	char *past;	  /* (owned) id of the session whose events come first; NULL: a new one */
	int64_t past_seq; /* how far */
	json_t *origin;	  /* (owned) what its first event says; NULL: none */
	bool shared;	  /* a fork: its session holds them */
	bool one_shot;	  /* --ask: an answer is wanted, neither the history nor an offer */
	struct event_source *history; /* (owned) where its events are stored; NULL: nowhere */
	struct snapshots *snapshots;
	struct work *prune; /* sessions too old to keep go while nothing else is to be done */
	char *notices[8];   /* (owned) said once a face listens */
	size_t notice_count;
	struct error error; /* why program_open failed, for --output json */
	int signo;	    /* the signal that asked for the end; 0: none */
};

/* Settings and workspace only: what commands need. 0, or the exit code after the message was
 * printed. */
int program_configure(struct program *p, const struct options *o);
/* Once the settings hold: the log, further folders of the workspace. */
void program_prepare(struct program *p);
/* Everything else. asks: there is someone to ask (decides the default of approve). Same result. */
int program_open(struct program *p, bool asks);
/* Hands what is needed of the past session's events to the agent and to the face (tui: NULL unless
 * sink is its), makes sink one of the session, closes a turn that was cut, then says what is to be
 * said. */
void program_resume(struct program *p, const struct event_sink *sink, struct tui *tui);
/* To be said once a face listens. */
void program_notice(struct program *p, char *text /* steals; NULL: nothing */);
/* Once a day, where sessions.keep_days is set: removes what is older, in small steps, and says so.
 * Asks first, once for each number of days; who cannot be asked is told. */
void program_prune(struct program *p);
/* Ends the running turn and then the program, as if that signal had come. */
void program_stop(struct program *p, int signo);
/* Stop at INT, TERM and HUP: the running turn is ended, signo tells. */
void program_signals(struct program *p);
/* A notice (info, warning, error) that is shown and not stored: what concerns this start of the
   program is no part of the session's record. */
void program_say(const struct event_sink *sink, const char *level, const char *text);
void program_close(struct program *p);

/* "ID" or "ID:SEQ"; seq 0: not given. id: owned. */
bool program_split_fork(const char *text, char **id, int64_t *seq, struct error *e);
struct store *program_store(struct error *e); /* the user's session database; NULL: e */
bool program_color(const struct options *o, const struct settings *s, int fd);

#endif
