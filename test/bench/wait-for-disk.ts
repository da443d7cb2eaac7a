import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './percentile.ts';

const WRITES = 40;
const BYTES = Buffer.alloc(8192, 'x');
const EVERY_MS = 25;
/** Tolerated factor over the usual time. */
const TOLERANCE = 1.5;
const NEXT_MS = 1000;
const TIMEOUT_MS = 90_000;

/** Measures the 90th percentile of small writes to the temporary folder, in milliseconds. */
export async function diskTime(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-disk-'));
  const file = await open(path.join(folder, 'written'), 'w');
  const times: number[] = [];
  try {
    for (let count = 0; count < WRITES; count += 1) {
      const begun = performance.now();
      await file.write(BYTES);
      await file.datasync();
      times.push(performance.now() - begun);
      await delay(EVERY_MS);
    }
    return percentile(times, 0.9);
  } finally {
    await file.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Waits until the disk is as fast as usual, at most 90 seconds, since writes from an earlier measurement may still be
 * pending.
 *
 * @param usualMs result of {@link diskTime} before all measurements
 */
export async function waitForDisk(usualMs: number): Promise<void> {
  const begun = performance.now();
  let nowMs = await diskTime();
  while (nowMs > TOLERANCE * usualMs && performance.now() - begun < TIMEOUT_MS) {
    await delay(NEXT_MS);
    nowMs = await diskTime();
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(
    `The disk takes ${nowMs.toFixed(1)} ms for a small write, after ${seconds} s (before: ${usualMs.toFixed(1)} ms).`,
  );
}
