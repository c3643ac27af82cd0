#!/bin/sh
# Speaks lines.json anew. Needs espeak-ng, opusenc (opus-tools) and Node; the clips are committed, so nobody else does.
cd "$(dirname "$0")" || exit 1
node -p 'Object.entries(require("./lines.json")).map((line) => line.join("\t")).join("\n")' |
  while IFS="$(printf '\t')" read -r name text; do
    espeak-ng -v en-us+f3 -s 165 -p 55 -w /dev/stdout "$text" |
      opusenc --quiet --speech --bitrate 16 --framesize 20 --discard-comments - "$name.opus"
  done
