import { describe, expect, it } from 'vitest';
import { choice, judged, missing } from './application.ts';

const country = choice('citizenship');
const visa = choice('citizenship_visa_status');

describe('citizenship (specification 5, "Citizenship")', () => {
  it.each([
    ['N without a country', { citizenship_type: 'N' }, { citizenship: missing('citizenship') }],
    ['R without a country', { citizenship_type: 'R' }, { citizenship: missing('citizenship') }],
    ['N with a country', { citizenship_type: 'N', citizenship: country }, {}],
    ['R with a country', { citizenship_type: 'R', citizenship: country }, {}],
    [
      'NRA without a visa',
      { citizenship_type: 'NRA' },
      { citizenship_visa_status: missing('citizenship_visa_status') },
    ],
    [
      'NRA with a visa, which needs no country',
      { citizenship_type: 'NRA', citizenship_visa_status: visa },
      {},
    ],
    ['N with a country, which needs no visa', { citizenship_type: 'N', citizenship: country }, {}],
    ['a citizen, who needs neither', {}, {}],
    ['a citizen whose hidden answers are wrong', { citizenship_visa_status: 'nonsense' }, {}],
    [
      'an unknown type',
      { citizenship_type: 'X' },
      { citizenship_type: `${label('citizenship_type')} must be one of the following values` },
    ],
  ])('%s', (_, changes, expected) => {
    expect(judged(changes)).toEqual(expected);
  });

  it.each([
    ['Y without the years', { citizen_us: 'Y' }, { years_in_usa: missing('years_in_usa') }],
    ['Y with the years', { citizen_us: 'Y', years_in_usa: '4' }, {}],
    ['N without the years', { citizen_us: 'N' }, {}],
    ['no answer', {}, {}],
  ])('lived in the USA: %s', (_, changes, expected) => {
    expect(judged(changes)).toEqual(expected);
  });

  it.each([
    [
      'OTH without a name',
      { citizen_language: 'OTH' },
      { citizen_language_other: missing('citizen_language_other') },
    ],
    ['OTH with a name', { citizen_language: 'OTH', citizen_language_other: 'Klingon' }, {}],
    ['one of the list', { citizen_language: choice('citizen_language') }, {}],
    ['none', {}, {}],
  ])('language: %s', (_, changes, expected) => {
    expect(judged(changes)).toEqual(expected);
  });
});

function label(key: string): string {
  return missing(key).replace(' is a required field', '');
}
