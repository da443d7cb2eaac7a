import { Refusal } from '../http/refusal.ts';
import { say } from '#texts/say.ts';
import { documentsTexts } from '#generated/texts.ts';

/** The 409 of whatever would change a document that is being converted. */
export function documentConvertingRefusal(): Refusal {
  return new Refusal(409, say(documentsTexts.uploadRunning));
}

/** One answer for what never was, is somebody else's or is gone. */
export function unknownDocumentRefusal(): Refusal {
  return new Refusal(404, say(documentsTexts.unknown));
}

/** The 422 of a file that was announced and is not there. */
export function fileNotArrivedRefusal(): Refusal {
  return new Refusal(422, say(documentsTexts.notArrived));
}
