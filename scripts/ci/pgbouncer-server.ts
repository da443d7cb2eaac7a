import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../dev/free-port.ts';
import { installPackages } from './debian-packages.ts';
import { postgresIdentity } from './postgres-cluster.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const START_LIMIT = 30_000;

/** A pooler of our own before a PostgreSQL server, which lends a connection for one transaction. */
export type PgbouncerServer = {
  /** The address of a database of the server, through the pooler. */
  through(url: string): string;
  readonly version: string;
  stop(): Promise<void>;
};

/** Whether Debian's package of the pooler is installed. */
export function hasPgbouncer(): boolean {
  return existsSync(PROGRAM);
}

/** Installs Debian's package; root only. The service that comes with it is not needed. */
export function installPgbouncer(): void {
  installPackages(['pgbouncer']);
}

/**
 * Starts pgbouncer in transaction mode on a free port of loopback. It refuses to run as root, as PostgreSQL does.
 *
 * @param serverUrl of a server that trusts this machine
 * @param connections to each database of the server: few, and two statements seldom meet the same one
 * @throws Error with what it printed, when it does not listen within 30 s
 */
export async function startPgbouncer(serverUrl: string, connections = 10): Promise<PgbouncerServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-pgbouncer-'));
  const identity = postgresIdentity();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const [settings, log] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'log')];
  const port = await freePort();
  writeFileSync(settings, poolerSettings(new URL(serverUrl), port, connections));
  const output = openSync(log, 'a');
  const server = spawn(PROGRAM, ['-q', settings], {
    ...identity,
    cwd: folder,
    stdio: ['ignore', output, output],
  });
  // Orphans would pile up when this process is ended in the middle.
  process.once('exit', () => server.kill('SIGKILL'));
  await untilListening(server, port, log);
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    version: execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '',
    async stop() {
      const ended = once(server, 'exit');
      // At once: SIGTERM would wait for those that are connected.
      if (server.exitCode === null && server.kill('SIGQUIT')) await ended;
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

async function untilListening(server: ChildProcess, port: number, log: string): Promise<void> {
  const limit = performance.now() + START_LIMIT;
  while (!(await isListening(port))) {
    if (server.exitCode !== null || performance.now() > limit) {
      server.kill('SIGKILL');
      throw new Error(`pgbouncer does not listen:\n${readFileSync(log, 'utf8')}`);
    }
    await delay(20);
  }
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
