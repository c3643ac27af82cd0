#!/bin/sh
# Dumps the database of PGHOST, PGUSER, PGPASSWORD and PGDATABASE into BACKUP_DIR and keeps the newest BACKUPS_KEPT dumps.
# Once, or with the argument `nightly` each night at BACKUP_AT (UTC). With BACKUP_RECIPIENT no dump is on the disk
# unencrypted: a recipient of age (age1…, ssh-…), or of gpg (an absolute path of a public key, or the name of a key in its keyring).
# With BACKUP_METRICS, a file whose name ends in .prom, Prometheus learns when a dump was made (docs/alerts.yaml).
set -eu
# A dump holds every word of everybody.
umask 077
: "${BACKUP_DIR:=/backups}" "${BACKUPS_KEPT:=14}" "${BACKUP_AT:=03:00}" "${BACKUP_RECIPIENT:=}" "${BACKUP_METRICS:=}"
case $BACKUPS_KEPT in
0* | *[!0-9]*)
  echo 'BACKUPS_KEPT has to be a number from 1: it says how many dumps are kept.' >&2
  exit 1
  ;;
esac

case $BACKUP_RECIPIENT in
'') suffix='' ;;
age1* | ssh-*) suffix=.age ;;
*) suffix=.gpg ;;
esac

encrypt() {
  case $BACKUP_RECIPIENT in
  '') cat ;;
  age1* | ssh-*) age --encrypt --recipient "$BACKUP_RECIPIENT" ;;
  /*) gpg --batch --encrypt --compress-algo none --recipient-file "$BACKUP_RECIPIENT" ;;
  *) gpg --batch --encrypt --compress-algo none --trust-model always --no-auto-key-locate --recipient "$BACKUP_RECIPIENT" ;;
  esac
}

# If a name matches several keys, gpg takes the newest.
keys_named() { gpg --batch --with-colons --list-keys "$BACKUP_RECIPIENT" 2> /dev/null | grep -c ^pub; }
case $BACKUP_RECIPIENT in
'' | age1* | ssh-* | /*) ;;
*)
  if [ "$(keys_named)" -gt 1 ]; then
    echo 'BACKUP_RECIPIENT names several keys: give the fingerprint of one.' >&2
    exit 1
  fi
  ;;
esac

if ! encrypt < /dev/null > /dev/null; then
  echo 'Nothing can be encrypted to BACKUP_RECIPIENT, so no dump is made.' >&2
  exit 1
fi

# node_exporter, which runs as another user, has to read the file.
record_success() {
  echo "lisa_backup_last_success_timestamp_seconds $(date +%s)" > "$BACKUP_METRICS.part" &&
    chmod 644 "$BACKUP_METRICS.part" && mv "$BACKUP_METRICS.part" "$BACKUP_METRICS"
}

dump() {
  rm -f "$BACKUP_DIR"/*.part
  file="$BACKUP_DIR/lisa-$(date -u +%Y-%m-%dT%H%M%SZ).dump$suffix"
  # A migration waits for a dump, so a dump must not wait for a migration for long. Sessions and keys would come back
  # after they have ended, and counters after their time.
  # The status of a pipe is that of its last command, so this file stays if pg_dump fails or is killed.
  : > "$file.unfinished.part" || return 1
  {
    pg_dump --format=custom --lock-wait-timeout=60s --exclude-table-data=public.sessions \
      --exclude-table-data=public.access_tokens --exclude-table-data=public.oauth_records \
      --exclude-table-data=public.calendar_feeds --exclude-table-data=public.push_devices \
      --exclude-table-data=public.voice_keys --exclude-table-data=public.rate_limits &&
      rm "$file.unfinished.part"
  } | encrypt > "$file.part" || return 1
  if [ -e "$file.unfinished.part" ]; then return 1; fi
  # Reads all of it: --list reads only the beginning. An encrypted one can be read only where the key is.
  if [ -z "$suffix" ]; then pg_restore --file=/dev/null "$file.part" || return 1; fi
  mv "$file.part" "$file" || return 1
  echo "$file"
  if [ -n "$BACKUP_METRICS" ]; then record_success || echo 'BACKUP_METRICS cannot be written' >&2; fi
  ls "$BACKUP_DIR" | grep -E '^lisa-[0-9-]+T[0-9]+Z\.dump(\.age|\.gpg)?$' | sort -r | tail -n "+$((BACKUPS_KEPT + 1))" |
    while read -r old; do rm "$BACKUP_DIR/$old"; done
}

if [ "${1:-}" != nightly ]; then
  dump
  exit
fi

while :; do
  now=$(date +%s)
  next=$(date -u -d "$BACKUP_AT" +%s)
  [ "$next" -gt "$now" ] || next=$((next + 86400))
  sleep "$((next - now))"
  dump || echo 'The backup failed' >&2
done
