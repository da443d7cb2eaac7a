import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetLookupFindAnswer, GetLookupFindQuery } from '#generated/api.ts';
import type { SchemaOf } from '../api-calls.ts';
import { networkOf } from '../limits/client-network.ts';
import { refuseCrossSite } from '../cross-site.ts';
import { Refusal, TooManyRequests } from '../refusal.ts';
import type { LookupSource } from './lookup-source.ts';
import type { Rate } from '../limits/limits.ts';
import { say } from '#texts/say.ts';
import * as lookupTexts from '#generated/texts/lookup.ts';

export type LookupRouteParts = {
  /** By category. */
  readonly sources: ReadonlyMap<string, LookupSource>;
  readonly clock: () => Date;
  readonly schemaOf: SchemaOf;
};

/** Specification 9: "Lookup max_results 5". */
const USUAL_RESULTS = 5;
const MOST_RESULTS = 10;

/** A computer room of sixty behind one address, where everybody types a school at once, and then five a second each. */
const RATE = { burst: 1200, everyMs: 1000 / 300 };

/**
 * GET /lookup/find: schools and addresses by what is typed, and the record of the one that was chosen (specification
 * 7). Open to visitors, who fill in the form before they have an account; what it returns is public.
 */
export function lookupRoutes(app: FastifyInstance, { sources, clock, schemaOf }: LookupRouteParts): void {
  const waitOf = createClientRate(RATE);
  const limit = async ({ ip }: FastifyRequest): Promise<void> => {
    const wait = waitOf(networkOf(ip), clock());
    if (wait > 0) throw new TooManyRequests(wait, (time) => say(lookupTexts.manySearches, { wait: time }));
  };
  const call = { schema: schemaOf('GET /lookup/find'), onRequest: [refuseCrossSite, limit] };
  app.get<{ Querystring: GetLookupFindQuery }>('/lookup/find', call, ({ query }) =>
    lookupAnswer(sources, query),
  );
}

async function lookupAnswer(
  sources: LookupRouteParts['sources'],
  { category, id, query, max_results, near, country }: GetLookupFindQuery,
): Promise<GetLookupFindAnswer> {
  const source = sources.get(category);
  if (source === undefined) throw new Refusal(422, say(lookupTexts.noDirectory));
  if (id !== undefined) {
    const record = await source.find(id);
    if (record === undefined) throw new Refusal(404, say(lookupTexts.noEntry));
    return { ...record };
  }
  if (query === undefined) throw new Refusal(422, say(lookupTexts.nothingAsked));
  const most = Math.min(Math.max(Number(max_results ?? USUAL_RESULTS), 1), MOST_RESULTS);
  return [...(await source.search({ query, most, near, country }))];
}

/** Milliseconds that a client has to wait; 0 when it may go on. */
type ClientRate = (client: string, now: Date) => number;

/** More clients at once are rare, and forgetting the one that came first does no harm. */
const MOST_CLIENTS = 20_000;

/**
 * Holds back who asks too often, in the memory of this process: a look-up is asked with nearly every key and must
 * not cost a write, and nothing is guessed by it, so that a restart may forget.
 */
function createClientRate({ burst, everyMs }: Rate): ClientRate {
  const freeAt = new Map<string, number>();
  return (client, now) => {
    const time = now.getTime();
    const free = Math.max(freeAt.get(client) ?? 0, time);
    const wait = free - time - (burst - 1) * everyMs;
    if (wait > 0) return wait;
    freeAt.delete(client);
    freeAt.set(client, free + everyMs);
    const [oldest] = freeAt.keys();
    if (freeAt.size > MOST_CLIENTS && oldest !== undefined) freeAt.delete(oldest);
    return 0;
  };
}
