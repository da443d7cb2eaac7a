/** Milliseconds from the last change of an answer to the save. */
export const SAVE_DEBOUNCE = 1_000;
/** Milliseconds before the first retry; doubled up to {@link MAX_DELAY}. */
export const MIN_RETRY_DELAY = 1_000;
export const MAX_RETRY_DELAY = 30_000;

/** Milliseconds until the next save, after so many in a row that failed. */
export function retryDelay(failures: number): number {
  return failures === 0 ? SAVE_DEBOUNCE : Math.min(MIN_RETRY_DELAY * 2 ** (failures - 1), MAX_RETRY_DELAY);
}
