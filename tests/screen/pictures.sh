#!/bin/bash
# SPDX-License-Identifier: MIT
# A tool's picture on the screen: its bytes go to a terminal that is known to show pictures, and to no other.
. "$(dirname "$0")/../support/lib.sh"

export TERM=xterm-256color
unset TERM_PROGRAM VTE_VERSION KONSOLE_VERSION WT_SESSION
DOT=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
SENT=$'\033_Ga=T,f=100,q=2'

looked_at() { # FILE
	server <<EOF2
replies:
  - {match: begin, calls: [{name: view_image, arguments: {path: $1}}]}
  - {text: "It is seen, thend.", repeat: true}
EOF2
	base64 -d <<<"$DOT" >dot.png
}

# Selects the row of the picture, which is above the answer, and unfolds it.
SELECT='wait thend
note
send \x1b[1;2A\x1b[1;2A\x1b[1;2A\x0f'

# Takes the picture away again and ends.
LEAVE='note
send x
wait thend
note
send \x04
end 0'

drive() { # OPTION... <SCRIPT
	"$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --backend openai --base-url "$URL" -m scripted --depth react "$@" || fail "the screen"
}

sent() {
	LC_ALL=C grep -aoF -- "$SENT" "$T/raw" | wc -l
}

test_a_selected_row_shows_its_picture() {
	looked_at dot.png
	TERM_PROGRAM=WezTerm drive begin <<<"$SELECT
wait any key goes on
$LEAVE"
	expect_equal "$(sent)" 1 pictures
	LC_ALL=C grep -qaF -- "$SENT,r=1,m=0;$DOT"$'\033\\' "$T/raw" || fail "not as the protocol has it"
	LC_ALL=C grep -qaF -- $'\033_Ga=d,d=A,q=2;\033\\' "$T/raw" || fail "it was never taken away"
	"$BUILD/tests/support/bytes_driver" --screen 80x24 --title <<<"$(LC_ALL=C sed 's/\x1b_G[^\x1b]*\x1b\\//g' "$T/raw")" || fail "something else got through"
}

# More bytes than a sequence holds, and more pixels than the screen has.
test_a_large_picture_goes_in_pieces_and_is_made_to_fit() {
	looked_at large.png
	python3 - <<-'EOF2'
		import random, struct, zlib
		def chunk(kind, data):
		    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
		random.seed(1)
		rows = b''.join(b'\0' + random.randbytes(2000) for _ in range(100))
		open('large.png', 'wb').write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 2000, 100, 8, 0, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
	EOF2
	TERM_PROGRAM=ghostty drive begin <<<"$SELECT
wait any key goes on
$LEAVE"
	LC_ALL=C grep -qaF -- "$SENT,c=80,m=1;" "$T/raw" || fail "it is not made to fit"
	LC_ALL=C grep -aoP '\x1b_G[^\x1b]*m=[01];\K[^\x1b]*(?=\x1b)' "$T/raw" | tr -d '\n' | base64 -d | cmp - large.png || fail "the pieces are not the picture"
	LC_ALL=C grep -aoP '\x1b_G[^\x1b]*m=[01];\K[^\x1b]*(?=\x1b)' "$T/raw" | awk 'length > 4096 { exit 1 }' || fail "a piece is too long"
}

test_no_byte_of_it_goes_elsewhere() {
	local rest='note
send \x04
end 0'
	elsewhere() { # WHERE OPTION...
		looked_at dot.png
		drive "${@:2}" begin <<<"$SELECT
$rest"
		LC_ALL=C grep -qaF 'image/png, 1x1' "$T/raw" || fail "no picture $1"
		expect_equal "$(sent)" 0 "pictures $1"
	}
	elsewhere 'in an unknown terminal'
	TERM_PROGRAM=WezTerm elsewhere 'where the user does not want it' -s ui.pictures=off
	TERM_PROGRAM=tmux KITTY_WINDOW_ID=1 elsewhere 'inside tmux'
	TERM_PROGRAM=Konsole KONSOLE_VERSION=211200 elsewhere 'in an old Konsole'
	looked_at dot.png
	drive -s ui.pictures=on begin <<<"$SELECT
wait any key goes on
note
send x
wait thend
$rest"
	expect_equal "$(sent)" 1 'pictures where the user says so'
}

# img2sixel OUTPUT: a stand-in that tells its words and makes this of any picture.
img2sixel() {
	mkdir -p "$T/bin"
	printf '#!/bin/sh\necho "$* $(wc -c)" >&2\nprintf %%b "%s"\n' "$1" >"$T/bin/img2sixel"
	chmod +x "$T/bin/img2sixel"
}

test_sixels_are_written_where_the_terminal_has_them() {
	looked_at dot.png
	img2sixel '\\033Pq#0~\\033\\\\'
	PATH=$T/bin:$PATH TERM_PROGRAM=mintty drive begin <<<"$SELECT
wait any key goes on
wait #0~
$LEAVE"
	expect_equal "$(sent)" 0 'the protocol of kitty'
	expect_equal "$(LC_ALL=C grep -aoF -- $'\033Pq#0~\033\\' "$T/raw" | wc -l)" 1 sixels
}

test_what_is_more_than_sixels_is_not_written() {
	looked_at dot.png
	img2sixel '\\033Pq#0~\\033\\\\\\033]52;c;eA==\\007\\033\\\\'
	PATH=$T/bin:$PATH drive -s ui.pictures=sixel begin <<<"$SELECT
wait makes no picture of it
note
send \x04
end 0"
	LC_ALL=C grep -qaF '#0~' "$T/raw" && fail "it was written"
	return 0
}

# What only calls itself one is not sent: it is the terminal that would have to read it.
test_a_picture_of_another_kind_is_said() {
	looked_at dot.gif
	printf 'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;' >dot.gif
	TERM_PROGRAM=WezTerm drive begin <<<"$SELECT
wait is no PNG
note
send \x04
end 0"
	expect_equal "$(sent)" 0 pictures
}

test_a_replay_shows_it_too() {
	looked_at dot.png
	expect_exit 0 agent --backend openai --base-url "$URL" -m scripted --depth react --ask begin
	TERM_PROGRAM=WezTerm "$BUILD/tests/support/terminal_driver" --raw "$T/raw" "$AGENT" --replay last --speed max <<<"$SELECT
wait any key goes on
note
send x
wait thend
note
send q
end any" || fail "the screen"
	expect_equal "$(sent)" 1 pictures
}

run_tests
