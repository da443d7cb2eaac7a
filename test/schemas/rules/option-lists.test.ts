import { describe, expect, it } from 'vitest';
import { questionsOf } from '#form/definition/form-part.ts';
import { isYearList, optionListsOf, optionsOf } from '#form/answers/option-lists.ts';
import { asked, definition, NOW } from './application.ts';

function offered(key: string, answers = {}): readonly string[] {
  return optionsOf(definition, asked(key), { answers, now: NOW }).map(({ value }) => value);
}

function labels(key: string): readonly string[] {
  return optionsOf(definition, asked(key), { answers: {}, now: NOW }).map(({ label }) => label);
}

const COUNTRIES = [
  'country',
  'mailing_country',
  'parent_country',
  'parent_2_country',
  'hs_country',
  'birth_country',
];
const MONTHS = ['hs_attend_from_month', 'hs_attend_to_month', 'hs_2_attend_from_month', 'grad_month'];

describe('the option lists (specification 3, "Other maps and responses")', () => {
  it.each(COUNTRIES)('begin with the United States for %s', (key) => {
    expect(offered(key)[0]).toBe('USA');
    expect(offered(key)).toEqual(expect.arrayContaining(['CAN', 'UK', 'MEX']));
    expect(offered(key)).not.toContain('GBR');
  });

  it.each(['citizenship', 'citizenship_2'])('leave the United States out of %s', (key) => {
    expect(offered(key)).not.toContain('USA');
    expect(offered(key).length).toBe(offered('country').length - 1);
  });

  it.each([...COUNTRIES, 'citizenship', 'citizenship_2'])('call no choice of %s "--"', (key) => {
    expect(asked(key).ui['emptyLabel']).toBe('--');
  });

  it.each(['state', 'mailing_state', 'parent_state', 'parent_2_state'])(
    'follow the country for %s',
    (key) => {
      const country = key.replace('state', 'country');
      expect(offered(key, { [country]: 'USA' })).toEqual(expect.arrayContaining(['CO', 'DC', 'WY']));
      expect(offered(key, { [country]: 'CAN' })).toHaveLength(13);
      expect(offered(key, { [country]: 'UK' })).toEqual([]);
    },
  );

  it('begin with those who have no visa yet', () => {
    expect(offered('citizenship_visa_status')[0]).toBe('NONE');
  });

  it.each(MONTHS)('number the months of %s from 1 to 12 and name them', (key) => {
    expect(offered(key)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
    expect(labels(key)).toEqual(expect.arrayContaining(['January', 'May', 'December']));
  });

  it.each([
    ['citizenship_type', ['N', 'R', 'NRA']],
    ['citizen_us', ['Y', 'N']],
    ['citizen_language', ['OTH']],
    ['legacy_ind', ['Y', 'N']],
    ['parent_2_living', ['Y', 'N']],
    ['conviction', ['Y', 'N']],
    ['suspended', ['Y', 'N']],
  ])('offer for %s what the rules ask for', (key, values) => {
    expect(offered(key)).toEqual(expect.arrayContaining(values));
  });
});

describe('every choice', () => {
  const choices = [...questionsOf(definition).values()].filter(
    (question) => optionListsOf(definition, question).length > 0,
  );

  it.each(choices.map((question) => [question.key, question] as const))(
    'of %s has options',
    (_, question) => {
      const lists = optionListsOf(definition, question);
      for (const list of lists) {
        expect(isYearList(list) ? list.years.count : list.length).toBeGreaterThan(0);
      }
    },
  );

  it('stores its label beside it, but for dial codes and lists of several', () => {
    const silent = choices.filter(({ companion }) => !companion).map(({ key }) => key);
    expect(silent.filter((key) => !/intl_(phone_)?(code|cd)$/.test(key))).toEqual(['pronouns']);
  });
});
