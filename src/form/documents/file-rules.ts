import { numberText } from '#texts/language.ts';
import type { Question } from '../definition/definition.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';

/** Kinds of attachments that the service converts, and their extensions. */
const FILE_TYPES = { png: ['.png'], jpeg: ['.jpeg', '.jpg'], pdf: ['.pdf'], docx: ['.docx'] } as const;
export const MAX_FILE_BYTES = 1_048_576;

/** Accepted files of a question (docs/behavior.md 5.9), enforced by client and server. */
export type FileRules = { readonly types: readonly string[]; readonly maxBytes: number };

/** Returns the extensions and size that a question accepts. */
export const fileRulesOf = memoizeByObject(
  ({ ui: { accept, maxKilobytes } }: Pick<Question, 'ui'>): FileRules => ({
    types: Object.entries(FILE_TYPES).flatMap(([kind, types]) =>
      Array.isArray(accept) && !accept.includes(kind) ? [] : types,
    ),
    maxBytes: typeof maxKilobytes === 'number' ? maxKilobytes * 1024 : MAX_FILE_BYTES,
  }),
);

/** Whether a question accepts fewer files than the service. */
export function hasOwnFileRules({ ui: { accept, maxKilobytes } }: Pick<Question, 'ui'>): boolean {
  return accept !== undefined || maxKilobytes !== undefined;
}

/** Rules of a question without its own. */
export const ANY_FILE = fileRulesOf({ ui: {} });

/** Returns the values for `{size}` and `{types}` in messages. */
export function fileRuleTexts({ types, maxBytes }: FileRules) {
  const size = maxBytes === MAX_FILE_BYTES ? '1 MB' : `${numberText(maxBytes / 1024)} KB`;
  return { size, types: types.join(', ') };
}
/** Maximum code points, including the extension. */
const MAX_NAME_LENGTH = 32;

/** Counts code points, so that an emoji counts once. */
export function isLongName(name: string): boolean {
  return Array.from(name).length > MAX_NAME_LENGTH;
}

/** iPhone photo format, which most browsers cannot read. */
export function isHeicName(name: string): boolean {
  return /\.(?:heic|heif)$/i.test(name);
}

/** From the last dot on; empty without one. */
export function extensionOf(name: string): string {
  return /\.[^.]*$/.exec(name)?.[0] ?? '';
}

/** Shortens a file name to {@link MAX_NAME_LENGTH} characters with an extension (dot included). */
export function shortName(name: string, extension: string): string {
  const stem = Array.from(name.slice(0, name.length - extensionOf(name).length))
    .slice(0, MAX_NAME_LENGTH - extension.length)
    .join('')
    .replace(/[\s._-]+$/, '');
  return stem + extension;
}

export function hasAcceptedType(name: string, { types }: FileRules = ANY_FILE): boolean {
  return types.includes(extensionOf(name).toLowerCase());
}
