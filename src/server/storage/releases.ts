/**
 * The release that brought a migration, as its name says it: `0027-r2-…` is of the second. Those without are of the
 * first. A release is what was put into service at once; the first migration after it opens the next.
 */
export function releaseOf(migration: string): number {
  return Number(/^\d{4}-r(\d+)-/.exec(migration)?.[1] ?? 1);
}

/**
 * Says whether a server may run on a database that a newer one has changed. One release only adds to what the one before
 * it uses, so its database serves both; what comes after may take away what that one had replaced.
 *
 * @param made the migrations of the database
 * @param known those of this server
 * @returns a sentence for the log; undefined when the database has nothing that this server does not know
 * @throws Error with one sentence when this server is too old for it
 */
export function explainAhead(made: readonly string[], known: readonly string[]): string | undefined {
  const isKnown = new Set(known);
  const unknown = made.filter((name) => !isKnown.has(name));
  if (unknown.length === 0) return undefined;
  const isMade = new Set(made);
  const missing = known.find((name) => !isMade.has(name));
  if (missing !== undefined)
    throw new Error(
      `The database was changed by a server of another line: it has ${unknown.join(', ')}, and lacks ${missing}. Start the one that changed it, or restore the database from its backup.`,
    );
  const [own, newest] = [newestRelease(known), newestRelease(made)];
  if (newest > own + 1)
    throw new Error(
      `The database is of release ${newest}, and this server of release ${own}: a server runs on a database that is one release ahead at most. Start release ${newest - 1} or ${newest}.`,
    );
  return `The database is ahead of this server: it has ${unknown.join(', ')} of release ${newest}, and this server is of release ${own}. It runs, and changes no table.`;
}

function newestRelease(migrations: readonly string[]): number {
  return Math.max(1, ...migrations.map(releaseOf));
}
