import {
  extensionOf,
  hasAcceptedType,
  isLongName,
  MAX_FILE_BYTES,
  MAX_NAME_LENGTH,
} from '#form/documents/file-rules.ts';
import { say } from '#texts/say.ts';
import * as fileTexts from '#generated/texts/file.ts';
import * as documentsTexts from '#generated/texts/documents.ts';

/** What is wrong with the files that were chosen or dropped; empty when the one there is can be sent. */
export function fileProblems(files: readonly File[]): readonly string[] {
  const [file] = files;
  if (!file || files.length > 1) return [say(fileTexts.several)];
  return [
    ...(file.size > MAX_FILE_BYTES ? [say(documentsTexts.tooLarge)] : []),
    ...(isHeic(file) ? [say(documentsTexts.wrongType), say(fileTexts.heic)] : []),
    ...(!isHeic(file) && !hasAcceptedType(file.name) ? [say(documentsTexts.wrongType)] : []),
    ...(isLongName(file.name) ? [say(documentsTexts.longName)] : []),
    ...(file.size === 0 ? [say(documentsTexts.empty)] : []),
  ];
}

/**
 * The same file under a name that is short enough, when its name is all that is wrong: a phone, which gives long
 * names, offers no way to rename a file.
 */
export function renamedFile(file: File): File | undefined {
  if (fileProblems([file]).join() !== say(documentsTexts.longName)) return undefined;
  const extension = extensionOf(file.name);
  const stem = Array.from(file.name.slice(0, -extension.length))
    .slice(0, MAX_NAME_LENGTH - extension.length)
    .join('')
    .replace(/[\s._-]+$/, '');
  return new File([file], stem + extension, { type: file.type });
}

/** iPhones name and declare their photos so. One that only has another name is recognised by the server. */
function isHeic({ name, type }: File): boolean {
  return /\.(?:heic|heif)$/i.test(name) || /^image\/hei[cf]/.test(type);
}
