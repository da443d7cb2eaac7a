import { describe, expect, it } from 'vitest';
import { asked, judged, judgedWithOpen } from './application.ts';
import { phoneNumbers } from './phone-numbers.ts';

const TOO_OLD = 'This date is not supported. Please contact help support for assistance.';
const TOO_YOUNG = 'You must be 13 years or older to apply.';
const HOME = 'Please enter a valid home phone number.';
const CELL = 'Please enter a valid cell phone number.';
const OPT_IN = 'A valid cell phone number is required to receive text message updates.';

describe('the date of birth (specification 5, "Personal")', () => {
  it.each([
    ['100 years ago today', '1926-11-21', undefined],
    ['a day more than 100 years ago', '1926-11-20', TOO_OLD],
    ['in another century', '1826-11-21', TOO_OLD],
    ['13 years ago today', '2013-11-21', undefined],
    ['a day less than 13 years ago', '2013-11-22', TOO_YOUNG],
    ['today', '2026-11-21', TOO_YOUNG],
    ['in the future', '2027-01-01', TOO_YOUNG],
  ])('%s: %s', (_, date, sentence) => {
    expect(judged({ birth_date: date })).toEqual(sentence === undefined ? {} : { birth_date: sentence });
  });

  it.each([
    ['2015-02-28', '2028-02-29T12:00:00Z', undefined],
    ['2015-03-01', '2028-02-29T12:00:00Z', TOO_YOUNG],
    ['1928-02-29', '2028-02-29T12:00:00Z', undefined],
    ['1928-02-28', '2028-02-29T12:00:00Z', TOO_OLD],
    ['2012-02-29', '2025-02-28T23:59:59.999Z', TOO_YOUNG],
    ['2012-02-29', '2025-03-01T00:00:00Z', undefined],
    ['2013-11-21', '2026-11-20T23:59:59.999Z', TOO_YOUNG],
    ['2013-11-21', '2026-11-21T00:00:00Z', undefined],
    ['2014-01-01', '2026-12-31T23:59:59.999Z', TOO_YOUNG],
    ['2014-01-01', '2027-01-01T00:00:00Z', undefined],
  ])('%s judged at %s', (date, now, sentence) => {
    expect(judged({ birth_date: date }, new Date(now))).toEqual(
      sentence === undefined ? {} : { birth_date: sentence },
    );
  });

  it.each(['2007-02-29', '2007-13-01', '05/04/2007', '2007', 'soon'])('%s is no date', (date) => {
    expect(judged({ birth_date: date })).toEqual({
      birth_date: `${asked('birth_date').fullLabel} must be a valid date`,
    });
  });
});

describe('the home phone', () => {
  it.each(phoneNumbers)('with the code %j: %s', (code, number, isRight) => {
    const errors = judged({ phone_home: number, phone_intl_code: code });
    expect(errors).toEqual(isRight ? {} : { phone_home: HOME });
  });

  const needed = asked('phone_home').messages['required'] ?? '';

  it.each([
    ['is required without any other number', {}, { phone_home: needed }],
    ['is not required beside a cell phone', { phone_mobile: '7205550100' }, {}],
    ['is not required beside an international phone', { phone_international: '442079460000' }, {}],
    ['is not required beside both', { phone_mobile: '7205550100', phone_international: '442079460000' }, {}],
  ])('%s', (_, changes, expected) => {
    expect(judged({ phone_home: '', ...changes })).toEqual(expected);
  });

  it.each([
    ['an international one is', {}, { phone_international: 'International Phone is a required field' }],
    ['a cell phone is enough', { phone_mobile: '7205550100' }, {}],
    ['an international one is enough', { phone_international: '442079460000' }, {}],
  ])('is not required of who has none in the United States: %s', (_, changes, expected) => {
    expect(judgedWithOpen('no-us-phone', { phone_home: '', ...changes })).toEqual(expected);
  });
});

describe('the cell phone', () => {
  it.each(phoneNumbers)('with the code %j: %s', (code, number, isRight) => {
    const errors = judged({ phone_mobile: number, cell_intl_code: code });
    expect(errors).toEqual(isRight ? {} : { phone_mobile: CELL });
  });

  it.each([
    ['is required with text messages', { optin_sms_ind: true }, { phone_mobile: OPT_IN }],
    ['is not required when they are declined', { optin_sms_ind: false }, {}],
    ['is not required without a decision', {}, {}],
    ['is enough with text messages', { optin_sms_ind: true, phone_mobile: '7205550100' }, {}],
    [
      'must be right with text messages',
      { optin_sms_ind: true, phone_mobile: '720-555' },
      { phone_mobile: CELL },
    ],
    [
      'is missing together with the home phone',
      { optin_sms_ind: true, phone_home: '', phone_international: '442079460000' },
      { phone_mobile: OPT_IN },
    ],
  ])('%s', (_, changes, expected) => {
    expect(judged(changes)).toEqual(expected);
  });
});
