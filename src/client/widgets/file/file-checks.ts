import {
  EMPTY_FILE,
  extensionOf,
  hasAcceptedType,
  isLongName,
  LONG_NAME,
  MAX_FILE_BYTES,
  MAX_NAME_LENGTH,
  TOO_LARGE,
  WRONG_TYPE,
} from '#form/documents/file-rules.ts';
import { say } from '#texts/say.ts';
import * as fileTexts from '#generated/texts/file.ts';

/** What is wrong with the files that were chosen or dropped; empty when the one there is can be sent. */
export function fileProblems(files: readonly File[]): readonly string[] {
  const [file] = files;
  if (!file || files.length > 1) return [say(fileTexts.several)];
  return [
    ...(file.size > MAX_FILE_BYTES ? [TOO_LARGE] : []),
    ...(isHeic(file) ? [WRONG_TYPE, say(fileTexts.heic)] : []),
    ...(!isHeic(file) && !hasAcceptedType(file.name) ? [WRONG_TYPE] : []),
    ...(isLongName(file.name) ? [LONG_NAME] : []),
    ...(file.size === 0 ? [EMPTY_FILE] : []),
  ];
}

/**
 * The same file under a name that is short enough, when its name is all that is wrong: a phone, which gives long
 * names, offers no way to rename a file.
 */
export function renamedFile(file: File): File | undefined {
  if (fileProblems([file]).join() !== LONG_NAME) return undefined;
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
