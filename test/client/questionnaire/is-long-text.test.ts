import { expect, it } from 'vitest';
import { isLongText } from '#client/questionnaire/store/confirmed-changes.ts';

it.each([
  ['is nothing', undefined, false],
  ['is a line', 'x'.repeat(45), false],
  ['is a line with empty ones around it', '\n one \n', false],
  ['is longer than a line', 'x'.repeat(46), true],
  ['has two lines', 'one\ntwo', true],
])('a text that %s: confirmed for %j: %s', (_, answer, expected) => {
  expect(isLongText({ multiline: true }, answer)).toBe(expected);
});
