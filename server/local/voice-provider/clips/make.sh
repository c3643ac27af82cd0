#!/bin/sh
# Regenerates the clips from texts.json. Needs espeak-ng, opusenc (opus-tools) and Node.
cd "$(dirname "$0")" || exit 1
node -p 'Object.entries(require("./texts.json")).map((clip) => clip.join("\t")).join("\n")' |
  while IFS="$(printf '\t')" read -r name text; do
    espeak-ng -v en-us+f3 -s 165 -p 55 -w /dev/stdout "$text" |
      opusenc --quiet --speech --bitrate 16 --framesize 20 --discard-comments - "$name.opus"
  done
