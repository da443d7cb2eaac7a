import { expect, it } from 'vitest';
import { readHanded } from '#client/screens/handed.ts';

it.each([undefined, null, 'text', [], { answers: { name: 'Ada' }, username: 7 }, {}])(
  'the navigation state %o hands over nothing',
  (state) => {
    expect(readHanded(state)).toEqual({});
  },
);

it('the navigation state hands over texts, and nothing else', () => {
  const state = { username: 'ada@example.org', notice: 'Done.', error: null, answers: { name: 'Ada' } };
  expect(readHanded(state)).toEqual({ username: 'ada@example.org', notice: 'Done.' });
});
