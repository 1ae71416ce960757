/* SPDX-License-Identifier: MIT
 * PCRE2 with a bound on time. Its match limit is applied anew at every start position, so a limit that
 * allows good patterns still lets a bad one take limit times length. Therefore there are two passes: the
 * whole subject with a small limit, which suffices for nearly any line; if that gave up, a few start
 * positions at a time with a large limit, until a deadline. A pattern of a list is compiled only if the
 * text contains the letters it needs.
 */
#include "base/regex.h"

#include "base/base.h"

/* ---- Lists of patterns --------------------------------------------------------------------------- */

static struct regex *compile_possible(const json_t *pattern, const struct prefilter_text *look)
{
	const char *s = json_string_value(pattern);
	size_t len = json_string_length(pattern);

	return s && regex_possible(s, len, look)
		   ? regex_new(s, len, REGEX_UTF | REGEX_CASELESS, NULL)
		   : NULL;
}

static bool pattern_matches(
    const json_t *pattern, const char *text, size_t len, const struct prefilter_text *look)
{
	struct regex *regex = compile_possible(pattern, look);
	bool found = regex && regex_find(regex, text, len, 0, NULL, NULL) == REGEX_YES;

	regex_free(regex);
	return found;
}

bool patterns_match(
    const json_t *list, const char *text, size_t len, const struct prefilter_text *look)
{
	json_each (pattern, list)
		if (pattern_matches(pattern, text, len, look))
			return true;
	return json_is_string(list) && pattern_matches(list, text, len, look);
}

void patterns_each(const json_t *list, const char *text, size_t len,
    void (*found)(void *ctx, size_t from, size_t to), void *ctx)
{
	freed_by(prefilter_text_free) struct prefilter_text look = prefilter_text_of(text, len);
	size_t from, to;

	json_each (pattern, list) {
		struct regex *regex = compile_possible(pattern, &look);

		for (size_t at = 0;
		     regex && regex_find(regex, text, len, at, &from, &to) == REGEX_YES && to > at;
		     at = to)
			if (to > from)
				found(ctx, from, to);
		regex_free(regex);
	}
}

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define STEP_BUDGET 400000 /* steps of the first pass, about 5 ms */
#define STEPS_LEAST 200	   /* per start position, however long the subject is */
#define STEPS_MOST 50000
#define SECOND_STARTS 8 /* start positions between two checks of the deadline */
#define SECOND_US 20000
#define HEAP_KIB 8192
#define PATTERN_BYTES 65536

struct regex {
	pcre2_code *code;	    /* (owned) */
	pcre2_match_data *match;    /* (owned) */
	pcre2_match_context *limit; /* (owned) */
};

static uint32_t pcre2_options(int flags)
{
	uint32_t options = PCRE2_USE_OFFSET_LIMIT;

	if (flags & REGEX_CASELESS)
		options |= PCRE2_CASELESS;
	if (flags & REGEX_UTF)
		options |= PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;
	if (flags & REGEX_LITERAL)
		return options | PCRE2_LITERAL;
	if (flags & REGEX_MULTILINE)
		options |= PCRE2_MULTILINE;
	return options | PCRE2_NEVER_BACKSLASH_C;
}

struct regex *regex_new(const char *pattern, size_t len, int flags, struct error *e)
{
	struct regex *r;
	PCRE2_UCHAR why[160];
	PCRE2_SIZE at;
	int number;

	if (len > PATTERN_BYTES) {
		error_set(e, ERR_LIMIT, "pattern is %zu bytes long, at most %d are allowed", len,
		    PATTERN_BYTES);
		return NULL;
	}
	pcre2_code *code =
	    pcre2_compile((PCRE2_SPTR)pattern, len, pcre2_options(flags), &number, &at, NULL);
	if (!code) {
		pcre2_get_error_message(number, why, sizeof why);
		error_set(e, ERR_PARSE, "bad pattern '%.*s': %s at byte %zu", (int)len, pattern,
		    why, (size_t)at + 1);
		return NULL;
	}
	if (flags & REGEX_OFTEN)
		pcre2_jit_compile(
		    code, PCRE2_JIT_COMPLETE); /* the system may forbid it: slower then */
	r = xmalloc(sizeof *r);
	r->code = code;
	r->match = pcre2_match_data_create_from_pattern(code, NULL);
	r->limit = pcre2_match_context_create(NULL);
	if (!r->match || !r->limit)
		die("out of memory");
	pcre2_set_heap_limit(r->limit, HEAP_KIB);
	return r;
}

static int regex_try(
    struct regex *r, const char *s, size_t len, size_t start, size_t last_start, uint32_t steps)
{
	pcre2_set_match_limit(r->limit, steps);
	pcre2_set_offset_limit(r->limit, last_start);
	int rc = pcre2_match(r->code, (PCRE2_SPTR)s, len, start, 0, r->match, r->limit);
	if (rc != PCRE2_ERROR_JIT_STACKLIMIT)
		return rc;
	return pcre2_match(r->code, (PCRE2_SPTR)s, len, start, PCRE2_NO_JIT, r->match, r->limit);
}

static int regex_search(struct regex *r, const char *s, size_t len, size_t start)
{
	size_t steps = STEP_BUDGET / (len - start + 1);

	if (steps > STEPS_MOST)
		steps = STEPS_MOST;
	if (steps < STEPS_LEAST)
		steps = STEPS_LEAST;
	int rc = regex_try(r, s, len, start, PCRE2_UNSET, (uint32_t)steps);
	if (rc != PCRE2_ERROR_MATCHLIMIT || steps == STEPS_MOST)
		return rc;
	int64_t deadline = clock_mono_us() + SECOND_US;
	for (; start <= len; start += SECOND_STARTS) {
		rc = regex_try(r, s, len, start, start + SECOND_STARTS - 1, STEPS_MOST);
		if (rc != PCRE2_ERROR_NOMATCH)
			return rc;
		if (clock_mono_us() > deadline)
			return PCRE2_ERROR_MATCHLIMIT;
	}
	return PCRE2_ERROR_NOMATCH;
}

enum regex_result regex_find(
    struct regex *r, const char *s, size_t len, size_t start, size_t *from, size_t *to)
{
	int rc = start > len ? PCRE2_ERROR_NOMATCH : regex_search(r, s, len, start);

	if (rc >= 0) {
		regex_group(r, 0, from, to);
		return REGEX_YES;
	}
	if (rc == PCRE2_ERROR_MATCHLIMIT || rc == PCRE2_ERROR_HEAPLIMIT ||
	    rc == PCRE2_ERROR_DEPTHLIMIT)
		return REGEX_LIMIT;
	return REGEX_NO;
}

bool regex_group(const struct regex *r, int n, size_t *from, size_t *to)
{
	const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(r->match);

	if (n < 0 || (uint32_t)n >= pcre2_get_ovector_count(r->match) || ends[2 * n] == PCRE2_UNSET)
		return false;
	if (from)
		*from = ends[2 * n];
	if (to)
		*to = ends[2 * n + 1];
	return true;
}

void regex_free(struct regex *r)
{
	if (!r)
		return;
	pcre2_match_context_free(r->limit);
	pcre2_match_data_free(r->match);
	pcre2_code_free(r->code);
	free(r);
}
