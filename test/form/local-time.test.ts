import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { momentsOf } from '#form/deadlines/local-time.ts';

const iso = (local: string, zone: string): readonly string[] =>
  momentsOf(local, zone).map((moment) => moment.toISOString());

describe('a local time', () => {
  it.each([
    ['2027-01-15T23:59', 'America/Denver', ['2027-01-16T06:59:00.000Z']],
    ['2027-07-15T23:59', 'America/Denver', ['2027-07-16T05:59:00.000Z']],
    ['2027-01-15T23:59', 'UTC', ['2027-01-15T23:59:00.000Z']],
    ['2027-01-15T23:59', 'Asia/Kathmandu', ['2027-01-15T18:14:00.000Z']],
    ['2027-01-15T00:00', 'Pacific/Kiritimati', ['2027-01-14T10:00:00.000Z']],
    // Skipped hour in spring.
    ['2027-03-14T01:59', 'America/Denver', ['2027-03-14T08:59:00.000Z']],
    ['2027-03-14T02:00', 'America/Denver', []],
    ['2027-03-14T02:59', 'America/Denver', []],
    ['2027-03-14T03:00', 'America/Denver', ['2027-03-14T09:00:00.000Z']],
    // Repeated hour in fall.
    ['2026-11-01T01:30', 'America/Denver', ['2026-11-01T07:30:00.000Z', '2026-11-01T08:30:00.000Z']],
    ['2026-11-01T02:00', 'America/Denver', ['2026-11-01T09:00:00.000Z']],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', ['2027-04-03T14:45:00.000Z', '2027-04-03T15:15:00.000Z']],
    // Invalid times.
    ['2027-02-29T12:00', 'America/Denver', []],
    ['2027-01-15T24:00', 'America/Denver', []],
    ['2027-01-15', 'America/Denver', []],
    ['next week', 'America/Denver', []],
  ])('%s in %s is %j', (local, zone, moments) => {
    expect(iso(local, zone)).toEqual(moments);
  });

  it('in an unknown zone is rejected', () => {
    expect(() => momentsOf('2027-01-15T23:59', 'America/Dever')).toThrow(RangeError);
  });

  it('round-trips for every instant in every zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const minute = fc
      .date({ min: new Date('2015-01-01'), max: new Date('2036-01-01'), noInvalidDate: true })
      .map((date) => Math.floor(date.getTime() / 60_000) * 60_000);
    fc.assert(
      fc.property(zone, minute, (timeZone, moment) => {
        const text = new Date(moment).toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T');
        expect(momentsOf(text, timeZone).map((found) => found.getTime())).toContain(moment);
      }),
      { numRuns: 1000 },
    );
  });
});
