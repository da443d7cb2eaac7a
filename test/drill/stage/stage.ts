import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { type RadosgwCluster, startRadosgw } from '#scripts/ci/radosgw-cluster.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { startBalancer } from './balancer.ts';
import { type Link, openLink } from './link.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { isReady, type Node, startNode } from './nodes.ts';
import { type Pooler, startPoolers } from './poolers.ts';
import { type Program, type Undo, until } from './program.ts';
import {
  createDatabase,
  DATABASE_PASSWORD,
  type ReplicatedDatabase,
  startReplicatedDatabase,
  withClient,
} from './replicated-database.ts';

/** Different from the example in deploy/pgbouncer.ini, which has its own address. */
const DATABASE = 'drill';
const BUCKET = 'matricula';
const NODE_NAMES = ['node-1', 'node-2', 'node-3', 'node-4'];

/** The whole production setup, on this machine. */
export type Stage = {
  /** Address for students. */
  readonly url: string;
  readonly database: ReplicatedDatabase;
  /** Queries the database directly, bypassing the servers. */
  readonly query: <Row extends object>(text: string) => Promise<readonly Row[]>;
  readonly poolers: readonly Pooler[];
  readonly bucket: RadosgwCluster;
  readonly mail: MailServer;
  readonly nodes: readonly StagedNode[];
  /** Everything with a log of its own. */
  readonly programs: readonly Program[];
};

type StagedNode = Node & {
  /** Links between the node and the database. */
  readonly cables: readonly Link[];
};

/**
 * Starts everything.
 *
 * @param undo cleanup functions, added as parts start
 * @throws Error with the part that failed to start, and its output
 */
export async function startStage(undo: Undo): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-drill-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL runs as another user, below this folder.
  chmodSync(folder, 0o711);
  const [[database, bucket], mail] = [await startStores(folder, undo), await startMailServer()];
  undo.push(() => mail.halt());
  const [port, primaryPort] = [await freePort(), await freePort()];
  const nodePorts = await Promise.all(NODE_NAMES.map(freePort));
  const { members } = database;
  const balancer = startBalancer(folder, { port, primaryPort, nodePorts, members });
  undo.push(() => balancer.stop());
  await until(
    'The balancer finds the primary',
    () => createDatabase(primaryPort, DATABASE).then(() => true),
    [balancer],
  );
  const poolers = await startPoolers(folder, DATABASE, primaryPort);
  for (const { pgbouncer } of poolers) undo.push(() => pgbouncer.stop('SIGQUIT'));
  const url = `http://localhost:${port}`;
  const around = { ...(await makeBucket(bucket)), ...studentsSettings(url, mail) };
  const nodes: StagedNode[] = [];
  for (const [index, name] of NODE_NAMES.entries()) {
    const { cables, settings } = await openLinks([...poolers.map((each) => each.port), primaryPort]);
    const node = startNode(folder, name, nodePorts[index] ?? 0, { ...around, ...settings });
    undo.push(() => cables.forEach((cable) => cable.close()));
    undo.push(() => node.server.stop('SIGKILL'));
    nodes.push({ ...node, cables });
  }
  const servers = nodes.map(({ server }) => server);
  for (const node of nodes)
    await until(`${node.server.name} is ready`, () => isReady(node.port), [node.server]);
  const programs = [balancer, ...poolers.map(({ pgbouncer }) => pgbouncer), ...servers];
  const query: Stage['query'] = (text) =>
    withClient(primaryPort, DATABASE, async (client) => (await client.query(text)).rows);
  return { url, database, query, poolers, bucket, mail, nodes, programs };
}

/** In parallel, as both take half a minute. */
async function startStores(folder: string, undo: Undo): Promise<[ReplicatedDatabase, RadosgwCluster]> {
  const [database, bucket] = await Promise.allSettled([
    startReplicatedDatabase(folder, undo),
    startRadosgw(),
  ]);
  if (bucket.status === 'fulfilled') undo.push(bucket.value.stop);
  if (database.status === 'rejected') throw database.reason;
  if (bucket.status === 'rejected') throw bucket.reason;
  return [database.value, bucket.value];
}

async function makeBucket({ endpoint, accessKey, secretKey }: RadosgwCluster) {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
  return {
    STORAGE_URL: `s3://${BUCKET}`,
    S3_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
  };
}

function studentsSettings(url: string, mail: MailServer) {
  return {
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    SMTP_URL: mail.url,
    MAIL_FROM: 'apply@example.edu',
    LOG_LEVEL: 'warn',
  };
}

/** From a node to each pooler, and directly to the primary. */
async function openLinks(targets: readonly number[]) {
  const cables = await Promise.all(targets.map(openLink));
  const hosts = cables.map(({ port }) => `127.0.0.1:${port}`);
  const settings = {
    DATABASE_URL: `${address(hosts.slice(0, -1).join(','))}?target_session_attrs=read-write`,
    DATABASE_DIRECT_URL: address(hosts.at(-1) ?? ''),
  };
  return { cables, settings };
}

function address(hosts: string): string {
  return `postgres://postgres:${DATABASE_PASSWORD}@${hosts}/${DATABASE}`;
}
