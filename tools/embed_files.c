/* SPDX-License-Identifier: MIT
 * Turns files into one C table, so that the program carries its prompts, defaults and schemas with
 * it; of a YAML or JSON file also the value it says (base/json/json_binary.h), so that no start parses it. Run at
 * build time: embed FILE... >embed.c; the table is declared in src/base/embed.h.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embed.h"
#include "base/file.h"
#include "base/json/json_binary.h"
#include "base/yaml/yaml.h"

#define FILE_BYTES (1 << 20)

/* This program itself carries none. */
const struct embed embed_files[1];
const size_t embed_count = 0;

static bool ends_in(const char *path, const char *ending)
{
	const char *dot = strrchr(path, '.');

	return dot && strcmp(dot, ending) == 0;
}

static void write_bytes(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		printf("%d,%s", (unsigned char)bytes[i], (i + 1) % 32 ? "" : "\n");
	printf("0};\n");
}

static json_t *parse_json(const char *path, const struct buf *text)
{
	struct error e = ERROR_INIT;
	json_t *value = json_parse(buf_str(text), text->len, &e);

	if (!value) {
		fprintf(stderr, "%s:%s: %s\n", path, e.where, e.message);
		exit(1);
	}
	return value;
}

static json_t *parse_yaml(const char *path, const struct buf *text)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *value = yaml_parse(path, buf_str(text), text->len, NULL, &problems);

	if (!value) {
		fprintf(stderr, "%s\n", problem_line(&problems.list[0]));
		exit(1);
	}
	return value;
}

static void write_value(const char *path, const struct buf *text)
{
	struct buf bytes = BUF_LIMIT(BUF_UNBOUNDED);
	json_t *value = ends_in(path, ".yaml")	 ? parse_yaml(path, text)
			: ends_in(path, ".json") ? parse_json(path, text)
						 : NULL;

	if (value)
		json_binary_write(&bytes, value);
	write_bytes(buf_str(&bytes), bytes.len);
	buf_free(&bytes);
	json_decref(value);
}

static void read_file(const char *path, struct buf *text)
{
	struct error e = ERROR_INIT;

	if (!file_read(path, FILE_BYTES, text, &e)) {
		fprintf(stderr, "%s\n", e.message);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	printf("#include \"base/embed.h\"\n");
	for (int i = 1; i < argc; i++) {
		struct buf text = BUF_LIMIT(FILE_BYTES);

		read_file(argv[i], &text);
		printf("static const unsigned char file_%d[] = {\n", i);
		write_bytes(buf_str(&text), text.len);
		printf("static const unsigned char value_%d[] = {\n", i);
		write_value(argv[i], &text);
		buf_free(&text);
	}
	printf("const struct embed embed_files[] = {\n");
	for (int i = 1; i < argc; i++)
		printf("\t{\"%s\", (const char *)file_%d, sizeof file_%d - 1, "
		       "(const char *)value_%d},\n",
		    argv[i], i, i, i);
	printf("};\nconst size_t embed_count = %d;\n", argc - 1);
	return 0;
}
