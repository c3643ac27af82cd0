#!/bin/sh
# Dumps the database of PGHOST, PGUSER, PGPASSWORD and PGDATABASE into BACKUP_DIR and keeps the newest BACKUPS_KEPT dumps.
# Once, or with the argument `nightly` each night at BACKUP_AT (UTC).
set -eu
# A dump holds every word of everybody.
umask 077
: "${BACKUP_DIR:=/backups}" "${BACKUPS_KEPT:=14}" "${BACKUP_AT:=03:00}"
case $BACKUPS_KEPT in
0* | *[!0-9]*)
  echo 'BACKUPS_KEPT has to be a number from 1: it says how many dumps are kept.' >&2
  exit 1
  ;;
esac

dump() {
  rm -f "$BACKUP_DIR"/*.part
  file="$BACKUP_DIR/lisa-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
  # A migration waits for a dump, so a dump must not wait for a migration for long.
  pg_dump --format=custom --lock-wait-timeout=60s --file="$file.part" || return 1
  pg_restore --list "$file.part" > /dev/null || return 1
  mv "$file.part" "$file" || return 1
  echo "$file"
  ls "$BACKUP_DIR"/lisa-*.dump | sort -r | tail -n "+$((BACKUPS_KEPT + 1))" | while read -r old; do rm "$old"; done
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
