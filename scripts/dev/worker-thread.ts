import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A lazily started worker thread that processes requests sequentially. */
export type WorkerThread<Work, Result> = {
  /** @throws errors of the thread, and when stopped before a response */
  readonly run: (work: Work) => Promise<Result>;
  /** Cancels running work; the next call reloads the code. */
  readonly stop: () => Promise<void>;
};

/** @param file absolute path of the thread's module, which sends one response per message */
export function createThread<Work, Result>(file: string): WorkerThread<Work, Result> {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const stop = async (): Promise<void> => {
    const stopping = thread;
    thread = undefined;
    await stopping?.terminate();
  };
  const runNow = async (work: Work): Promise<Result> => {
    thread ??= new Worker(file);
    const ended = new AbortController();
    try {
      const exited = once(thread, 'exit', ended).then(() => {
        throw new Error('The thread was ended; the next change starts another.');
      });
      const answered = once(thread, 'message', ended);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      thread.postMessage(work);
      const [result]: Result[] = await Promise.race([answered, exited]);
      if (!result) throw new Error('The thread returned nothing.');
      return result;
    } catch (error) {
      // A failed thread is not reused.
      await stop();
      throw error;
    } finally {
      ended.abort();
    }
  };
  const run = (work: Work): Promise<Result> => {
    const result = last.then(() => runNow(work));
    last = result.catch(() => undefined);
    return result;
  };
  return { run, stop };
}
