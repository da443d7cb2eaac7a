import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { isolationWarning } from '#server/sandbox/isolation.ts';
import { startServer } from '#server/start/main.ts';
import { explainStartError, isRetryableStart, settingsWarnings } from '#server/start/start-errors.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { refusal, startFakePostgres } from './fake-postgres.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test.each<[publicUrl: string | undefined, smtpUrl: string | undefined, missing: readonly string[]]>([
  [undefined, undefined, []],
  ['https://apply.example.edu', undefined, ['SMTP_URL', 'SCANNER_URL', 'DATA_KEY']],
  ['https://apply.example.edu', 'smtp://mail:587', ['SCANNER_URL', 'DATA_KEY']],
  ['http://localhost:3000', 'smtp://mail:587', ['DATA_KEY']],
])('a start at %s with the mail server %s warns about missing %j', (publicUrl, smtpUrl, missing) => {
  const config = { publicUrl, smtpUrl, scanner: undefined, databaseUrl: undefined, dataKeys: [] };
  const warnings = settingsWarnings(config, true).filter((warning) => warning !== false);
  expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(missing);
});

test.each([
  ['full', ''],
  ['user', 'the network and what every user'],
  ['network', 'DATA_KEY, the database and all documents.'],
  ['none', 'DATA_KEY, the database, all documents and the network'],
] as const)('a start with isolation %s warns of %s', (kind, reached) => {
  expect(isolationWarning({ kind }) ?? '').toMatch(reached === '' ? /^$/ : reached);
});

describe('a failing start', () => {
  test('reports a used port, and releases the data', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const environment = { PORT: String(port), DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' };
    await putEmptyDatabase(environment.DATA_DIR);
    await expect(startServer(environment)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start.`,
    );
    other.close();
    await once(other, 'close');
    const server = await startServer(environment);
    await server.stop();
  });

  test.each(['28P01', '28000', '3D000'])(
    'reports a refusal by PostgreSQL with %s, without the password',
    async (code) => {
      const database = await startFakePostgres(refusal(code));
      const started = startServer({ PORT: '0', DATA_DIR: temporaryFolder(), DATABASE_URL: database.url });
      await expect(started).rejects.toThrow(
        `The database at ${new URL(database.url).host} refuses the connection (${code}). Check DATABASE_URL.`,
      );
      await database.close();
    },
  );

  test('reports an unknown database host at once', () => {
    const config = { port: 3000, host: '127.0.0.1', databaseUrl: 'postgres://me:secret-word@nowhere/form' };
    const fault = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere'), { code: 'ENOTFOUND' });
    expect(isRetryableStart(fault, config)).toBe(false);
    expect(explainStartError(fault, config)).toMatchObject({
      message: 'The database at nowhere cannot be reached (ENOTFOUND). Check DATABASE_URL, and that it runs.',
    });
  });
});
