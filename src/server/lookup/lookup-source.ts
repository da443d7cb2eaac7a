import type { Suggestion } from './directory-entry.ts';
import type { SearchRequest } from './search-index.ts';

/**
 * What fills several answers at once when an item is chosen; the names are those of the answers, less their prefix.
 * An empty text and null empty the answer; a name that is not there leaves it as it is.
 */
export type LookupRecord = Readonly<Record<string, string | null>>;

/** What is looked for, and what is known of the place where it is. */
type LookupRequest = SearchRequest & {
  /** Value of the country that was chosen; only addresses follow it. */
  readonly country?: string | undefined;
  /** Who asks: the network of the client. */
  readonly client: string;
};

/** Where the entries of one category come from: a directory of ours or a service that knows addresses. */
export interface LookupSource {
  search(request: LookupRequest): Promise<readonly Suggestion[]>;
  /** The record of an item that {@link LookupSource.search} suggested; undefined when it is not known. */
  find(id: string): Promise<LookupRecord | undefined>;
}
