import {
  extensionOf,
  fileRuleTexts,
  type FileRules,
  hasAcceptedType,
  isHeicName,
  isLongName,
  shortName,
} from '#form/documents/file-rules.ts';
import { say, documentsTexts, fileTexts } from '#texts/say.ts';

/** Returns problems of chosen files; empty if sendable. */
export function fileProblems(files: readonly File[], rules: FileRules): readonly string[] {
  const [file] = files;
  if (!file || files.length > 1) return [say(fileTexts.several)];
  if (needsCanvas(file, rules)) return [];
  const named = fileRuleTexts(rules);
  return [
    ...(file.size > rules.maxBytes ? [say(documentsTexts.tooLarge, named)] : []),
    ...(hasAcceptedType(file.name, rules) ? [] : [say(documentsTexts.wrongType, named)]),
    ...(isLongName(file.name) ? [say(documentsTexts.longName)] : []),
    ...(file.size === 0 ? [say(documentsTexts.empty)] : []),
  ];
}

/** Returns a copy with a shorter name, since phones cannot rename files. */
export function renamedFile(file: File, rules: FileRules): File | undefined {
  if (fileProblems([file], rules).join() !== say(documentsTexts.longName)) return undefined;
  return new File([file], shortName(file.name, extensionOf(file.name)), { type: file.type });
}

/** Whether photos are accepted, which are re-encoded as JPEG. */
export function acceptsPhotos({ types }: FileRules): boolean {
  return types.includes('.jpg');
}

/** Whether a file is a non-empty photo that is accepted. */
export function isPhoto(file: File, rules: FileRules): boolean {
  return file.size > 0 && acceptsPhotos(rules) && (isHeic(file) || /\.(?:jpe?g|png)$/i.test(file.name));
}

/** Whether a photo must be re-encoded before sending. */
export function needsCanvas(file: File, rules: FileRules): boolean {
  const isSendable = file.size <= rules.maxBytes && hasAcceptedType(file.name, rules) && !isHeic(file);
  return isPhoto(file, rules) && !isSendable;
}

/** HEIC by name or type; the server recognizes misnamed files. */
function isHeic({ name, type }: File): boolean {
  return isHeicName(name) || /^image\/hei[cf]/.test(type);
}
