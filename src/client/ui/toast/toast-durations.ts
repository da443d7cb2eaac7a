/** Milliseconds a toast stays (docs/behavior.md 9). */
export const TOAST_DURATIONS = { success: 5_000, error: 300_000 } as const;
