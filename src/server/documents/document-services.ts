import type { Services } from '../start/services.ts';
import { Refusal } from '../http/refusal.ts';
import { say, documentsTexts } from '#texts/say.ts';
import type { Rate } from '../limits/limit-steps.ts';

/** Services of the document routes. */
export type DocumentServices = Pick<
  Services,
  | 'audit'
  | 'clientLimits'
  | 'clock'
  | 'db'
  | 'definition'
  | 'discard'
  | 'files'
  | 'guard'
  | 'jobs'
  | 'limits'
  | 'random'
>;

/** Returns the 409 for changes to a document during its conversion. */
export function documentConvertingRefusal(): Refusal {
  return new Refusal(409, say(documentsTexts.uploadRunning));
}

/** Returns the same 404 for unknown, foreign and deleted documents. */
export function unknownDocumentRefusal(): Refusal {
  return new Refusal(404, say(documentsTexts.unknown));
}

/** Failed conversions per student. A few are free, then six an hour, so that others can use the converter. */
export const FAILED_CONVERSIONS: Rate = { burst: 4, everyMs: 600_000 };

export function failedConversionsKey(studentId: string): string {
  return `conversion-failed:student:${studentId}`;
}
