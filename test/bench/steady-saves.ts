import autocannon from 'autocannon';
import { freeTextKey } from './free-text-key.ts';
import type { BenchStudent } from './bench-students.ts';

/** As many as a thousand students make at the peak of a deadline, not as many as the server can do. */
const SAVES_PER_SECOND = 75;

/**
 * Saves one answer after the other, a student a connection.
 *
 * @returns the time in milliseconds under which 99 of 100 saves stay
 * @throws Error when a save is refused or breaks
 */
export async function steadySaves(
  url: string,
  students: readonly BenchStudent[],
  seconds: number,
): Promise<number> {
  const key = freeTextKey();
  const waiting = [...students];
  let saves = 0;
  const result = await autocannon({
    url: url.replace('localhost', '127.0.0.1'),
    connections: students.length,
    duration: seconds,
    overallRate: SAVES_PER_SECOND,
    setupClient: (client) =>
      client.setHeaders({
        'content-type': 'application/json',
        cookie: `matricula_session=${waiting.pop()?.token ?? ''}`,
      }),
    requests: [
      {
        method: 'PUT',
        path: '/api/answer',
        setupRequest: (request) => {
          saves += 1;
          return { ...request, body: JSON.stringify({ answer: { [key]: `Sample ${saves}` } }) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} saves were refused, ${result.errors} broke.`);
  return result.latency.p99;
}
