import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { NODE_FLAGS } from '#test/support/node-flags.ts';
import { createPostgresDatabase } from './test-storage.ts';

const root = path.resolve(import.meta.dirname, '../..');
const postgresUrl = process.env['TEST_DATABASE_URL'];
const hasBuckets = process.env['TEST_S3_BUCKET'] !== undefined;

/** Where a server keeps what it stores, with nothing in it yet. */
export type Place = {
  readonly env: Readonly<Record<string, string>>;
  readonly drop: () => Promise<void>;
};

/** The databases and file stores that are backed up: of the environment, those that there are. */
export const places: readonly { readonly name: string; readonly open: () => Promise<Place> }[] = [
  {
    name: 'the embedded database and a folder',
    open: async () => ({ env: {}, drop: async () => undefined }),
  },
  ...(postgresUrl
    ? [{ name: `PostgreSQL and a ${hasBuckets ? 'bucket' : 'folder'}`, open: () => openOutside(postgresUrl) }]
    : []),
];

async function openOutside(serverUrl: string): Promise<Place> {
  const { url, drop } = await createPostgresDatabase(serverUrl);
  return { env: { DATABASE_URL: url, ...(hasBuckets ? await openBucket() : {}) }, drop };
}

/** On the S3 server of the tests, which keeps its objects in memory. */
async function openBucket(): Promise<Record<string, string>> {
  const endpoint = process.env['TEST_S3_ENDPOINT'] ?? '';
  const bucket = `backup-${randomUUID()}`;
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { STORAGE_URL: `s3://${bucket}`, S3_ENDPOINT: endpoint };
}

/** Runs a command of the operator to its end. */
export async function runCommand(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, `scripts/${script}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, OPERATOR: 'Grace Hopper', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode ?? -1, out, err };
}
