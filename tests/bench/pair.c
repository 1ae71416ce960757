/* SPDX-License-Identifier: MIT
 * Times two commands as whole processes, in turn: pair [-n RUNS] A B, each one string for /bin/sh -c (with exec). Prints the medians of
 * wall time, CPU time and peak memory of both and the median of the ratios pair by pair, so that a machine whose speed drifts
 * does not decide. One run of each comes first and is not counted.
 *
 *	wall_ms A B RATIO	cpu_ms A B RATIO	rss_kb A B DIFFERENCE
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS_MAX 1000

struct figures {
	double wall_ms, cpu_ms, rss_kb;
};

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static struct figures run(const char *command)
{
	double start = now_ms();
	struct rusage usage;
	int status, null;
	pid_t pid = fork();

	if (pid == 0) {
		null = open("/dev/null", O_RDWR);
		dup2(null, 0);
		dup2(null, 1);
		dup2(null, 2);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0) {
		perror("pair");
		exit(2);
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
		fprintf(stderr, "pair: status %x of: %s\n", (unsigned)status, command);
		exit(2);
	}
	return (struct figures){now_ms() - start,
	    (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
		(double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3,
	    (double)usage.ru_maxrss};
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, int n)
{
	qsort(values, (size_t)n, sizeof *values, by_value);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static double field(const struct figures *f, int i)
{
	return i == 0 ? f->wall_ms : i == 1 ? f->cpu_ms : f->rss_kb;
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"wall_ms", "cpu_ms", "rss_kb"};
	static struct figures a[RUNS_MAX], b[RUNS_MAX];
	static double x[RUNS_MAX], y[RUNS_MAX], z[RUNS_MAX];
	int n = 11, opt;

	while ((opt = getopt(argc, argv, "n:")) != -1)
		n = opt == 'n' ? (int)strtol(optarg, NULL, 10) : 0;
	if (argc - optind != 2 || n < 1 || n > RUNS_MAX) {
		fprintf(stderr, "usage: pair [-n RUNS] A B\n");
		return 2;
	}
	run(argv[optind]);
	run(argv[optind + 1]);
	for (int i = 0; i < n; i++) {
		a[i] = run(argv[optind]);
		b[i] = run(argv[optind + 1]);
	}
	for (int f = 0; f < 3; f++) {
		for (int i = 0; i < n; i++) {
			x[i] = field(&a[i], f);
			y[i] = field(&b[i], f);
			z[i] = f == 2 ? x[i] - y[i] : y[i] > 0 ? x[i] / y[i] : 0;
		}
		printf("%s %.2f %.2f %.2f%c", names[f], median(x, n), median(y, n), median(z, n),
		    f == 2 ? '\n' : '\t');
	}
	return 0;
}
