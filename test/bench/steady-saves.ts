import type { BenchStudent } from './bench-students.ts';
import { freeTextKey } from './free-text-key.ts';
import { percentile } from './percentile.ts';
import { steadily } from './steadily.ts';

/** As many as a thousand students make at the peak of a deadline, not as many as the server can do. */
const SAVES_PER_SECOND = 75;

/**
 * Saves one answer after the other, of each student in turn.
 *
 * @returns what each save took, in milliseconds
 * @throws Error when a save is refused
 */
export async function saveSteadily(
  url: string,
  students: readonly BenchStudent[],
  seconds: number,
): Promise<readonly number[]> {
  const key = freeTextKey();
  return steadily(SAVES_PER_SECOND, seconds, async (count) => {
    const token = students[count % students.length]?.token ?? '';
    const response = await fetch(`${url.replace('localhost', '127.0.0.1')}/api/answer`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: `matricula_session=${token}`,
      },
      body: JSON.stringify({ answer: { [key]: `Sample ${count}` } }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A save returned ${response.status}.`);
  });
}

/** The time in milliseconds under which 99 of 100 such saves stay. */
export async function steadySaves(...load: Parameters<typeof saveSteadily>): Promise<number> {
  return percentile(await saveSteadily(...load), 0.99);
}
