import path from 'node:path';
import type { SchemaResult, SchemaWork } from './schema-thread.ts';
import { createThread } from './worker-thread.ts';

/** Compiles and proves `schemas/` in another thread, so that calls and pages are served in the meantime. */
export type SchemaCompiler = {
  /** Compiles, and writes what changed. @throws what the compiler throws */
  readonly generate: () => Promise<SchemaResult>;
  /** Compiles and writes nothing: the next time only what has changed since is left to be done. */
  readonly prepare: () => Promise<SchemaResult>;
  /** Finds all faults. @throws what the prover throws */
  readonly prove: () => Promise<SchemaResult>;
  /** Ends what runs; what comes next reloads the code. */
  readonly stop: () => Promise<void>;
};

/** A proof takes longer than to compile, and no edit is to wait for it: it has a thread of its own. */
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
