import { createLocales } from '#server/http/locale.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { securityHeaders } from '#server/http/security-headers.ts';
import { staticFiles } from '#server/http/static-files.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { createS3Files } from '#server/files/s3-files.ts';
import { storageErrorOf } from '#server/database/storage-errors.ts';
import { addressOfServer } from '#server/http/create-server.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const bucket = { bucket: 'documents', region: 'us-west-2' };

/** A fake S3 server, which can also hang. */
async function startBucket(status?: number): Promise<{ endpoint: string; close: () => void }> {
  const server = createServer((_request, response) => {
    if (status !== undefined) response.writeHead(status).end('<Error><Code>SlowDown</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { endpoint: `http://127.0.0.1:${addressOfServer(server).port}`, close };
}

const OUTSIDE = { random: systemRandomness, clock: () => new Date() };

describe('files in a bucket', () => {
  beforeEach(() => {
    // Ignores AWS settings of this machine.
    for (const file of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(file, '/dev/null');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  });
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    [undefined, 'https://documents.s3.us-west-2.amazonaws.com'],
    ['http://files.example.edu:9000', 'http://files.example.edu:9000'],
  ])('with the endpoint %j are posted to %s, as the CSP allows', async (endpoint, origin) => {
    const { uploadOrigin } = await createS3Files({ ...bucket, endpoint });
    expect(uploadOrigin).toBe(origin);
    const app = Fastify();
    await app.register(securityHeaders, { publicOrigin: () => 'http://localhost' });
    const folder = path.join(import.meta.dirname, 'client-stand-in');
    const page = { partner: 'default', cookiePrefix: 'matricula', questionnaire: toyQuestionnaire() };
    const locales = createLocales({});
    await app.register(staticFiles, { ...page, locales, folder, ...OUTSIDE, uploadOrigin });
    const { headers } = await app.inject('/about');
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${origin};`);
    await app.close();
  });

  test.each([
    ['says nothing', undefined, 'TimeoutError'],
    ['is overloaded', 503, 'SlowDown'],
    ['rejects the keys', 403, 'SlowDown'],
    ['is gone', 'gone', 'ECONNREFUSED'],
  ] as const)('are unavailable while their server %s', async (_name, status, code) => {
    const { endpoint, close } = await startBucket(status === 'gone' ? undefined : status);
    if (status === 'gone') close();
    const files = await createS3Files({ ...bucket, endpoint }, 50);
    const key = 'ada/passport';
    const calls = [files.read(key), files.write(key, Buffer.from('x')), files.remove([key])];
    for (const asked of await Promise.allSettled(calls))
      expect('reason' in asked && storageErrorOf(asked.reason)).toBe('unavailable');
    await expect(files.read(key)).rejects.toMatchObject({ name: 'FilesUnavailable', code });
    close();
  });

  test('without keys fail at the start, naming the variables', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
    const start = createS3Files({ ...bucket, endpoint: undefined });
    await expect(start).rejects.toThrow(/^STORAGE_URL is set, but .* set AWS_ACCESS_KEY_ID and/);
  });
});
