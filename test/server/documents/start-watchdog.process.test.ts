import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = import.meta.resolve('#server/documents/convert/office/embedded-office.ts');

/** How a process ends that runs this once its start is watched for so long, in milliseconds. */
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

test('a process whose main thread never comes back from a start ends itself', async () => {
  expect(await endOf(50, 'wait(Infinity);')).toEqual([null, 'SIGKILL']);
});

test('a process that has started goes on, however long', async () => {
  expect(await endOf(1000, 'watch.started(); wait(1500);')).toEqual([0, null]);
});
