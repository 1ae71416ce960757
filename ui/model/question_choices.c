/* SPDX-License-Identifier: MIT
 * One row for each choice of each kind of question; cards, lines and the words of the feed read the same
 * rows.
 */
#include "ui/model/question_choices.h"

#include "base/base.h"
#include "ui/keys/keys.h"

#define SCOPE_CHARS 60
#define NO "no (add why after a space)"

const struct question_choice question_choices[] = {
    {"approval", "once", CHOICE_ALONE, true, false, 'y', "y", "once", 'y', NULL, "yes, once"},
    {"approval", "always", CHOICE_ALONE, true, false, 'a', "a", "always this", 'a',
	"always this exact command", "yes, always this exact command", .widens = true},
    {"approval", "prefix", CHOICE_ALONE, true, false, 'p', "p", "always", 'p', NULL,
	"yes, always what begins so", .scope = CHOICE_PREFIX, .widens = true},
    {"approval", "edits", CHOICE_ALONE, true, false, INPUT_SHIFT | INPUT_TAB, "Shift-Tab",
	"all edits", 's', "all edits of this session", "yes, all edits of this session",
	.widens = true},
    {"approval", "folder", CHOICE_ALONE, true, false, 'f', "f", "edits in", 'f', NULL,
	"yes, edits in this folder", .scope = CHOICE_FOLDER, .widens = true},
    {"approval", "edit", CHOICE_CALL, true, false, 'e', "e", "edit", 0, NULL, "yes, edited"},
    {"approval", "no", CHOICE_ALONE, false, false, 'n', "n", "no", 'n', NO, .refuses = true},
    {"approval", "no", CHOICE_REASON, false, false, 'N', "N", "no, and say why", .refuses = true},
    {"approval", "try", CHOICE_LOOK, true, false, 'v', "v", "what it would change", 'v', NULL,
	"what would it change?"},
    {"limit", "more", CHOICE_ALONE, false, false, INPUT_ENTER, "Enter", "more", 'm', NULL, "go on"},
    {"limit", "nolimit", CHOICE_ALONE, false, false, 'a', "a", "no limit for this turn", 'a', NULL,
	"no limit for this turn"},
    {"limit", "answer", CHOICE_ALONE, true, false, 'w', "w", "answer now", 'w', NULL, "answer now"},
    {"limit", "stop", CHOICE_ALONE, false, false, INPUT_ESC, "Esc", "stop", 's', NULL,
	"stopped here", .refuses = true},
    {"plan", "go", CHOICE_ALONE, false, false, 'g', "g", "go", 'g'},
    {"plan", "change", CHOICE_REASON, false, false, 'e', "e", "say what to change", 'e',
	"change it (say how after a space)"},
    {"plan", "no", CHOICE_ALONE, false, false, 'n', "n", "no", 'n', NO, .refuses = true},
    {"plan", "no", CHOICE_REASON, false, false, 'N', "N", "no, and say why", .refuses = true},
    {"gate", "go", CHOICE_ALONE, false, false, 'y', "y", "start it", 'y'},
    {"gate", "no", CHOICE_ALONE, false, false, 'n', "n", "no", 'n', NO, .refuses = true},
    {"gate", "no", CHOICE_REASON, false, false, 'N', "N", "no, and say why", .refuses = true},
    {"open_plan", "go", CHOICE_ALONE, false, false, INPUT_ENTER, "Enter", "go on", 'g'},
    {"open_plan", "leave", CHOICE_ALONE, false, false, INPUT_ESC, "Esc", "leave it", 'l',
	.refuses = true},
    {"open_plan", "abandon", CHOICE_ALONE, false, true, 'x', "Alt-A x", "abandon it", 'x'},
    {"failed_item", "retry", CHOICE_ALONE, false, false, INPUT_ENTER, "Enter", "try it again", 'r'},
    {"failed_item", "leave", CHOICE_ALONE, false, false, INPUT_ESC, "Esc", "leave it", 'l',
	.refuses = true},
    {"failed_item", "skip", CHOICE_ALONE, false, true, 's', "Alt-A s", "skip it", 's'},
    {"failed_item", "branch", CHOICE_ALONE, false, true, 'w', "Alt-A w", "another way", 'w'},
    {"roadmap", "approve", CHOICE_ALONE, false, false, 'y', "y", "approve", 'y'},
    {"roadmap", "change", CHOICE_REASON, false, false, 'e', "e", "say what to change", 'e',
	"change it (say how after a space)"},
    {"roadmap", "reject", CHOICE_ALONE, false, false, 'n', "n", "reject", 'n',
	"reject (add why after a space)", .refuses = true},
    {"roadmap", "reject", CHOICE_REASON, false, false, 'N', "N", "reject, and say why",
	.refuses = true},
    {"offer", "use", CHOICE_ALONE, false, false, INPUT_ENTER, "Enter", "use it, and remember", 'u'},
    {"offer", "no", CHOICE_ALONE, false, false, INPUT_ESC, "Esc", "no", 'n', NO, .refuses = true},
    {"prune", "remove", CHOICE_ALONE, false, true, 'x', "Alt-A x", "remove them, later ones too",
	'r'},
    {"prune", "keep", CHOICE_ALONE, false, false, INPUT_ESC, "Esc", "keep them", 'k',
	.refuses = true},
    {"undo", "undo", CHOICE_ALONE, false, false, 'y', "y", "take them back", 'y', NULL,
	"taken back"},
    {"undo", "leave them", CHOICE_ALONE, false, false, 'n', "n", "leave them", 'n', NULL,
	"left as they are", .refuses = true},
    {NULL},
};

bool question_is(const struct event_question *q, const char *kind)
{
	return q->kind && strcmp(q->kind, kind) == 0;
}

bool question_is_free(const struct event_question *q)
{
	const struct question_choice *row = question_choices;

	while (row->kind && !question_is(q, row->kind))
		row++;
	return !row->kind;
}

/* A question without options offers all choices of its kind but those that allow more than this call. */
bool question_offers(const struct event_question *q, const struct question_choice *row)
{
	return question_is(q, row->kind) &&
	       (!row->optional || (row->needs == CHOICE_LOOK && q->diff) ||
		   (q->options ? json_holds_str(q->options, row->choice) : !row->widens));
}

const struct question_choice *question_choice_of(const struct event_question *q, unsigned key)
{
	unsigned place = key >= '1' && key <= '9' ? key - '0' : 0;

	for (const struct question_choice *row = question_choices; row->kind; row++) {
		const bool alone = row->needs == CHOICE_ALONE;

		if (!question_offers(q, row))
			continue;
		if (place ? --place == 0 : alone && row->refuses ? key == 'n' : alone && key == 'y')
			return row;
	}
	return NULL;
}

void question_choice_words(const struct event_question *q, const struct question_choice *row,
    bool line, bool ascii, struct buf *out)
{
	const bool folder = row->scope == CHOICE_FOLDER;
	const char *reaches = folder ? q->folder : q->prefix;

	buf_adds(out, line && row->line_words ? row->line_words : row->words);
	if (row->scope == CHOICE_NO_SCOPE)
		return;
	auto_free char *scope = text_line(reaches ? reaches : "?", SCOPE_CHARS);
	buf_addf(out, " %s%s", scope, folder ? "/" : ascii ? " ..." : " …");
}

const char *question_told(const char *choice)
{
	for (const struct question_choice *row = question_choices; row->kind; row++)
		if (strcmp(row->choice, choice) == 0 && row->told)
			return row->told;
	return strcmp(choice, "none") == 0 ? "no longer asked" : choice;
}
