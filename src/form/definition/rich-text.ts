/** A link to a web page (`http`, `https`) or email address (`mailto`). */
export type LinkPart = { readonly text: string; readonly href: string };

/** A text with links, parsed at build time; a plain string without any. */
export type RichText = string | readonly (string | LinkPart)[];
