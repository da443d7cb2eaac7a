import { parentPort } from 'node:worker_threads';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { generatedFiles } from '#compiler/emit/generated-files.ts';
import { type Fault, isError } from '#compiler/source/fault.ts';
import { checkProject } from '../check/check-project.ts';
import { generate } from '../generate.ts';

/** Request and response of the thread. */
export type SchemaWork = { readonly kind: 'generate' | 'prepare' | 'prove' };
export type SchemaResult = {
  /** Whether the questionnaire is usable: generated now or already current. */
  readonly isFine: boolean;
  readonly faults: readonly Fault[];
};

const WORK: Readonly<Record<SchemaWork['kind'], () => Promise<SchemaResult>>> = {
  generate: async () => {
    const result = await generate();
    return result.kind === 'refused' ? resultOf(result.faults) : resultOf([]);
  },
  prepare: async () => {
    const { partners, faults } = compileSchemas();
    if (!faults.some(isError)) await generatedFiles(partners);
    return resultOf(faults);
  },
  prove: async () => resultOf((await checkProject()).faults),
};

function resultOf(faults: readonly Fault[]): SchemaResult {
  return { isFine: !faults.some(isError), faults };
}

/** Compilers stay loaded between edits, with their caches. */
parentPort?.on('message', async ({ kind }: SchemaWork) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(await WORK[kind]());
});
