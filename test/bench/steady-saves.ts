import { type BenchStudent, headersOf } from './bench-students.ts';
import { freeTextKey } from './free-text-key.ts';
import { percentile } from './percentile.ts';
import { steadily } from './steadily.ts';

/** As many as a thousand students make at the peak of a deadline, not as many as the server can do. */
const SAVES_PER_SECOND = 75;
const KEY = freeTextKey();

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
  return steadily(SAVES_PER_SECOND, seconds, async (count) => {
    const response = await saveText(url, students[count % students.length], count);
    if (!response.ok) throw new Error(`A save returned ${response.status}.`);
  });
}

/** The time in milliseconds under which 99 of 100 such saves stay. */
export async function steadySaves(...load: Parameters<typeof saveSteadily>): Promise<number> {
  return percentile(await saveSteadily(...load), 0.99);
}

/** Saves a text that no other call with this number saves. @returns what the server answered, read to its end */
async function saveText(url: string, student: BenchStudent | undefined, count: number): Promise<Response> {
  const response = await fetch(`${url.replace('localhost', '127.0.0.1')}/api/answer`, {
    method: 'PUT',
    headers: headersOf(student),
    body: JSON.stringify({ answer: { [KEY]: `Sample ${count}` } }),
  });
  await response.arrayBuffer();
  return response;
}
