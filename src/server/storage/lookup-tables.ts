export type LookupSourceTable = {
  category: string;
  source: string;
  /** Of the entries that are in use; those of others are an import that is not finished or was replaced. */
  version: number;
  entries: number;
  imported_at: Date;
};

export type LookupEntryTable = {
  category: string;
  source: string;
  version: number;
  id: string;
  name: string;
  aliases: string;
  address_line_1: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  weight: number;
};

export type LookupCodeTable = { category: string; id: string; ceeb: string };
