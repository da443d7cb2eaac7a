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

export type WebStatusStep =
  /** One step forward, to record. */
  | { readonly kind: 'forward'; readonly status: WebStatus }
  /** Unchanged: a repeated call, nothing to record. */
  | { readonly kind: 'same'; readonly status: WebStatus }
  /** Not allowed; the status stays. */
  | { readonly kind: 'refused'; readonly code: 'unknown' | 'backwards' | 'skipped' };

/** Advances the status by one step, never back (docs/behavior.md 4.1); repeating the current status is allowed. */
export function nextWebStatus(current: WebStatus | null, requested: unknown): WebStatusStep {
  if (!isWebStatus(requested)) return { kind: 'refused', code: 'unknown' };
  const distance = STEPS.indexOf(requested) - (current === null ? -1 : STEPS.indexOf(current));
  if (distance === 0) return { kind: 'same', status: requested };
  if (distance === 1) return { kind: 'forward', status: requested };
  return { kind: 'refused', code: distance < 0 ? 'backwards' : 'skipped' };
}
