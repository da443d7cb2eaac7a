import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  runSandboxed,
  type SandboxedEnd,
  type SandboxedRun,
} from '#server/documents/convert/run-sandboxed.ts';
import { startCanary } from '#test/support/hostile-files/canary.ts';
import { describeWith } from '#test/support/services.ts';

const CONVERT = join(import.meta.dirname, '../../../src/server/documents/convert');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matricula-sandbox-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(script: string, limits: Partial<SandboxedRun> = {}): Promise<SandboxedEnd> {
  return runSandboxed({
    command: process.execPath,
    args: ['--input-type=module', '--eval', script],
    env: {},
    folder: CONVERT,
    reads: [CONVERT],
    input: Buffer.from('what is sent'),
    endsAt: Date.now() + 600_000,
    memoryBytes: 1024 * 1024 * 1024,
    outputBytes: 1000,
    ...limits,
  });
}

/** The command lines of all processes; those of zombies are empty. */
const commandLines = (): string => execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' });

test('passes input and output, without our environment', async () => {
  const end = await run(`
    import { readFileSync, writeSync } from 'node:fs';
    writeSync(3, readFileSync(0, 'utf8') + ' ' + (process.env.HOME ?? 'no home'));`);
  expect(end).toEqual({ kind: 'ended', code: 0, output: Buffer.from('what is sent no home') });
});

test('ends a program that takes too long', async () => {
  const end = await run('setInterval(() => {}, 1000)', { endsAt: Date.now() + 10 });
  expect(end).toEqual({ kind: 'killed', exceeded: 'time' });
});

test('ends a program with too much output', async () => {
  const end = await run(`import { writeSync } from 'node:fs'; for (;;) writeSync(3, 'x'.repeat(500));`);
  expect(end).toEqual({ kind: 'killed', exceeded: 'output' });
});

describeWith(['linux'], 'a memory limit', () => {
  test('ends a program over its memory limit, with children that left its group', async () => {
    const end = await run(
      `
    import { spawn } from 'node:child_process';
    const fill = 'globalThis.kept = []; setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 50)';
    spawn(process.execPath, ['--eval', fill, 'child-of-' + ${process.pid}], { detached: true });`,
      { memoryBytes: 300 * 1024 * 1024, endsAt: Date.now() + 20_000 },
    );
    expect(end).toEqual({ kind: 'killed', exceeded: 'memory' });
    await expect.poll(commandLines).not.toContain(`child-of-${process.pid}`);
  });
});

describeWith(['isolation'], 'a hostile program', () => {
  test('reaches no secret, file, socket or network of the server, and leaves no process', async () => {
    const data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    const socket = createServer().listen(join(data, 'operator.sock'));
    await once(socket, 'listening');
    using canary = await startCanary();
    const server = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], {
      env: { DATA_KEY: 'secret-word' },
    });
    onTestFinished(() => void server.kill());
    onTestFinished(() => void socket.close());
    await once(server, 'spawn');
    const environ = `/proc/${server.pid}/environ`;
    await expect.poll(() => readFileSync(environ, 'utf8')).toContain('secret-word');
    const end = await run(`
      import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
      import { connect } from 'node:net';
      import { execFileSync, spawn } from 'node:child_process';
      const reached = [];
      const attempt = (what, reach) => { try { if (reach() !== false) reached.push(what); } catch {} };
      const call = (what, to) => new Promise((done) => {
        const calling = connect(to, () => { reached.push(what); calling.destroy(); done(); });
        calling.on('error', done);
      });
      const holds = (file) => { try { return readFileSync(file, 'latin1').includes('secret-word'); } catch { return false; } };
      attempt('its environment', () => holds(${JSON.stringify(environ)}));
      attempt('any environment', () => readdirSync('/proc').some((pid) => holds('/proc/' + pid + '/environ')));
      attempt('its data', () => readdirSync(${JSON.stringify(data)}));
      attempt('the project', () => readdirSync(${JSON.stringify(join(CONVERT, '../../accounts'))}));
      attempt('the machine', () => readFileSync('/etc/passwd'));
      attempt('a program', () => writeFileSync(${JSON.stringify(join(CONVERT, 'added.ts'))}, ''));
      await call('the operator socket', ${JSON.stringify(join(data, 'operator.sock'))});
      await call('the network', { host: '${new URL(canary.address).hostname}', port: ${new URL(canary.address).port} });
      spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', 'left-by-' + ${process.pid}], { detached: true, stdio: 'ignore' }).unref();
      writeSync(3, 'reached: ' + reached.join(', ') + '; user ' + process.getuid());
      process.exit(0);`);
    if (end.kind !== 'ended') throw new Error(end.exceeded);
    expect(end.output.toString()).toBe('reached: ; user 65534');
    expect(canary.count()).toBe(0);
    await expect.poll(commandLines).not.toContain(`left-by-${process.pid}`);
  });
});

test('a program has no network', async () => {
  using canary = await startCanary();
  const closeNetwork = pathToFileURL(join(CONVERT, 'conversion.ts'));
  const end = await run(`
    import { get } from 'node:http';
    import { writeSync } from 'node:fs';
    const { closeNetwork } = await import(${JSON.stringify(closeNetwork.href)});
    closeNetwork();
    const say = (word) => { writeSync(3, word); process.exit(0); };
    try {
      get(${JSON.stringify(canary.address)}, () => say('reached')).on('error', () => say('refused'));
    } catch { say('refused'); }`);
  expect(end).toMatchObject({ kind: 'ended', output: Buffer.from('refused') });
  expect(canary.count()).toBe(0);
});
