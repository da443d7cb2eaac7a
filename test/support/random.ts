import { configureGlobal } from 'fast-check';

export * from 'fast-check';

/** Seed of all random tests; fixed unless TEST_SEED is set. */
export const SEED = Number(process.env['TEST_SEED'] ?? 777);

configureGlobal({ seed: SEED });
