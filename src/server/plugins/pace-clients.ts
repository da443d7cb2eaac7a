import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { networkOf } from '../limits/client-network.ts';
import type { Rate } from '../limits/limits.ts';
import { createMemoryLimits } from '../limits/memory-limits.ts';
import { TooManyRequests } from '../refusal.ts';
import { say } from '#texts/say.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';

/** What one client gets of this server, whatever it asks. */
export type Pace = {
  /** Pages, their files and calls without a session: sixty students who open the page at once wait for a second. */
  readonly visits: Rate;
  /** Answers that refuse. */
  readonly refusals: Rate;
  /** How long at most somebody waits for their turn. */
  readonly longestMs: number;
};

export const PACE: Pace = {
  visits: { burst: 600, everyMs: 1 },
  refusals: { burst: 100, everyMs: 10 },
  longestMs: 3000,
};

/**
 * Lets each client wait for its turn. A refusal costs little, but whoever asks again as soon as it comes has the whole
 * server do nothing else; a refusal that waits costs a timer. Where a client has more waiting than that, its connections
 * end with the answer.
 */
export const paceClients = fastifyPlugin(async (app: FastifyInstance, pace: Pace) => {
  const { visits, refusals, longestMs } = pace;
  // Not that of the wall: when it is set back, everybody seen before would wait for as long.
  const limits = createMemoryLimits(() => new Date(performance.now()));
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  app.addHook('preClose', async () => stopping.abort());
  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  };
  app.addHook('onRequest', async (request) => {
    // What a student asks is counted for the student.
    if (request.url.startsWith('/api/')) return;
    const wait = limits.turn(keyOf('visits', request), visits, longestMs);
    if (wait === undefined) throw new TooManyRequests(longestMs, tooOften);
    await pause(wait);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400) return payload;
    const wait = limits.turn(keyOf('refusals', request), refusals, longestMs);
    if (wait === undefined) reply.header('connection', 'close');
    else await pause(wait);
    return payload;
  });
});

function keyOf(kind: string, { ip }: FastifyRequest): string {
  return `${kind}:${networkOf(ip)}`;
}

function tooOften(wait: string): string {
  return say(refusalTexts.manyRequests, { wait });
}
