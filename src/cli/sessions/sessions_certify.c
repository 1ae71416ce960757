/* SPDX-License-Identifier: MIT
 * agent sessions certify ID [FILE] and verify FILE: a file that states what a session touched and could have touched
 * at most, signed by the user with a key of ssh. It has the events, chained by hashes (session/certificate.h); the
 * statement is a fold of them.
 */
#include <signal.h>
#include <sodium.h>
#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "base/secret.h"
#include "cli/program/confined_run.h"
#include "cli/run.h"
#include "cli/sessions/past_files.h"
#include "cli/sessions/sessions.h"
#include "loop/spawner.h"
#include "sandbox/child_start.h"
#include "session/certificate.h"
#include "session/event/event_data.h"

#define FILE_BYTES ((size_t)1 << 30)
#define IN_TOTO_TYPE "https://in-toto.io/Statement/v1"
#define PREDICATE_TYPE "urn:agent:session-certificate:v1"

/* ---- The statement ------------------------------------------------------------------------------- */

struct fold {
	json_t *read, *commands, *hosts, *approvals, *rules, *unconfined; /* (owned) */
	json_t *calls;	     /* (owned) {id: data of its tool_call} */
	json_t *questions;   /* (owned) {id: data of its question} */
	char *cwd;	     /* (owned) */
	bool networked;	     /* a confined command had the network */
	struct file_log log; /* (owned) */
};

static void put_once(json_t *list, const char *s)
{
	if (s && *s && !json_holds_str(list, s))
		json_array_append_new(list, json_string(s));
}

static void certify_command(
    struct fold *f, const struct event_tool_result *r, const json_t *arguments)
{
	const char *command = json_str(arguments, "command", ""),
		   *tier = json_str(r->data, "confined", NULL);
	const bool network =
	    json_object_get(arguments, "network") || json_flag(r->data, "network", false);
	auto_free char *line = xasprintf("command: %s", command);

	json_array_append_new(f->commands, json_pack("{s:s, s:b, s:s?, s:b}", "command", command,
					       "ok", r->ok, "confined", tier, "network", network));
	if (json_list(r->data, "rules"))
		json_put(f->rules, tier ? tier : "none", json_incref(json_list(r->data, "rules")));
	if (!tier || text_is(tier, "none"))
		put_once(f->unconfined, line);
	else
		f->networked = f->networked || network;
}

/* Adds the host of a URL (NULL: none) to a list. */
static void put_host(json_t *hosts, const char *url)
{
	const char *from = url ? strstr(url, "://") : NULL;

	if (!from)
		return;
	auto_free char *host = xstrndup(from + 3, strcspn(from + 3, "/?#"));
	put_once(hosts, host);
}

static void certify_result(struct fold *f, const struct event_tool_result *r)
{
	const struct event_tool_call call =
	    event_read_tool_call(json_object_get(f->calls, r->call));
	auto_free char *line = xasprintf("%s: %s", call.class ? call.class : "tool", call.tool);

	if (r->denied || !*call.tool) {
		json_object_del(f->calls, r->call);
		return;
	}
	if (json_object_get(call.arguments, "command"))
		certify_command(f, r, call.arguments);
	else if (text_is(call.class, "delegates") || text_is(call.class, "runs") ||
		 strncmp(call.tool, "mcp__", 5) == 0) /* another program, not confined here */
		put_once(f->unconfined, line);
	if (text_is(call.class, "reads"))
		put_once(f->read, json_str(call.arguments, "path", "."));
	put_host(f->hosts, json_str(call.arguments, "url", NULL));
	json_object_del(f->calls, r->call);
}

static void take_certified(struct fold *f, const struct event *ev)
{
	const struct event_session_start start = event_read_session_start(ev->data);
	const struct event_hook_run hook = event_read_hook_run(ev->data);

	files_take(&f->log, ev);
	if (ev->type == EVENT_SESSION_START) {
		free(f->cwd);
		f->cwd = xstrdup(start.cwd ? start.cwd : "");
		put_host(f->hosts, start.server);
	} else if (ev->type == EVENT_TOOL_CALL) {
		json_object_set(f->calls, event_read_tool_call(ev->data).call, ev->data);
	} else if (ev->type == EVENT_QUESTION) {
		const char *id = event_read_question(ev->data).id;
		json_object_set(f->questions, id ? id : "", ev->data);
	} else if (ev->type == EVENT_ANSWER) {
		const struct event_answer a = event_read_answer(ev->data);
		const struct event_question q =
		    event_read_question(json_object_get(f->questions, a.id));

		if (text_is(q.kind, "approval"))
			json_array_append_new(
			    f->approvals, json_pack("{s:s?, s:s?, s:s, s:s?}", "tool", q.tool,
					      "text", q.text, "choice", a.choice, "by", a.by));
	} else if (ev->type == EVENT_TOOL_RESULT) {
		const struct event_tool_result r = event_read_tool_result(ev->data);
		certify_result(f, &r);
	} else if (ev->type == EVENT_USAGE) {
		put_once(f->hosts, event_read_usage(ev->data).provider);
	} else if (ev->type == EVENT_HOOK_RUN) {
		auto_free char *line = xasprintf("hook: %s", hook.hook ? hook.hook : "");
		put_once(f->unconfined, line);
	}
}

static json_t *written_files(struct store *store, const struct fold *f)
{
	freed_by(files_then_free) struct files_then files = files_at(&f->log, INT64_MAX, false);
	json_t *list = json_array();

	for (size_t i = 0; i < files.count; i++) {
		const struct file_then *one = &files.list[i];
		auto_buf content = BUF_LIMIT(BUF_UNBOUNDED);
		uint8_t hash[64]; /* the length of in-toto's "blake2b" */
		char digits[2 * sizeof hash + 1];
		json_auto_t *digest = NULL;

		if (one->exists && one->after &&
		    store_blob_get(store, one->after, &content, NULL)) {
			crypto_generichash(hash, sizeof hash, (const uint8_t *)buf_str(&content),
			    content.len, NULL, 0);
			sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
			digest = json_pack("{s:s}", "blake2b", digits);
		}
		json_array_append_new(
		    list, json_pack("{s:s, s:b, s:i, s:O?}", "name", one->path, "exists",
			      one->exists, "changes", one->changes, "digest", digest));
	}
	return list;
}

/* Returns what the session could have touched at most, and why that is known; new reference. */
static json_t *bounds_of(const struct fold *f)
{
	if (json_object_size(f->calls) > 0)
		put_once(f->unconfined, "a call without a result: what it did is not known");
	if (json_array_size(f->unconfined) > 0)
		return json_pack("{s:s, s:s, s:O}", "files", "anything that the user may touch",
		    "hosts", "any", "because", f->unconfined);
	return json_pack("{s:o, s:s, s:[s, s, s]}", "files",
	    json_sprintf(
		"the files named here as written, and what the sandbox's rules let commands "
		"write: the folder %s",
		f->cwd ? f->cwd : ""),
	    "hosts", f->networked ? "any: a confined command had the network" : "those named here",
	    "because", "the program's own tools write files only with a file_change event",
	    json_array_size(f->commands) ? "every command was confined by the rules named here"
					 : "no command of the model's ran",
	    "no hook, no delegate and no command of the user's ran unconfined");
}

static void fold_free(struct fold *f)
{
	json_decref_all(f->read, f->commands, f->hosts, f->approvals, f->rules, f->unconfined,
	    f->calls, f->questions);
	free(f->cwd);
	files_free(&f->log);
}

/* Writes the lines of a certificate but its signature; *statement is a new reference to the statement. False: e. */
static bool certify_lines(struct sessions_request *r, const json_t *row,
    struct certificate_chain *chain, struct buf *out, json_t **statement, struct error *e)
{
	const char *id = json_str(row, "id", "");
	freed_by(fold_free) struct fold f = {json_array(), json_array(), json_array(), json_array(),
	    json_object(), json_array(), json_object(), json_object()};
	json_auto_t *head = json_pack("{s:{s:i, s:s, s:s}}", "certificate", "version", 1, "session",
	    id, "program", AGENT_VERSION);

	certificate_begin(chain);
	certificate_add(chain, out, head);
	event_each (ev, store_source(r->store, id, 1), e) {
		json_auto_t *line = secret_redact_json(event_hide_thinking(event_to_json(&ev)));

		certificate_add(chain, out, line);
		take_certified(&f, &ev);
	}
	if (e->code != ERR_NONE)
		return false;
	*statement = secret_redact_json(
	    json_pack("{s:o, s:O, s:O, s:O, s:O, s:O, s:o}", "written", written_files(r->store, &f),
		"read", f.read, "commands", f.commands, "hosts", f.hosts, "approvals", f.approvals,
		"sandbox", f.rules, "could_only_have_touched", bounds_of(&f)));
	json_auto_t *line = json_pack("{s:O}", "statement", *statement);
	certificate_add(chain, out, line);
	return true;
}

/* ---- ssh-keygen ---------------------------------------------------------------------------------- */

/* Runs ssh-keygen with these words and a text on stdin; appends its output to said. True: it exited with 0. */
static bool run_keygen(
    const char *const *words, const char *text, struct buf *said, struct error *e)
{
	struct loop *loop = loop_new();
	struct confined_run run;
	static const char *const keep[] = {"PATH", "HOME", "USER", "LANG", "LC_*", "SSH_AUTH_SOCK",
	    "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "DISPLAY", "WAYLAND_DISPLAY", "TERM", NULL};
	struct process_spec spec = {.argv = words,
	    .cwd_fd = -1,
	    .keep = keep,
	    .in = PROCESS_STDIN_PIPE,
	    .merge = true,
	    .death_signal = SIGKILL};

	confined_run_gather(&run, &spec);
	struct process *p =
	    child_start(loop, NULL, &(struct child_wish){CHILD_SIGN}, &spec, NULL, e);

	if (p) {
		process_write(p, text, strlen(text));
		process_close_stdin(p);
		loop_await(loop, loop_flag, &run.done, NULL);
		buf_adds(said, buf_str(&run.out));
	}
	buf_free(&run.out);
	loop_free(loop);
	return p && run.exit.status == 0;
}

/* Returns the path of the named key, or of the user's first (caller frees); NULL: there is none. */
static char *key_path(const char *named)
{
	static const char *const names[] = {
	    "~/.ssh/id_ed25519", "~/.ssh/id_ecdsa", "~/.ssh/id_rsa"};

	if (named)
		return file_expand(named);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		char *path = file_expand(names[i]);
		if (access(path, R_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

static bool sign(
    const char *named, struct certificate_chain *chain, struct buf *out, struct error *e)
{
	auto_free char *key = key_path(named);
	auto_buf said = BUF_INIT;

	if (!key)
		return error_set(e, ERR_NOT_FOUND,
		    "no key in ~/.ssh to sign with: name one by --key FILE (ssh-keygen -t "
		    "ed25519)");
	const char *const words[] = {
	    "ssh-keygen", "-Y", "sign", "-n", CERTIFICATE_NAMESPACE, "-f", key, NULL};
	if (!run_keygen(words, chain->digits, &said, e))
		return error_set(e, ERR_DENIED, "ssh-keygen did not sign with '%s': %s", key,
		    e->message ? e->message : buf_str(&said));
	const char *armour = strstr(buf_str(&said), "-----BEGIN");
	return certificate_sign(chain, out, armour ? armour : "", e);
}

int sessions_certify(struct sessions_request *r)
{
	struct certificate_chain chain;
	auto_buf out = BUF_LIMIT(BUF_UNBOUNDED);
	json_auto_t *statement = NULL;
	struct error e = ERROR_INIT;
	json_auto_t *row = store_find(r->store, r->words[0], r->cwd, &e);
	const bool export = text_is(r->format, "in-toto");
	bool ok = row &&
		  (!r->format || export ||
		      error_set(&e, ERR_USAGE, "'%s': the one other form is in-toto", r->format)) &&
		  certify_lines(r, row, &chain, &out, &statement, &e);

	if (ok && !export)
		ok = (spawner_start() || error_set(&e, ERR_IO, "%s", strerror(errno))) &&
		     sign(r->key, &chain, &out, &e);
	if (ok && export) {
		json_t *subject = json_array();

		json_each (file, json_list(statement, "written"))
			if (json_map(file, "digest"))
				json_array_append_new(subject,
				    json_pack("{s:s, s:O}", "name", json_str(file, "name", ""),
					"digest", json_map(file, "digest")));
		json_auto_t *line = json_pack("{s:s, s:o, s:s, s:O}", "_type", IN_TOTO_TYPE,
		    "subject", subject, "predicateType", PREDICATE_TYPE, "predicate", statement);
		buf_clear(&out);
		json_write(&out, line);
		buf_addc(&out, '\n');
	}
	return ok ? sessions_write(r->words[1], r->force, &out) : sessions_fail(&e);
}

/* ---- Verifying ----------------------------------------------------------------------------------- */

/* Whether the signature is of the certificate's digits and, if a file `signers` is given, by a key in it. False: e.
 * who gets the output of ssh-keygen about the key and the signer. */
static bool check_signature(
    const struct certificate *c, const char *signers, struct buf *who, struct error *e)
{
	freed_by(tmp_folder_free) struct tmp_folder tmp = {0};
	bool ok = tmp_folder_make(&tmp, e);
	auto_free char *file = xasprintf("%s/signature", ok ? tmp.path : "");

	ok = ok && file_write(file, 0600, c->signature, strlen(c->signature), e);
	if (ok) {
		const char *const any[] = {"ssh-keygen", "-Y", "check-novalidate", "-n",
		    CERTIFICATE_NAMESPACE, "-s", file, NULL};
		const char *const known[] = {
		    "ssh-keygen", "-Y", "find-principals", "-s", file, "-f", signers, NULL};

		ok = run_keygen(any, c->chain.digits, who, e) ||
		     error_set(e, ERR_DENIED, "the signature is not of this certificate");
		if (ok && signers) {
			buf_adds(who, "by ");
			ok = run_keygen(known, "", who, e) ||
			     error_set(e, ERR_DENIED,
				 "it is signed by a key that '%s' does not name", signers);
		}
	}
	if (tmp.path)
		tmp_folder_remove(tmp.path);
	return ok;
}

static void print_statement(const struct certificate *c, const char *who)
{
	const json_t *bounds = json_map(c->statement, "could_only_have_touched");

	print_text(stdout, "holds: session %s, %lld events\n%s", json_str(c->head, "session", ""),
	    (long long)c->events, who);
	json_each (file, json_list(c->statement, "written"))
		print_text(stdout, "%-9s %s\n",
		    json_flag(file, "exists", true) ? "wrote" : "removed",
		    json_str(file, "name", ""));
	json_each (path, json_list(c->statement, "read"))
		print_text(stdout, "%-9s %s\n", "read", json_string_value(path));
	json_each (command, json_list(c->statement, "commands"))
		print_text(stdout, "%-9s %s (confined: %s%s)\n", "ran",
		    json_str(command, "command", ""), json_str(command, "confined", "not recorded"),
		    json_flag(command, "network", false) ? ", network" : "");
	json_each (host, json_list(c->statement, "hosts"))
		print_text(stdout, "%-9s %s\n", "host", json_string_value(host));
	json_each (asked, json_list(c->statement, "approvals"))
		print_text(stdout, "%-9s %s: %s by %s\n", "approval", json_str(asked, "text", ""),
		    json_str(asked, "choice", ""), json_str(asked, "by", "?"));
	print_text(stdout, "could only have touched: %s; hosts: %s\n",
	    json_str(bounds, "files", ""), json_str(bounds, "hosts", ""));
	json_each (why, json_list(bounds, "because"))
		print_text(stdout, "  because %s\n", json_string_value(why));
}

int sessions_verify(struct sessions_request *r)
{
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);
	freed_by(certificate_free) struct certificate c = {0};
	auto_buf who = BUF_INIT;
	auto_error e = ERROR_INIT;
	const bool read = file_read(r->words[0], FILE_BYTES, &bytes, &e);
	const int64_t start = clock_mono_us();
	bool ok = read && certificate_read(buf_str(&bytes), bytes.len, &c, &e);
	const int64_t took = clock_mono_us() - start;
	int code = read ? 1 : 2;

	ok = ok && (spawner_start() || error_set(&e, ERR_IO, "%s", strerror(errno))) &&
	     check_signature(&c, r->signers, &who, &e);
	if (ok && r->json)
		print_json_line(json_pack("{s:b, s:I, s:s, s:I, s:O}", "holds", true, "events",
		    (json_int_t)c.events, "signer", buf_str(&who), "chain_us", (json_int_t)took,
		    "statement", c.statement));
	else if (ok)
		print_statement(&c, buf_str(&who));
	else
		print_failure(code, "'%s' does not hold: %s", r->words[0], e.message);
	return ok ? 0 : code;
}
