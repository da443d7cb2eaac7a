import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = import.meta.resolve('#server/documents/convert/office/embedded-office.ts');

/** The exit of a process that runs this under a watchdog of some milliseconds. */
async function endOf(limitMs: number, script: string): Promise<readonly unknown[]> {
  const program = `const { createStartWatchdog } = await import(${JSON.stringify(MODULE)});
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const watch = await createStartWatchdog();
    watch.begin(${limitMs});
    ${script}`;
  const args = ['--no-warnings', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return await once(child, 'exit');
}

test('a process blocked during its start ends itself', async () => {
  expect(await endOf(50, 'wait(Infinity);')).toEqual([null, 'SIGKILL']);
});

test('a started process keeps running', async () => {
  expect(await endOf(1000, 'watch.started(); wait(1500);')).toEqual([0, null]);
});
