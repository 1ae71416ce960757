#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws what a terminal shows as SVG: tmux capture-pane -e -p | picture.py COLUMNS >screen.svg

Text keeps its cells (textLength), so the picture does not depend on the reader's fonts.
"""
import re
import sys
import unicodedata
from xml.sax.saxutils import escape

CELL, ROW, MARGIN = 8.4, 18, 10
FOREGROUND, BACKGROUND = "#d0d0d0", "#16181d"
BASE = ["#3b3f4a", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d0d0d0",
        "#7a8090", "#ff7b86", "#b5e890", "#ffd68a", "#7cc3ff", "#dd92f2", "#70d4e0", "#ffffff"]


def palette(n):
    """The colour of one of the 256."""
    if n < 16:
        return BASE[n]
    if n >= 232:
        return "#%02x%02x%02x" % ((8 + 10 * (n - 232),) * 3)
    levels = [0, 95, 135, 175, 215, 255]
    n -= 16
    return "#%02x%02x%02x" % (levels[n // 36], levels[n // 6 % 6], levels[n % 6])


def colour(codes):
    """What stands behind 38 or 48."""
    if codes and codes[0] == 5:
        return palette(codes[1]), codes[2:]
    return "#%02x%02x%02x" % tuple(codes[1:4]), codes[4:]


def change(style, codes):
    """The style after one SGR sequence."""
    codes = codes or [0]
    while codes:
        code, codes = codes[0], codes[1:]
        if code == 0:
            style = {}
        elif code in (1, 2, 3, 4, 7, 9):
            style = {**style, code: True}
        elif code in (22, 23, 24, 27, 29):
            off = {22: (1, 2), 23: (3,), 24: (4,), 27: (7,), 29: (9,)}[code]
            style = {k: v for k, v in style.items() if k not in off}
        elif code in (38, 48):
            value, codes = colour(codes)
            style = {**style, "fg" if code == 38 else "bg": value}
        elif 30 <= code < 38 or 90 <= code < 98:
            style = {**style, "fg": BASE[code - 30 if code < 38 else code - 82]}
        elif 40 <= code < 48 or 100 <= code < 108:
            style = {**style, "bg": BASE[code - 40 if code < 48 else code - 92]}
        elif code in (39, 49):
            style = {k: v for k, v in style.items() if k != ("fg" if code == 39 else "bg")}
    return style


def cells(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def draw(row, y, columns, style, out):
    """One row, and the style at its end: tmux says what changes, also from row to row, and leaves erased cells out."""
    x = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", row):
        sequence = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if sequence:
            style = change(style, [int(c or 0) for c in sequence[1].split(";")])
            continue
        part = re.sub(r"\x1b\][^\x1b\x07]*(\x07|\x1b\\)|\x1b.", "", part)
        width = cells(part)
        fg, bg = style.get("fg", FOREGROUND), style.get("bg")
        if style.get(7):
            fg, bg = bg or BACKGROUND, fg
        if bg and width:
            out.append(f'<rect x="{MARGIN + x * CELL:.1f}" y="{y}" width="{width * CELL:.1f}" height="{ROW}" fill="{bg}"/>')
        blanks = len(part) - len(part.lstrip(" "))
        text = part.strip(" ")
        if text:
            lines = " ".join(word for code, word in ((4, "underline"), (9, "line-through")) if style.get(code))
            look = (' font-weight="bold"' if style.get(1) else "") + (' opacity="0.65"' if style.get(2) else "") + \
                   (' font-style="italic"' if style.get(3) else "") + (f' text-decoration="{lines}"' if lines else "")
            out.append(f'<text x="{MARGIN + (x + blanks) * CELL:.1f}" y="{y + 13.5}" textLength="{cells(text) * CELL:.1f}" '
                       f'fill="{fg}"{look} xml:space="preserve">{escape(text)}</text>')
        x += width
    if 0 < x < columns and style.get("bg") and not style.get(7):
        out.append(f'<rect x="{MARGIN + x * CELL:.1f}" y="{y}" width="{(columns - x) * CELL:.1f}" height="{ROW}" '
                   f'fill="{style["bg"]}"/>')
    return style


def main():
    columns = int(sys.argv[1])
    rows = sys.stdin.read().rstrip("\n").split("\n")
    width, height = columns * CELL + 2 * MARGIN, len(rows) * ROW + 2 * MARGIN
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
           f'viewBox="0 0 {width:.0f} {height}" font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" '
           f'font-size="13.95">', f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>']
    style = {}
    for i, row in enumerate(rows):
        style = draw(row, MARGIN + i * ROW, columns, style, out)
    print("\n".join(out + ["</svg>"]))


main()
