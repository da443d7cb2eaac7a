/** Milliseconds a toast stays (specification 9). */
export const TOAST_DURATIONS = { success: 5_000, error: 300_000 } as const;
