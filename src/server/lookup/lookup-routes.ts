import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetLookupFindAnswer, GetLookupFindQuery } from '#generated/api.ts';
import { networkOf } from '../limits/client-limits.ts';
import { refuseCrossSite } from '../http/security-headers.ts';
import { Refusal, TooManyRequests } from '../http/refusal.ts';
import type { LookupSource } from './lookup-source.ts';
import { say } from '#texts/say.ts';
import type { Services } from '../start/services.ts';
import { lookupTexts } from '#generated/texts.ts';

type LookupRouteServices = Pick<Services, 'clientLimits' | 'memoryLimits' | 'schemaOf'>;
type Sources = ReadonlyMap<string, LookupSource>;

/** docs/behavior.md 9. */
const USUAL_RESULTS = 5;
const MOST_RESULTS = 10;
/** Header of a response when there are more matches. */
const MORE_HEADER = 'x-more-matches';

/**
 * A computer room of sixty behind one address, where everybody types a school at once, and then five a second each. In
 * memory alone: nothing is guessed by it, and a look-up is asked with nearly every key and must not cost a write.
 */
const RATE = { burst: 1200, everyMs: 1000 / 300 };

/**
 * GET /lookup/find: schools and addresses by what is typed, and the record of the one that was chosen
 * (docs/behavior.md 7).
 * Open to visitors, who fill in the form before they have an account; what it returns is public.
 * Where more fits than is given back, a header says so: a list of five seems to be all there is.
 */
export function lookupRoutes(
  app: FastifyInstance,
  { clientLimits, memoryLimits, schemaOf }: LookupRouteServices,
  sources: Sources,
): void {
  const limit = async ({ ip }: FastifyRequest): Promise<void> => {
    const wait = memoryLimits.consume(`lookup:client:${networkOf(ip)}`, RATE);
    if (wait > 0) throw new TooManyRequests(wait, (time) => say(lookupTexts.manySearches, { wait: time }));
  };
  const call = { schema: schemaOf('GET /lookup/find'), onRequest: [refuseCrossSite, limit] };
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
  const asked = { query, near, country, client: networkOf(request.ip) };
  const found = await source.search({ ...asked, most: most + 1 });
  if (found.length > most) onMore();
  return found.slice(0, most);
}
