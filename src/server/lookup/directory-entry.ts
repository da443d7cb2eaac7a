/** An entry of a directory. Missing parts are ''. */
export type DirectoryEntry = {
  /** Id in the imported file after a prefix of that file, such as `ipeds:126614`. */
  readonly id: string;
  readonly name: string;
  /** Other names, separated by `|`. */
  readonly aliases: string;
  readonly address_line_1: string;
  readonly city: string;
  /** Two-letter code. */
  readonly state: string;
  readonly zip: string;
  /** Three-letter code. */
  readonly country: string;
  /** Popularity from 0: larger ones are listed first among equal matches. */
  readonly weight: number;
};

/** One item of the suggestion list. */
export type Suggestion = {
  readonly id: string;
  readonly text: string;
  /** Distinguishes entries with the same name. */
  readonly sub_text: string;
};

/** Category of address look-ups in a questionnaire. */
export const ADDRESS_CATEGORY = 'address';

/** Category of look-ups by ZIP code. */
export const ZIP_CATEGORY = 'zip';

export type SearchRequest = {
  readonly query: string;
  readonly most: number;
  /** Code of the student's own state, listed first among equals. */
  readonly near?: string | undefined;
};

/** Answers to fill in, by name without prefix. '' and null empty an answer; absent names leave it unchanged. */
export type LookupRecord = Readonly<Record<string, string | null>>;

type LookupRequest = SearchRequest & {
  /** Value of the chosen country; only used for addresses. */
  readonly country?: string | undefined;
  /** IP address of the client. */
  readonly client: string;
};

/** Source of one category's entries: an own directory or an address service. */
export interface LookupSource {
  search(request: LookupRequest): Promise<readonly Suggestion[]>;
  /** Returns the record of a suggestion of {@link LookupSource.search}, or undefined. */
  find(id: string): Promise<LookupRecord | undefined>;
}
