import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { findPostgres, postgresIdentity } from '#scripts/ci/postgres-cluster.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { Program, type Undo, until } from './program.ts';
import { mountSmallDisk } from './small-disk.ts';

const MEMBERS = ['north', 'south'] as const;
/** Downtime of a failed database machine, in milliseconds. */
const DOWNTIME_MS = 25_000;
export const DATABASE_PASSWORD = 'of-the-drill-alone';

/** One machine with PostgreSQL and Patroni. */
export type Member = {
  readonly name: string;
  readonly port: number;
  readonly patroniPort: number;
  readonly data: string;
  /** A separate disk, if possible on this machine. */
  readonly disk: string | undefined;
  readonly patroni: Program;
};

/** PostgreSQL under Patroni and etcd: a primary and its synchronous standby. */
export type ReplicatedDatabase = {
  readonly members: readonly Member[];
  /** The current primary; undefined during a failover. */
  primary(): Promise<Member | undefined>;
  /** Whether the standby can take over without data loss. */
  hasStandby(): Promise<boolean>;
  /** `kill -9` of everything on the primary's machine, which returns after half a minute. */
  killPrimary(): Promise<void>;
};

/**
 * Starts etcd and both members; waits for a primary with a synchronized standby.
 *
 * @param undo cleanup functions
 */
export async function startReplicatedDatabase(folder: string, undo: Undo): Promise<ReplicatedDatabase> {
  const { etcd, address } = await startEtcd(folder, undo);
  const members: Member[] = [];
  for (const name of MEMBERS) {
    const home = path.join(folder, name);
    mkdirSync(home);
    const disk = mountSmallDisk(home, undo) ? home : undefined;
    members.push({ ...(await createMember(name, folder, address)), disk });
  }
  process.once('exit', () => members.forEach(killPostgres));
  for (const member of members) {
    undo.push(async () => {
      await member.patroni.stop('SIGKILL');
      killPostgres(member);
    });
    member.patroni.start();
  }
  const programs = [etcd, ...members.map(({ patroni }) => patroni)];
  const primary = async () => firstAnswering(members, '/primary');
  const hasStandby = async (): Promise<boolean> => {
    const [leading, following] = [await primary(), await firstAnswering(members, '/sync')];
    return leading !== undefined && following !== undefined && leading !== following;
  };
  await until('There is a primary with a standby that is in step', hasStandby, programs);
  return {
    members,
    primary,
    hasStandby,
    async killPrimary() {
      const killed = await primary();
      if (killed === undefined) throw new Error('There is no primary to kill.');
      await killed.patroni.stop('SIGKILL');
      killPostgres(killed);
      setTimeout(() => killed.patroni.start(), DOWNTIME_MS).unref();
    },
  };
}

async function startEtcd(folder: string, undo: Undo) {
  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const etcd = new Program('etcd', folder, {
    program: 'etcd',
    args: Object.entries({
      name: 'one',
      'data-dir': path.join(folder, 'etcd'),
      'listen-client-urls': clientUrl,
      'advertise-client-urls': clientUrl,
      'listen-peer-urls': peerUrl,
      'initial-advertise-peer-urls': peerUrl,
      'initial-cluster': `one=${peerUrl}`,
      logger: 'zap',
    }).flatMap(([name, value]) => [`--${name}`, value]),
  });
  undo.push(() => etcd.stop('SIGKILL'));
  etcd.start();
  await until('etcd answers', async () => (await fetch(`${clientUrl}/health`)).ok, [etcd]);
  return { etcd, address: `127.0.0.1:${client}` };
}

async function createMember(name: string, folder: string, etcd: string): Promise<Omit<Member, 'disk'>> {
  const [port, patroniPort] = [await freePort(), await freePort()];
  const home = path.join(folder, name);
  const identity = postgresIdentity();
  if (identity) chownSync(home, identity.uid, identity.gid);
  const data = path.join(home, 'data');
  const env = {
    HOME: home,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `'${etcd}'`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: findPostgres() ?? '',
    PATRONI_POSTGRESQL_PGPASS: path.join(home, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: DATABASE_PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: DATABASE_PASSWORD,
  };
  const args = [path.join(projectRoot, 'deploy/patroni.yml')];
  const patroni = new Program(name, folder, { program: 'patroni', args, env, identity, cwd: home });
  return { name, port, patroniPort, data, patroni };
}

/** Patroni leaves it running when it is killed itself. */
function killPostgres({ data }: Member): void {
  try {
    process.kill(Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  } catch {
    // Already ended, or never started.
  }
}

async function firstAnswering(members: readonly Member[], address: string): Promise<Member | undefined> {
  const found = await Promise.all(
    members.map(async (member) => {
      const answer = fetch(`http://127.0.0.1:${member.patroniPort}${address}`, {
        signal: AbortSignal.timeout(2000),
      });
      return (await answer.catch(() => undefined))?.ok === true ? member : undefined;
    }),
  );
  return found.find((member) => member !== undefined);
}

/** Creates the service's database if missing. @param port port of the primary */
export function createDatabase(port: number, name: string): Promise<void> {
  return withClient(port, 'postgres', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  });
}

/** Connects to a database directly, bypassing servers and poolers. @param port port of the primary */
export async function withClient<Result>(
  port: number,
  database: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: DATABASE_PASSWORD,
    database,
  });
  // The balancer can drop connections.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
