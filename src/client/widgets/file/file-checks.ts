import {
  extensionOf,
  hasAcceptedType,
  isHeicName,
  isLongName,
  MAX_FILE_BYTES,
  shortName,
} from '#form/documents/file-rules.ts';
import { say, documentsTexts, fileTexts } from '#texts/say.ts';

/** Returns what is wrong with chosen files; empty if sendable. */
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

/** Shortens a file's name that is too long: phones cannot rename files. */
export function renamedFile(file: File): File | undefined {
  if (fileProblems([file]).join() !== say(documentsTexts.longName)) return undefined;
  return new File([file], shortName(file.name, extensionOf(file.name)), { type: file.type });
}

/** A picture with something in it. */
export function isPhoto(file: File): boolean {
  return (
    file.size > 0 && (isHeic(file) || (/\.(?:jpe?g|png)$/i.test(file.name) && hasAcceptedType(file.name)))
  );
}

/** A photo that cannot be sent as it is. */
export function needsCanvas(file: File): boolean {
  return isPhoto(file) && (file.size > MAX_FILE_BYTES || isHeic(file));
}

/** One that only has another name is recognised by the server. */
function isHeic({ name, type }: File): boolean {
  return isHeicName(name) || /^image\/hei[cf]/.test(type);
}
