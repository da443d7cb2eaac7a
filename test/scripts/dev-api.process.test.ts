import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { isFileLoadingAllowed, resolveConfig } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDevApi } from '#scripts/dev/dev-api.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { projectRoot } from '#scripts/run-tool.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { describeWith } from '#test/support/services.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describeWith(['volume'], 'the development server process', () => {
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

test('the development pages include sources, and neither data nor what Vite itself hides', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('DATA_DIR', path.join(projectRoot, 'var'));
  const config = await resolveConfig({ root: projectRoot }, 'serve');
  const usual = await resolveConfig({ root: projectRoot, configFile: false }, 'serve');
  expect(config.server.fs.deny).toEqual(expect.arrayContaining(usual.server.fs.deny));
  const files = ['index.html', 'src/client/main.tsx', 'var/database/global/1260', '.env'];
  const served = files.filter((file) => isFileLoadingAllowed(config, path.join(projectRoot, file)));
  expect(served).toEqual(['index.html', 'src/client/main.tsx']);
});
