#!/bin/sh
# A backup with the tools of PostgreSQL and of the file store (docs/operating.md, "Large backups"):
#   large-backup.sh <new folder> <folder of files, or s3://bucket>
# It finds the database as psql does: PGDATABASE, PGHOST, PGUSER, PGPASSFILE. Do not go through a pooler.
set -eu
umask 077
to=$1 files=$2 name="backup-large-$$"
mkdir "$to"
# While this row is there, and valid, servers delete no files.
resume() { psql -qc "delete from server_secret where name = '$name'"; }
trap resume EXIT
psql -qc "insert into server_secret (name, value, valid_until) values ('$name', '', now() + interval '1 day')"
# The database first: each file that it names was written before, and is there until the end.
pg_dump --format=directory --jobs=4 --file="$to/database"
case $files in
  s3://*) aws s3 sync --only-show-errors "$files" "$to/files" ;;
  # What begins with a dot is no document.
  *) mkdir "$to/files" && find "$files" -mindepth 1 -maxdepth 1 -name '[!.]*' -exec cp -a -t "$to/files" {} + ;;
esac
sync
