import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endDaemon, startDaemon } from './daemon.ts';
import { freePort } from '../dev/free-port.ts';

export const RADOSGW_PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw'] as const;
const START_LIMIT = 120_000;
const ACCESS_KEY = 'matricula';
const SECRET_KEY = 'matricula-secret';

/** A temporary S3 server with objects in memory, deleted when stopped. */
export type RadosgwCluster = {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly version: string;
  /** Kills the gateway with SIGKILL; objects remain. */
  halt(): Promise<void>;
  /** Restarts the gateway on the same port, and waits until it answers. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** Whether Debian's radosgw packages are installed. */
export function hasRadosgw(): boolean {
  return RADOSGW_PROGRAMS.every((program) => existsSync(path.join('/usr/bin', program)));
}

/** Starts the minimum for radosgw: a monitor, an in-memory store and the gateway. */
export async function startRadosgw(): Promise<RadosgwCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-radosgw-'));
  const daemons: ChildProcess[] = [];
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const start: Start = async (name, args, isReady) => {
    const log = path.join(folder, `${name}.out`);
    const all = ['-c', path.join(folder, 'ceph.conf'), ...args, '-f'];
    const daemon = await startDaemon(name, all, { log, isReady });
    daemons.push(daemon);
    return daemon;
  };
  const stop = async (): Promise<void> => {
    for (const daemon of daemons.toReversed()) await endDaemon(daemon);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { endpoint, startGateway } = await bringUp(folder, start);
    let gateway = await startGateway();
    const version = execFileSync('radosgw', ['--version'], { encoding: 'utf8' }).trim();
    const halt = (): Promise<void> => endDaemon(gateway);
    const resume = async (): Promise<void> => {
      gateway = await startGateway();
    };
    return { endpoint, accessKey: ACCESS_KEY, secretKey: SECRET_KEY, version, halt, resume, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Start = (
  name: string,
  args: readonly string[],
  isReady?: () => Promise<boolean>,
) => Promise<ChildProcess>;

/** Starts them in order: the monitor must know the store first, and the gateway needs both. */
async function bringUp(folder: string, start: Start) {
  const address = `127.0.0.1:${await freePort()}`;
  const cluster = { id: randomUUID(), store: randomUUID(), address };
  const conf = path.join(folder, 'ceph.conf');
  const keyring = path.join(folder, 'keyring');
  const monitors = path.join(folder, 'monmap');
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(path.join(folder, name));
  writeFileSync(conf, clusterSettings(folder, cluster));
  makeKeys(keyring);
  runRadosgw('monmaptool', ['--create', '--add', 'a', address, '--fsid', cluster.id, monitors]);
  runRadosgw('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', monitors, '--keyring', keyring]);
  await start('ceph-mon', ['-i', 'a']);
  runRadosgw('ceph', ['-c', conf, 'osd', 'new', cluster.store]);
  runRadosgw('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', cluster.store]);
  await start('ceph-osd', ['-i', '0']);
  const keys = [`--access-key=${ACCESS_KEY}`, `--secret-key=${SECRET_KEY}`];
  const user = ['user', 'create', '--uid=matricula', '--display-name=Matricula', ...keys];
  runRadosgw('radosgw-admin', ['-c', conf, '-n', 'client.rgw', ...user]);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const frontend = `--rgw-frontends=beast endpoint=127.0.0.1:${port}`;
  const startGateway = () => start('radosgw', ['-n', 'client.rgw', frontend], () => isAnswering(endpoint));
  return { endpoint, startGateway };
}

/** Creates a key for each daemon; without keys the gateway never starts. */
function makeKeys(keyring: string): void {
  const rights = {
    'mon.': ['mon', 'allow *'],
    'client.admin': ['mon', 'allow *', 'osd', 'allow *'],
    'client.rgw': ['mon', 'allow rwx', 'osd', 'allow rwx'],
    'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
  };
  runRadosgw('ceph-authtool', ['--create-keyring', keyring]);
  for (const [name, [first = '', second = '', ...rest]] of Object.entries(rights)) {
    const more = rest.length > 0 ? ['--cap', ...rest] : [];
    runRadosgw('ceph-authtool', [keyring, '--gen-key', '-n', name, '--cap', first, second, ...more]);
  }
}

function runRadosgw(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: START_LIMIT });
}

type Cluster = { readonly id: string; readonly address: string };

function clusterSettings(folder: string, { id, address }: Cluster): string {
  const lines = {
    fsid: id,
    mon_initial_members: 'a',
    mon_host: `v2:${address}`,
    public_addr: '127.0.0.1',
    cluster_addr: '127.0.0.1',
    keyring: `${folder}/keyring`,
    admin_socket: `${folder}/$name.asok`,
    log_file: `${folder}/$name.log`,
    pid_file: `${folder}/$name.pid`,
    mon_data: `${folder}/mon`,
    osd_data: `${folder}/osd`,
    rgw_data: `${folder}/rgw`,
    osd_objectstore: 'memstore',
    osd_crush_chooseleaf_type: '0',
    osd_pool_default_size: '1',
    osd_pool_default_min_size: '1',
    osd_pool_default_pg_num: '1',
    osd_pool_default_pgp_num: '1',
    mon_allow_pool_size_one: 'true',
    mon_max_pg_per_osd: '1000',
    // Free disk space does not matter, because objects are in memory.
    mon_data_avail_crit: '1',
    mon_data_avail_warn: '2',
  };
  return ['[global]', ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`), ''].join('\n');
}

async function isAnswering(endpoint: string): Promise<boolean> {
  try {
    return (await fetch(endpoint)).ok;
  } catch {
    return false;
  }
}
