import { Refusal } from '../refusal.ts';

/** Specification 4, "Tabs": the words of the dialog for a conversion that runs. */
const WAIT = 'Please wait until the file upload has completed.';
/** One answer for what never was, is somebody else's or is gone. */
const UNKNOWN = 'There is no such document in your application.';
const NOT_ARRIVED = 'Your file did not arrive. Please choose it again.';

/** The 409 of whatever would change a document that is being converted. */
export function converting(): Refusal {
  return new Refusal(409, WAIT);
}

export function unknownDocument(): Refusal {
  return new Refusal(404, UNKNOWN);
}

/** The 422 of a file that was announced and is not there. */
export function notArrived(): Refusal {
  return new Refusal(422, NOT_ARRIVED);
}
