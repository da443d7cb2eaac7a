import type { Suggestion } from './directory-entry.ts';
import type { SearchRequest } from './search-index.ts';

/** What fills several answers at once when an item is chosen; the names are those of the answers, less their prefix. */
export type LookupRecord = Readonly<Record<string, string | null>>;

/** What stands behind one category: a directory of ours or a service that knows addresses. */
export interface LookupSource {
  search(request: SearchRequest): Promise<readonly Suggestion[]>;
  /** The record of an item that {@link LookupSource.search} suggested; undefined when it is not known. */
  find(id: string): Promise<LookupRecord | undefined>;
}

/** Where nothing is configured: nobody is shown a suggestion, and everybody types. */
export const noSource: LookupSource = {
  search: async () => [],
  find: async () => undefined,
};
