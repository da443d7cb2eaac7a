import type { Services } from '../start/services.ts';
import { Refusal } from '../http/refusal.ts';
import { say, documentsTexts } from '#texts/say.ts';
import type { Rate } from '../limits/limit-steps.ts';

/** What the routes of documents use. */
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

/** The 409 of whatever would change a document that is being converted. */
export function documentConvertingRefusal(): Refusal {
  return new Refusal(409, say(documentsTexts.uploadRunning));
}

/** One answer for what never was, is somebody else's or is gone. */
export function unknownDocumentRefusal(): Refusal {
  return new Refusal(404, say(documentsTexts.unknown));
}

/** Failed conversions of a student: a few are free, then six an hour, so that the converter stays free for others. */
export const FAILED_CONVERSIONS: Rate = { burst: 4, everyMs: 600_000 };

export function failedConversionsKey(studentId: string): string {
  return `conversion-failed:student:${studentId}`;
}
