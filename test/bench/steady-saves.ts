import { setTimeout as delay } from 'node:timers/promises';
import { type BenchStudent, headersOf } from './bench-students.ts';
import { freeTextKey } from './free-text-key.ts';
import { percentile } from './percentile.ts';

/** Load of a thousand students at the peak before a deadline, below the server's capacity. */
const SAVES_PER_SECOND = 75;
const KEY = freeTextKey();

/**
 * Saves at a fixed rate, without waiting for earlier saves (open workload), rotating through the students.
 *
 * @returns latencies in milliseconds
 * @throws Error if a save is refused
 */
export async function saveAtFixedRate(
  url: string,
  students: readonly BenchStudent[],
  seconds: number,
): Promise<readonly number[]> {
  const started = performance.now();
  const saves: Promise<number>[] = [];
  for (let count = 0; count < SAVES_PER_SECOND * seconds; count += 1) {
    await delay(Math.max(0, started + (count * 1000) / SAVES_PER_SECOND - performance.now()));
    saves.push(timeOfSave(url, students[count % students.length], count));
  }
  return Promise.all(saves);
}

/** Returns the 99th percentile of such saves in milliseconds. */
export async function fixedRateSavesP99(...load: Parameters<typeof saveAtFixedRate>): Promise<number> {
  return percentile(await saveAtFixedRate(...load), 0.99);
}

/** Saves a text unique to this number. */
async function timeOfSave(url: string, student: BenchStudent | undefined, count: number): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url.replace('localhost', '127.0.0.1')}/api/answer`, {
    method: 'PUT',
    headers: headersOf(student),
    body: JSON.stringify({ answer: { [KEY]: `Sample ${count}` } }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A save returned ${response.status}.`);
  return performance.now() - started;
}
