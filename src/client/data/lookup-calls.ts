import type { GetLookupFindAnswer, GetLookupFindQuery } from '#generated/api.ts';
import type { Call } from './call.ts';
import { RequestError } from './request-error.ts';
import { say } from '#texts/say.ts';
import * as errorTexts from '#generated/texts/error.ts';

/** Specification 9. */
const MOST_RESULTS = '5';
/** As many characters of a query as the call takes (schemas/api/get-lookup-find.json). */
const LONGEST_QUERY = 80;

type Found = Extract<GetLookupFindAnswer, readonly unknown[]>;
type Entry = Exclude<GetLookupFindAnswer, readonly unknown[]>;

/** The look-ups of schools and addresses (specification 7); no session is needed. */
export type LookupCalls = {
  /** @param asked `state`: code of the one whose entries come first among equals; `country`: code of the chosen one */
  readonly search: (
    asked: {
      readonly category: string;
      readonly query: string;
      readonly state?: string | undefined;
      readonly country?: string | undefined;
    },
    signal: AbortSignal,
  ) => Promise<Found>;
  readonly find: (
    asked: { readonly category: string; readonly id: string },
    signal: AbortSignal,
  ) => Promise<Entry>;
};

/** Binds the calls to a {@link Call}. */
export function createLookupCalls(call: Call): LookupCalls {
  const get = (asked: GetLookupFindQuery, signal: AbortSignal) =>
    call<GetLookupFindAnswer>('GET', `/lookup/find?${new URLSearchParams({ ...asked }).toString()}`, {
      signal,
    });
  return {
    search: async ({ category, query, state, country }, signal) => {
      const asked = {
        query: Array.from(query).slice(0, LONGEST_QUERY).join(''),
        category,
        max_results: MOST_RESULTS,
        ...(state !== undefined && { near: state }),
        ...(country !== undefined && { country }),
      };
      const answer = await get(asked, signal);
      return Array.isArray(answer) ? answer : refuseLookup();
    },
    find: async ({ category, id }, signal) => {
      const answer = await get({ id, category }, signal);
      return Array.isArray(answer) ? refuseLookup() : answer;
    },
  };
}

function refuseLookup(): never {
  throw new RequestError('server', say(errorTexts.unexpected));
}
