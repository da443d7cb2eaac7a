/** Locks that one page of this browser holds at a time; the browser gives back those of a page that ends. */
export type PageLocks = {
  /**
   * Does the work once the lock is free, and holds it in the meantime. Rejects as the work does, and when `signal`
   * aborts.
   */
  readonly hold: (name: string, work: () => Promise<void>, signal?: AbortSignal) => Promise<void>;
  /** The same where the lock is free; false, and no work, where it is not. */
  readonly holdIfFree: (name: string, work: () => Promise<void>) => Promise<boolean>;
};

/** Binds {@link PageLocks} to the browser's. */
export function createPageLocks(manager: Pick<LockManager, 'request'>): PageLocks {
  return {
    hold: (name, work, signal) => manager.request(name, signal ? { signal } : {}, work),
    holdIfFree: (name, work) =>
      manager.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await work();
        return lock !== null;
      }),
  };
}
