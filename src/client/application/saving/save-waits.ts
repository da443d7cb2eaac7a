/** Milliseconds from the last change of an answer to the save. */
export const DEBOUNCE = 1_000;
/** Milliseconds before the first retry; doubled up to {@link LONGEST_WAIT}. */
export const FIRST_WAIT = 1_000;
export const LONGEST_WAIT = 30_000;

/** Milliseconds until the next save, after so many in a row that failed. */
export function waitAfter(failures: number): number {
  return failures === 0 ? DEBOUNCE : Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT);
}
