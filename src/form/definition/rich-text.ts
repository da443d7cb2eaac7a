/** Words that lead to a web page (`http`, `https`) or open a mail (`mailto`), and to nothing else. */
export type LinkPart = { readonly text: string; readonly href: string };

/** A text that may hold links, taken apart by the build; plain where it holds none. */
export type RichText = string | readonly (string | LinkPart)[];
