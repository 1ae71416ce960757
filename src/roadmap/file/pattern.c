/* SPDX-License-Identifier: MIT
 * Reads, writes and approves the pattern of a plan, and guesses it: the row of config/patterns.yaml most of whose
 * hints the goal has.
 */
#include "roadmap/file/pattern.h"

#include <strings.h>
#include "base/base.h"
#include "roadmap/file/roadmap_reader.h"

#define PROPOSED "proposed:"

static const char *const introducers[] = {
    [INTRODUCED_SYSTEM] = "system",
    [INTRODUCED_USER_FEEDBACK] = "user_feedback",
    [INTRODUCED_AI_ADAPTATION] = "ai_adaptation",
};

void pattern_read(struct pattern_spec *p, const json_t *value)
{
	const char *by = json_str(value, "introduced_by", "system");

	*p = (struct pattern_spec){.confidence = json_num(value, "confidence", -1)};
	p->type = xstrdup(json_is_string(value) ? json_string_value(value)
						: json_str(value, "pattern_type", NULL));
	p->subtype = xstrdup(json_str(value, "subtype", NULL));
	p->variant = xstrdup(json_str(value, "variant", NULL));
	p->source_pattern = xstrdup(json_str(value, "source_pattern", NULL));
	p->rfc = xstrdup(json_str(value, "rfc", NULL));
	p->introduced_by = (enum introduced_by)reader_word(
	    introducers, ARRAY_SIZE(introducers), by, INTRODUCED_SYSTEM);
}

json_t *pattern_json(const struct pattern_spec *p)
{
	if (!p->type)
		return NULL;
	return json_pack("{s:s, s:s*, s:s*, s:o*, s:s, s:s*, s:s*}", "pattern_type", p->type,
	    "subtype", p->subtype, "variant", p->variant, "confidence",
	    p->confidence >= 0 ? json_real(p->confidence) : NULL, "introduced_by",
	    introducers[p->introduced_by], "source_pattern", p->source_pattern, "rfc", p->rfc);
}

void pattern_free(struct pattern_spec *p)
{
	free_all(p->type, p->subtype, p->variant, p->source_pattern, p->rfc);
	*p = (struct pattern_spec){0};
}

static bool is_proposal_name(const char *name)
{
	return name && strncmp(name, PROPOSED, sizeof PROPOSED - 1) == 0;
}

bool pattern_proposed(const struct pattern_spec *p)
{
	return is_proposal_name(p->type) || is_proposal_name(p->subtype);
}

bool pattern_approved(const struct pattern_spec *p)
{
	return p->introduced_by == INTRODUCED_USER_FEEDBACK && p->rfc && *p->rfc;
}

void pattern_approve(json_t *value)
{
	static const char *const keys[] = {"pattern_type", "subtype"};

	for (int i = 0; i < 2; i++) {
		auto_free char *name = xstrdup(json_str(value, keys[i], ""));

		if (!is_proposal_name(name))
			continue;
		json_put_str(value, keys[i], name + sizeof PROPOSED - 1);
		json_put_str(value, "introduced_by", introducers[INTRODUCED_USER_FEEDBACK]);
	}
}

const json_t *pattern_grammar(const json_t *table, const struct pattern_spec *p)
{
	const json_t *row = pattern_row(table, p->type);

	return row || !(is_proposal_name(p->type) || pattern_approved(p))
		   ? row
		   : pattern_row(table, p->source_pattern);
}

const json_t *pattern_row(const json_t *table, const char *type)
{
	return json_row(json_list(table, "patterns"), "name", type);
}

static bool is_name_byte(unsigned char c)
{
	return isalnum(c) || c >= 0x80;
}

/* Returns how many of the words and phrases that hint at a row the goal has, in any case of letters. */
static int hints_in(const json_t *row, const char *goal)
{
	int n = 0;

	json_each (hint, json_list(row, "hints")) {
		const char *words = json_string_value(hint), *at = goal;
		const size_t len = strlen(words);

		while (*at && ((at > goal && is_name_byte((unsigned char)at[-1])) ||
				  strncasecmp(at, words, len) != 0 ||
				  is_name_byte((unsigned char)at[len])))
			at++;
		n += *at != '\0';
	}
	return n;
}

/* Returns the row with the most hints in the goal, their number in *most (0 at first); NULL: no row has
 * one. Adds the hints of all rows to *all. */
static const json_t *nearest_row(const json_t *rows, const char *goal, int *most, int *all)
{
	const json_t *best = NULL;

	json_each (row, rows) {
		const int n = hints_in(row, goal);

		*all += n;
		if (n <= *most)
			continue;
		*most = n;
		best = row;
	}
	return best;
}

bool pattern_guess(const json_t *table, const char *goal, struct pattern_spec *out)
{
	int most = 0, all = 0, least = 0, other = 0;
	const json_t *best = nearest_row(json_list(table, "patterns"), goal, &most, &all);
	const json_t *subtype = nearest_row(json_list(best, "subtypes"), goal, &least, &other);

	if (!best)
		return false;
	*out = (struct pattern_spec){.type = xstrdup(json_str(best, "name", "")),
	    .subtype = xstrdup(json_str(subtype, "name", NULL)),
	    .confidence = (double)most / (all + 1)};
	return true;
}
