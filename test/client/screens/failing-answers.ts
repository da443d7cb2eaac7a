import type { Answer } from './fake-server.ts';

export const LATER = 'Please try again in 8 seconds.';

/** A response, and the message shown for it (docs/behavior.md 8). */
export const answers: readonly (readonly [string, Answer, string])[] = [
  ['a 503 with a message', { status: 503, body: { message: LATER } }, LATER],
  ['a 422 with a message', { status: 422, body: { message: LATER } }, LATER],
  [
    'a 500 without JSON',
    { status: 500, body: '<html>' },
    "We've encountered an unexpected error at this time. Please try again later.",
  ],
  ['no answer', 'offline', 'We cannot reach the server. Please check your connection and try again.'],
];
