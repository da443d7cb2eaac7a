/** Why one room imports another; `types`: it may import nothing but types. */
type Reason = string | { readonly types: string };

/** Room → the rooms it may import, each with the reason. */
export type Borders = Readonly<Record<string, 'all' | Readonly<Record<string, Reason>>>>;
