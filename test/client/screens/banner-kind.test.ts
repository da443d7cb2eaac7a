import { expect, it } from 'vitest';
import { bannerKind, type BannerKind } from '#client/screens/frame/Banner.tsx';
import { ANONYMOUS_STUDENT, type StudentState } from '#client/session/student-state.ts';

const student: StudentState = { ...ANONYMOUS_STUDENT, isLoggedIn: true, webStatus: 'started' };

it.each<[string, StudentState, BannerKind | undefined]>([
  ['somebody not logged in', ANONYMOUS_STUDENT, 'anonymous'],
  [
    'somebody not logged in who changed the page',
    { ...ANONYMOUS_STUDENT, hasChangedPage: true },
    'anonymous',
  ],
  ['the first log-in', student, 'first-login'],
  ['a later log-in', { ...student, numLogins: 2 }, 'later-login'],
  ['a student who changed the page', { ...student, hasChangedPage: true }, undefined],
  ['a student whose form is validating', { ...student, webStatus: 'validating' }, undefined],
  ['a student who submitted', { ...student, webStatus: 'submitted', hasChangedPage: true }, 'submitted'],
])('%s is shown the right banner', (_, snapshot, kind) => {
  expect(bannerKind(snapshot)).toBe(kind);
});
