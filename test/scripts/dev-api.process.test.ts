import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createDevApi } from '#scripts/dev/dev-api.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('the development server process', () => {
  test('restarts despite open connections, and calls wait for it', async () => {
    const port = await freePort();
    const dataDir = temporaryFolder();
    await putEmptyDatabase(dataDir);
    const url = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent', MAILBOX_PORT: 'off' };
    const api = createDevApi(env, url);
    await api.restart();
    expect(await api.isReady()).toBe(true);
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('GET /healthz HTTP/1.1\r\n');
    const isThere = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const restarted = api.restart();
    await expect.poll(isThere).toBe(false);
    expect(await api.isReady()).toBe(true);
    expect(await isThere()).toBe(true);
    await restarted;
    socket.destroy();
    await api.stop();
  });
});
