#!/bin/sh
# What happened in this repository lately, newest first, grouped by day.
# Usage: recent.sh [days]
set -eu

days="${1:-7}"

git log --since="$days days ago" --date=short --no-merges \
  --format='%ad  %h  %<(18,trunc)%an  %s' |
  awk '$1 != day { day = $1; print "\n" day } { $1 = ""; print " " $0 }'

echo
echo "Files changed most often:"
git log --since="$days days ago" --no-merges --name-only --format= |
  grep -v '^$' | sort | uniq -c | sort -rn | head -5
