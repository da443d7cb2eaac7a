/** Allowed attachments (docs/behavior.md 5.9), enforced by client and server. */
export const FILE_TYPES = ['.png', '.jpeg', '.jpg', '.pdf', '.docx'] as const;
export const MAX_FILE_BYTES = 1_048_576;
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

export function hasAcceptedType(name: string): boolean {
  return FILE_TYPES.some((type) => type === extensionOf(name).toLowerCase());
}
