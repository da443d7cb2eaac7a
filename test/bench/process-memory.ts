import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { NODE_FLAGS } from '#scripts/node-flags.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1_000_000;
const LOOK_MS = 20;

/** Memory of a running process in MB, now and at its highest; undefined where the system does not say (not Linux). */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const member = (name: string): number =>
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * KILOBYTE) / MEGABYTE;
    return { now: member('VmRSS'), peak: member('VmHWM') };
  } catch {
    return undefined;
  }
}

/** From now on the highest is counted anew. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/**
 * Runs a command in a process of its own, and looks at its memory until it ends.
 *
 * @param words its file in scripts/, and what is given to it
 * @param root the folder of the project
 * @returns how long it took, and its highest memory in MB
 * @throws Error when it fails
 */
export async function measureCommand(
  words: readonly string[],
  { root, env }: { readonly root?: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ readonly seconds: number; readonly peak: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, [...NODE_FLAGS, '--max-semi-space-size=2', ...words], {
    cwd: root,
    env: { ...process.env, OPERATOR: 'the benchmark', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let peak = 0;
  const timer = setInterval(() => {
    // A process that ends has no memory any more.
    const now = memoryOf(child.pid ?? 0)?.peak ?? 0;
    if (now > peak) peak = now;
  }, LOOK_MS);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - started) / 1000, peak };
}
