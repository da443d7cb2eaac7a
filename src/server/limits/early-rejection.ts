import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooBusy, type BusyKind } from '../http/refusal.ts';

export type EarlyRejection = {
  /** Current delay of calls in milliseconds. Default: none. */
  readonly callDelay?: () => number;
  /** Calls per second below which nothing is rejected. Default: 50. */
  readonly leastCalls?: number;
  /** Whether the session of a request has called this server before. */
  readonly isKnown: (request: FastifyRequest) => boolean;
  readonly clock: () => Date;
};

/** Delay above which each kind is rejected, and its Retry-After. */
const REJECTED = {
  'look-ups': { fromMs: 200, retryMs: 2000 },
  visits: { fromMs: 500, retryMs: 10_000 },
  work: { fromMs: 3000, retryMs: 5000 },
} as const;

/** An eighth of a server's capacity. With fewer calls, the delay comes from a disk or another program. */
const LEAST_CALLS = 50;
const SECOND_MS = 1000;

/** Calls of arrivals. Users with a mailed code or link are already active. */
const ARRIVALS = new Set(
  'signup login passkey-challenge passkey-login forgot-password resend-confirm tmp'
    .split(' ')
    .map((name) => `/public/${name}`),
);
const LOOK_UPS = new Set(['/lookup/find']);
/** Log-out is always possible. */
const NEVER_REJECTED = new Set(['/api/logout']);
const LOG_EVERY_MS = 60_000;

/**
 * Rejects calls with 503 while calls are delayed. Look-ups first, then arrivals, last saves of active students. The
 * page and its files are always served, because the page holds typed input. Below `leastCalls` nothing is rejected.
 */
export function rejectEarly(
  app: FastifyInstance,
  { callDelay = () => 0, leastCalls = LEAST_CALLS, isKnown, clock }: EarlyRejection,
): void {
  const calls = countEachSecond(clock);
  logRefused(app, callDelay);
  app.addHook('onRequest', async (request) => {
    const kind = kindOf(request, isKnown);
    if (kind === undefined || calls.countOne() < leastCalls) return;
    if (callDelay() >= REJECTED[kind].fromMs) throw new TooBusy(kind, REJECTED[kind].retryMs);
  });
}

/** Logs the number of refused calls by kind once a minute, including those by queues; nothing if none. */
function logRefused(app: FastifyInstance, callDelay: () => number): void {
  const refused = new Map<BusyKind, number>();
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof TooBusy) refused.set(error.kind, (refused.get(error.kind) ?? 0) + 1);
  });
  const log = (): void => {
    if (refused.size === 0) return;
    const delayMs = Math.round(callDelay());
    app.log.warn({ delayMs, refused: Object.fromEntries(refused) }, 'busy: calls are refused');
    refused.clear();
  };
  const timer = setInterval(log, LOG_EVERY_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    log();
  });
}

/** Counts calls per second. @returns the larger count of the current and the previous second */
function countEachSecond(clock: () => Date): { countOne(): number } {
  let second = 0;
  let [before, now] = [0, 0];
  return {
    countOne() {
      const current = Math.floor(clock().getTime() / SECOND_MS);
      if (current !== second) [before, now] = [current === second + 1 ? now : 0, 0];
      second = current;
      now += 1;
      return Math.max(before, now);
    },
  };
}

/** Returns the kind of a call; undefined if it is never rejected. */
function kindOf(request: FastifyRequest, isKnown: EarlyRejection['isKnown']) {
  const { url = '' } = request.routeOptions;
  if (NEVER_REJECTED.has(url)) return undefined;
  if (LOOK_UPS.has(url)) return 'look-ups';
  if (ARRIVALS.has(url)) return 'visits';
  if (url.startsWith('/public/')) return 'work';
  if (!url.startsWith('/api/')) return undefined;
  return request.method === 'GET' && !isKnown(request) ? 'visits' : 'work';
}
