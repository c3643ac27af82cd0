#!/bin/sh
# Regenerates the clips from texts.json. Needs Node and the Debian packages festival, festvox-us-slt-hts, sox and opus-tools.
cd "$(dirname "$0")" || exit 1
wav=$(mktemp -d)
node -p 'Object.entries(require("./texts.json")).map((clip) => clip.join("\t")).join("\n")' |
  while IFS="$(printf '\t')" read -r name text; do
    echo "$text" | text2wave -eval '(voice_cmu_us_slt_arctic_hts)' -o "$wav/spoken.wav"
    sox "$wav/spoken.wav" "$wav/loud.wav" norm -3
    opusenc --quiet --speech --bitrate 24 --framesize 20 --discard-comments "$wav/loud.wav" "$name.opus"
  done
rm -r "$wav"
