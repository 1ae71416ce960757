/* SPDX-License-Identifier: MIT
 * The sandbox of a session. Its tier is found by starting a command in each, best first, and kept
 * as long as sandbox.mode stays. The private /tmp and its folders for caches are made with the
 * first command.
 */
#include "sandbox/sandbox.h"

#include <signal.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "base/log.h"
#include "sandbox/caches.h"
#include "sandbox/child/confined.h"
#include "sandbox/paths.h"
#include "sandbox/planted.h"
#include "sandbox/tmp_folder.h"

struct sandbox {
	struct loop *loop;		 /* (borrowed) */
	const struct settings *settings; /* (borrowed) */
	struct workspace *workspace;	 /* (borrowed) */
	char *tried; /* (owned) the mode for which tiers were tried; NULL: none yet */
	enum sandbox_tier tier;
	char *why;		 /* (owned) why no better tier is used; NULL: none is better */
	struct tmp_folder tmp;	 /* (owned) the private /tmp, made with the first command */
	bool prepared;		 /* caches_prepare was called */
	struct planted *planted; /* (owned) NULL: not asked for yet */
	bool rules_told;
};

static const struct tier_row {
	const char *name, *words; /* words: for the status line, of two */
	const char *network;	  /* the network in words, if it is off */
} tiers[SANDBOX_TIERS] = {
    [SANDBOX_NONE] = {"none", "sandbox missing", ""},
    [SANDBOX_LANDLOCK] = {"landlock", "landlock only", "off"},
    [SANDBOX_SEATBELT] = {"seatbelt", "sandbox on", "off"},
    [SANDBOX_NAMESPACES] = {"namespaces", "sandbox on", "its own loopback only"},
};

struct sandbox *sandbox_new(struct loop *l, const struct settings *s, struct workspace *workspace)
{
	struct sandbox *sandbox = xcalloc(1, sizeof *sandbox);

	*sandbox = (struct sandbox){.loop = l, .settings = s, .workspace = workspace};
	return sandbox;
}

void sandbox_free(struct sandbox *sandbox)
{
	if (!sandbox)
		return;
	free_all(sandbox->tried, sandbox->why);
	tmp_folder_free(&sandbox->tmp);
	planted_free(sandbox->planted);
	free(sandbox);
}

const char *sandbox_tier_name(enum sandbox_tier tier)
{
	return tiers[tier].name;
}

static const char *sandbox_mode(const struct sandbox *sandbox)
{
	return setting_string(sandbox->settings, "sandbox.mode");
}

bool sandbox_is_off(const struct sandbox *sandbox)
{
	return strcmp(sandbox_mode(sandbox), "off") == 0;
}

enum sandbox_missing sandbox_missing(const struct sandbox *sandbox)
{
	const char *missing = setting_string(sandbox->settings, "sandbox.missing");

	if (strcmp(missing, "run") == 0)
		return SANDBOX_RUNS;
	return strcmp(missing, "ask") == 0 ? SANDBOX_ASKS : SANDBOX_REFUSES;
}

bool sandbox_refuses(struct sandbox *sandbox)
{
	return !sandbox_is_off(sandbox) && sandbox_tier(sandbox) == SANDBOX_NONE &&
	       sandbox_missing(sandbox) == SANDBOX_REFUSES;
}

bool sandbox_network(const struct sandbox *sandbox)
{
	return strcmp(setting_string(sandbox->settings, "sandbox.network"), "on") == 0;
}

/* ---- The confinement of a command ---------------------------------------------------------- */

#define GRANT_ALONE(grant) ((grant)&0xfu)

static struct confine_head head_of(
    const struct sandbox *sandbox, enum sandbox_tier tier, unsigned grant)
{
	const unsigned what = GRANT_ALONE(grant);
	const struct settings *s = sandbox->settings;

	return (struct confine_head){
	    .tier = tier,
	    .network =
		what == SANDBOX_NETWORK || (what == SANDBOX_WRITES && sandbox_network(sandbox)),
	    .unix_sockets =
		setting_bool(s, "sandbox.unix_sockets") ? CONFINE_SOCKETS_ALL : confined_sockets(),
	    .processes = (uint32_t)setting_int(s, "sandbox.limits.processes"),
	    .file_bytes = (uint64_t)setting_int(s, "sandbox.limits.file_bytes"),
	    .memory_bytes = (uint64_t)setting_int(s, "sandbox.limits.memory_bytes"),
	    .trial_bytes =
		what == SANDBOX_TRIES ? (uint64_t)setting_int(s, "sandbox.limits.trial_bytes") : 0,
	    .keeps_tmp = (grant & SANDBOX_KEEPS_TMP) != 0,
	    .only_reads = tier == SANDBOX_NAMESPACES && (grant & SANDBOX_ENDS_WRITERS) != 0,
	};
}

struct planted *sandbox_planted(struct sandbox *sandbox)
{
	if (!sandbox->planted)
		sandbox->planted = planted_new(sandbox->workspace);
	return sandbox->planted;
}

static bool find_paths(const struct sandbox *sandbox, enum sandbox_tier tier, unsigned grant,
    struct path_list *out, struct error *e)
{
	json_auto_t *repositories =
	    sandbox->planted ? planted_repositories(sandbox->planted) : NULL;
	return paths_find(out, sandbox->settings,
	    &(struct paths_wish){.workspace = workspace_path(sandbox->workspace),
		.tmp = sandbox->tmp.path,
		.tier = tier,
		.reads_only = GRANT_ALONE(grant) == SANDBOX_READS,
		.git_config = (grant & SANDBOX_GIT_CONFIG) != 0,
		.repositories = repositories},
	    e);
}

/* Whether the workspace's path still leads to the folder that is open; notes that folder in head.
 * Commands start by the path, and were judged for the open folder. */
static bool workspace_is_there(
    const struct sandbox *sandbox, struct confine_head *head, struct error *e)
{
	const struct workspace *w = sandbox->workspace;
	struct stat held, there;

	if (fstat(workspace_fd(w), &held) != 0 || stat(workspace_path(w), &there) != 0 ||
	    held.st_dev != there.st_dev || held.st_ino != there.st_ino)
		return error_set(e, ERR_DENIED,
		    "the folder '%s' was renamed or replaced since this began, so no command is "
		    "started there: start the agent again in the folder that is meant",
		    workspace_label(w));
	head->cwd_device = held.st_dev;
	head->cwd_inode = held.st_ino;
	return true;
}

static bool order_for(struct sandbox *sandbox, enum sandbox_tier tier, unsigned grant,
    struct buf *out, struct error *e)
{
	freed_by(path_list_free) struct path_list paths = {0};
	struct confinement c = {
	    .head = head_of(sandbox, tier, grant), .cwd = workspace_path(sandbox->workspace)};

	if (!workspace_is_there(sandbox, &c.head, e) ||
	    (!sandbox->tmp.path && !tmp_folder_make(&sandbox->tmp, e)) ||
	    !find_paths(sandbox, tier, grant, &paths, e))
		return false;
	c.paths = paths.list;
	c.count = paths.count;
	confine_write(out, &c);
	return true;
}

/* ---- Which tier ---------------------------------------------------------------------------- */

/* Tries a tier by starting a command in it, which shows more than any query of the kernel. */
static bool try_tier(struct sandbox *sandbox, enum sandbox_tier tier)
{
	auto_buf order = BUF_LIMIT(LAUNCH_MAX_BYTES);
	auto_error e = ERROR_INIT;
	struct process_spec spec = {
	    .argv = (const char *const[]){"true", NULL},
	    .cwd_fd = workspace_fd(sandbox->workspace),
	    .death_signal = SIGKILL,
	};
	struct process *p = NULL;

	if (order_for(sandbox, tier, SANDBOX_WRITES, &order, &e)) {
		spec.confine = order.data;
		spec.confine_bytes = order.len;
		p = process_start(sandbox->loop, &spec, &e);
	}
	if (!p) {
		char *before = sandbox->why;

		sandbox->why = xasprintf("%s%s%s: %s", before ? before : "", before ? "; " : "",
		    tiers[tier].name, e.message);
		free(before);
		log_add(LOG_INFO, "sandbox %s: %s", tiers[tier].name, e.message);
	}
	process_stop(p, 0);
	return p != NULL;
}

enum sandbox_tier sandbox_tier(struct sandbox *sandbox)
{
	const char *wanted = sandbox_mode(sandbox);

	if (string_same(sandbox->tried, wanted))
		return sandbox->tier;
	string_set(&sandbox->tried, wanted);
	string_set(&sandbox->why, NULL);
	sandbox->tier = SANDBOX_NONE;
	if (sandbox_is_off(sandbox))
		return SANDBOX_NONE;
	for (const enum sandbox_tier *tier = confined_tiers; *tier != SANDBOX_NONE; tier++)
		if ((strcmp(wanted, "auto") == 0 || strcmp(wanted, tiers[*tier].name) == 0) &&
		    try_tier(sandbox, *tier)) {
			sandbox->tier = *tier;
			return *tier;
		}
	if (!sandbox->why)
		sandbox->why = xasprintf("this system has nothing for sandbox.mode %s", wanted);
	return SANDBOX_NONE;
}

char *sandbox_tmp_file(struct sandbox *sandbox, const char *name, char **seen)
{
	const bool mounted = sandbox_tier(sandbox) == SANDBOX_NAMESPACES;

	if (!sandbox->tmp.path && !tmp_folder_make(&sandbox->tmp, NULL))
		return NULL;
	*seen = file_join(mounted ? "/tmp" : sandbox->tmp.path, name);
	return file_join(sandbox->tmp.path, name);
}

const char *sandbox_why(struct sandbox *sandbox)
{
	sandbox_tier(sandbox);
	return sandbox->why ? sandbox->why : "";
}

const char sandbox_not_owner_words[] = "the workspace belongs to another user, so commands of root "
				       "cannot write it in a sandbox: run the "
				       "agent as its owner";

bool sandbox_not_owner(struct sandbox *sandbox)
{
	struct stat st;

	return geteuid() == 0 && sandbox_tier(sandbox) != SANDBOX_NONE &&
	       fstat(workspace_fd(sandbox->workspace), &st) == 0 && st.st_uid != 0 &&
	       !(st.st_mode & S_IWOTH);
}

const struct settings *sandbox_settings(const struct sandbox *sandbox)
{
	return sandbox->settings;
}

const char *sandbox_words(struct sandbox *sandbox)
{
	return sandbox_is_off(sandbox) ? "sandbox off" : tiers[sandbox_tier(sandbox)].words;
}

const char *sandbox_reach(struct sandbox *sandbox, bool network)
{
	if (sandbox_is_off(sandbox))
		return NULL;
	if (sandbox_tier(sandbox) == SANDBOX_NONE)
		return "NOT SANDBOXED";
	return network || sandbox_network(sandbox) ? "writes here · network"
						   : "writes here · no network";
}

/* ---- A command ----------------------------------------------------------------------------- */

bool sandbox_confine(struct sandbox *sandbox, struct process_spec *spec, unsigned grant,
    struct sandbox_order *order, struct error *e)
{
	*order = (struct sandbox_order){.bytes = BUF_LIMIT(LAUNCH_MAX_BYTES)};
	if (sandbox_tier(sandbox) == SANDBOX_NONE)
		return true;
	if (!order_for(sandbox, sandbox->tier, grant, &order->bytes, e)) {
		sandbox_order_free(order);
		return false;
	}
	if (!sandbox->prepared)
		caches_prepare(sandbox->settings, sandbox->tmp.path);
	sandbox->prepared = true;
	order->set = caches_variables(sandbox->settings,
	    sandbox->tier == SANDBOX_NAMESPACES ? "/tmp" : sandbox->tmp.path,
	    head_of(sandbox, sandbox->tier, grant).network, GRANT_ALONE(grant) == SANDBOX_READS);
	spec->confine = order->bytes.data;
	spec->confine_bytes = order->bytes.len;
	return true;
}

void sandbox_order_free(struct sandbox_order *order)
{
	for (size_t i = 0; order->set && order->set[i]; i++)
		free(order->set[i]);
	free(order->set);
	buf_free(&order->bytes);
	order->set = NULL;
}

/* ---- For people ---------------------------------------------------------------------------- */

static const char *const kind_names[] = {
    [CONFINE_WRITABLE] = "writable",
    [CONFINE_READABLE] = "readable",
    [CONFINE_LISTED] = "listed",
    [CONFINE_PINNED] = "not movable",
    [CONFINE_PROTECTED] = "read-only",
    [CONFINE_MASKED] = "empty",
    [CONFINE_ABSENT] = "absent",
    [CONFINE_TMP] = "as /tmp",
};

static void show_limit(
    struct buf *out, const char *name, uint64_t value, uint64_t unit, const char *of)
{
	if (value)
		buf_addf(out, "%-12s %llu %s\n", name, (unsigned long long)(value / unit), of);
	else
		buf_addf(out, "%-12s none\n", name);
}

void sandbox_show(struct sandbox *sandbox, bool network, struct buf *out)
{
	static const char *const sockets[] = {"refused", "of the command's own servers", "on"};
	const enum sandbox_tier tier = sandbox_tier(sandbox);
	const struct confine_head head =
	    head_of(sandbox, tier, network ? SANDBOX_NETWORK : SANDBOX_WRITES);
	freed_by(path_list_free) struct path_list paths = {0};
	auto_error e = ERROR_INIT;

	buf_addf(out, "%-12s %s\n", "tier",
	    tier == SANDBOX_NONE ? "none: NOT SANDBOXED" : tiers[tier].name);
	if (sandbox->why)
		buf_addf(out, "%-12s %s\n", "why", sandbox->why);
	if (sandbox_not_owner(sandbox))
		buf_addf(out, "%-12s %s\n", "note", sandbox_not_owner_words);
	if (tier == SANDBOX_NONE)
		return;
	buf_addf(out, "%-12s %s\n", "network", head.network ? "on" : tiers[tier].network);
	buf_addf(out, "%-12s %s\n", "unix sockets", sockets[head.unix_sockets]);
	show_limit(out, "processes", head.processes, 1, "");
	show_limit(out, "memory", head.memory_bytes, 1 << 20, "MiB");
	show_limit(out, "one file", head.file_bytes, 1 << 20, "MiB");
	if (find_paths(sandbox, tier, SANDBOX_WRITES, &paths, &e))
		for (size_t i = 0; i < paths.count; i++) {
			if (paths.list[i].kind != CONFINE_MASKED ||
			    access(paths.list[i].path, F_OK) == 0)
				buf_addf(out, "%-12s %s\n", kind_names[paths.list[i].kind],
				    paths.list[i].path);
		}
	else
		buf_addf(out, "%-12s %s\n", "broken", e.message);
}

json_t *sandbox_rules_once(struct sandbox *sandbox)
{
	auto_buf text = BUF_INIT;
	json_t *lines = NULL;

	if (sandbox->rules_told)
		return NULL;
	sandbox->rules_told = true;
	sandbox_show(sandbox, sandbox_network(sandbox), &text);
	lines = json_array();
	for (const char *line = buf_str(&text), *end; (end = strchr(line, '\n')); line = end + 1)
		json_array_append_new(lines, json_text(line, (size_t)(end - line)));
	return lines;
}
