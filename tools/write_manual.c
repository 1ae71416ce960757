/* SPDX-License-Identifier: MIT
 * Writes the pages of the manual and the completions of shells from the tables the program itself reads: options,
 * commands, commands of the chat, settings. Run at build time:
 *
 *   write_manual page FILE.in     the page, with each line @NAME@ of the file replaced by what the table says
 *   write_manual bash|zsh|fish    a shell's completion
 *
 * Pages are mdoc (mdoc(7)). One sentence stands on a line, as mandoc -T lint wants it.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/embed.h"
#include "base/file.h"
#include "base/json/json.h"
#include "cli/command.h"
#include "config/settings.h"
#include "config/settings_show.h"
#include "ui/command/slash.h"

#define LINE 78		 /* bytes of a line of mdoc */
#define DEFAULT_BYTES 60 /* longer defaults stand in a line of their own */
#define DEPTH 8		 /* of a key of default.yaml */
#define FILE_BYTES (1 << 20)

/* Prose. */

/* Appends one byte of text as mdoc writes it. */
static void escape(struct buf *out, char c)
{
	if (c == '\\')
		buf_adds(out, "\\e");
	else if (c == '"')
		buf_adds(out, "\\(dq");
	else if (c == '-')
		buf_adds(out, "\\-");
	else if (c == '\'' || c == '`')
		buf_adds(out, c == '`' ? "\\(ga" : "\\(aq");
	else
		buf_add(out, &c, 1);
}

/* Text of `len` bytes where it is code: nothing in it is special, blanks stay. */
static void write_code(struct buf *out, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		escape(out, text[i]);
}

/* How a word of prose ends a sentence, so that the next one begins a line. */
static bool ends_sentence(const char *word, size_t len)
{
	while (len && strchr(")\"`", word[len - 1]))
		len--;
	return len > 1 && strchr(".?!", word[len - 1]) && word[len - 2] != '.';
}

/* Prose with `code` in it, as lines of mdoc. A span of code may have blanks. */
static void write_prose(struct buf *out, const char *text)
{
	size_t column = 0;
	bool code = false, broken = true;

	for (const char *at = text; *at;) {
		struct buf word = BUF_LIMIT(BUF_UNBOUNDED);
		const char *begin = at;

		for (; *at && (code || *at != ' '); at++) {
			if (*at == '`') {
				buf_adds(&word, code ? "\\fR" : "\\fB");
				code = !code;
			} else if (*at == '\\' && at[1] == '|') {
				continue; /* a bar in a table of Markdown */
			} else if (code || strchr("\\\"'", *at) ||
				   (*at == '-' && (at == begin || at[-1] == '-' || at[1] == '-'))) {
				escape(&word, *at);
			} else {
				buf_add(&word, at, 1);
			}
		}
		if (!broken && column + word.len + 1 > LINE) {
			buf_adds(out, "\n");
			broken = true;
		}
		if (broken) {
			column = 0;
			if (strchr(".'", *buf_str(&word)))
				buf_adds(out, "\\&");
		} else {
			buf_adds(out, " ");
		}
		buf_add(out, buf_str(&word), word.len);
		column += word.len + 1;
		broken = ends_sentence(begin, (size_t)(at - begin));
		if (broken)
			buf_adds(out, "\n");
		at += strspn(at, " ");
		buf_free(&word);
	}
	if (!broken)
		buf_adds(out, "\n");
}

/* Settings. */

/* What config/default.yaml says above a key. */
struct meaning {
	char *name;	 /* (owned) */
	struct buf text; /* prose; lines that begin with "|" are an example */
};
static struct meaning *meanings;
static size_t meaning_count;

static void keep_meaning(char *const path[], int depth, struct buf *text)
{
	struct buf name = BUF_LIMIT(BUF_UNBOUNDED);

	for (int i = 0; i <= depth; i++)
		buf_addf(&name, "%s%s", i ? "." : "", path[i]);
	meanings = xreallocarray(meanings, meaning_count + 1, sizeof *meanings);
	meanings[meaning_count++] = (struct meaning){buf_take(&name), *text};
	*text = (struct buf)BUF_LIMIT(BUF_UNBOUNDED);
}

static const struct meaning *meaning_of(const char *name)
{
	for (size_t i = 0; i < meaning_count; i++)
		if (strcmp(meanings[i].name, name) == 0)
			return &meanings[i];
	return NULL;
}

/* A comment's line: prose goes on the line before, what is indented is an example. */
static void add_comment(struct buf *text, const char *line, size_t len)
{
	const bool example = len > 2 && line[0] == ' ' && line[1] == ' ';

	while (len && *line == ' ')
		line++, len--;
	buf_adds(text, example ? "\n|" : text->len ? " " : "");
	buf_add(text, line, len);
}

static void read_meanings(void)
{
	const struct embed *file = embed_find("config/default.yaml");
	char *path[DEPTH] = {NULL};
	struct buf text = BUF_LIMIT(BUF_UNBOUNDED);

	for (const char *line = file->data, *end; *line; line = end + 1) {
		const size_t indent = strspn(line, " "), depth = indent / 2;
		const char *key = line + indent;
		const size_t len =
		    strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

		end = line + strcspn(line, "\n");
		if (key == end) {
			buf_clear(&text);
		} else if (*key == '#') {
			add_comment(&text, key + 1, (size_t)(end - key - 1));
		} else if (len && key[len] == ':' && depth < DEPTH) {
			free(path[depth]);
			path[depth] = xstrndup(key, len);
			keep_meaning(path, (int)depth, &text);
		}
		if (!*end)
			break;
	}
	for (int i = 0; i < DEPTH; i++)
		free(path[i]);
	buf_free(&text);
}

static void write_meaning(struct buf *out, const struct buf *text)
{
	char *copy = xstrdup(buf_str(text)), *rest = copy, *line;

	while ((line = strsep(&rest, "\n"))) {
		if (*line == '|') {
			buf_adds(out, ".Dl ");
			write_code(out, line + 1, strlen(line + 1));
			buf_adds(out, "\n");
		} else {
			write_prose(out, line);
		}
	}
	free(copy);
}

static void write_range(struct buf *out, const struct setting *s)
{
	buf_addf(out, " from %.15g to %.15g", s->min, s->max);
}

/* The type as a person says it: "a whole number from 1 to 64". */
static void write_type(struct buf *out, const struct setting *s)
{
	switch (s->type) {
	case SETTING_STRING:
		buf_adds(out, s->check == CHECK_URL	   ? "a URL"
			      : s->check == CHECK_VARIABLE ? "the name of a variable"
			      : s->check == CHECK_REGEX	   ? "a regular expression"
			      : s->check == CHECK_FOLDER   ? "a path"
							   : "a text");
		return;
	case SETTING_INT:
		buf_adds(out, "a whole number");
		write_range(out, s);
		return;
	case SETTING_NUMBER:
		buf_adds(out, "a number");
		write_range(out, s);
		return;
	case SETTING_BOOL:
		buf_adds(out, "true or false");
		return;
	case SETTING_CHOICE:
		buf_adds(out, "one of ");
		for (const char *at = s->choices; *at; at++)
			if (*at == '|')
				buf_adds(out, ", ");
			else if (*at != '!')
				buf_add(out, at, 1);
		return;
	case SETTING_STRINGS:
		buf_addf(out, "a list of at most %.15g texts", s->max);
		return;
	case SETTING_TABLE:
		buf_adds(out, "a mapping");
		return;
	case SETTING_MAPS:
		buf_addf(out, "a list of at most %.15g mappings", s->max);
		return;
	}
}

/* A default: of a list its items with blanks between them, so that lines can break. */
static void write_value(struct buf *out, const json_t *value)
{
	if (!json_is_array(value)) {
		setting_write_value(out, value);
		return;
	}
	buf_adds(out, "[");
	for (size_t i = 0; i < json_array_size(value); i++) {
		buf_adds(out, i ? ", " : "");
		setting_write_value(out, json_array_get(value, i));
	}
	buf_adds(out, "]");
}

static void write_setting(struct buf *out, const struct settings *defaults, const struct setting *s)
{
	const struct meaning *meaning = meaning_of(s->name);
	struct buf value = BUF_INIT, type = BUF_LIMIT(BUF_UNBOUNDED);

	write_value(&value, setting_json(defaults, s->name));
	buf_addf(out, ".It Ic %s\n", s->name);
	write_meaning(out, &meaning->text);
	write_type(&type, s);
	if (s->flags & SETTING_NULLABLE)
		buf_adds(&type, ", or null");
	buf_adds(out, ".br\n");
	buf_addf(&type, ".%s",
	    s->flags & SETTING_USER_ONLY ? " Of the user's file only."
	    : s->flags & SETTING_TRUSTED ? " Trusted."
					 : "");
	*type.data = (char)toupper((unsigned char)*type.data);
	write_prose(out, buf_str(&type));
	if (value.len > DEFAULT_BYTES)
		buf_adds(out, "Default:\n.Dl ");
	else
		buf_adds(out, "Default:\n.Li ");
	write_code(out, buf_str(&value), value.len);
	buf_adds(out, "\n");
	buf_free(&value);
	buf_free(&type);
}

static void write_settings(struct buf *out)
{
	struct problems problems = PROBLEMS_INIT;
	struct settings *defaults =
	    settings_load(&(struct settings_request){.workspace = "/", .bare = true}, &problems);
	size_t before = 0;
	const char *open = "";

	read_meanings();
	for (size_t i = 0; i < settings_count; i++) {
		const char *name = settings_table[i].name;
		const size_t group = strcspn(name, ".");

		if (!*open || group != before || strncmp(name, open, group) != 0) {
			char *key = xstrndup(name, group);
			const struct meaning *meaning = meaning_of(key);

			buf_addf(out, "%s.Ss %s\n", *open ? ".El\n" : "", key);
			if (name[group] && meaning)
				write_meaning(out, &meaning->text);
			buf_adds(out, ".Bl -tag -width Ds\n");
			free(key);
		}
		write_setting(out, defaults, &settings_table[i]);
		open = name;
		before = group;
	}
	buf_adds(out, ".El\n");
	settings_free(defaults);
	problems_free(&problems);
}

/* The command line. */

static void write_options(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < option_count; i++) {
		const struct option_row *row = &option_rows[i];
		char *text;

		buf_adds(out, ".It ");
		if (row->letter)
			buf_addf(out, "Fl %c , ", row->letter);
		buf_addf(out, "Fl \\-%s", row->name);
		if (row->argument)
			buf_addf(out, " Ar %s", row->argument);
		buf_adds(out, "\n");
		text = row->kind == OPTION_SETTING
			   ? xasprintf("%s; the setting `%s`", row->help, row->key)
			   : xstrdup(row->help);
		write_prose(out, text);
		free(text);
	}
	buf_adds(out, ".El\n");
}

static void write_commands(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (size_t i = 0; commands[i]; i++) {
		const struct command *c = commands[i];

		buf_addf(out, ".It Ic %s\n", c->name);
		write_prose(out, c->summary);
		if (*c->usage) {
			char *usage = xasprintf("`agent %s %s`", c->name, c->usage);
			buf_adds(out, ".Pp\n");
			/* Code breaks at its blanks here: the words are many. */
			for (char *at = usage; *at; at++)
				if (*at == ' ')
					*at = '\n';
			for (char *rest = usage, *word; (word = strsep(&rest, "\n"));) {
				struct buf clean = BUF_LIMIT(BUF_UNBOUNDED);
				for (const char *at = word; *at; at++)
					if (*at != '`')
						escape(&clean, *at);
				buf_addf(out, "\\fB%s\\fR\n", buf_str(&clean));
				buf_free(&clean);
			}
			free(usage);
		}
		if (c->help) {
			char *copy = xstrdup(command_help(c)), *rest = copy, *line;
			buf_adds(out, ".Bd -literal\n");
			while ((line = strsep(&rest, "\n")))
				if (*line) {
					write_code(out, line, strlen(line));
					buf_adds(out, "\n");
				}
			buf_adds(out, ".Ed\n");
			free(copy);
		}
	}
	buf_adds(out, ".El\n");
}

static void write_chat(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (size_t i = 0; slashes[i]; i++) {
		buf_addf(out, ".It Ic /%s", slashes[i]->name);
		if (slashes[i]->arguments) {
			buf_adds(out, " No \\&");
			write_code(out, slashes[i]->arguments, strlen(slashes[i]->arguments));
		}
		buf_adds(out, "\n");
		write_prose(out, slashes[i]->help);
	}
	buf_adds(out, ".El\n");
}

static void write_environment(struct buf *out)
{
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < settings_count; i++)
		if (settings_table[i].environment)
			buf_addf(out, ".It Ev %s\nSets\n.Ic %s .\n", settings_table[i].environment,
			    settings_table[i].name);
	buf_adds(out, ".El\n");
}

/* The rows of a table of Markdown with two columns, as a list of tags. */
static void write_table(struct buf *out, const char *path)
{
	struct error e = ERROR_INIT;
	struct buf text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!file_read(path, FILE_BYTES, &text, &e)) {
		fprintf(stderr, "write_manual: %s\n", e.message);
		exit(1);
	}
	buf_adds(out, ".Bl -tag -width Ds\n");
	for (char *rest = text.data, *line; (line = strsep(&rest, "\n"));) {
		char *middle = *line == '|' ? strstr(line, " | ") : NULL;

		if (!middle || strncmp(line, "| how do I", 10) == 0)
			continue;
		*middle = '\0';
		middle[strlen(middle + 3) + 1] = '\0'; /* the bar at its end */
		buf_adds(out, ".It ");
		write_code(out, line + 2, strlen(line + 2));
		buf_adds(out, "\n");
		write_prose(out, middle + 3);
	}
	buf_adds(out, ".El\n");
	buf_free(&text);
}

/* Whether a line is @NAME@ or "@NAME FILE@"; then what it stands for is appended. */
static bool write_part(struct buf *out, const char *line)
{
	static const struct part {
		const char *name;
		void (*write)(struct buf *out);
	} parts[] = {{"@OPTIONS@", write_options}, {"@COMMANDS@", write_commands},
	    {"@CHAT@", write_chat}, {"@ENVIRONMENT@", write_environment},
	    {"@SETTINGS@", write_settings}};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (strcmp(line, parts[i].name) == 0) {
			parts[i].write(out);
			return true;
		}
	if (strncmp(line, "@TABLE ", 7) == 0) {
		char *path = xstrndup(line + 7, strcspn(line + 7, "@"));
		write_table(out, path);
		free(path);
		return true;
	}
	return false;
}

static int write_page(struct buf *out, const char *path)
{
	struct error e = ERROR_INIT;
	struct buf text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!file_read(path, FILE_BYTES, &text, &e)) {
		fprintf(stderr, "write_manual: %s\n", e.message);
		return 1;
	}
	for (char *rest = text.data, *line; (line = strsep(&rest, "\n"));) {
		if (*line && !write_part(out, line))
			buf_addf(out, "%s\n", line);
	}
	buf_free(&text);
	return 0;
}

/* Completion. */

enum operand { OPERAND_NONE, OPERAND_WORDS, OPERAND_FILE, OPERAND_FOLDER, OPERAND_SESSION };

/* What stands behind an option; *choices, "a|b", where it is OPERAND_WORDS and they are known. */
static enum operand operand_of(const struct option_row *row, const char **choices)
{
	const struct setting *s = row->kind == OPTION_SETTING ? setting_find(row->key) : NULL;

	*choices = NULL;
	if (!row->argument)
		return OPERAND_NONE;
	if (row->kind == OPTION_CHOICE || row->kind == OPTION_FORM)
		*choices = row->key;
	else if (s)
		*choices = s->choices;
	if (strstr(row->argument, "ID|") || strncmp(row->argument, "ID[", 3) == 0)
		return OPERAND_SESSION;
	return strncmp(row->argument, "FILE", 4) == 0 ? OPERAND_FILE
	       : strcmp(row->argument, "DIR") == 0    ? OPERAND_FOLDER
						      : OPERAND_WORDS;
}

/* The words of "a|b", each with a blank before it. */
static void add_choices(struct buf *out, const char *choices)
{
	buf_adds(out, " ");
	for (const char *at = choices; *at; at++)
		buf_addc(out, *at == '|' ? ' ' : *at);
}

/* Appends each action of a command's usage: the word that begins it or stands behind " | ". */
static void add_actions(struct buf *out, const char *usage)
{
	for (const char *at = usage + (*usage == '['); at; at = strstr(at, " | ")) {
		at += strncmp(at, " | ", 3) == 0 ? 3 : 0;
		const size_t len = strspn(at, "abcdefghijklmnopqrstuvwxyz-");

		if (len && strchr(" ]", at[len]) && (out->len == 0 || !strchr("(", *at)))
			buf_addf(out, " %.*s", (int)len, at);
	}
}

/* Appends each --option that a text names, once. */
static void add_named_options(struct buf *out, const char *text)
{
	for (const char *at = text; at && (at = strstr(at, "--")); at += 2) {
		const size_t len = strspn(at, "abcdefghijklmnopqrstuvwxyz-");
		char *word = xasprintf(" %.*s", (int)len, at), *found;

		if (len > 2 && (!(found = out->len ? strstr(out->data, word) : NULL) ||
				   (found[len + 1] && found[len + 1] != ' ')))
			buf_adds(out, word);
		free(word);
	}
}

/* All that may stand behind a command's name, each with a blank before it; owned. */
static char *words_of(const struct command *c)
{
	struct buf words = BUF_LIMIT(BUF_UNBOUNDED);

	add_actions(&words, c->usage);
	add_named_options(&words, c->usage);
	add_named_options(&words, command_help(c));
	return buf_take(&words);
}

/* A text between single quotes of a shell. */
static void add_quoted(struct buf *out, const char *text, const char *escaped)
{
	for (; *text; text++) {
		if (*text == '\'')
			buf_adds(out, "'\\''");
		else if (strchr(escaped, *text))
			buf_addf(out, "\\%c", *text);
		else
			buf_addc(out, *text);
	}
}

static void add_settings(struct buf *out)
{
	for (size_t i = 0; i < settings_count; i++)
		buf_addf(out, "%s%s=", i ? " " : "", settings_table[i].name);
}

static void write_bash_values(struct buf *out)
{
	const char *choices;

	for (size_t i = 0; i < option_count; i++) {
		const struct option_row *row = &option_rows[i];
		const enum operand operand = operand_of(row, &choices);

		if (operand == OPERAND_NONE)
			continue;
		buf_addf(out, "\t--%s", row->name);
		if (row->letter)
			buf_addf(out, " | -%c", row->letter);
		buf_adds(out, ") ");
		if (operand == OPERAND_SESSION)
			buf_adds(out, "words=\"last $(_agent_sessions)\"");
		else if (operand == OPERAND_FILE)
			buf_adds(out, "_agent_files -f; return");
		else if (operand == OPERAND_FOLDER)
			buf_adds(out, "_agent_files -d; return");
		else if (row->kind == OPTION_ASSIGN)
			buf_adds(out, "words=$settings");
		else
			buf_addf(out, "words='%s'", choices ? "" : " ");
		if (choices) {
			buf_cut(out, out->len - 1);
			add_choices(out, choices);
			buf_adds(out, "'");
		}
		buf_adds(out, " ;;\n");
	}
}

static void write_bash(struct buf *out)
{
	const char *choices;

	buf_adds(out,
	    "# Completion of agent(1) for bash, written from the program's own tables.\n"
	    "_agent_sessions() {\n"
	    "\tagent sessions list 2>/dev/null </dev/null | grep -oE '^[0-9A-Z]{26}'\n}\n"
	    "_agent_files() {\n"
	    "\tcompopt -o filenames 2>/dev/null\n"
	    "\tmapfile -t COMPREPLY < <(compgen \"$1\" -- \"$current\")\n}\n"
	    "_agent() {\n"
	    "\tlocal current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}"
	    " command= words= i\n\tlocal settings='");
	add_settings(out);
	buf_adds(out,
	    "'\n\tCOMPREPLY=()\n"
	    "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n\t\tcase ${COMP_WORDS[i]} in\n\t\t");
	for (size_t i = 0; i < option_count; i++)
		if (operand_of(&option_rows[i], &choices) != OPERAND_NONE)
			buf_addf(out, "%s--%s", i ? " | " : "", option_rows[i].name);
	buf_adds(out, " | -p | -s | -m | -C) ((i++)) ;;\n\t\t-*) ;;\n"
		      "\t\t*) command=${COMP_WORDS[i]}; break ;;\n\t\tesac\n\tdone\n"
		      "\tcase $command in\n");
	for (size_t i = 0; commands[i]; i++) {
		char *words = words_of(commands[i]);
		buf_addf(out, "\t%s) words='%s' ;;\n", commands[i]->name, words);
		free(words);
	}
	buf_adds(out, "\t'') words='");
	for (size_t i = 0; commands[i]; i++)
		buf_addf(out, "%s%s", i ? " " : "", commands[i]->name);
	for (size_t i = 0; i < option_count; i++)
		buf_addf(out, " --%s", option_rows[i].name);
	buf_adds(out, "' ;;\n\tesac\n\t[ \"$command\" ] || case $before in\n");
	write_bash_values(out);
	buf_adds(out, "\tesac\n"
		      "\t[ \"$before\" = --output ] && words='text json events'\n"
		      "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
		      "\t[[ ${#COMPREPLY[@]} = 1 && ${COMPREPLY[0]} = *= ]] && compopt -o nospace\n"
		      "\t[ ${#COMPREPLY[@]} -gt 0 ] || [ -z \"$command\" ] || _agent_files -f\n"
		      "}\ncomplete -F _agent agent\n");
}

static void write_zsh(struct buf *out)
{
	const char *choices;

	buf_adds(out, "#compdef agent\n"
		      "# Completion of agent(1) for zsh, written from the program's own tables.\n"
		      "_agent_sessions() {\n"
		      "\tlocal -a ids=(last ${(f)\"$(agent sessions list 2>/dev/null </dev/null |"
		      " grep -oE '^[0-9A-Z]{26}')\"})\n"
		      "\t_describe session ids\n}\n"
		      "_agent_command() {\n\tlocal -a names=(\n");
	for (size_t i = 0; commands[i]; i++) {
		buf_addf(out, "\t\t'%s:", commands[i]->name);
		add_quoted(out, commands[i]->summary, ":");
		buf_adds(out, "'\n");
	}
	buf_adds(out, "\t)\n\t_describe command names\n}\n"
		      "_agent_words() {\n\tcase $line[1] in\n");
	for (size_t i = 0; commands[i]; i++) {
		char *words = words_of(commands[i]);
		buf_addf(out, "\t%s) compadd --%s ;;\n", commands[i]->name, words);
		free(words);
	}
	buf_adds(out, "\tesac\n\t_files\n}\n_arguments -s -S");
	for (size_t i = 0; i < option_count; i++) {
		const struct option_row *row = &option_rows[i];
		const enum operand operand = operand_of(row, &choices);

		for (int letter = 0; letter <= (row->letter != 0); letter++) {
			if (letter)
				buf_addf(out, " \\\n\t'*-%c[", row->letter);
			else
				buf_addf(out, " \\\n\t'*--%s[", row->name);
			add_quoted(out, row->help, "[]:");
			buf_adds(out, "]");
			if (operand != OPERAND_NONE)
				buf_addf(out, ":%s:", row->name);
			if (choices) {
				buf_adds(out, "(");
				add_choices(out, choices);
				buf_adds(out, ")");
			} else if (row->kind == OPTION_ASSIGN) {
				buf_adds(out, "{compadd -S \"\" - ");
				add_settings(out);
				buf_adds(out, "}");
			} else if (operand == OPERAND_SESSION) {
				buf_adds(out, "_agent_sessions");
			} else if (operand == OPERAND_FILE || operand == OPERAND_FOLDER) {
				buf_adds(out, operand == OPERAND_FILE ? "_files" : "_files -/");
			} else if (operand == OPERAND_WORDS) {
				buf_adds(out, " ");
			}
			buf_adds(out, "'");
		}
	}
	buf_adds(out, " \\\n\t'1:command:_agent_command' '*:word:_agent_words'\n");
}

static void write_fish(struct buf *out)
{
	const char *choices;

	buf_adds(out, "# Completion of agent(1) for fish, written from the program's own tables.\n"
		      "function __agent_sessions\n"
		      "\techo last\n"
		      "\tagent sessions list 2>/dev/null </dev/null |"
		      " string match -r '^[0-9A-Z]{26}'\n"
		      "end\nfunction __agent_no_command\n\tnot __fish_seen_subcommand_from");
	for (size_t i = 0; commands[i]; i++)
		buf_addf(out, " %s", commands[i]->name);
	buf_adds(out, "\nend\n");
	for (size_t i = 0; commands[i]; i++) {
		char *words = words_of(commands[i]);

		buf_addf(
		    out, "complete -c agent -n __agent_no_command -a %s -d '", commands[i]->name);
		add_quoted(out, commands[i]->summary, "");
		buf_addf(out, "'\ncomplete -c agent -n '__fish_seen_subcommand_from %s' -a '%s'\n",
		    commands[i]->name, words);
		free(words);
	}
	for (size_t i = 0; i < option_count; i++) {
		const struct option_row *row = &option_rows[i];
		const enum operand operand = operand_of(row, &choices);

		buf_addf(out, "complete -c agent -n __agent_no_command -l %s", row->name);
		if (row->letter)
			buf_addf(out, " -s %c", row->letter);
		if (operand == OPERAND_FILE || operand == OPERAND_FOLDER)
			buf_adds(out, " -r");
		else if (operand != OPERAND_NONE)
			buf_adds(out, " -x");
		if (choices) {
			buf_adds(out, " -a '");
			add_choices(out, choices);
			buf_adds(out, "'");
		} else if (row->kind == OPTION_ASSIGN) {
			buf_adds(out, " -a '");
			add_settings(out);
			buf_adds(out, "'");
		} else if (operand == OPERAND_SESSION) {
			buf_adds(out, " -a '(__agent_sessions)'");
		}
		buf_adds(out, " -d '");
		add_quoted(out, row->help, "");
		buf_adds(out, "'\n");
	}
}

int main(int argc, char **argv)
{
	static const struct shell {
		const char *name;
		void (*write)(struct buf *out);
	} shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
	int code = 2;

	json_setup();
	if (argc == 3 && strcmp(argv[1], "page") == 0)
		code = write_page(&out, argv[2]);
	for (size_t i = 0; argc == 2 && i < sizeof shells / sizeof *shells; i++)
		if (strcmp(argv[1], shells[i].name) == 0) {
			shells[i].write(&out);
			code = 0;
		}
	if (code == 2)
		fputs("usage: write_manual page FILE | bash | zsh | fish\n", stderr);
	fwrite(buf_str(&out), 1, out.len, stdout);
	buf_free(&out);
	return code;
}
