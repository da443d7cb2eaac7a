/** Status of an application; `null` is none (docs/behavior.md 4.1). */
export type WebStatus = 'started' | 'validating' | 'submitted';

const STEPS: readonly WebStatus[] = ['started', 'validating', 'submitted'];

/**
 * Derives the status from the number of distinct known entries, so repetition does not matter (docs/behavior.md 4.1).
 */
export function deriveWebStatus(
  entries: readonly { readonly web_status: string | null }[],
): WebStatus | null {
  const recorded = new Set(entries.map((entry) => entry.web_status).filter((status) => isWebStatus(status)));
  return STEPS[recorded.size - 1] ?? null;
}

/** Whether it is one of the three recorded values. */
function isWebStatus(value: unknown): value is WebStatus {
  return STEPS.some((step) => step === value);
}

/** Compares a requested status with the current one: it can be repeated or the next (docs/behavior.md 4.1). */
export function webStatusStep(
  current: WebStatus | null,
  requested: WebStatus,
): 'forward' | 'same' | 'refused' {
  const distance = STEPS.indexOf(requested) - (current === null ? -1 : STEPS.indexOf(current));
  if (distance === 0) return 'same';
  return distance === 1 ? 'forward' : 'refused';
}
