import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { NODE_FLAGS } from '#scripts/node-flags.ts';
import { bucketName } from '#test/support/services.ts';
import { type OutsideDatabase, outsideDatabases } from './test-storage.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** An empty database and file store to back up. */
export const places = outsideDatabases.map(({ name, open }) => ({
  name: `${name} and a ${bucketName ? 'bucket' : 'folder'}`,
  async open(): Promise<OutsideDatabase> {
    const { env, drop } = await open();
    return { env: { ...env, ...(bucketName ? await openBucket() : {}) }, drop };
  },
}));

/** On the tests' S3 server, which stores in memory. */
async function openBucket(): Promise<Record<string, string>> {
  const endpoint = process.env['TEST_S3_ENDPOINT'] ?? '';
  const bucket = `backup-${randomUUID()}`;
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { STORAGE_URL: `s3://${bucket}`, S3_ENDPOINT: endpoint };
}

/** Runs an operator command; `meet` gets its process, whose input then ends. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  meet: (child: ChildProcess) => void = () => undefined,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, 'scripts/matricula.ts', command, ...args], {
    cwd: root,
    env: { ...process.env, OPERATOR: 'Grace Hopper', ...env },
  });
  meet(child);
  child.stdin.end();
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode ?? -1, out, err };
}
