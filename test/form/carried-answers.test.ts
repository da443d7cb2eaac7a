import { expect, test } from 'vitest';
import { carriedKeys } from '#form/answers/carried-answers.ts';
import { form, page, question } from './build-definition.ts';

const definition = form([
  page([question('name'), question('month', { parts: ['year'] }), question('year', { partOf: 'month' })]),
]);
const answers = { name: 'Ada', month: '5', year: '2027' };

test.each([
  [{ name: 0, month: 0, year: 0 }, ['name', 'month']],
  [{ name: 1, month: 0, year: 0 }, ['month']],
  [{ name: 0, month: 0, year: 2 }, ['name']],
])('with the versions %o, %o are unchecked', (versions, unchecked) => {
  expect(carriedKeys(definition, { answers, versions })).toEqual(unchecked);
});
