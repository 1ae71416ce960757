#!/bin/bash
# SPDX-License-Identifier: MIT
# fetch_url: pages as text, and what is not read.
. "$(dirname "$0")/../support/lib.sh"

# web: a server of the folder web, on a port of its own ($WEB); /to?URL redirects there, /type?TYPE answers with that type.
web() {
	mkdir -p web
	cat >"$T/web.py" <<-'EOF2'
		import http.server, sys, urllib.parse, os
		class H(http.server.SimpleHTTPRequestHandler):
		    def do_GET(self):
		        path, _, query = self.path.partition('?')
		        query = urllib.parse.unquote(query)
		        if path == '/to':
		            self.send_response(302); self.send_header('Location', query); self.end_headers()
		        elif path == '/type':
		            self.send_response(200); self.send_header('Content-Type', query); self.end_headers()
		            self.wfile.write(b'caf\xe9 ' * 3)
		        elif path == '/large':
		            self.send_response(200); self.end_headers(); self.wfile.write(b'x' * 200000)
		        else:
		            super().do_GET()
		    def log_message(self, *args):
		        open(sys.argv[2], 'a').write(self.path + '\n')
		s = http.server.ThreadingHTTPServer(('127.0.0.1', 0), H)
		open(sys.argv[1], 'w').write(str(s.server_port))
		os.chdir('web')
		s.serve_forever()
	EOF2
	python3 "$T/web.py" "$T/web.port" "$T/web.log" 2>"$T/web.err" &
	SERVERS="${SERVERS:-} $!"
	wait_for test -s "$T/web.port"
	WEB=http://127.0.0.1:$(cat "$T/web.port")
}

fetch() { # URL [option...]: the model fetches it and answers
	local url=$1
	shift
	server <<-EOF2
		replies:
		  - calls: [{name: fetch_url, arguments: {url: "$url"}}]
		  - text: Done.
	EOF2
	expect_exit 0 model --approve all -s fetch.private=true "$@" --ask "read it"
	RESULT=$(jq -r 'select(.n == 2) | .body.messages[] | select(.role == "tool") | .content' "$REQUESTS")
}

test_a_page_comes_as_text_with_its_links() {
	web
	cat >web/page.html <<-'EOF2'
		<!DOCTYPE html><html><head><title>The &amp; page</title><style>p{}</style><script>alert("<p>no</p>")</script></head>
		<body><h1>Head</h1><p>One <b>two</b>
		three&nbsp;&#8364;.</p><ul><li>first</li><li><a href="/more">second</a></li></ul>
		<pre>a
		  b</pre><!-- hidden --><table><tr><td>x</td><td>y</td></tr></table></body></html>
	EOF2
	fetch "$WEB/page.html"
	expect_equal "$(sed "s/^\[obs [0-9]*\] //; s/ *\$//" <<<"$RESULT")" "$WEB/page.html (200): The & page

# Head

One two three €.

- first
- [second](/more)

\`\`\`
a
  b
\`\`\`

x | y |"
}

test_what_is_no_text_is_too_large_or_of_another_charset() {
	web
	fetch "$WEB/type?image/png"
	expect_match "$RESULT" "is no text \\(image/png\\)"
	fetch "$WEB/type?text/plain;%20charset=iso-8859-1"
	expect_match "$RESULT" 'café café'
	fetch "$WEB/large" -s fetch.bytes=100000
	expect_match "$RESULT" 'sent too much'
}

test_redirects_are_followed_on_the_host_and_told_beyond() {
	web
	echo 'here' >web/a.txt
	fetch "$WEB/to?/a.txt"
	expect_match "$RESULT" "$WEB/a.txt \\(200, text/plain\\)"
	fetch "$WEB/to?http://localhost:1/a.txt"
	expect_match "$RESULT" "leads to another host; call fetch_url with 'http://localhost:1/a.txt'"
	fetch "$WEB/to?file:///etc/passwd"
	expect_match "$RESULT" 'leads to no address of the web'
	echo '<a>' >web/loop
	fetch "$WEB/to?/to?/to?/to?/to?/to?/to?/to?/a.txt"
	expect_match "$RESULT" 'leads on and on'
}

test_robots_are_heeded_and_asked_once() {
	web
	printf 'User-agent: *\nDisallow: /secret\nAllow: /secret/open\n\nUser-agent: other\nDisallow: /\n' >web/robots.txt
	mkdir -p web/secret
	echo shut >web/secret/a.txt
	echo open >web/secret/open.txt
	server <<-EOF2
		replies:
		  - calls: [{name: fetch_url, arguments: {url: "$WEB/secret/a.txt"}}]
		  - calls: [{name: fetch_url, arguments: {url: "$WEB/secret/open.txt"}}]
		  - text: Done.
	EOF2
	expect_exit 0 model --approve all -s fetch.private=true --ask "read"
	expect_match "$(jq -r 'select(.n == 3) | .body.messages[] | select(.role == "tool") | .content' "$REQUESTS" | tr '\n' ' ')" 'robots.txt of its host does not let.*\(200, text/plain\)  *open'
	expect_equal "$(grep -c robots "$T/web.log")" 1
	expect_no_match "$(cat "$T/web.log")" 'secret/a'
	fetch "$WEB/secret/a.txt" -s fetch.robots=false
	expect_match "$RESULT" shut
}

# No name, number or redirect leads to this machine, its network or a cloud's inside.
test_addresses_that_are_not_public_are_refused() {
	web
	echo inside >web/a.txt
	local port=${WEB##*:}
	for url in "$WEB/a.txt" "http://localhost:$port/a.txt" "http://127.1:$port/a.txt" "http://2130706433:$port/a.txt" \
		"http://0x7f.1:$port/" "http://0:$port/" "http://[::1]:$port/" "http://[::ffff:127.0.0.1]:$port/" \
		http://169.254.169.254/latest/meta-data/ http://10.0.0.1/ http://192.168.1.1/ http://100.64.0.1/ 'http://[fd00::1]/' 'http://[64:ff9b::7f00:1]/'; do
		fetch "$url" -s fetch.private=false
		expect_match "$RESULT" 'is no address of the public network'
	done
	[ ! -e "$T/web.log" ] || fail "it was asked: $(cat "$T/web.log")"
	fetch "http://user:secret@127.0.0.1:$port/a.txt"
	expect_match "$RESULT" 'without a user'
	fetch "file:///etc/passwd"
	expect_match "$RESULT" 'must be an address of http or https'
}

test_it_is_asked_for_like_the_network() {
	web
	echo text >web/a.txt
	server <<-EOF2
		replies:
		  - calls: [{name: web_fetch, arguments: {url: "$WEB/a.txt", prompt: summarise}}]
		  - text: Done.
	EOF2
	expect_exit 5 model --approve ask -s fetch.private=true --ask "read it"
	expect_match "$(cat "$T/err")" 'denied: it needs approval and there is nobody to ask; allow it with --approve all'
	server <<-EOF2
		replies:
		  - calls: [{name: fetch_url, arguments: {url: "$WEB/a.txt"}}]
		  - text: Done.
	EOF2
	expect_exit 5 model --approve all -s fetch.private=true -s sandbox.network=off --ask "read it"
	expect_match "$(cat "$T/err")" 'it asks for the network, and sandbox.network is off'
	[ ! -e "$T/web.log" ] || fail "it was asked"
	fetch "$WEB/a.txt" --approve ask -s 'permissions.rules=[{allow: {tool: fetch_url}}]'
	expect_match "$RESULT" text
}

test_rules_go_by_the_host() {
	web
	echo text >web/a.txt
	fetch "$WEB/a.txt" --approve ask -s 'permissions.rules=[{allow: {host: "127.0.0.*"}}]'
	expect_match "$RESULT" text
	rm "$T/web.log"
	server <<-EOF2
		replies:
		  - calls: [{name: fetch_url, arguments: {url: "$WEB/a.txt"}}, {name: fetch_url, arguments: {url: "http://127.0.0.1.evil.example/"}}]
		  - text: Done.
	EOF2
	expect_exit 5 model --approve all -s fetch.private=true -s 'permissions.rules=[{deny: {host: "*"}}, {allow: {host: 127.0.0.2}}]' --ask "read it"
	expect_equal "$(grep -c "denied: deny host '\*'" "$T/err")" 2
	[ ! -e "$T/web.log" ] || fail "it was asked"
}

run_tests
