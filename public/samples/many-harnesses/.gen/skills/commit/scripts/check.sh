#!/bin/sh
# Whether the staged changes are fit to commit.
set -eu

if git diff --cached --quiet; then
  echo "Nothing is staged." >&2
  exit 1
fi
git diff --cached --check

if [ -f package.json ]; then
  npm test
elif [ -f Makefile ]; then
  make test
fi
