/* SPDX-License-Identifier: MIT
 * Parses the command line. One row per option drives parsing and --help. Shorthands of settings (-m, --depth,
 * ...) become assignments, checked with the other settings. Options that contradict each other are refused
 * before anything is done.
 */
#include "cli/program/options.h"

#include <getopt.h>
#include "base/base.h"
#include "base/print.h"
#include "cli/command.h"
#include "roadmap/export/schedule_export.h"

/* Returns 0, or the exit code after the first contradiction was printed. */
static int options_conflict(const struct options *o)
{
	const int sources =
	    o->go_on + o->choose + (o->resume != NULL) + (o->fork != NULL) + (o->replay != NULL);
	const struct {
		bool holds;
		const char *word; /* to name in the message; NULL: several */
		const char *why;
	} conflicts[] = {
	    {o->rest && (o->ask || sources), o->rest ? o->rest[0] : "",
		"a command goes without --ask, --continue, --resume, --fork and --replay"},
	    {sources > 1, NULL, "only one of --continue, --resume, --fork and --replay at a time"},
	    {o->choose && (o->ask || o->prompt), "--resume",
		"wants an ID or 'last' beside a prompt; see agent sessions list"},
	    {o->files && !o->fork, "--files", "goes with --fork"},
	    {o->whole && !o->files, "--whole", "goes with --files"},
	    {o->files && o->cd, "--files", "is the folder to work in; it goes without --cd"},
	    {o->roadmap && (o->ask || o->prompt || o->rest || sources), "--roadmap",
		"goes without a command, --ask, --continue, --resume, --fork, --replay and further "
		"words; put the goal in quotes"},
	    {o->detach && (o->ask || o->replay || o->roadmap || o->rest || o->choose || o->no_save),
		"--detach",
		"goes with a chat; not with --ask, --replay, --roadmap, --no-save, a choice or a "
		"command"},
	    {o->replay && (o->ask || o->prompt), "--replay", "goes without a prompt"},
	    {o->ask && o->prompt, o->prompt,
		"too many words; put the whole text of --ask in quotes"},
	    {!o->replay && (o->speed >= 0 || o->from || o->to), NULL,
		"--speed, --from and --to go with --replay"},
	};

	if (o->help || o->version)
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(conflicts); i++)
		if (conflicts[i].holds)
			return conflicts[i].word ? print_failure(2, "'%s': %s", conflicts[i].word,
						       conflicts[i].why)
						 : print_failure(2, "%s", conflicts[i].why);
	if (o->attach.count && !o->ask && !o->prompt)
		return print_failure(
		    2, "'--attach %s': goes with a prompt or --ask", o->attach.list[0]);
	if (o->output_schema && !o->ask)
		return print_failure(2, "'--output-schema %s': goes with --ask", o->output_schema);
	if (o->to && o->from > o->to)
		return print_failure(2, "'--from %lld': is behind '--to %lld'", (long long)o->from,
		    (long long)o->to);
	return 0;
}

#define IN(field) offsetof(struct options, field)

const struct option_row option_rows[] = {
    {"ask", 'p', "TEXT", OPTION_TEXT, NULL, IN(ask),
	"answer once; `-` reads the prompt from stdin, otherwise piped stdin is appended"},
    {"continue", 0, NULL, OPTION_FLAG, NULL, IN(go_on),
	"go on with the newest session of this folder"},
    {"resume", 0, "[ID|last]", OPTION_PICK, NULL, IN(resume),
	"go on with a session; without an ID: choose one"},
    {"fork", 0, "ID[:SEQ]", OPTION_TEXT, NULL, IN(fork),
	"new session that shares the history up to SEQ"},
    {"files", 0, "DIR", OPTION_TEXT, NULL, IN(files),
	"with --fork: the session's files as they were then, in a new folder to go on in"},
    {"whole", 0, NULL, OPTION_FLAG, NULL, IN(whole),
	"with --files: besides, a copy of all else in this folder but .git, so that it builds"},
    {"replay", 0, "ID|FILE|last|demo", OPTION_TEXT, NULL, IN(replay),
	"replay a session or an exported file; demo: a short one that is always there"},
    {"roadmap", 0, "GOAL", OPTION_TEXT, NULL, IN(roadmap),
	"plan a goal: outline, roadmap, schedule"},
    {"calendar", 0, "FILE.ics", OPTION_LIST, NULL, IN(calendars),
	"when you are busy, for roadmaps; repeatable"},
    {"config", 0, "FILE", OPTION_TEXT, NULL, IN(config),
	"use this file instead of the user's and the workspace's"},
    {"set", 's', "KEY=VALUE", OPTION_ASSIGN, NULL, 0, "override one setting; repeatable"},
    {"backend", 0, "NAME", OPTION_SETTING, "backend.provider", 0, "auto, openai or offline"},
    {"base-url", 0, "URL", OPTION_SETTING, "backend.base_url", 0,
	"where the model's server answers, with /v1"},
    {"profile", 0, "NAME", OPTION_SETTING, "profile", 0,
	"server, key and settings of ~/.config/agent/profiles/NAME.yaml; /profile lists them"},
    {"model", 'm', "ID", OPTION_SETTING, "backend.model", 0, "which model"},
    {"depth", 0, "DEPTH", OPTION_SETTING, "agent.depth", 0, "auto, direct, react or strategic"},
    {"approve", 0, "MODE", OPTION_SETTING, "approve", 0, "plan, read-only, ask, edits or all"},
    {"output", 0, "FORM", OPTION_FORM, "text|json|events|stream-json", IN(output),
	"text: the answer; json: one object; events: JSON lines, live; stream-json: the same as "
	"other agents write them; with --roadmap also ics, "
	"md, "
	"mermaid, gantt, agenda, load, csv, tjp, mspdi, org, github"},
    {"output-format", 0, "FORM", OPTION_FORM, "text|json|events|stream-json", IN(output),
	"the same as --output"},
    {"include-partial-messages", 0, NULL, OPTION_FLAG, NULL, IN(partial),
	"with --output stream-json: also each piece of a reply as it comes"},
    {"attach", 0, "FILE", OPTION_LIST, NULL, IN(attach),
	"an image or PDF that goes with the prompt; repeatable"},
    {"output-schema", 0, "FILE", OPTION_TEXT, NULL, IN(output_schema),
	"with --ask: the answer is JSON that this JSON Schema holds"},
    {"cd", 'C', "DIR", OPTION_TEXT, NULL, IN(cd), "the folder to work in"},
    {"max-iterations", 0, "N", OPTION_SETTING, "limits.iterations", 0,
	"rounds of this turn, at most"},
    {"budget", 0, "USD", OPTION_SETTING, "budget.turn_usd", 0, "money of this turn, at most"},
    {"timeout", 0, "SECONDS", OPTION_SETTING, "limits.wall_s", 0, "time of this turn, at most"},
    {"no-planner", 0, NULL, OPTION_FIXED, "planner.tool=off", 0, "without the todo plan"},
    {"no-save", 0, NULL, OPTION_FLAG, NULL, IN(no_save), "do not store the session"},
    {"no-stdin", 0, NULL, OPTION_FLAG, NULL, IN(no_stdin), "do not read piped stdin"},
    {"plain", 0, NULL, OPTION_FLAG, NULL, IN(plain), "lines instead of a screen"},
    {"detach", 0, NULL, OPTION_FLAG, NULL, IN(detach),
	"a chat without this terminal, which agent attach shows"},
    {"color", 0, "WHEN", OPTION_CHOICE, "auto|always|never", IN(color), "auto, always or never"},
    {"speed", 0, "N|max", OPTION_SPEED, NULL, 0, "with --replay"},
    {"from", 0, "SEQ", OPTION_SEQ, NULL, IN(from), "with --replay"},
    {"to", 0, "SEQ", OPTION_SEQ, NULL, IN(to), "with --replay"},
    {"child", 0, NULL, OPTION_FLAG, NULL, IN(child),
	"what a delegate is started with: spec and intents on stdin, events on stdout"},
    {"serve", 0, NULL, OPTION_FLAG, NULL, IN(serve),
	"a chat for another program: intents as JSON lines on stdin, events on stdout"},
    {"verbose", 'v', NULL, OPTION_FLAG, NULL, IN(verbose), "what happens inside, on stderr"},
    {"help", 'h', NULL, OPTION_FLAG, NULL, IN(help), "this text"},
    {"version", 'V', NULL, OPTION_FLAG, NULL, IN(version), "the version"},
};
#define OPTION_COUNT ARRAY_SIZE(option_rows)
const size_t option_count = OPTION_COUNT;

static void assign(struct options *o, const char *key, const char *value)
{
	size_t n = 0;

	while (o->assignments && o->assignments[n])
		n++;
	o->assignments = xreallocarray(o->assignments, n + 2, sizeof *o->assignments);
	o->assignments[n] = value ? xasprintf("%s=%s", key, value) : xstrdup(key);
	o->assignments[n + 1] = NULL;
}

static int take_choice(const struct option_row *row, const char *value, int *out)
{
	const char *at = row->key;

	for (int i = 0; *at; i++) {
		size_t len = strcspn(at, "|");

		if (strlen(value) == len && strncmp(at, value, len) == 0) {
			*out = i;
			return 0;
		}
		at += len + (at[len] == '|');
	}
	return print_failure(2, "'--%s %s': must be one of %s", row->name, value, row->key);
}

static int take_number(const struct option_row *row, const char *value, double least, double *out)
{
	char *end;

	errno = 0;
	*out = strtod(value, &end);
	if (end == value || *end || errno || !isfinite(*out) || *out < least)
		return print_failure(
		    2, "'--%s %s': is no number from %g up", row->name, value, least);
	return 0;
}

static int take_option(const struct option_row *row, const char *value, struct options *o)
{
	void *field = (char *)o + row->offset;
	struct option_texts *texts = field;
	double number;
	int code;

	switch (row->kind) {
	case OPTION_TEXT:
	case OPTION_PICK:
		*(const char **)field = value;
		return 0;
	case OPTION_LIST:
		texts->list = xreallocarray(texts->list, texts->count + 1, sizeof *texts->list);
		texts->list[texts->count++] = value;
		return 0;
	case OPTION_FLAG:
		*(bool *)field = true;
		return 0;
	case OPTION_SEQ:
		if ((code = take_number(row, value, 1, &number)))
			return code;
		*(int64_t *)field = (int64_t)number;
		return 0;
	case OPTION_SPEED:
		o->speed = 0;
		return strcmp(value, "max") == 0 ? 0 : take_number(row, value, 0.01, &o->speed);
	case OPTION_CHOICE:
		return take_choice(row, value, field);
	case OPTION_FORM:
		o->form = value;
		return 0;
	case OPTION_ASSIGN:
		if (!strchr(value, '='))
			return print_failure(2, "'%s': is not KEY=VALUE", value);
		assign(o, value, NULL);
		return 0;
	case OPTION_SETTING:
	case OPTION_FIXED: /* takes no value */
		assign(o, row->key, value);
		return 0;
	}
	return 0;
}

/* Fills the tables of getopt_long from the rows; the leading '-' of letters makes it return words in order. */
static void getopt_tables(struct option longs[OPTION_COUNT + 1], char letters[2 * OPTION_COUNT + 4])
{
	char *at = letters;

	*at++ = '-';
	*at++ = ':';
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		longs[i] = (struct option){option_rows[i].name,
		    option_rows[i].argument ? required_argument : no_argument, NULL, (int)i + 256};
		if (option_rows[i].letter) {
			*at++ = option_rows[i].letter;
			if (option_rows[i].argument)
				*at++ = ':';
		}
	}
	*at = '\0';
	longs[OPTION_COUNT] = (struct option){0};
}

/* Checks --output when all options are read, since --roadmap has more forms. Returns 0, or the exit code. */
static int settle_form(struct options *o)
{
	static const struct option_row output = {
	    .name = "output", .key = "text|json|events|stream-json"};
	auto_error e = ERROR_INIT;
	int choice = 0;

	if (!o->form)
		return 0;
	if (o->roadmap && !strstr("|text|json|events|stream-json|", o->form))
		return schedule_exporter(o->form, &e) ? 0
						      : print_failure(2, "--output: %s", e.message);
	const int code = take_choice(&output, o->form, &choice);
	o->output = (enum output_form)choice;
	return code;
}

static const struct option_row *row_of(int code)
{
	if (code >= 256 && code < 256 + (int)OPTION_COUNT)
		return &option_rows[code - 256];
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if (option_rows[i].letter && option_rows[i].letter == code)
			return &option_rows[i];
	return NULL;
}

bool options_have(const char *word)
{
	const size_t len = strcspn(word, "=");

	for (size_t i = 0; i < OPTION_COUNT; i++)
		if ((word[0] == '-' && word[1] && !word[2] && word[1] == option_rows[i].letter) ||
		    (strncmp(word, "--", 2) == 0 && strlen(option_rows[i].name) == len - 2 &&
			strncmp(word + 2, option_rows[i].name, len - 2) == 0))
			return true;
	return false;
}

static int unknown(char *const *argv)
{
	const char *names[OPTION_COUNT + 1] = {NULL}, *word = argv[optind - 1];

	if (optopt && optopt < 256)
		return print_failure(2, "'-%c': unknown option; see agent --help", optopt);
	for (size_t i = 0; i < OPTION_COUNT; i++)
		names[i] = option_rows[i].name;
	const char *near = strncmp(word, "--", 2) == 0 ? text_nearest(word + 2, names) : NULL;
	if (near)
		return print_failure(2, "'%s': unknown option (did you mean '--%s'?)", word, near);
	return print_failure(2, "'%s': unknown option; see agent --help", word);
}

static void add_word(struct options *o, const char *word)
{
	char *joined = o->prompt ? xasprintf("%s %s", o->prompt, word) : xstrdup(word);

	free(o->prompt);
	o->prompt = joined;
}

const struct command *command_find(const char *word)
{
	for (size_t i = 0; word && commands[i]; i++)
		if (strcmp(commands[i]->name, word) == 0)
			return commands[i];
	return NULL;
}

/* Whether a command's usage contains a word, as it does its actions and options. */
static bool in_usage(const struct command *c, const char *word)
{
	const size_t len = strlen(word);

	for (const char *at = strstr(c->usage, word); at; at = strstr(at + 1, word))
		if ((at == c->usage || strchr(" [|", at[-1])) &&
		    (!at[len] || strchr(" ]|", at[len])))
			return true;
	return false;
}

static const struct command *nearest_command(const char *word)
{
	const char *names[32] = {NULL};

	for (size_t i = 0; commands[i] && i < 31; i++)
		names[i] = commands[i]->name;
	return command_find(text_nearest(word, names));
}

/* Refuses a first word that is nearly a command's name, alone or before one of its actions: returns the exit code. 0:
 * it begins a prompt. */
static int guess_command(const char *word, const char *next)
{
	const struct command *near = nearest_command(word);

	return !near || (next && !in_usage(near, next))
		   ? 0
		   : print_failure(2,
			 "'%s': no command (did you mean '%s'?); as a prompt: agent -- %s ...",
			 word, near->name, word);
}

/* Returns the command that `agent help WORD` is about: the one of that name or, if no word follows, one that has the
 * word in its usage or nearly as its name. NULL: these words are a prompt. */
static const struct command *helped(char *const *words)
{
	const struct command *about = command_find(words[0]);

	for (size_t i = 0; !about && !words[1] && commands[i]; i++)
		if (in_usage(commands[i], words[0]))
			about = commands[i];
	return about || words[1] ? about : nearest_command(words[0]);
}

/* Whether an option like --resume comes without its ID: at the end, or before another option. */
static bool wants_choice(int code, char *const *argv)
{
	const struct option_row *row = row_of(code == ':' ? optopt : code);

	return row && row->kind == OPTION_PICK &&
	       (code == ':' || (optarg == argv[optind - 1] && *optarg == '-'));
}

static int parse(int argc, char **argv, struct options *o)
{
	struct option longs[OPTION_COUNT + 1];
	char letters[2 * OPTION_COUNT + 4];
	int code, result;

	*o = (struct options){.speed = -1};
	getopt_tables(longs, letters);
	opterr = 0;
	while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		if (code == 1) { /* a word, not an option */
			if (!o->prompt && command_find(optarg)) {
				o->rest = argv + optind - 1;
				return 0;
			}
			const struct command *about = argv[optind] ? helped(argv + optind) : NULL;
			if (!o->prompt && strcmp(optarg, "help") == 0 && (!argv[optind] || about)) {
				static char *topic[2]; /* the words that are left */

				o->help = true;
				topic[0] = about ? (char *)(uintptr_t)about->name : NULL;
				o->rest = about ? topic : NULL;
				return 0;
			}
			if (!o->prompt && (result = guess_command(optarg, argv[optind])))
				return result;
			add_word(o, optarg);
			continue;
		}
		if (wants_choice(code, argv)) {
			optind -= code != ':';
			o->choose = true;
			continue;
		}
		if (code == ':')
			return print_failure(
			    2, "'%s': wants an argument; see agent --help", argv[optind - 1]);
		if (code == '?')
			return unknown(argv);
		if ((result = take_option(row_of(code), optarg, o)))
			return result;
	}
	for (; optind < argc; optind++)
		add_word(o, argv[optind]);
	if (o->color != COLOR_AUTO)
		assign(o, "ui.color", o->color == COLOR_ALWAYS ? "always" : "never");
	return 0;
}

int options_parse(int argc, char **argv, struct options *o)
{
	json_auto_t *calendars = json_array();
	int code = parse(argc, argv, o);

	/* All --calendar together are one setting, a list, which is assigned as JSON. */
	for (size_t i = 0; i < o->calendars.count; i++)
		json_array_append_new(
		    calendars, json_text(o->calendars.list[i], strlen(o->calendars.list[i])));
	auto_free char *text = json_line(calendars);
	if (o->calendars.count)
		assign(o, "schedule.calendars", text);
	if (code == 0 && (code = settle_form(o)) == 0)
		code = options_conflict(o);
	if (o->go_on)
		o->resume = "last";
	return code;
}

void options_free(struct options *o)
{
	for (size_t i = 0; o->assignments && o->assignments[i]; i++)
		free(o->assignments[i]);
	free_all(o->assignments, o->calendars.list, o->attach.list, o->prompt);
	*o = (struct options){0};
}

void options_help(void)
{
	puts("usage: agent [OPTION]... [PROMPT]      chat in the terminal\n"
	     "       agent --ask TEXT [OPTION]...    answer once, for pipes and scripts\n"
	     "       agent COMMAND [WORD]...\n\ncommands:");
	for (size_t i = 0; commands[i]; i++)
		printf("  %-30s %s\n", commands[i]->name, commands[i]->summary);
	puts("\noptions:");
	for (size_t i = 0; i < OPTION_COUNT; i++) {
		const struct option_row *row = &option_rows[i];
		const char letter[] = {'-', row->letter, ',', '\0'};
		auto_free char *left = xasprintf("%3s --%s%s%s", row->letter ? letter : "",
		    row->name, row->argument ? " " : "", row->argument ? row->argument : "");

		printf("  %-30s %s\n", left, row->help);
	}
	puts("\nexit: 0 answered, 1 failed, 2 usage, 3 round limit, 4 budget, 5 blocked, 6 a "
	     "criterion failed,\n"
	     "      78 configuration, 124 time, 128+N signal N");
}
