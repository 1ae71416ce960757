/*
 * What was found in a command line, as a value.
 */
#include "workspace/shell/shell.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "workspace/shell/shell_parser.h"

bool shell_unclear(struct shell_line *line, const char *why)
{
	if (!line->unclear)
		line->unclear = why;
	return false;
}

bool shell_doubt(struct shell_line *line, const char *why)
{
	shell_unclear(line, why);
	return true;
}

void shell_word_free(struct shell_word *w)
{
	free(w->text);
	w->text = NULL;
}

void shell_words_add(struct shell_words *words, const struct shell_word *w)
{
	array_reserve(&words->list, &words->cap, words->count + 1, sizeof *words->list);
	words->list[words->count++] = (struct shell_word){xstrdup(w->text), w->dynamic, w->quoted};
}

void shell_words_free(struct shell_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		shell_word_free(&words->list[i]);
	free(words->list);
	*words = (struct shell_words){0};
}

void shell_command_free(struct shell_command *c)
{
	shell_words_free(&c->words);
	shell_words_free(&c->assigns);
}

void shell_line_free(struct shell_line *line)
{
	for (size_t i = 0; i < line->count; i++)
		shell_command_free(&line->commands[i]);
	for (size_t i = 0; i < line->redirect_count; i++)
		shell_word_free(&line->redirects[i].target);
	free(line->commands);
	free(line->redirects);
	*line = (struct shell_line){0};
}

const char *shell_base(const char *word)
{
	const char *slash = strrchr(word, '/');

	return slash ? slash + 1 : word;
}
