import path from 'node:path';
import type { SchemaResult, SchemaWork } from './schema-thread.ts';
import { createThread } from './worker-thread.ts';

/** Compiles and proves `schemas/` in worker threads, so the dev server stays responsive. */
export type SchemaCompiler = {
  /** Compiles, and writes changed files. @throws errors of the compiler */
  readonly generate: () => Promise<SchemaResult>;
  /** Compiles without writing, to warm the cache for the next run. */
  readonly prepare: () => Promise<SchemaResult>;
  /** Finds all faults. @throws errors of the prover */
  readonly prove: () => Promise<SchemaResult>;
  /** Cancels running work; the next call reloads the code. */
  readonly stop: () => Promise<void>;
};

/** Proofs run in their own thread, since edits must not wait for them. */
export function createSchemaCompiler(): SchemaCompiler {
  const file = path.join(import.meta.dirname, 'schema-thread.ts');
  const compiling = createThread<SchemaWork, SchemaResult>(file);
  const proving = createThread<SchemaWork, SchemaResult>(file);
  return {
    generate: () => compiling.run({ kind: 'generate' }),
    prepare: () => compiling.run({ kind: 'prepare' }),
    prove: () => proving.run({ kind: 'prove' }),
    stop: async () => void (await Promise.all([compiling.stop(), proving.stop()])),
  };
}
