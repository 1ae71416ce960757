#!/bin/bash
# SPDX-License-Identifier: MIT
# Images and documents with a prompt: what is sent on each wire, what is said, and that none of them can end a session.
# holds: attached-looked-before
. "$(dirname "$0")/../support/lib.sh"

DOT=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==

dot() { base64 -d <<<"$DOT" >"$1"; }

server_says() { # [REPLY MEMBERS]
	server <<EOF
replies:
  - {text: "a dot"${1:-}, repeat: true}
EOF
}

test_an_image_named_with_an_at_sign_goes_with_the_prompt() {
	dot dot.png
	dot "$T/other one.png"
	server_says
	expect_exit 0 model --depth direct --ask "what is @dot.png and @\"$T/other one.png\""
	expect_equal "$(jq -c '[.body.messages[-1].content[] | .type]' "$REQUESTS")" '["image_url","image_url","text"]'
	expect_equal "$(jq -r '.body.messages[-1].content[0].image_url.url' "$REQUESTS")" "data:image/png;base64,$DOT"
	expect_match "$(cat "$T/err")" "attached 'dot.png': image/png, 1x1, 1 KiB"
	expect_match "$(cat "$T/err")" "attached 'other one.png'"
}

test_what_is_piped_in_is_no_file() {
	dot dot.png
	server_says
	echo words | expect_exit 0 model --depth direct -s attach.max_files=1 --ask "what is @dot.png and @dot.png"
	expect_equal "$(jq -c '[.body.messages[-1].content[] | .type]' "$REQUESTS")" '["image_url","text"]'
}

test_each_wire_has_it_in_its_own_form() {
	dot dot.png
	printf '%%PDF-1.4\n%%%%EOF\n' >paper.pdf
	server_says
	expect_exit 0 model --depth direct --attach dot.png --attach paper.pdf --ask "look"
	expect_equal "$(jq -c '[.body.messages[-1].content[] | .type]' "$REQUESTS")" '["image_url","file","text"]'
	model --depth direct -s backend.protocol=messages -s backend.retries=0 --attach dot.png --attach paper.pdf --ask "look" >/dev/null 2>&1
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -c '[.body.messages[-1].content[] | [.type, .source.media_type]]')" \
		'[["image","image/png"],["document","application/pdf"],["text",null]]'
	model --depth direct -s backend.protocol=responses -s backend.retries=0 --attach dot.png --attach paper.pdf --ask "look" >/dev/null 2>&1
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -c '[.body.input[-1].content[].type]')" '["input_image","input_file","input_text"]'
}

test_a_session_goes_on_without_the_file_and_with_a_model_that_takes_none() {
	dot dot.png
	server <<'EOF'
replies:
  - {match: "look", text: "a dot"}
  - {match: "again", status: 400, error: "this model does not support image input"}
  - {text: "a dot, you said", repeat: true}
EOF
	expect_exit 0 model --depth direct --ask "look at @dot.png"
	rm dot.png
	expect_exit 0 model --depth direct --continue --ask "again"
	expect_equal "$(jq -c '[.body.messages[] | select(.role == "user") | .content | type]' "$REQUESTS" | paste -sd' ')" \
		'["array"] ["array","string"] ["string","string"]'
	expect_match "$(tail -n 1 "$REQUESTS" | jq -r '.body.messages[1].content')" 'The user attached the file dot.png. It is not shown here'
	expect_match "$(cat "$T/err")" "sent again without what the model refuses: .*image"
	expect_exit 0 model --depth direct --continue --ask "more"
	expect_equal "$(grep -c . "$REQUESTS")" 4
}

test_what_cannot_be_sent_is_said_before_anything_is() {
	server_says
	echo text >fake.png
	expect_exit 2 model --attach fake.png --ask "look"
	expect_match "$(cat "$T/err")" "'fake.png' is no PNG, JPEG, WebP, GIF or PDF that can be read"
	expect_exit 2 model --attach none.png --ask "look"
	expect_match "$(cat "$T/err")" "none.png"
	expect_exit 2 model --attach none.png --output json --ask "look"
	expect_match "$(jq -r .error "$T/out")" "none.png"
	dot dot.png
	expect_exit 2 model --attach dot.png -s attach.max_bytes=10 --ask "look"
	expect_match "$(cat "$T/err")" "too large, at most 10 bytes are read \\(attach.max_bytes\\): send a smaller image"
	{ head -c 16 dot.png; printf '\0\0\x40\0\0\0\x40\0'; tail -c +25 dot.png; } >huge.png
	expect_exit 2 model --attach huge.png --ask "look"
	expect_match "$(cat "$T/err")" "'huge.png' has 16384x16384 pixels, at most 8000 on a side are sent"
	expect_equal "$(grep -c . "$REQUESTS")" 0
	expect_exit 0 model --depth direct --ask "look at @fake.png and @me and a/b.png"
	expect_match "$(cat "$T/err")" "not attached: 'fake.png' is no PNG"
	expect_equal "$(jq -r '.body.messages[-1].content | type' "$REQUESTS")" string
}

test_an_export_names_it_and_a_session_that_is_not_stored_has_it_too() {
	dot dot.png
	server_says
	expect_exit 0 model --no-save --depth direct --ask "look at @dot.png"
	expect_equal "$(jq -c '[.body.messages[-1].content[] | .type]' "$REQUESTS")" '["image_url","text"]'
	expect_exit 0 model --depth direct --ask "look at @dot.png"
	expect_exit 0 agent sessions export last "$T/session.md" --format md
	expect_match "$(cat "$T/session.md")" "attached .dot.png.: image/png, 1x1"
}

# The file itself goes along: a page shows it, a session of lines can be gone on with elsewhere.
test_an_export_has_what_was_attached() {
	dot dot.png
	printf '%%PDF-1.4\n%%%%EOF\n' >'a"b<i>.pdf'
	server_says
	expect_exit 0 model --depth direct --attach 'a"b<i>.pdf' --ask "look at @dot.png"
	agent sessions export last s.html
	grep -qF "<img alt=\"dot.png\" src=\"data:image/png;base64,$DOT\">" s.html || fail "no image"
	expect_match "$(cat s.html)" "<a download=\"a&quot;b&lt;i&gt;.pdf\" href=\"data:application/pdf;base64,$(base64 'a"b<i>.pdf')\">a&quot;b&lt;i&gt;.pdf</a>"
	expect_match "$(cat s.html)" "default-src 'none'; img-src data:; style-src"
	agent sessions export last s.jsonl
	rm dot.png a*.pdf
	export XDG_DATA_HOME=$T/elsewhere
	expect_exit 0 agent sessions import s.jsonl
	expect_exit 0 model --depth direct --continue --ask "again"
	expect_equal "$(tail -n 1 "$REQUESTS" | jq -c '[.body.messages[1].content[] | .image_url.url // .file.file_data // empty | .[:30]]')" \
		'["data:application/pdf;base64,JV","data:image/png;base64,iVBORw0K"]'
	sed 's|"media":"image/png"|"media":"text/html"|' s.jsonl >stranger.jsonl
	agent sessions import stranger.jsonl >"$T/id"
	agent sessions export "$(cat "$T/id")" stranger.html
	expect_no_match "$(cat stranger.html)" 'text/html;base64'
}

# What holds a key is sent, for the user gave it, and kept in memory alone: bytes of a file cannot be redacted.
test_a_file_with_the_key_in_it_is_not_stored() {
	printf '%%PDF-1.4\nthe key is sk-in-a-document-0123456789\n%%%%EOF\n' >paper.pdf
	server_says
	OPENAI_API_KEY=sk-in-a-document-0123456789 expect_exit 0 agent --base-url "$URL" -s backend.api_key_env=OPENAI_API_KEY -m scripted --depth direct --attach paper.pdf --ask "look"
	expect_equal "$(jq -c '[.body.messages[-1].content[] | .type]' "$REQUESTS")" '["file","text"]'
	expect_equal "$(jq -r .headers.authorization "$REQUESTS")" "Bearer sk-in-a-document-0123456789"
	! grep -rlaF -e sk-in-a-document -e "$(base64 paper.pdf | cut -c1-60)" "$T/home" || fail "the key is stored"
}

test_a_picture_the_model_looks_at_follows_the_result() {
	dot dot.png
	echo words >a.png
	server <<-'EOF'
		replies:
		  - calls: [{name: view_image, arguments: {path: dot.png}}, {name: view_image, arguments: {path: a.png}}]
		  - {text: A dot., repeat: true}
	EOF
	expect_exit 0 model --ask "look"
	expect_match "$(jq -r 'select(.n == 2) | .body.messages[] | select(.role == "tool") | .content' "$REQUESTS" | tr '\n' ' ')" "dot.png: image/png, 1x1, 1 KiB .*'a.png' is no PNG, JPEG, WebP or GIF"
	expect_equal "$(jq -r 'select(.n == 2) | .body.messages[] | .content | arrays | .[].image_url.url // empty' "$REQUESTS")" "data:image/png;base64,$DOT"
	expect_match "$("$AGENT" --replay last --plain </dev/null 2>&1)" '\[Obs\] .*dot.png: image/png, 1x1, 1 KiB'
	rm dot.png # it stays with the session
	expect_exit 0 model --resume last --ask "again"
	expect_equal "$(jq -r 'select(.n == 3) | .body.messages[] | .content | arrays | .[].image_url.url // empty' "$REQUESTS")" "data:image/png;base64,$DOT"
}

run_tests
