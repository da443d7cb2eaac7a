#!/bin/sh
# Backs up with the tools of PostgreSQL and of the file store (docs/operating.md, "Large backups"):
#   large-backup.sh <new folder> <folder of files, or s3://bucket>
# Uses psql's environment: PGDATABASE, PGHOST, PGUSER, PGPASSFILE. Do not connect through a pooler.
set -eu
umask 077
to=$1 files=$2 name="backup-large-$$"
mkdir "$to"
# While this row exists and is valid, servers delete no files.
resume() { psql -qc "delete from server_secret where name = '$name'"; }
trap resume EXIT
psql -qc "insert into server_secret (name, value, valid_until) values ('$name', '', now() + interval '1 day')"
# The database first: its files are already stored, and stay until the end.
pg_dump --format=directory --jobs=4 --file="$to/database"
case $files in
  s3://*) aws s3 sync --only-show-errors "$files" "$to/files" ;;
  # Names of documents never start with a dot.
  *) mkdir "$to/files" && find "$files" -mindepth 1 -maxdepth 1 -name '[!.]*' -exec cp -a -t "$to/files" {} + ;;
esac
sync
