/* SPDX-License-Identifier: MIT
 * Decides from the options which session is opened, and says why one cannot be.
 */
#include "cli/program/program_session.h"

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/program/start_notices.h"

struct store *program_store(struct error *e)
{
	auto_free char *path = file_home(FILE_DATA, "agent.db");
	return store_open(path, NULL, e);
}

void program_open_store(struct program *p)
{
	auto_error e = ERROR_INIT;
	auto_free char *path = file_home(FILE_DATA, "agent.db");
	char *repaired = NULL;

	if (p->options->no_save || !setting_bool(p->settings, "sessions.save"))
		return;
	p->store = store_open(path, &repaired, &e);
	if (!p->store)
		program_notice(
		    p, xasprintf(
			   "this session is not saved: %s; XDG_DATA_HOME=FOLDER agent ... saves it "
			   "elsewhere",
			   e.message));
	program_notice(p, repaired);
}

bool program_split_fork(const char *text, char **id, int64_t *seq, int64_t least, struct error *e)
{
	const char *colon = strrchr(text, ':');
	char *end = NULL;

	*id = colon ? xstrndup(text, (size_t)(colon - text)) : xstrdup(text);
	if (colon)
		*seq = strtoll(colon + 1, &end, 10);
	return !colon || (end != colon + 1 && !*end && *seq >= least) ||
	       error_set(e, ERR_USAGE, "'%s': is not ID or ID:SEQ", text);
}

bool program_past_seq(struct store *s, const char *id, int64_t *seq, struct error *e)
{
	const int64_t last = store_last_seq(s, id);

	*seq = *seq ? *seq : last;
	return *seq <= last ||
	       error_set(e, ERR_USAGE, "session '%s' has no event %lld: its last is %lld", id,
		   (long long)*seq, (long long)last);
}

/* Whether the session, which was in the folder cwd, may go on in the workspace; false: e. A notice says if that is
 * another folder. If cwd is gone, or a link to other files now, the user must agree, by -C or by an answer. */
static bool folder_fits(struct program *p, const char *cwd, struct error *e)
{
	const char *here = workspace_path(p->workspace);
	auto_free char *real = file_is_folder(cwd) ? realpath(cwd, NULL) : NULL;
	const char *change = real ? "is behind a link now" : "is gone";
	char line[16] = "";

	if (!*cwd || strcmp(cwd, here) == 0)
		return true;
	if (real && strcmp(real, cwd) == 0) {
		program_notice(
		    p, xasprintf("this session was in '%s'; it goes on in '%s'", cwd, here));
		return true;
	}
	if (p->options->cd) {
		program_notice(
		    p, xasprintf("the folder of this session, '%s', %s: it goes on in '%s'", cwd,
			   change, here));
		return true;
	}
	if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
		return error_set(e, ERR_USAGE,
		    "the folder of this session, '%s', %s: name the folder to go on in with -C DIR",
		    cwd, change);
	tui_release();
	print_text(stderr, "the folder of this session, '%s', %s: go on in '%s'? [y/N] ", cwd,
	    change, here);
	return (fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y')) ||
	       error_set(e, ERR_USAGE, "the session was left as it is");
}

/* Finds the session to go on from and sets p->past and, if it is 0, p->past_seq to its last event. False: e. */
static bool find_past(struct program *p, const char *wanted, struct error *e)
{
	if (!p->store)
		return error_set(e, ERR_STORE, "there is no session database to go on from");
	json_auto_t *found = store_find(p->store, wanted, workspace_path(p->workspace), e);
	if (!found)
		return false;
	p->past = xstrdup(json_str(found, "id", ""));
	return program_past_seq(p->store, p->past, &p->past_seq, e) &&
	       folder_fits(p, json_str(found, "cwd", ""), e);
}

bool program_open_session(struct program *p, struct error *e)
{
	auto_free char *id = NULL;
	const char *fork = p->options->fork;

	if (fork && !(program_split_fork(fork, &id, &p->past_seq, 1, e) && find_past(p, id, e)))
		return false;
	if (!fork && p->options->resume) {
		if (find_past(p, p->options->resume, e))
			p->session = session_open(p->loop, p->store, p->past, e);
		return p->session != NULL;
	}
	p->session = session_new(p->loop, p->store);
	return true;
}
