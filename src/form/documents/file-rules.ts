/** What may be attached (specification 5, "File upload"). Page and server hold to the same. */
export const FILE_TYPES = ['.png', '.jpeg', '.jpg', '.pdf', '.docx'] as const;
export const MAX_FILE_BYTES = 1_048_576;
/** Code points, the extension included. */
export const MAX_NAME_LENGTH = 32;

/** Counted by code point, not by half of an emoji. */
export function isLongName(name: string): boolean {
  return Array.from(name).length > MAX_NAME_LENGTH;
}

/** From the last dot on; empty without one. */
export function extensionOf(name: string): string {
  return /\.[^.]*$/.exec(name)?.[0] ?? '';
}

export function hasAcceptedType(name: string): boolean {
  return FILE_TYPES.some((type) => type === extensionOf(name).toLowerCase());
}
