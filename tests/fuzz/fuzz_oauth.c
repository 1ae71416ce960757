/* SPDX-License-Identifier: MIT
 * What strangers say in a sign-in, a line each: the challenge of a refusal, the query a browser brings back, an address that
 * metadata name, a scope. Where an issuer's metadata are looked for is on its own host, what is written into a form can
 * be read back, and no parameter holds what ends it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/utf8.h"
#include "mcp/mcp_oauth_words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void take_challenge(const char *line)
{
	static const char *const names[] = {"scope", "resource_metadata", "error", "realm"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		auto_free char *value = challenge_value(line, names[i]);

		check(!value || (strstr(line, value) && !strchr(value, '"')));
	}
}

static void take_query(const char *line)
{
	auto_free char *copy = xstrdup(line);
	json_auto_t *query = query_read(copy);
	auto_buf form = BUF_INIT;

	json_members (name, value, query) {
		const char *text = json_string_value(value);

		check(text && utf8_valid(text, strlen(text)));
		form_add(&form, "value", text);
	}
	auto_free char *again = xstrdup(buf_str(&form));
	json_auto_t *back = query_read(again);
	json_members (name, value, query) {
		const char *last = json_str(back, "value", "");

		check(json_object_size(query) > 1 || strcmp(last, json_string_value(value)) == 0);
	}
	check(!strpbrk(buf_str(&form), " \r\n#\"<>"));
}

static void take_address(const char *line)
{
	const size_t root = url_root(line);
	char *place;

	check(root <= strlen(line));
	for (int i = 0; (place = issuer_place(line, i)); i++) {
		check(i < 3 && strncmp(place, line, root) == 0 && strstr(place, "/.well-known/"));
		free(place);
	}
	check(!*line || is_resource_of(line, line));
	check(!is_resource_of("", line));
}

static void take_scope(const char *line)
{
	auto_buf once = BUF_LIMIT(BUF_UNBOUNDED), twice = BUF_LIMIT(BUF_UNBOUNDED);

	scope_add(&once, line);
	scope_add(&twice, buf_str(&once));
	scope_add(&twice, line);
	check(strcmp(buf_str(&once), buf_str(&twice)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const takers[])(const char *line) = {
	    take_challenge, take_query, take_address, take_scope};
	auto_free char *text = xstrndup((const char *)data, size < 4096 ? size : 4096);
	size_t i = 0;

	for (char *line = text, *next; line; line = next, i++) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		takers[i % 4](line);
	}
	return 0;
}
