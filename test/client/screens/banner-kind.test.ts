import { expect, it } from 'vitest';
import { bannerKind, type BannerKind } from '#client/screens/frame/banner-kind.ts';
import { ANONYMOUS, type Student } from '#client/application/student-state.ts';

const student: Student = { ...ANONYMOUS, isLoggedIn: true, webStatus: 'started' };

it.each<[string, Student, BannerKind | undefined]>([
  ['somebody not logged in', ANONYMOUS, 'anonymous'],
  ['somebody not logged in who changed the page', { ...ANONYMOUS, hasChangedPage: true }, 'anonymous'],
  ['the first log-in', student, 'first-login'],
  ['a later log-in', { ...student, numLogins: 2 }, 'later-login'],
  ['a student who changed the page', { ...student, hasChangedPage: true }, undefined],
  ['a student whose form is validating', { ...student, webStatus: 'validating' }, undefined],
  ['a student who submitted', { ...student, webStatus: 'submitted', hasChangedPage: true }, 'submitted'],
])('%s is shown the right banner', (_, snapshot, kind) => {
  expect(bannerKind(snapshot)).toBe(kind);
});
