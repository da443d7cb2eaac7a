import { isHeicName } from '#form/documents/file-rules.ts';
import type { PhotoFault } from './photos.ts';
import { say } from '#texts/say.ts';
import { documentsTexts, fileTexts } from '#generated/texts.ts';

/** Why photos did not become a document, for the student. */
export function faultText(fault: PhotoFault): string {
  if (fault.code === 'tooMany') return say(fileTexts.tooManyPhotos);
  if (isHeicName(fault.name)) return `${say(documentsTexts.wrongType)} ${say(fileTexts.heic)}`;
  return say(fileTexts.unreadable, { file: fault.name });
}
