import { expect, it } from 'vitest';
import { shownErrors } from '#client/questionnaire/shown-errors.ts';

const NOTHING = new Map<string, readonly string[]>();

it('messages that are all the same stay the same object, so that nobody looks at the page again', () => {
  const before = shownErrors({ name: ['Needed.'] }, new Map(), NOTHING);

  expect(shownErrors({ name: ['Needed.'] }, new Map(), before)).toBe(before);
  expect(shownErrors({}, new Map(), NOTHING)).toBe(NOTHING);
  expect(shownErrors({ name: ['Too long.'] }, new Map(), before)).not.toBe(before);
  expect(shownErrors({}, new Map(), before)).not.toBe(before);
});
