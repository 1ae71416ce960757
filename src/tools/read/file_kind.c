/*
 * One row per kind; the first that fits decides.
 */
#include "tools/read/file_kind.h"

#include <string.h>

static const struct {
	size_t at, len;
	const char *bytes, *kind;
} kinds[] = {
#define KIND(at, bytes, kind) \
	{ \
		at, sizeof bytes - 1, bytes, kind \
	}
    KIND(0, "\x89PNG\r\n\x1a\n", "PNG image"),
    KIND(0, "\xff\xd8\xff", "JPEG image"),
    KIND(0, "GIF8", "GIF image"),
    KIND(8, "WEBP", "WebP image"),
    KIND(8, "WAVE", "WAV audio"),
    KIND(4, "ftyp", "MP4 or HEIF media"),
    KIND(0, "II*\0", "TIFF image"),
    KIND(0, "MM\0*", "TIFF image"),
    KIND(0, "\0\0\1\0", "icon"),
    KIND(0, "OggS", "Ogg media"),
    KIND(0, "ID3", "MP3 audio"),
    KIND(0, "fLaC", "FLAC audio"),
    KIND(0, "%PDF-", "PDF document"),
    KIND(0, "PK\3\4", "ZIP archive (or a document or package made of one)"),
    KIND(0, "PK\5\6", "empty ZIP archive"),
    KIND(0, "\x1f\x8b", "gzip data"),
    KIND(0, "BZh", "bzip2 data"),
    KIND(0,
	"\xfd"
	"7zXZ\0",
	"xz data"),
    KIND(0, "\x28\xb5\x2f\xfd", "zstd data"),
    KIND(0, "7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    KIND(257, "ustar", "tar archive"),
    KIND(0,
	"\x7f"
	"ELF",
	"ELF program or object"),
    KIND(0, "\xcf\xfa\xed\xfe", "Mach-O program or object"),
    KIND(0, "MZ", "Windows program"),
    KIND(0, "!<arch>\n", "static library"),
    KIND(0, "\0asm", "WebAssembly"),
    KIND(0, "\xca\xfe\xba\xbe", "Java class"),
    KIND(0, "SQLite format 3\0", "SQLite database"),
    KIND(0, "wOF2", "WOFF2 font"),
    KIND(0, "\0\1\0\0\0", "TrueType font"),
    KIND(0, "\xff\xfe", "UTF-16 text"),
    KIND(0, "\xfe\xff", "UTF-16 text"),
#undef KIND
};

const char *file_kind(const char *bytes, size_t len)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].at + kinds[i].len <= len &&
		    !memcmp(bytes + kinds[i].at, kinds[i].bytes, kinds[i].len))
			return kinds[i].kind;
	return "data";
}
