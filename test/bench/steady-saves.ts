import { type BenchStudent, headersOf } from './bench-students.ts';
import { freeTextKey } from './free-text-key.ts';
import { percentile } from './percentile.ts';
import { callAtFixedRate } from './call-at-fixed-rate.ts';

/** Load of a thousand students at the peak before a deadline, below the server's capacity. */
const SAVES_PER_SECOND = 75;
const KEY = freeTextKey();

/**
 * Saves one answer at a time, rotating through the students.
 *
 * @returns latencies in milliseconds
 * @throws Error if a save is refused
 */
export async function saveAtFixedRate(
  url: string,
  students: readonly BenchStudent[],
  seconds: number,
): Promise<readonly number[]> {
  return callAtFixedRate(SAVES_PER_SECOND, seconds, async (count) => {
    const response = await saveText(url, students[count % students.length], count);
    if (!response.ok) throw new Error(`A save returned ${response.status}.`);
  });
}

/** Returns the 99th percentile of such saves in milliseconds. */
export async function fixedRateSavesP99(...load: Parameters<typeof saveAtFixedRate>): Promise<number> {
  return percentile(await saveAtFixedRate(...load), 0.99);
}

/** Saves a text unique to this number. @returns the response, read to its end */
async function saveText(url: string, student: BenchStudent | undefined, count: number): Promise<Response> {
  const response = await fetch(`${url.replace('localhost', '127.0.0.1')}/api/answer`, {
    method: 'PUT',
    headers: headersOf(student),
    body: JSON.stringify({ answer: { [KEY]: `Sample ${count}` } }),
  });
  await response.arrayBuffer();
  return response;
}
