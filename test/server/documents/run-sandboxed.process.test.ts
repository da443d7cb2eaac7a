import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  runSandboxed,
  type SandboxedEnd,
  type SandboxedRun,
} from '#server/documents/convert/run-sandboxed.ts';
import { startCanary } from '#test/support/hostile-files/canary.ts';
import { describeWith } from '#test/support/services.ts';

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
    folder,
    input: Buffer.from('what is sent'),
    endsAt: Date.now() + 600_000,
    memoryBytes: 1024 * 1024 * 1024,
    outputBytes: 1000,
    ...limits,
  });
}

/** Whether a process runs; a zombie does not. */
async function lives(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ') X');
  return !['X', 'Z'].includes(stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3));
}

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
  test('ends a program over its memory limit, with its children', async () => {
    const note = join(folder, 'pid');
    const end = await run(
      `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    child.on('spawn', () => {
      writeFileSync(${JSON.stringify(note)}, String(child.pid));
      globalThis.kept = [];
      setInterval(() => globalThis.kept.push(Buffer.alloc(20_000_000, 1)), 20);
    });`,
      { memoryBytes: 300 * 1024 * 1024 },
    );
    expect(end).toEqual({ kind: 'killed', exceeded: 'memory' });
    const pid = Number(await readFile(note, 'utf8'));
    await expect.poll(() => lives(pid)).toBe(false);
  });
});

test('a program has no network', async () => {
  await using canary = await startCanary();
  const closeNetwork = pathToFileURL(
    join(import.meta.dirname, '../../../src/server/documents/convert/conversion.ts'),
  );
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
