import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#scripts/dev/free-port.ts';
import { PGBOUNCER } from '#scripts/ci/debian-packages.ts';
import { endDaemon, startDaemon } from '#scripts/ci/daemon.ts';
import { postgresIdentity } from '#scripts/ci/postgres-cluster.ts';

/** A pgbouncer in front of a PostgreSQL server, in transaction mode. */
export type PgbouncerServer = {
  /** URL of a database through the pooler. */
  through(url: string): string;
  readonly version: string;
  stop(): Promise<void>;
};

/** Starts pgbouncer in transaction mode, with connections that successive statements rarely share. */
export async function startPgbouncer(serverUrl: string, connections = 10): Promise<PgbouncerServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-pgbouncer-'));
  const identity = postgresIdentity();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const settings = path.join(folder, 'pgbouncer.ini');
  const port = await freePort();
  writeFileSync(settings, poolerSettings(new URL(serverUrl), port, connections));
  const server = await startDaemon(PGBOUNCER, ['-q', settings], {
    ...identity,
    cwd: folder,
    log: path.join(folder, 'log'),
    isReady: () => isListening(port),
  });
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    version: execFileSync(PGBOUNCER, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '',
    async stop() {
      // SIGTERM would wait for connected clients.
      await endDaemon(server, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function poolerSettings(
  { hostname, port: serverPort, username }: URL,
  port: number,
  connections: number,
): string {
  return `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
`;
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
