import { describe, expect, it } from 'vitest';
import { asked, judged, missing } from './application.ts';
import { phoneNumbers } from './phone-numbers.ts';

const MAIL = 'The counselor email address you entered is invalid.';
const PHONE = 'The counselor phone number you entered is invalid.';

describe('the high school (specification 5, "Academics")', () => {
  it('is searched for under its label', () => {
    expect(asked('hs_name').label).toBe('Search for Your School');
  });

  it.each([2, 3])('%i is not needed', (n) => {
    expect(judged({ [`hs_${n}_name`]: '' })).toEqual({});
  });

  it.each([2, 3])('%i is complete with name and dates once it is started', (n) => {
    const [from, to] = [`hs_${n}_attend_from`, `hs_${n}_attend_to`];
    const dates = {
      [`${from}_month`]: '8',
      [`${from}_year`]: '2020',
      [`${to}_month`]: '5',
      [`${to}_year`]: '2022',
    };
    const name = { [`hs_${n}_name`]: 'West High School' };
    expect(judged({ ...name, ...dates })).toEqual({});
    expect(judged(dates)).toEqual({ [`hs_${n}_name`]: missing(`hs_${n}_name`) });
    expect(Object.keys(judged(name))).toEqual(expect.arrayContaining([`${from}_month`, `${to}_month`]));
  });

  it('needs no address and no code', () => {
    const address = { hs_address_line_1: '', hs_city: '', hs_state: '', hs_zip: '', hs_ceeb: '' };
    expect(judged({ ...address, hs_country: 'USA' })).toEqual({});
  });
});

describe.each([
  ['hs_attend_from_month', 'hs_attend_from_year'],
  ['hs_attend_to_month', 'hs_attend_to_year'],
  ['grad_month', 'grad_year'],
])('the pair of %s and %s', (month, year) => {
  it('is required', () => {
    expect(judged({ [month]: '', [year]: '' })[month]).toEqual(missing(month));
  });

  it('is wrong at the month when the year is empty', () => {
    const { fullLabel } = asked(month);
    expect(judged({ [year]: '' })[month]).toEqual(expect.stringMatching(new RegExp(`^${fullLabel}\\b`)));
  });

  it('is wrong at the month when the month is empty', () => {
    expect(judged({ [month]: '' })).toEqual({ [month]: missing(month) });
  });

  it.each(['1', '12'])('takes the month %s', (value) => {
    expect(judged({ [month]: value })).toEqual({});
  });

  it.each(['0', '13', '05', 'May'])('refuses the month %s', (value) => {
    const sentence = `${asked(month).fullLabel} must be one of the following values`;
    expect(judged({ [month]: value })).toEqual({ [month]: sentence });
  });

  it.each(['99', 'last'])('refuses the year %s, and the month with it', (value) => {
    expect(Object.keys(judged({ [year]: value })).toSorted()).toEqual([month, year].toSorted());
  });
});

describe('the counselor', () => {
  const email = 'counselor_email_address';
  const phone = 'counselor_phone';

  it.each([
    [email, '', undefined],
    [email, 'c.w@school.example.org', undefined],
    [email, 'cw', MAIL],
    [email, 'cw@school', MAIL],
    [email, 'c w@school.example.org', MAIL],
    [phone, '', undefined],
  ])('%s: %j', (key, value, sentence) => {
    expect(judged({ [key]: value })).toEqual(sentence === undefined ? {} : { [key]: sentence });
  });

  it.each(phoneNumbers)('a number with the code %j: %s', (code, number, isRight) => {
    const errors = judged({ [phone]: number, counselor_intl_phone_cd: code });
    expect(errors).toEqual(isRight ? {} : { [phone]: PHONE });
  });
});
