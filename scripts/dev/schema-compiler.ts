import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SchemaResult, SchemaWork } from './schema-thread.ts';

/** Compiles and proves `schemas/` beside this thread, so that calls and pages are served meanwhile. */
export type SchemaCompiler = {
  /** Compiles, and writes what changed. @throws what the compiler throws */
  readonly generate: () => Promise<SchemaResult>;
  /** Compiles and writes nothing: the next time only what has changed since is left to be done. */
  readonly prepare: () => Promise<SchemaResult>;
  /** Finds all faults. @throws what the prover throws */
  readonly prove: () => Promise<SchemaResult>;
  /** Ends what runs; what comes next loads the code anew. */
  readonly stop: () => Promise<void>;
};

/** A proof takes longer than to compile, and no edit is to wait for it: it has a thread of its own. */
export function createSchemaCompiler(): SchemaCompiler {
  const [compiling, proving] = [createThread(), createThread()];
  return {
    generate: () => compiling.run('generate'),
    prepare: () => compiling.run('prepare'),
    prove: () => proving.run('prove'),
    stop: async () => void (await Promise.all([compiling.stop(), proving.stop()])),
  };
}

/** Does one thing after the other. */
function createThread() {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const stop = async (): Promise<void> => {
    const stopping = thread;
    thread = undefined;
    await stopping?.terminate();
  };
  const runNow = async (kind: SchemaWork['kind']): Promise<SchemaResult> => {
    thread ??= new Worker(path.join(import.meta.dirname, 'schema-thread.ts'));
    const ended = new AbortController();
    try {
      const exited = once(thread, 'exit', ended).then(() => {
        throw new Error('The thread was ended; the next change starts another.');
      });
      const answered = once(thread, 'message', ended);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      thread.postMessage({ kind } satisfies SchemaWork);
      const [result]: SchemaResult[] = await Promise.race([answered, exited]);
      if (!result) throw new Error('The thread returned nothing.');
      return result;
    } catch (error) {
      // What is left of a thread that failed is not used again.
      await stop();
      throw error;
    } finally {
      ended.abort();
    }
  };
  const run = (kind: SchemaWork['kind']): Promise<SchemaResult> => {
    const result = last.then(() => runNow(kind));
    last = result.catch(() => undefined);
    return result;
  };
  return { run, stop };
}
