import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { postgresIdentity } from '#scripts/ci/postgres-cluster.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { Program } from './program.ts';
import { DATABASE_PASSWORD } from './replicated-database.ts';

const COUNT = 2;

export type Pooler = { readonly port: number; readonly pgbouncer: Program };

/**
 * Starts the poolers with `deploy/pgbouncer.ini` and the drill's addresses and accounts.
 *
 * @param primaryPort port of the primary
 */
export async function startPoolers(
  folder: string,
  database: string,
  primaryPort: number,
): Promise<readonly Pooler[]> {
  const home = path.join(folder, 'poolers');
  const identity = postgresIdentity();
  mkdirSync(home);
  if (identity) chownSync(home, identity.uid, identity.gid);
  const poolers: Pooler[] = [];
  for (let index = 1; index <= COUNT; index += 1) {
    const port = await freePort();
    const settings = path.join(home, `pooler-${index}.ini`);
    writeFileSync(settings, ownSettings(database, port, primaryPort));
    const command = { program: '/usr/sbin/pgbouncer', args: ['-q', settings], identity, cwd: home };
    const pgbouncer = new Program(`pgbouncer-${index}`, folder, command);
    pgbouncer.start();
    poolers.push({ port, pgbouncer });
  }
  return poolers;
}

/** Keeps sections together: a repeated section discards earlier settings. */
function ownSettings(database: string, port: number, primaryPort: number): string {
  const limit = `connect_query='set statement_timeout = 30000'`;
  return `[databases]
${database} = host=127.0.0.1 port=${primaryPort} user=postgres password=${DATABASE_PASSWORD} ${limit}
%include ${path.join(projectRoot, 'deploy/pgbouncer.ini')}
listen_port = ${port}
auth_type = any
auth_file =
`;
}
