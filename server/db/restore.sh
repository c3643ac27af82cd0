#!/bin/sh
# Replaces everything in the database of PGHOST, PGUSER, PGPASSWORD and PGDATABASE with the given dump file, in
# one transaction. Reminders that were due since the dump are not sent a second time (after-restore.sql).
set -eu
file=${1:?Usage: restore.sh FILE}
folder=$(cd "$(dirname "$0")" && pwd)
case $file in
*.age | *.gpg)
  echo "Decrypt $file first, where the key is: age --decrypt --identity KEY, or gpg --decrypt." >&2
  exit 1
  ;;
esac

pg_restore --list "$file" > /dev/null
others=$(psql --no-psqlrc --no-align --tuples-only --command "
  select count(*) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null")
if [ "$others" != 0 ]; then
  echo "Other clients are connected to the database ($others): stop all instances of Lisa first." >&2
  exit 1
fi

script=$(mktemp)
trap 'rm -f "$script"' EXIT
pg_restore --file="$script" "$file"
psql --quiet --no-psqlrc --single-transaction --set ON_ERROR_STOP=1 --output=/dev/null \
  --command 'set statement_timeout = 0' \
  --command 'set client_min_messages = warning' \
  --command 'drop schema if exists drizzle cascade' \
  --command 'drop schema public cascade' \
  --command 'create schema public authorization pg_database_owner' \
  --command 'grant usage on schema public to public' \
  --file="$script" \
  --command 'set search_path = public' \
  --file="$folder/after-restore.sql"
echo "Restored from $file. Lisa may start again."
