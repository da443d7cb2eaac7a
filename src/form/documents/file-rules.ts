/** What may be attached (specification 5, "File upload"). Page and server hold to the same. */
export const FILE_TYPES = ['.png', '.jpeg', '.jpg', '.pdf', '.docx'] as const;
export const MAX_FILE_BYTES = 1_048_576;
/** Code points, the extension included. */
export const MAX_NAME_LENGTH = 32;

/** Specification 4, "Tabs": why nothing is changed while a file is sent or converted. */
export const UPLOAD_RUNNING = 'Please wait until the file upload has completed.';
export const TOO_LARGE = 'Your file is too large. The maximum file size is 1 MB.';
export const WRONG_TYPE = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx';
export const EMPTY_FILE = 'Your file is empty. Please upload a non-empty file.';
export const LONG_NAME =
  'Your file name is too long. The maximum length is 32 characters, including the extension.';

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
