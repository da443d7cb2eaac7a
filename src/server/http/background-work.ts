import type { OnError } from './error-log.ts';

/**
 * Runs background work now and at an interval. Errors are reported, and the work is retried next time.
 * @returns a function that stops the repetition, once a run in progress is done
 */
export function repeatWork(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const run = (): Promise<unknown> => work().catch(onError);
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

export type Background = ReturnType<typeof createBackground>;

/** Runs work in the background. Errors are reported, and a stopping server waits for it. */
export function createBackground(onError: OnError) {
  const running = new Set<Promise<unknown>>();
  return {
    run(task: string, work: Promise<unknown>): void {
      const reported = work
        .catch((error: unknown) => onError(task, error))
        .finally(() => running.delete(reported));
      running.add(reported);
    },
    finish: async (): Promise<void> => void (await Promise.all(running)),
  };
}
