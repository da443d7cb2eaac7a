import {
  extensionOf,
  hasAcceptedType,
  isHeicName,
  isLongName,
  MAX_FILE_BYTES,
  shortName,
} from '#form/documents/file-rules.ts';
import { say, documentsTexts, fileTexts } from '#texts/say.ts';

/** Returns problems of chosen files; empty if sendable. */
export function fileProblems(files: readonly File[]): readonly string[] {
  const [file] = files;
  if (!file || files.length > 1) return [say(fileTexts.several)];
  if (needsCanvas(file)) return [];
  return [
    ...(file.size > MAX_FILE_BYTES ? [say(documentsTexts.tooLarge)] : []),
    ...(hasAcceptedType(file.name) ? [] : [say(documentsTexts.wrongType)]),
    ...(isLongName(file.name) ? [say(documentsTexts.longName)] : []),
    ...(file.size === 0 ? [say(documentsTexts.empty)] : []),
  ];
}

/** Returns a copy with a shorter name, since phones cannot rename files. */
export function renamedFile(file: File): File | undefined {
  if (fileProblems([file]).join() !== say(documentsTexts.longName)) return undefined;
  return new File([file], shortName(file.name, extensionOf(file.name)), { type: file.type });
}

/** Whether a file is a non-empty photo. */
export function isPhoto(file: File): boolean {
  return (
    file.size > 0 && (isHeic(file) || (/\.(?:jpe?g|png)$/i.test(file.name) && hasAcceptedType(file.name)))
  );
}

/** Whether a photo must be re-encoded before sending. */
export function needsCanvas(file: File): boolean {
  return isPhoto(file) && (file.size > MAX_FILE_BYTES || isHeic(file));
}

/** HEIC by name or type; the server recognizes misnamed files. */
function isHeic({ name, type }: File): boolean {
  return isHeicName(name) || /^image\/hei[cf]/.test(type);
}
