import type { OnFault } from './error-log.ts';

type Task = { readonly name: string; readonly everyMs: number; readonly run: () => Promise<unknown> };

/** Runs a task now and at intervals; an error is reported. @returns what ends it, after a run in progress */
export function runRepeatedly({ name, everyMs, run }: Task, onFault: OnFault): () => Promise<void> {
  const runSafely = () => run().catch((error: unknown) => onFault(name, error));
  let running = runSafely();
  const timer = setInterval(() => {
    running = running.then(runSafely);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
