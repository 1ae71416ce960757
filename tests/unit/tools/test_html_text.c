/* SPDX-License-Identifier: MIT
 * HTML pages as text, and what robots.txt allows to be read.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/core/buf.h"
#include "tools/web/html_text.h"

static void pages_come_as_text(void **state)
{
	static const struct {
		const char *html, *text;
	} rows[] = {
	    {"plain  words\nhere", "plain words here"},
	    {"<p>a</p><p>b</p>", "a\n\nb"},
	    {"a<br>b<br/>c", "a\nb\nc"},
	    {"<h2>Two</h2>text", "## Two\n\ntext"},
	    {"<H1 class=\"x > y\">Un</H1>", "# y\">Un"},
	    {"<ul><li>a<li>b</ul>", "- a\n- b"},
	    {"x<script>if (a < b) '</p>'</script>y", "x\n\ny"},
	    {"x<STYLE>p{}</style >y", "x\n\ny"},
	    {"x<script>never closed", "x"},
	    {"a<!-- <p> -->b", "ab"},
	    {"a<!-- open", "a"},
	    {"1 < 2 && 3 > 2", "1 < 2 && 3 > 2"},
	    {"&lt;b&gt; &amp;amp; &quot;&#x41;&#66;&nope;&#0;&#xd800;",
		"<b> &amp; \"AB&nope;&#0;&#xd800;"},
	    {"<a href=\"/x?a=1\">go</a> <a href='http://h/'>there</a>",
		"[go](/x?a=1) [there](http://h/)"},
	    {"<a href=\"javascript:x()\">no</a><a>none</a>", "nonone"},
	    {"<pre>a\n  b\n</pre>c", "```\na\n  b\n```\n\nc"},
	    {"<", "<"},
	    {"<a", "<a"},
	    {"&", "&"},
	    {"", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		auto_buf out = BUF_INIT;

		html_words(rows[i].html, strlen(rows[i].html), NULL, &out);
		while (out.len && out.data[out.len - 1] == '\n')
			buf_cut(&out, out.len - 1);
		assert_string_equal(buf_str(&out), rows[i].text);
	}
}

static void robots_are_read_by_the_longest_rule(void **state)
{
	static const struct {
		const char *robots, *path;
		bool allows;
	} rows[] = {
	    {"", "/", true},
	    {"User-agent: *\nDisallow: /", "/a", false},
	    {"User-agent: *\nDisallow:", "/a", true},
	    {"user-agent:*\r\ndisallow:/a # why\r\n", "/ab", false},
	    {"User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true},
	    {"User-agent: *\nAllow: /a\nDisallow: /a", "/a", true},
	    {"User-agent: other\nDisallow: /", "/a", true},
	    {"User-agent: *\nDisallow: /\n\nUser-agent: Agent\nDisallow: /x", "/a", true},
	    {"User-agent: agent\nUser-agent: other\nDisallow: /x", "/x", false},
	    {"User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", false},
	    {"User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", true},
	    {"User-agent: *\nDisallow: /a*z*b", "/axxzyyb/c", false},
	    {"Disallow: /", "/a", true},
	    {"no rules at all", "/a", true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (robots_allow(rows[i].robots, strlen(rows[i].robots), "agent", rows[i].path) !=
		    rows[i].allows)
			fail_msg("row %zu: %s", i, rows[i].robots);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(pages_come_as_text),
	    cmocka_unit_test(robots_are_read_by_the_longest_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
