import { expect, it } from 'vitest';
import { hasSessionCookie } from '#client/api/page-settings.ts';

it.each([
  ['', false],
  ['matricula_signed_in=1', true],
  ['theme=dark; matricula_signed_in=1', true],
  ['theme=matricula', false],
  ['not-matricula_signed_in=1', false],
])('the cookies "%s" show a session: %s', (cookies, expected) => {
  expect(hasSessionCookie(cookies, 'matricula')).toBe(expected);
});
