/*
 * Turns files into one C table, so that the program carries its prompts, defaults and schemas with
 * it; of a YAML file also what it says as JSON, which is read several times faster. Run at build
 * time: embed FILE... >embed.c; the table is declared in src/base/embed.h.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embed.h"
#include "base/json.h"
#include "base/yaml.h"

/* This program itself carries none. */
const struct embed embed_files[1];
const size_t embed_count = 0;

static bool is_yaml(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && strcmp(dot, ".yaml") == 0;
}

static void write_json(const char *path)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *value = yaml_load(path, NULL, &problems);
	char *line;

	if (!value) {
		fprintf(stderr, "%s\n", problem_line(&problems.list[0]));
		exit(1);
	}
	line = json_line(value);
	for (const char *s = line; *s; s++)
		printf("%d,%s", (unsigned char)*s, (s - line) % 32 ? "" : "\n");
	printf("0");
	free(line);
	json_decref(value);
}

static void write_bytes(const char *path)
{
	FILE *in = fopen(path, "rb");
	int c, column = 0;

	if (!in) {
		perror(path);
		exit(1);
	}
	while ((c = getc(in)) != EOF)
		printf("%d,%s", c, ++column % 32 ? "" : "\n");
	printf("0");
	fclose(in);
}

int main(int argc, char **argv)
{
	printf("#include \"base/embed.h\"\n");
	for (int i = 1; i < argc; i++) {
		printf("static const unsigned char file_%d[] = {\n", i);
		write_bytes(argv[i]);
		printf("};\nstatic const unsigned char json_%d[] = {\n", i);
		if (is_yaml(argv[i]))
			write_json(argv[i]);
		else
			printf("0");
		printf("};\n");
	}
	printf("const struct embed embed_files[] = {\n");
	for (int i = 1; i < argc; i++)
		printf("\t{\"%s\", (const char *)file_%d, sizeof file_%d - 1, "
		       "(const char *)json_%d, sizeof json_%d - 1},\n",
		    argv[i], i, i, i, i);
	printf("};\nconst size_t embed_count = %d;\n", argc - 1);
	return 0;
}
