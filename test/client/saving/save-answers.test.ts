import { expect, it } from 'vitest';
import { createApplicationCalls } from '#client/api/application-calls.ts';
import { saveAnswers } from '#client/saving/open-saving.ts';
import { NO_CHANGES, withWholeQuestions } from '#client/questionnaire/store/form-changes.ts';
import { addAnother, form, nodes, page, question } from '#test/form/build-definition.ts';
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

it.each([
  ['one part', { answers: { since: '5' } }, { since: '5', year: '2020' }],
  ['the other part', { answers: { year: '2021' } }, { since: '', year: '2021' }],
  ['a plain question', { answers: { kept: 'k' } }, { kept: 'k' }],
  ['one answer of a block', { answers: { kid: 'Ada' } }, { kid: 'Ada' }],
  ['an added block', { counts: { kids: 3 } }, {}],
  ['a removed block', { answers: { kid: 'Bo' }, counts: { kids: 1 } }, { kid: 'Bo', kid_2: '', kid_3: '' }],
  ['a removed later block', { answers: { kid_2: 'Bo' }, counts: { kids: 2 } }, { kid_2: 'Bo', kid_3: '' }],
])('%s is saved with what belongs to it', (_, change, saved) => {
  const questions = [question('since', { parts: ['year'] }), question('year', { partOf: 'since' })];
  const others = ['kept', 'kid', 'kid_2', 'kid_3'].map((key) => question(key));
  const layout = [...nodes('since', 'kept'), addAnother('kids', ['kid'], ['kid_2'], ['kid_3'])];
  const part = form([page([...questions, ...others], { layout })]);
  expect(withWholeQuestions(part, { ...NO_CHANGES, ...change }, { year: '2020' })).toEqual(saved);
});
