import { hasAcceptedType, isLongName, LONG_NAME, WRONG_TYPE } from '#form/documents/file-rules.ts';

const NO_NAME = 'Your file has no name. Please give it one.';

/** Control characters, and marks that turn the direction of text: `fdp.exe` can be made to read `exe.pdf`. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export type ReadName =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'fault'; readonly message: string };

/**
 * The name of a file as it is kept and shown: the last part of what may be a path, without what cannot be seen, in
 * composed characters. It names nothing on this server.
 */
export function readFileName(given: string): ReadName {
  const name = (given.split(/[/\\]/).at(-1) ?? '').normalize('NFC').replaceAll(INVISIBLE, '').trim();
  if (name === '') return { kind: 'fault', message: NO_NAME };
  if (isLongName(name)) return { kind: 'fault', message: LONG_NAME };
  return hasAcceptedType(name) ? { kind: 'name', name } : { kind: 'fault', message: WRONG_TYPE };
}
