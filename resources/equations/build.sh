#!/usr/bin/env bash
# Makes the .svg of every .tex in this folder. Needed only after a .tex has changed: the pictures are kept in the
# repository. Needs node and npm and fetches MathJax into a temporary folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
cp "$here/build.js" "$tools"
cd "$tools"
npm install --silent --no-fund --no-audit mathjax-full@3 @xmldom/xmldom
node build.js "$here"
