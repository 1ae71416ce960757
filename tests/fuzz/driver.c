/* SPDX-License-Identifier: MIT
 * Runs a fuzz target without libFuzzer: every file of its corpus as it is, then seeded random
 * mutations of them. With clang -fsanitize=fuzzer this file is left out.
 *
 *   FUZZ_ROUNDS   mutations to run (2000, or as many as go into some seconds)
 *   FUZZ_SECONDS  run for that long instead
 *   FUZZ_SEED     start of the random numbers (1)
 *
 * The input that kills or hangs the target is printed in hex before the program dies.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/file.h"

#define INPUT_BYTES (1 << 16)
#define HANG_SECONDS 30
#define ENOUGH_SECONDS 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

struct seed {
	char *data;
	size_t len;
};
static struct seed *seeds;
static size_t seed_count, seed_cap;
static uint64_t random_state = 1;
static const uint8_t *running; /* the input in the target's hands */
static size_t running_len;

static const struct seed words[] = {
#define WORD(s) \
	{ \
		(char *)s, sizeof(s) - 1 \
	}
    WORD("\0"),
    WORD("\xff"),
    WORD("\r\n"),
    WORD("\n\n"),
    WORD("\x1b["),
    WORD("\x1b]0;"),
    WORD("\xc2\x9b"),
    WORD("\xe2\x80\xae"),
    WORD("\xcc\x81"),
    WORD("\xed\xa0\x80"),
    WORD("\xf0\x9f\x98\x80"),
    WORD("\xef\xbb\xbf"),
    WORD("\\u0000"),
    WORD("\\ud800"),
    WORD("\""),
    WORD("\\"),
    WORD("{"),
    WORD("}"),
    WORD("["),
    WORD("]"),
    WORD(":"),
    WORD(","),
    WORD("data: "),
    WORD("null"),
    WORD("-1"),
    WORD("1e999"),
    WORD("9223372036854775808"),
    WORD("- "),
    WORD("  "),
    WORD("\t"),
    WORD("#"),
    WORD("&a "),
    WORD("*a"),
    WORD("../"),
    WORD("/"),
    WORD("%s"),
};

static uint64_t random_next(void)
{
	random_state ^= random_state << 13; /* xorshift64 */
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

static size_t random_below(size_t n)
{
	return n ? (size_t)(random_next() % n) : 0;
}

static void put(const char *s, size_t len)
{
	if (write(STDERR_FILENO, s, len) < 0)
		_exit(1);
}

/* Async-signal-safe. */
static void print_input(void)
{
	static const char digits[] = "0123456789abcdef";

	if (!running)
		return;
	put("\ninput: ", 8);
	for (size_t i = 0; i < running_len; i++)
		put((char[]){digits[running[i] >> 4], digits[running[i] & 15]}, 2);
	put("\n", 1);
	running = NULL;
}

static void on_signal(int number)
{
	if (number == SIGALRM)
		put("hangs", 5);
	print_input();
	signal(number == SIGALRM ? SIGABRT : number, SIG_DFL);
	raise(number == SIGALRM ? SIGABRT : number);
}

static void run(const void *data, size_t len)
{
	uint8_t *input = xmalloc(len); /* its own block, so that reading past the end is seen */

	if (len)
		memcpy(input, data, len);
	running = input;
	running_len = len;
	alarm(HANG_SECONDS);
	LLVMFuzzerTestOneInput(input, len);
	running = NULL;
	free(input);
}

static void load_seed(const char *folder, const char *name)
{
	struct buf file = BUF_INIT;
	char *path = file_join(folder, name);

	if (name[0] != '.' && file_read(path, INPUT_BYTES, &file, NULL)) {
		array_reserve(&seeds, &seed_cap, seed_count + 1, sizeof *seeds);
		seeds[seed_count].len = file.len;
		seeds[seed_count++].data = buf_take(&file);
	}
	buf_free(&file);
	free(path);
}

static void load_seeds(const char *name)
{
	char *folder = xasprintf("tests/fuzz/corpus/%s", name);
	struct dirent **files;
	int count = scandir(folder, &files, NULL, alphasort); /* sorted: the same run everywhere */

	for (int i = 0; i < count; i++) {
		load_seed(folder, files[i]->d_name);
		free(files[i]);
	}
	if (count >= 0)
		free(files);
	free(folder);
	if (seed_count)
		return;
	fprintf(
	    stderr, "no files in tests/fuzz/corpus/%s (run from the repository's root)\n", name);
	exit(1);
}

static void insert(struct buf *b, size_t at, const char *data, size_t len)
{
	struct buf whole = BUF_LIMIT(INPUT_BYTES);

	buf_add(&whole, buf_str(b), at);
	buf_add(&whole, data, len);
	buf_add(&whole, buf_str(b) + at, b->len - at);
	buf_free(b);
	*b = whole;
}

static void insert_part(struct buf *b, size_t at, const struct seed *from)
{
	size_t start = random_below(from->len), len = random_below(from->len - start + 1);
	char *copy = xmalloc(len); /* `from` may be b itself */

	memcpy(copy, from->data + start, len);
	insert(b, at, copy, len);
	free(copy);
}

static void mutate(struct buf *b)
{
	size_t at = random_below(b->len + 1), left = b->len - at;
	const struct seed *word = &words[random_below(sizeof words / sizeof *words)];
	char byte = (char)random_next();

	switch (random_below(7)) {
	case 0:
		if (left)
			b->data[at] ^= (char)(1 << random_below(8));
		break;
	case 1:
		if (left)
			b->data[at] = byte;
		break;
	case 2:
		insert(b, at, &byte, 1);
		break;
	case 3:
		insert(b, at, word->data, word->len);
		break;
	case 4:
		if (left) {
			size_t len = 1 + random_below(left < 32 ? left : 32);

			memmove(b->data + at, b->data + at + len, left - len);
			buf_cut(b, b->len - len);
		}
		break;
	case 5:
		insert_part(b, at, &(struct seed){(char *)buf_str(b), b->len});
		break;
	case 6:
		insert_part(b, at, &seeds[random_below(seed_count)]);
		break;
	}
}

static void run_mutation(void)
{
	const struct seed *seed = &seeds[random_below(seed_count)];
	struct buf input = BUF_LIMIT(INPUT_BYTES);

	buf_add(&input, seed->data, seed->len);
	for (size_t i = 1 + random_below(8); i > 0; i--)
		mutate(&input);
	run(buf_str(&input), input.len);
	buf_free(&input);
}

static long number(const char *variable, long fallback)
{
	const char *value = getenv(variable);

	return value && *value ? strtol(value, NULL, 10) : fallback;
}

static size_t run_all(void)
{
	long rounds = number("FUZZ_ROUNDS", 0), seconds = number("FUZZ_SECONDS", 0);
	time_t end = time(NULL) + (seconds ? seconds : ENOUGH_SECONDS);
	size_t count = 1;

	run("", 0);
	for (size_t i = 0; i < seed_count; i++, count++)
		run(seeds[i].data, seeds[i].len);
	for (long i = 0; seconds || i < (rounds ? rounds : 2000); i++, count++) {
		if ((seconds || !rounds) && time(NULL) >= end)
			break;
		run_mutation();
	}
	return count;
}

int main(int argc, char **argv)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGTERM};
	const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
	size_t count;

	if (strncmp(name, "fuzz_", 5) == 0)
		name += 5;
	random_state = (uint64_t)number("FUZZ_SEED", 1) * 0x9e3779b97f4a7c15u | 1;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		signal(signals[i], on_signal);
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(print_input);
	load_seeds(name);
	count = run_all();
	for (size_t i = 0; i < seed_count; i++)
		free(seeds[i].data);
	free(seeds);
	printf("1..1\nok 1 - fuzz %s (%zu inputs)\n", name, count);
	return 0;
}
