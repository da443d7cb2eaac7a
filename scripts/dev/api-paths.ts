import { CALL_PATHS } from '#form/definition/reserved-paths.ts';

/** Which addresses the server answers, as a regular expression; every other one is a screen of the client. */
export const API_PATHS = String.raw`^/(?:${CALL_PATHS.join('|')})(?:[/?]|$)`;
