/* SPDX-License-Identifier: MIT */
/*
 * The common header of nearly every .c file, as git's git-compat-util.h: the C library's everyday
 * headers, and allocation, buffers, time, errors, JSON and text of src/base. A .c file includes it
 * instead of these, so that its other includes show what it depends on. Headers include what they need.
 */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/core/clock.h"
#include "base/error.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "base/text/utf8.h"

#endif
