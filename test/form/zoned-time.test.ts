import { describe, expect, it } from 'vitest';
import { zonedTime } from '#form/summary/zoned-time.ts';

const MOMENT = new Date('2027-01-16T06:59:00Z');

describe('an instant in a time zone', () => {
  it.each([
    ['America/Denver', 'January 15, 2027 at 11:59 PM (Denver time)'],
    ['America/New_York', 'January 16, 2027 at 1:59 AM (New York time)'],
    ['America/Argentina/Buenos_Aires', 'January 16, 2027 at 3:59 AM (Buenos Aires time)'],
    ['UTC', 'January 16, 2027 at 6:59 AM (UTC)'],
    ['Etc/GMT+7', 'January 15, 2027 at 11:59 PM (Etc/GMT+7)'],
    [undefined, 'January 16, 2027 at 6:59 AM (UTC)'],
  ])('%s is %s', (zone, text) => {
    expect(zonedTime(MOMENT, zone)).toBe(text);
  });

  it('of an unknown zone is rejected', () => {
    expect(() => zonedTime(MOMENT, 'America/Dever')).toThrow(RangeError);
  });
});
