#!/bin/sh
# What Playwright starts as Chromium: the words of ISOLATED_COMMAND, one a line, and then its arguments.
IFS='
'
set -f
exec $ISOLATED_COMMAND "$@"
