import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAddressSource, createZipSource } from './address/address-source.ts';
import { createAddressProvider } from './address/address-providers.ts';
import { loadZipCodes } from './address/zip-codes.ts';
import { ADDRESS_CATEGORY, type LookupSource, ZIP_CATEGORY } from './directory-entry.ts';
import { placeListsOf } from './address/place-codes.ts';
import type { Services } from '../start/services.ts';
import type { GetLookupFindAnswer, GetLookupFindQuery } from '#generated/api.ts';
import { consumeFirst, customerOf, networkRates } from '../limits/client-limits.ts';
import { refuseCrossSite } from '../http/security-headers.ts';
import { Refusal, requireNoWait } from '../http/refusal.ts';
import { say, lookupTexts } from '#texts/say.ts';

/** Adds the look-ups of all categories. Directories are read once the server listens. */
export function addLookups(app: FastifyInstance, services: Services): void {
  const { directories, memoryLimits, onError, secret, steadyClock: clock } = services;
  const provider = createAddressProvider(services.config.address, loadZipCodes);
  const places = placeListsOf(services.definition);
  const mayAsk = (ip: string): boolean =>
    services.config.address === undefined ||
    consumeFirst(memoryLimits, [
      { key: `address:client:${customerOf(ip)}`, rate: SERVICE_RATES.client },
      { key: 'address', rate: SERVICE_RATES.all },
    ]) === 0;
  const sources = new Map<string, LookupSource>([
    ...directories.sources,
    [ADDRESS_CATEGORY, createAddressSource({ provider, places, mayAsk, secret, clock, onError })],
    [ZIP_CATEGORY, createZipSource(places, loadZipCodes)],
  ]);
  addRoute(app, services, sources);
  app.addHook('onListen', () => directories.watch());
  app.addHook('onClose', () => directories.stop());
}

type Sources = ReadonlyMap<string, LookupSource>;

/** docs/behavior.md 9. */
const USUAL_RESULTS = 5;
const MOST_RESULTS = 10;
/** Header of a response when there are more matches. */
const MORE_HEADER = 'x-more-matches';

/**
 * Suffices for a computer room of sixty behind one address: everybody types a school at once, then five calls a second
 * each. In memory only: there is nothing to guess, and calls on nearly every key must not cost a write.
 */
const RATE = { burst: 1200, everyMs: 1000 / 300 };

/**
 * For services, which may be paid or slow: sixty students behind one IPv4 address or in a /48 complete four texts at
 * once, then two a second. Beyond it, addresses are typed.
 */
const SERVICE_RATES = { client: { burst: 240, everyMs: 500 }, all: { burst: 600, everyMs: 50 } };

/**
 * GET /lookup/find (docs/behavior.md 7), open to visitors, because its data is public. A header reports further
 * matches.
 */
function addRoute(app: FastifyInstance, { clientLimits, memoryLimits }: Services, sources: Sources): void {
  const limit = async ({ ip }: FastifyRequest): Promise<void> => {
    const waitMs = consumeFirst(memoryLimits, networkRates('lookup:client', ip, RATE));
    requireNoWait(waitMs, lookupTexts.manySearches);
  };
  const call = { onRequest: [refuseCrossSite, limit] };
  app.get<{ Querystring: GetLookupFindQuery }>('/lookup/find', call, (request, reply) =>
    lookupAnswer({ sources, clientLimits }, request, () => void reply.header(MORE_HEADER, 'yes')),
  );
}

async function lookupAnswer(
  { sources, clientLimits }: Pick<Services, 'clientLimits'> & { readonly sources: Sources },
  request: FastifyRequest<{ Querystring: GetLookupFindQuery }>,
  onMore: () => void,
): Promise<GetLookupFindAnswer> {
  const { category, id, query, max_results, near, country } = request.query;
  const source = sources.get(category);
  if (source === undefined) throw new Refusal(422, say(lookupTexts.noDirectory));
  if (id !== undefined) {
    const record = await clientLimits.queue(request, () => source.find(id));
    if (record === undefined) throw new Refusal(404, say(lookupTexts.noEntry));
    return { ...record };
  }
  if (query === undefined) throw new Refusal(422, say(lookupTexts.nothingAsked));
  const most = Math.min(Math.max(Number(max_results ?? USUAL_RESULTS), 1), MOST_RESULTS);
  const search = { query, near, country, client: request.ip };
  const found = await source.search({ ...search, most: most + 1 });
  if (found.length > most) onMore();
  return found.slice(0, most);
}
