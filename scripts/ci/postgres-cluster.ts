import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endDaemon, startDaemon } from './daemon.ts';
import { freePort } from '../dev/free-port.ts';

/** A temporary PostgreSQL server with its own data and port, deleted when stopped. */
export type PostgresCluster = {
  readonly url: string;
  readonly version: string;
  /** Shuts it down, closing every connection; data remain. */
  halt(): Promise<void>;
  /** Restarts it on the same port, and waits until it is ready. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** Finds Debian's newest PostgreSQL programs. @returns undefined if not installed */
export function findPostgres(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin/postgres')
    .map((file) => path.dirname(file))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];
}

/** Source of a cluster's data: new, or copied from the primary of a standby. */
type ClusterOrigin = { readonly standbyOf?: PostgresCluster };

/** Starts a cluster in a new temporary folder, with settings as `name=value`. */
export async function startPostgres(
  programs: string,
  settings: readonly string[] = [],
  { standbyOf }: ClusterOrigin = {},
): Promise<PostgresCluster> {
  const identity = postgresIdentity();
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-postgres-'));
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const options = { ...identity, cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } };
  const data = path.join(folder, 'data');
  const [program, args] = standbyOf ? copyOf(standbyOf, data) : newCluster(data);
  execFileSync(path.join(programs, program), args, { ...options, stdio: 'ignore' });

  const port = String(await freePort());
  const own = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  const serverArgs = ['-D', data, '-p', port, ...[...own, ...settings].flatMap((setting) => ['-c', setting])];
  const probe = ['-q', '-h', '127.0.0.1', '-p', port];
  const start = () =>
    startDaemon(path.join(programs, 'postgres'), serverArgs, {
      ...options,
      log: path.join(folder, 'log'),
      isReady: () => spawnSync(path.join(programs, 'pg_isready'), probe).status === 0,
      killSignal: 'SIGQUIT',
    });
  let server = await start();
  const halt = () => endDaemon(server, 'SIGINT');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: execFileSync(path.join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    halt,
    resume: async () => {
      server = await start();
    },
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Program = readonly [name: string, args: readonly string[]];

function newCluster(data: string): Program {
  const trusting = ['-U', 'postgres', '-A', 'trust'];
  return ['initdb', ['-D', data, ...trusting, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']];
}

/** Includes the settings of a standby. */
function copyOf({ url }: PostgresCluster, data: string): Program {
  return [
    'pg_basebackup',
    ['-D', data, '-d', url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
  ];
}

/** User as whom root runs PostgreSQL and pgbouncer, which refuse root; undefined for other users. */
export function postgresIdentity(): { readonly uid: number; readonly gid: number } | undefined {
  return process.getuid?.() === 0 ? userIds('postgres') : undefined;
}

function userIds(name: string): { readonly uid: number; readonly gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
