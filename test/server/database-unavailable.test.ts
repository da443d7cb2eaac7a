import { describe, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#server/database/storage-errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

describe('a database that is unavailable', () => {
  test.each([
    ['nobody listens', withCode('ECONNREFUSED')],
    ['the connection was cut', withCode('ECONNRESET')],
    ['the name server does not answer', withCode('EAI_AGAIN')],
    ['it shuts down', withCode('57P01')],
    ['it starts', withCode('57P03')],
    ['it has no connection left', withCode('53300')],
    ['its disk is full', withCode('53100')],
    ['a statement took too long', withCode('57014')],
    ['it takes no writes, as a standby does', withCode('25006')],
    ['its machine does not answer', new Error('timeout expired')],
    ['the pool gave out', new Error('timeout exceeded when trying to connect')],
    ['the driver lost it', new Error('Connection terminated unexpectedly')],
    [
      'the server stops, or the embedded engine broke',
      new Error('Cannot use a pool after calling end on the pool'),
    ],
    ['the connection hung and was closed', new Error('Client was closed and is not queryable')],
  ])('%s', (_name, error) => expect(isDatabaseUnavailable(error)).toBe(true));

  test.each([
    ['a broken rule', withCode('23505')],
    ['a wrong statement', withCode('42601')],
    ['an error of our own', new TypeError('x is not a function')],
    ['no error', 'ECONNREFUSED'],
  ])('is not %s', (_name, error) => expect(isDatabaseUnavailable(error)).toBe(false));
});
