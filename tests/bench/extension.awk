# SPDX-License-Identifier: MIT
# What the requests of a session cost in tokens (a token is four bytes): those that repeat the beginning of the request before at a tenth of the price. One body on each line.
# Prints: all tokens at that price, tokens of blocks sent (awk -f extension.awk).
{
	low = 0; high = length($0) < length(last) ? length($0) : length(last)
	while (low < high) {
		middle = int((low + high + 1) / 2)
		if (substr($0, 1, middle) == substr(last, 1, middle)) low = middle; else high = middle - 1
	}
	cost += length($0) - low + low / 10
	news = substr($0, low + 1)
	while (match(news, /<active-(todo-plan|strategy|limits)>/)) {
		rest = substr(news, RSTART)
		end = match(rest, /<\/active-(todo-plan|strategy|limits)>/) ? RSTART : length(rest)
		blocks += end
		news = substr(rest, end + 1)
	}
	last = $0
}
END { printf "%.0f %.0f\n", cost / 4, blocks / 4 }
