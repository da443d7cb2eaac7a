import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, onTestFinished } from 'vitest';
import { freePort } from '#scripts/dev/free-port.ts';
import { openLogOutput } from '#server/start/process-errors.ts';
import { NODE_FLAGS } from '#scripts/node-flags.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const PATIENCE = { timeout: 60_000 };
const NET = path.resolve(import.meta.dirname, '../../src/server/start/process-errors.ts');

/** Runs code with error handlers in its own process. */
function runUnderNet(lines: string) {
  const program = `
    import { EventEmitter } from 'node:events';
    import { handleProcessErrors } from ${JSON.stringify(NET)};
    handleProcessErrors((task, { code }) => console.log(task + ': ' + code));
    setImmediate(() => console.log('goes on'));
    ${lines}`;
  const args = [...NODE_FLAGS, '--input-type=module', '--eval', program];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

describe('an unhandled error', () => {
  test.each([
    [
      'of a promise',
      `void Promise.reject(Object.assign(new Error('no'), { code: 'X' }));`,
      'a promise that nobody waits for: X\ngoes on\n',
    ],
    [
      'of a connection',
      `queueMicrotask(() => new EventEmitter().emit('error', Object.assign(new Error('no'), { code: 'ECONNRESET' })));`,
      'a connection that nobody listens to: ECONNRESET\ngoes on\n',
    ],
    [
      'of the system',
      `queueMicrotask(() => { throw Object.assign(new Error('no'), { code: 'EX', syscall: 'accept' }); });`,
      'a connection that nobody listens to: EX\ngoes on\n',
    ],
  ])('%s is reported, and the process continues', (_name, lines, printed) => {
    expect(runUnderNet(lines)).toMatchObject({ status: 0, stdout: printed, stderr: '' });
  });

  test('of the program is logged as JSON without values, and ends it', () => {
    const { status, stdout, stderr } = runUnderNet(
      `queueMicrotask(() => { throw new TypeError('ada@example.org'); });`,
    );
    expect([status, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      level: 60,
      msg: 'the server ends',
      error: { name: 'TypeError' },
    });
    expect(stderr).not.toContain('ada@example.org');
  });
});

/** A device without space. */
const FULL = '/dev/full';

describe.each(existsSync(FULL) ? [FULL] : [])('a log on a full disk', (full) => {
  test('loses lines, as a metric shows, and the server works', async () => {
    const dataDir = temporaryFolder();
    await putEmptyDatabase(dataDir);
    const [port, metrics] = [await freePort(), await freePort()];
    const out = openSync(full, 'w');
    const server = spawn(process.execPath, [...NODE_FLAGS, 'src/server/start/main.ts'], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: `${port}`,
        METRICS_PORT: `${metrics}`,
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', out, 'ignore'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    const health = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health, PATIENCE).toBe(200);
    const figures = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    expect(Number(/^matricula_log_lines_dropped_total (\d+)$/m.exec(figures)?.[1])).toBeGreaterThan(0);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

test('a start retried for a night leaks nothing at standard output', async () => {
  const before = process.stdout.listenerCount('error');
  for (let tries = 0; tries < 20; tries += 1) await openLogOutput(() => undefined).close();
  expect(process.stdout.listenerCount('error')).toBeLessThanOrEqual(before + 1);
});
