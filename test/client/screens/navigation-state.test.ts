import { expect, it } from 'vitest';
import { readNavigationState } from '#client/screens/navigation-state.ts';

it.each([undefined, null, 'text', [], { answers: { name: 'Ada' }, username: 7 }, {}])(
  'the navigation state %o hands over nothing',
  (state) => {
    expect(readNavigationState(state)).toEqual({});
  },
);

it('the navigation state hands over texts, and nothing else', () => {
  const state = { username: 'ada@example.org', notice: 'Done.', error: null, answers: { name: 'Ada' } };
  expect(readNavigationState(state)).toEqual({ username: 'ada@example.org', notice: 'Done.' });
});
