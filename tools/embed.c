/*
 * Turns files into one C table, so that the program carries its prompts, defaults and schemas with
 * it. Run at build time: embed FILE... >embed.c; the table is declared in src/base/embed.h.
 */
#include <stdio.h>
#include <stdlib.h>

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
		printf("};\n");
	}
	printf("const struct embed embed_files[] = {\n");
	for (int i = 1; i < argc; i++)
		printf("\t{\"%s\", (const char *)file_%d, sizeof file_%d - 1},\n", argv[i], i, i);
	printf("};\nconst size_t embed_count = %d;\n", argc - 1);
	return 0;
}
