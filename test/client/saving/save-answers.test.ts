import { expect, it } from 'vitest';
import { createApplicationCalls } from '#client/api/application-calls.ts';
import { saveAnswers } from '#client/saving/open-saving.ts';
import { callOver } from '../api/call-over.ts';

it.each([
  ['a short save uses keepalive', 'Ada', true],
  ['a long save does not', 'x'.repeat(70_000), false],
])('%s', async (_, text, keepalive) => {
  let sent: RequestInit | undefined;
  const call = callOver(async (_path, init) => {
    sent = init;
    return new Response('{"version":1}');
  });
  await saveAnswers(createApplicationCalls(call))({ essay: text }, 0);
  expect(sent?.keepalive ?? false).toBe(keepalive);
});
