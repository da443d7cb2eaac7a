import { describe, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#server/database/storage-errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('a database that is unavailable', () => {
  const codes = 'ECONNREFUSED ECONNRESET EAI_AGAIN 57P01 57P03 53300 53100 57014 25006'.split(' ');
  test.each(codes)('has the code %s', (code) => expect(isDatabaseUnavailable(withCode(code))).toBe(true));

  test.each([
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Cannot use a pool after calling end on the pool',
    'Client was closed and is not queryable',
  ])('is reported by its driver: %s', (message) =>
    expect(isDatabaseUnavailable(new Error(message))).toBe(true),
  );

  test.each([
    ['a broken rule', withCode('23505')],
    ['an invalid statement', withCode('42601')],
    ['an error of our own', new TypeError('x is not a function')],
    ['no error', 'ECONNREFUSED'],
  ])('is not %s', (_name, error) => expect(isDatabaseUnavailable(error)).toBe(false));
});
