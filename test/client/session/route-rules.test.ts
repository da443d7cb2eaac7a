import { describe, expect, it } from 'vitest';
import { routeRedirect, type RouteFacts } from '#client/session/form-places.ts';

const start: RouteFacts = {
  pathname: '/one',
  pagePaths: ['/one', '/two', '/three'],
  defaultPath: '/one',
  isLoggedIn: true,
  webStatus: 'started',
  returnTo: null,
  hasChangedPage: false,
  namesPlace: false,
};

describe('the routing rules', () => {
  it.each<[string, Partial<RouteFacts>, string | undefined]>([
    ['a page stays', {}, undefined],
    ['an unknown path goes to the default page', { pathname: '/nowhere' }, '/one'],
    ['the root goes to the default page', { pathname: '/' }, '/one'],
    ['the own account stays', { pathname: '/account', returnTo: '/two' }, undefined],
    [
      'the own account stays after the submission',
      { pathname: '/account', webStatus: 'submitted' },
      undefined,
    ],
    ['the review stays', { pathname: '/review', returnTo: '/two' }, undefined],
    ['the review stays after the submission', { pathname: '/review', webStatus: 'submitted' }, undefined],
    ['a visitor who wants the review logs in', { pathname: '/review', isLoggedIn: false }, '/login'],
    ['a visitor has no account', { pathname: '/account', isLoggedIn: false, webStatus: null }, '/one'],
    ['submitted goes to the completion page', { webStatus: 'submitted' }, '/completion'],
    [
      'submitted stays on the completion page',
      { webStatus: 'submitted', pathname: '/completion' },
      undefined,
    ],
    [
      'submitted does not go back to the last page',
      { webStatus: 'submitted', returnTo: '/two' },
      '/completion',
    ],
    ['not submitted leaves the completion page', { pathname: '/completion' }, '/one'],
    ['not logged in leaves the completion page', { pathname: '/completion', webStatus: null }, '/one'],
    ['validating leaves the completion page', { pathname: '/completion', webStatus: 'validating' }, '/one'],
    ['a student comes back to the last page', { returnTo: '/two' }, '/two'],
    ['an unknown path comes back to the last page', { pathname: '/', returnTo: '/two' }, '/two'],
    ['the last page itself stays', { pathname: '/two', returnTo: '/two' }, undefined],
    ['a last page that is no page any more counts for nothing', { returnTo: '/gone' }, undefined],
    [
      'a student who changed the page is not taken back',
      { returnTo: '/two', hasChangedPage: true },
      undefined,
    ],
    ['an address of a question stays', { returnTo: '/two', namesPlace: true }, undefined],
    [
      'a hash on no page is no address of a question',
      { pathname: '/x', returnTo: '/two', namesPlace: true },
      '/two',
    ],
  ])('%s', (_, facts, target) => {
    expect(routeRedirect({ ...start, ...facts })).toBe(target);
  });
});
