import type { Rate } from '../limits/limits.ts';

/**
 * Conversions of one student that reached their limits and failed: a mistake or two are free, and then
 * six an hour, so that nobody keeps the converter busy for the others.
 */
export const FAILED_CONVERSIONS: Rate = { burst: 4, everyMs: 600_000 };

export function failedConversionsKey(studentId: string): string {
  return `conversion-failed:student:${studentId}`;
}
