import { sql } from 'kysely';
import { accountBackoff } from '#server/accounts/guess-limits.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { createDatabaseLimits, type Limits } from '#server/limits/database-limits.ts';
import { readServerSecret } from '#server/database/server-secret.ts';
import type { TestApp } from '#test/server/test-app.ts';

/** The limits of a server, to seed counts. */
export async function limitsOf({ storage }: TestApp): Promise<Limits> {
  return createDatabaseLimits(storage.db, await readServerSecret(storage.db, systemRandomness));
}

/** Seeds the longest-lived count of 95 wrong passwords. */
export async function fail95Times(server: TestApp, username: string): Promise<void> {
  const limits = await limitsOf(server);
  await limits.tryNext(accountBackoff(username), server.now());
  await sql`update limit_state set tries = 95
    where kept_until = (select max(kept_until) from limit_state)`.execute(server.storage.db);
}
