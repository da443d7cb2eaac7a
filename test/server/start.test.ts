import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '#scripts/free-port.ts';
import { startServer } from '#server/main.ts';
import { putEmptyDatabase } from './empty-database.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  folders.push(folder);
  return folder;
}

describe('a start that cannot succeed', () => {
  test('says that another program has the port, and lets go of the data', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const environment = { PORT: String(port), DATA_DIR: newFolder(), LOG_LEVEL: 'silent' };
    await putEmptyDatabase(environment.DATA_DIR);
    await expect(startServer(environment)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start.`,
    );
    other.close();
    await once(other, 'close');
    const server = await startServer(environment);
    await server.stop();
  });

  test('says that the database cannot be reached, without its password', async () => {
    const port = await freePort();
    const started = startServer({
      PORT: '0',
      DATA_DIR: newFolder(),
      DATABASE_URL: `postgres://admissions:secret-word@127.0.0.1:${port}/applications`,
    });
    await expect(started).rejects.toThrow(
      `The database at 127.0.0.1:${port} cannot be reached (ECONNREFUSED). Check DATABASE_URL, and that it runs.`,
    );
  });
});
