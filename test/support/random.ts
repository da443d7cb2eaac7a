import { configureGlobal } from 'fast-check';

export * from 'fast-check';

/** Seed of all random tests: the same in every run, unless TEST_SEED asks for others. */
export const SEED = Number(process.env['TEST_SEED'] ?? 777);

configureGlobal({ seed: SEED });
