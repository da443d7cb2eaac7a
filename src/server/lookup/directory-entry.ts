/** A school as a directory lists it. Absent parts are empty texts. */
export type DirectoryEntry = {
  /** `ipeds:<UNITID>`, `nces:<NCESSCH or PPIN>`, or of another directory. */
  readonly id: string;
  readonly name: string;
  /** Other names, with `|` between them. */
  readonly aliases: string;
  readonly address_line_1: string;
  readonly city: string;
  /** Code of two letters. */
  readonly state: string;
  readonly zip: string;
  /** Code of three letters. */
  readonly country: string;
  /** How many people will mean it, from 0: of two that fit alike, the larger comes first. */
  readonly weight: number;
};

/** One line of the list under the box. */
export type Suggestion = {
  readonly id: string;
  readonly text: string;
  /** Distinguishes entries of the same name. */
  readonly sub_text: string;
};

/** The directories of schools; docs/behavior.md 3.8. */
export const SCHOOL_CATEGORIES = ['hs_ceeb', 'college_ceeb'] as const;

export type SchoolCategory = (typeof SCHOOL_CATEGORIES)[number];

export function isSchoolCategory(text: string): text is SchoolCategory {
  return SCHOOL_CATEGORIES.some((category) => category === text);
}

/** The category under which a questionnaire looks addresses up. */
export const ADDRESS_CATEGORY = 'address';

/** The category of places by their ZIP codes. */
export const ZIP_CATEGORY = 'zip';

export type SearchRequest = {
  readonly query: string;
  readonly most: number;
  /** Code of the student's own state, which comes first among equals. */
  readonly near?: string | undefined;
};

/**
 * What fills answers, by their names less their prefix. '' and null empty an answer; absent names leave it as it is.
 */
export type LookupRecord = Readonly<Record<string, string | null>>;

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
