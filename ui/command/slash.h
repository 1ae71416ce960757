/* SPDX-License-Identifier: MIT
 * Commands: "/name arguments" typed into the input, the same in every face. A command is a const
 * struct slash in a file of its idea (slash_*.c) and a line in slash.c; help, completion and
 * the palette read the same rows. What a command can do to its face it does through a struct
 * commander; the work itself is an intent, like everything else that enters the agent.
 *
 * Here: slash commands by idea, their rows, the list to pick a session from, and what a command
 * shows as text.
 * Not here: keys (ui/tui), the work itself, which the agent does on an intent, and commands of the
 * program (src/cli).
 */
#ifndef UI_COMMAND_SLASH_H
#define UI_COMMAND_SLASH_H

#include "config/settings.h"
#include "session/session.h"
#include "ui/input/pick.h"
#include "ui/input/suggest.h"
#include "ui/model/model.h"
#include "ui/view/diff/file_diffs.h"
#include "ui/view/page.h"

struct skills;
enum go { GO_RESUME, GO_FORK, GO_REPLAY, GO_NEW };
/* A server, where its key is, and the profile to keep this as; all but url may be NULL (no key, or
 * one in a known variable). */
struct connection {
	const char *url, *variable, *command, *file, *profile;
};
struct commander;
/* What only the program around a face can do. Strings and JSON are borrowed for a call. */
struct chat_host {
	void *ctx;
	/* Lets the program go on with another session once the face has quit, which the caller sees
	 * to: what is its ID, ID:SEQ for GO_FORK, "" for GO_NEW. */
	void (*go)(void *ctx, enum go where, const char *what);
	/* Writes a setting to the user's agent.yaml; false: e says why. */
	bool (*keep)(void *ctx, const char *key, const json_t *value, struct error *e);
	/* Sets a command that the next face begins with; NULL: none. */
	void (*then)(void *ctx, const char *command);
	/* Sets what the input of the next face holds; NULL: nothing. */
	void (*draft)(void *ctx, const char *text);
	/* Asks for the models that the server lists, {id, context_tokens?}: done is called once,
	 * maybe at once, with NULL if there is no list. A second call replaces the first; done NULL
	 * cancels it. False: there is no server to ask, done is not called. */
	bool (*models)(
	    void *ctx, void (*done)(void *done_ctx, const json_t *models), void *done_ctx);
	/* Asks a server for its models; done is called once, maybe at once, with them, or with NULL
	 * and why. to NULL: cancels. */
	void (*connect)(void *ctx, const struct connection *to,
	    void (*done)(void *done_ctx, const json_t *models, const char *why), void *done_ctx);
	/* Keeps a key: hands it to a command, or writes it to a file that only the user can read;
	 * done is called once, maybe at once, with NULL or why it failed. key NULL: cancels. */
	void (*keep_key)(void *ctx, const char *command, const char *file, const char *key,
	    void (*done)(void *done_ctx, const char *why), void *done_ctx);
	/* Changes to the server and key of a profile, now and for the next start. False: e says why
	 * not. */
	bool (*profile)(void *ctx, const char *name, struct error *e);
	/* Lets the session go on without the terminal of this face, or, if it does already, parts
	 * this face from it. False: e says why not. */
	bool (*detach)(void *ctx, const struct commander *from, struct error *e);
	/* Returns the skills and commands of the user and the workspace; borrowed. */
	const struct skills *(*skills)(void *ctx);
	/* Returns the MCP servers of the session; borrowed. */
	struct mcp *(*mcp)(void *ctx);
	/* Changes to the server that `connect` asked last, with this model (NULL: none is chosen
	 * yet). *kept says where that is kept, or why not; caller frees. False: e says why it
	 * cannot be. */
	bool (*use)(void *ctx, const char *model, char **kept, struct error *e);
};

/* What a face lends to a command; all pointers are (borrowed) as long as the face lives. A function
 * that the face does not have is NULL. */
struct commander {
	struct loop *loop;
	struct session *session; /* NULL in a replay: no command runs there */
	struct settings *settings;
	struct ui_model *model;	       /* what is on the screen; NULL: nothing is kept */
	const bool *running;	       /* whether a turn is; may be NULL */
	const struct plan *plan;       /* as far as the face knows */
	const char *cwd;	       /* the workspace; may be NULL */
	const struct chat_host *host;  /* may be NULL */
	json_t *const *grants;	       /* allowed on cards, as event grants has it; may be NULL */
	json_t *const *context;	       /* as event context has it; may be NULL */
	const struct job_list *jobs;   /* may be NULL */
	const struct job_tails *tails; /* what jobs print; may be NULL */
	const struct changes *changes; /* of files, as far as the face saw them; may be NULL */
	bool ascii;
	bool choosing; /* a prompt waits for slash_choose_model */
	struct {       /* what still runs of a command: slash_task */
		void (*stop)(void *ctx);
		void *ctx;
	} task;
	void *face;
	void (*say)(void *face, const char *text); /* one line, gone with the next key */
	/* A text to be read: takes the lines; hang: cells before the further rows of a line. */
	void (*page)(void *face, const char *title, struct lines *body, int hang);
	/* view shows a page, pick a list of this source, which is copied. */
	void (*view)(void *face, const char *title, const struct page_source *source);
	void (*pick)(void *face, const struct pick_source *source);
	void (*close)(void *face);		     /* closes the list or the page that is open */
	void (*refill)(void *face, const void *ctx); /* rows of the list with this ctx changed */
	void (*keys)(void *face, struct lines *out); /* appends what keys do, for the help */
	void (*clear)(void *face);		     /* empties the feed */
	/* Asks for a text that is not shown: a key. done is called once, with NULL where the user leaves it. */
	void (*secret)(void *face, void (*done)(void *ctx, const char *text), void *ctx);
	void (*input)(void *face, const char *text); /* puts words into the input, to go on with */
	/* An edit of the plan: steals it; tries it on what is shown, says a refusal, pushes it. */
	void (*plan_edit)(void *face, json_t *edit);
	void (*plan_show)(void *face, bool show);
	/* Copies the answer, code, block or all; false: what is none of these. */
	bool (*copy)(void *face, const char *what);
	bool (*theme)(void *face, const char *name, struct error *e); /* false: e says why */
	/* opens a file of the folder in the user's editor */
	void (*edit_file)(void *face, const char *path);
	/* ends the face; NULL: an intent does it */
	void (*quit)(void *face);
	/* takes the terminal, or gives it back; NULL: it cannot */
	void (*terminal)(void *face, bool take);
};

struct slash_word {
	const char *word, *about;
};
struct slash {
	const char *name;
	const char *arguments; /* as help shows them: "[USD]"; NULL: none */
	const char *help;
	/* The command leaves the session or its server: only between turns, and only in a chat in a
	 * terminal of its own. */
	bool leaves;
	/* rest: the words behind the name, trimmed */
	void (*run)(struct commander *c, const char *rest);
	/* Words that may come first, offered for completion; ends with NULL. May be NULL. */
	const struct slash_word *words;
	/* Adds rows of a list whose texts may also come first. May be NULL. */
	void (*fill)(void *none, const char *filter, struct pick_rows *out);
	/* Adds the other words that may stand at the cursor; before: the words between the name and
	 * the cursor's word, "" for the first. The caller selects and ranks them by what was typed.
	 * NULL: there are none. */
	void (*complete)(const struct commander *c, const char *before, struct candidates *out);
};
extern const struct slash *const slashes[]; /* by name; ends with NULL */

/* Whether a text is a command, known or not: "/word", and a blank or nothing behind it. Any other
 * text that begins with a slash (a path) is a prompt. */
bool slash_like(const char *text);
/* Returns the row of a text that is a command; NULL: no row has that name. */
const struct slash *slash_find(const char *text);
/* Whether a text is a command of the user's own (a skill, an MCP prompt), which is sent as a
 * prompt. */
bool slash_is_own(const struct commander *c, const char *text);
/* Returns the MCP servers of the session, borrowed; NULL: there are none here. */
struct mcp *slash_servers(const struct commander *c);
/* Adds the prompts of MCP servers (mark "/"), or their resources in whose names the typed words are ("@"). */
void slash_mcp_complete(
    const struct commander *c, const char *mark, const char *typed, struct candidates *out);
/* Runs the command, or says that there is none of its name. False: the text is no command but a
 * prompt. */
bool slash_run(struct commander *c, const char *text);
/* Fills out with candidates for a text that begins with a slash, with the cursor at byte `at`: command
 * names, then what their rows offer. False: nothing fits. The caller frees out in both cases. */
bool slash_complete(const struct commander *c, const char *text, size_t at, struct candidates *out);
/* To be called when the face ends: stops what still runs of a command. */
void slash_end(struct commander *c);
/* Lets the user choose which of the server's models answers, if it lists several, and then pushes
 * the prompt (borrowed: the data of its intent); c->choosing until then. False: this cannot be asked
 * here, and the prompt was not pushed. */
bool slash_choose_model(struct commander *c, json_t *prompt);

/* For rows. */

/* Keeps a setting in the user's agent.yaml and says so, or says why it holds for this session only.
 * said: what was chosen, in words. */
void slash_keep(const struct commander *c, const char *key, const json_t *value, const char *said);
/* Returns the next word and moves *words behind it and the blanks that follow; "" at the end.
 * Caller frees. */
char *slash_next_word(const char **words);
/* slash_text_lines adds the lines of a text, each behind the margin; slash_page_text shows a text
 * as a page. */
void slash_text_lines(struct lines *out, enum style style, const char *margin, const char *text);
void slash_page_text(const struct commander *c, const char *title, const char *text);
/* slash_say shows one line to the user, slash_usage how a command is used. */
void slash_say(const struct commander *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void slash_usage(const struct commander *c, const struct slash *s);
/* Shows a list to choose from, or its rows as a page if the face has no lists. */
void slash_pick(const struct commander *c, const struct pick_source *source);
/* Shows a page that takes keys, or its lines as they are at first if the face has no such pages. */
void slash_view(const struct commander *c, const char *title, const struct page_source *source);
/* Registers what still runs of a command, of which there is at most one: the stop of an earlier one
 * is called. stop NULL: it is over. */
void slash_task(struct commander *c, void (*stop)(void *ctx), void *ctx);
/* Looks a session up and leaves for it; says so if there is none. seq 0: all of it. */
void slash_go(const struct commander *c, enum go where, const char *id, int64_t seq);
void slash_leave(const struct commander *c); /* ends the chat */
/* Pushes a setting for this session to the agent. Steals value. */
void slash_set(const struct commander *c, const char *key, json_t *value);
#define SLASH_HELP_COLUMN 28 /* cells before what a command does */
/* Appends a row for every command, for the help. */
void slash_help_lines(const struct commander *c, struct lines *out);

#endif
