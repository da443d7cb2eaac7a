import { expect, test } from 'vitest';
import { networkOf, networkRates } from '#server/limits/client-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['no address', 'no address'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.7', ['x:203.0.113.7']],
  ['2001:db8:1:203:4::5', ['x:2001:db8:1:203', 'x:2001:db8:1:02/56', 'x:2001:db8:1/48']],
  ['2001:db8::1', ['x:2001:db8:0:0', 'x:2001:db8:0:00/56', 'x:2001:db8:0/48']],
])('%s has the allowances %j', (address, keys) => {
  const rates = networkRates('x', address, { burst: 10, everyMs: 800 });
  expect(rates.map(({ key }) => key)).toEqual(keys);
  const allowed = [
    { burst: 10, everyMs: 800 },
    { burst: 20, everyMs: 400 },
    { burst: 40, everyMs: 200 },
  ];
  expect(rates.map(({ rate }) => rate)).toEqual(allowed.slice(0, keys.length));
});
