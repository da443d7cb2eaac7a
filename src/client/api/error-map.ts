import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { isRecord } from '#form/definition/is-record.ts';

/**
 * Reads a map of question key → sentences out of the body of a refusal; entries of any other shape are left out.
 * Undefined when there is none.
 */
export function readErrorMap(value: unknown): ValidationErrors | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).flatMap(([key, messages]) => {
    const sentences = Array.isArray(messages) ? messages.filter((one) => typeof one === 'string') : [];
    return sentences.length > 0 ? [[key, sentences] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
