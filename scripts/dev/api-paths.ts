import { CALL_PATHS } from '#form/definition/reserved-paths.ts';

/** Regular expression for server paths; all others are client screens. */
export const API_PATHS = String.raw`^/(?:${CALL_PATHS.join('|')})(?:[/?]|$)`;
