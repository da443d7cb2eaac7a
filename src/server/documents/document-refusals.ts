import { UPLOAD_RUNNING } from '#form/documents/file-rules.ts';
import { Refusal } from '../refusal.ts';

/** One answer for what never was, is somebody else's or is gone. */
const UNKNOWN = 'There is no such document in your application.';
const NOT_ARRIVED = 'Your file did not arrive. Please choose it again.';

/** The 409 of whatever would change a document that is being converted. */
export function documentConvertingRefusal(): Refusal {
  return new Refusal(409, UPLOAD_RUNNING);
}

export function unknownDocumentRefusal(): Refusal {
  return new Refusal(404, UNKNOWN);
}

/** The 422 of a file that was announced and is not there. */
export function fileNotArrivedRefusal(): Refusal {
  return new Refusal(422, NOT_ARRIVED);
}
