import type { LookupSearch } from '#client/widgets/lookup/lookup.ts';
import type { GetLookupFindAnswer, GetLookupFindQuery } from '#generated/api.ts';
import { type Call, RequestError } from './call.ts';
import { retryDelay } from './retry.ts';
import { pause } from '../ui/schedule.ts';
import { say, errorTexts } from '#texts/say.ts';

/** Maximum results (docs/behavior.md 9). */
const MOST_RESULTS = '5';
/** Maximum query length in characters (schemas/api/get-lookup-find.json). */
const LONGEST_QUERY = 80;

/** Maximum tries on a busy server, delayed by its Retry-After. */
const MOST_TRIES = 3;

/** Response header when there are more matches. */
const MORE_HEADER = 'x-more-matches';

/** Creates school and address look-ups (docs/behavior.md 7.4), without a session. */
export function createLookupCalls(call: Call) {
  const get = (
    query: GetLookupFindQuery,
    options: { readonly signal: AbortSignal; readonly onHeaders?: (headers: Headers) => void },
  ) => {
    const path = `/lookup/find?${new URLSearchParams({ ...query }).toString()}`;
    return patiently(options.signal, () => call<GetLookupFindAnswer>('GET', path, options));
  };
  return {
    search: async ({ category, query, state, country }: LookupSearch, signal: AbortSignal) => {
      const parameters = {
        query: Array.from(query).slice(0, LONGEST_QUERY).join(''),
        category,
        max_results: MOST_RESULTS,
        ...(state !== undefined && { near: state }),
        ...(country !== undefined && { country }),
      };
      let hasMore = false;
      const onHeaders = (headers: Headers): void => {
        hasMore = headers.has(MORE_HEADER);
      };
      const answer = await get(parameters, { signal, onHeaders });
      return Array.isArray(answer) ? { items: answer, hasMore } : refuseLookup();
    },
    find: async ({ category, id }: Record<'category' | 'id', string>, signal: AbortSignal) => {
      const answer = await get({ id, category }, { signal });
      return Array.isArray(answer) ? refuseLookup() : answer;
    },
  };
}

/** Retries 503: busy servers refuse look-ups first. */
async function patiently<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === MOST_TRIES || !(error instanceof RequestError) || error.status !== 503) throw error;
      await pause(retryDelay(tries, error.retryAfterMs), signal);
      if (signal.aborted) throw error;
    }
  }
}

function refuseLookup(): never {
  throw new RequestError('server', say(errorTexts.unexpected));
}
