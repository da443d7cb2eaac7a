import { expect, it } from 'vitest';
import { hasSessionCookie, sessionMark } from '#client/api/page-settings.ts';

it.each([
  ['', false, ''],
  ['matricula_signed_in=1', true, '1'],
  ['theme=dark; matricula_signed_in=1', true, '1'],
  ['matricula_other=2', true, ''],
  ['theme=matricula', false, ''],
  ['not-matricula_signed_in=1', false, ''],
])('the cookies "%s" show a session: %s, of "%s"', (cookies, expected, mark) => {
  expect(hasSessionCookie(cookies, 'matricula')).toBe(expected);
  expect(sessionMark(cookies, 'matricula')).toBe(mark);
});
