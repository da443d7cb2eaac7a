import { describe, expect, it } from 'vitest';
import { judged, missing } from './application.ts';

const SHORT = 'ZIP/Postal Code must be at least 5 characters.';
const WRONG_STATE = 'State/Province must be one of the following values';
const ABROAD = { state: '', zip: '' };

describe('the permanent address (specification 5, "Address")', () => {
  it.each([
    ['in the USA needs a state', { state: '' }, { state: missing('state') }],
    ['in Canada needs a province', { country: 'CAN', state: '' }, { state: missing('state') }],
    ['in Canada needs no postal code', { country: 'CAN', state: 'ON', zip: '' }, {}],
    ['in the UK needs neither', { ...ABROAD, country: 'UK' }, {}],
    ['in Mexico needs neither', { ...ABROAD, country: 'MEX' }, {}],
    ['in the USA needs a ZIP code', { zip: '' }, { zip: missing('zip') }],
    ['takes 5 characters as a ZIP code', { zip: '80204' }, {}],
    ['takes 9 digits as a ZIP code', { zip: '80204-1234' }, {}],
    ['refuses 4 characters as a ZIP code', { zip: '8020' }, { zip: SHORT }],
    ['refuses 1 character as a ZIP code', { zip: '8' }, { zip: SHORT }],
    ['takes 3 characters as a postal code abroad', { country: 'UK', state: '', zip: 'E1W' }, {}],
    ['in the USA is in no province', { state: 'ON' }, { state: WRONG_STATE }],
    ['in Canada is in no state', { country: 'CAN' }, { state: WRONG_STATE }],
    ['in Canada is in a province', { country: 'CAN', state: 'QC', zip: 'H2Y 1C6' }, {}],
    [
      'in no known country',
      { country: 'GBR', ...ABROAD },
      { country: 'Country must be one of the following values' },
    ],
    ['in the UK takes a county as a text', { ...ABROAD, country: 'UK', state: 'Kent' }, {}],
    ['takes a text of 45 characters as a state', { ...ABROAD, country: 'FRA', state: 'x'.repeat(45) }, {}],
    [
      'refuses one of 46',
      { ...ABROAD, country: 'FRA', state: 'x'.repeat(46) },
      { state: 'State/Province must be at most 45 characters' },
    ],
    ['in the USA is in no county', { state: 'Kent' }, { state: WRONG_STATE }],
    ['in Canada is in no county', { country: 'CAN', state: 'Kent' }, { state: WRONG_STATE }],
    ['needs no second line', { address_line_2: '' }, {}],
  ])('%s', (_, changes, expected) => {
    expect(judged(changes)).toEqual(expected);
  });

  it('without a country needs neither state nor ZIP code', () => {
    expect(judged({ ...ABROAD, country: '' })).toEqual({ country: missing('country') });
  });
});

describe('the mailing address', () => {
  const MAILING = {
    mailing_addr_same_as_perm_addr: false,
    mailing_address_line_1: '1 Dormitory Lane',
    mailing_city: 'Boulder',
    mailing_state: 'CO',
    mailing_zip: '80302',
    mailing_country: 'USA',
  };

  it.each([
    ['is complete', {}, {}],
    ['in the USA needs a state', { mailing_state: '' }, { mailing_state: missing('mailing_state') }],
    [
      'in Canada needs a province',
      { mailing_country: 'CAN', mailing_state: '', mailing_zip: '' },
      { mailing_state: missing('mailing_state') },
    ],
    ['in the UK needs neither', { mailing_country: 'UK', mailing_state: '', mailing_zip: '' }, {}],
    ['in the USA needs a ZIP code', { mailing_zip: '' }, { mailing_zip: missing('mailing_zip') }],
    [
      'needs its first line',
      { mailing_address_line_1: '' },
      { mailing_address_line_1: missing('mailing_address_line_1') },
    ],
    [
      'needs its country',
      { mailing_country: '', mailing_state: '', mailing_zip: '' },
      { mailing_country: missing('mailing_country') },
    ],
    ['in the UK takes a county', { mailing_country: 'UK', mailing_state: 'Kent', mailing_zip: '' }, {}],
    ['in the USA is in no county', { mailing_state: 'Kent' }, { mailing_state: `Mailing ${WRONG_STATE}` }],
    ['needs its city', { mailing_city: '' }, { mailing_city: missing('mailing_city') }],
  ])('%s', (_, changes, expected) => {
    expect(judged({ ...MAILING, ...changes })).toEqual(expected);
  });

  it('refuses 4 characters as a ZIP code in the USA', () => {
    const errors = judged({ ...MAILING, mailing_zip: '8030' });
    expect(Object.keys(errors)).toEqual(['mailing_zip']);
    expect(errors['mailing_zip']).toEqual(expect.stringContaining(SHORT));
  });

  it('looks at its own country, not at the permanent one', () => {
    const uk = { country: 'UK', state: '', zip: '' };
    expect(judged({ ...MAILING, ...uk, mailing_state: '' })).toEqual({
      mailing_state: missing('mailing_state'),
    });
  });

  it('is not asked when it is the permanent one', () => {
    const nothing = Object.fromEntries(Object.keys(MAILING).map((key) => [key, '']));
    const late = { mailing_addr_effective_date: '1999-01-01', mailing_addr_expiration_date: '2099-01-01' };
    expect(judged({ ...nothing, ...late, mailing_addr_same_as_perm_addr: true })).toEqual({});
  });

  const effective = 'mailing_addr_effective_date';
  const expiration = 'mailing_addr_expiration_date';

  it.each([
    [effective, '2020-01-01', undefined],
    [effective, '2019-12-31', 'The minimum supported year is 2020'],
    [effective, '2027-12-31', undefined],
    [effective, '2028-01-01', 'The maximum supported year is 2027'],
    [expiration, '2023-01-01', undefined],
    [expiration, '2022-12-31', 'The minimum supported year is 2023'],
    [expiration, '2030-12-31', undefined],
    [expiration, '2031-01-01', 'The maximum supported year is 2030'],
    [effective, '', undefined],
    [expiration, '', undefined],
  ])('has in %s the date %j', (key, date, sentence) => {
    expect(judged({ ...MAILING, [key]: date })).toEqual(sentence === undefined ? {} : { [key]: sentence });
  });

  it.each([
    [effective, '2028-01-01', '2026-12-31T23:59:59.999Z', 'The maximum supported year is 2027'],
    [effective, '2028-01-01', '2027-01-01T00:00:00Z', undefined],
    [effective, '2020-12-31', '2026-12-31T23:59:59.999Z', undefined],
    [effective, '2020-12-31', '2027-01-01T00:00:00Z', 'The minimum supported year is 2021'],
    [expiration, '2031-01-01', '2026-12-31T23:59:59.999Z', 'The maximum supported year is 2030'],
    [expiration, '2031-01-01', '2027-01-01T00:00:00Z', undefined],
    [expiration, '2023-12-31', '2026-12-31T23:59:59.999Z', undefined],
    [expiration, '2023-12-31', '2027-01-01T00:00:00Z', 'The minimum supported year is 2024'],
    [effective, '2028-02-29', '2028-02-29T12:00:00Z', undefined],
  ])('has in %s the date %s, judged at %s', (key, date, now, sentence) => {
    expect(judged({ ...MAILING, [key]: date }, new Date(now))).toEqual(
      sentence === undefined ? {} : { [key]: sentence },
    );
  });

  it.each([effective, expiration])('refuses in %s what is no date', (key) => {
    for (const date of ['2026-02-30', 'soon', '11/21/2026']) {
      expect(Object.keys(judged({ ...MAILING, [key]: date }))).toEqual([key]);
    }
  });
});
