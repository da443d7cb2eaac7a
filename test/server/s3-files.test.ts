import path from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { securityHeaders } from '#server/plugins/security-headers.ts';
import { staticFiles } from '#server/plugins/static-files.ts';
import { systemRandomness } from '#server/randomness.ts';
import { createS3Files } from '#server/storage/s3-files.ts';

const bucket = { bucket: 'documents', region: 'us-west-2' };

describe('files in a bucket', () => {
  beforeEach(() => {
    // Whatever this machine knows of Amazon is left out.
    for (const file of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE']) vi.stubEnv(file, '/dev/null');
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  });
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    [undefined, 'https://documents.s3.us-west-2.amazonaws.com'],
    ['http://files.example.edu:9000', 'http://files.example.edu:9000'],
  ])('with the endpoint %j are posted to %s, and the page may do that', async (endpoint, origin) => {
    const { uploadOrigin } = await createS3Files({ ...bucket, endpoint });
    expect(uploadOrigin).toBe(origin);
    const app = Fastify();
    await app.register(securityHeaders, { publicOrigin: () => 'http://localhost' });
    const folder = path.join(import.meta.dirname, 'client-stand-in');
    const page = { partner: 'default', cookiePrefix: 'matricula', settings: {} };
    await app.register(staticFiles, { ...page, folder, random: systemRandomness, uploadOrigin });
    const { headers } = await app.inject('/about');
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${origin};`);
    await app.close();
  });

  test('without keys are refused at the start, with what to set', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', undefined);
    const start = createS3Files({ ...bucket, endpoint: undefined });
    await expect(start).rejects.toThrow(/^STORAGE_URL is set, but .* set AWS_ACCESS_KEY_ID and/);
  });
});
