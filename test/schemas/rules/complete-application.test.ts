import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { questionsOf } from '#form/definition/form-part.ts';
import { COMPLETE, asked, definition, judged, judgedAlone, missing } from './application.ts';

const listFile = path.resolve(import.meta.dirname, '../../fixtures/questions.json');
const { partners: additions }: { partners: { default: string[] } } = JSON.parse(
  readFileSync(listFile, 'utf8'),
);

/** Required whatever else is answered (specification 5). The parts of a month are judged with it. */
const ALWAYS = [
  'first_name',
  'last_name',
  'birth_date',
  'address_line_1',
  'city',
  'country',
  'citizenship_type',
  'legacy_ind',
  'entry_term',
  'applied_major',
  'career_goal',
  'first_hear_fru',
  'hs_name',
  'conviction',
  'suspended',
  'counselor_waiver_request',
  'signature',
];

describe('an application with only what the rules ask for', () => {
  it('is complete', () => {
    expect(judged({})).toEqual({});
  });

  it.each(Object.keys(COMPLETE))('answers %s, which the form asks', (key) => {
    expect(asked(key).key).toBe(key);
  });

  it.each(ALWAYS)('is refused without %s', (key) => {
    expect(judged({ [key]: '' })).toEqual({ [key]: missing(key) });
  });
});

describe('an empty application', () => {
  it('is asked for what every student must answer, and for nothing else', () => {
    const mailing = ['mailing_address_line_1', 'mailing_city', 'mailing_country'];
    const months = ['hs_attend_from', 'hs_attend_to', 'grad'];
    const parents = ['parent_marital_status', 'parent_relationship', 'parent_first_name', 'parent_last_name'];
    const allowed = new Set([
      ...ALWAYS,
      ...mailing,
      ...parents,
      ...months.flatMap((name) => [`${name}_month`, `${name}_year`]),
      'phone_home',
      'legal_agree',
      // What this university asks beyond the specification, it may require.
      ...additions.default,
    ]);
    const found = Object.keys(judgedAlone({}));
    expect(found).toEqual(
      expect.arrayContaining([
        ...ALWAYS,
        'phone_home',
        'parent_marital_status',
        'legal_agree',
        ...months.map((name) => `${name}_month`),
      ]),
    );
    expect(found.filter((key) => !allowed.has(key))).toEqual([]);
  });
});

describe('the sentence for a missing answer', () => {
  /** Specification 5, "Phone", gives these theirs; a year says that it is the year that is missing. */
  const given = ['phone_mobile', 'phone_home'];
  const required = [...questionsOf(definition).values()].filter(
    ({ key, required: always, requiredWhen, partOf }) =>
      (always || requiredWhen !== undefined) && !given.includes(key) && partOf === undefined,
  );
  const labelled = required.filter(({ fullLabel }) => !/[.?!]$/.test(fullLabel));

  it.each(labelled.map((question) => [question.key, question] as const))(
    'of %s is the label, shown as required',
    (_, { fullLabel, messages }) => {
      expect(messages['required']).toBe(`${fullLabel} is a required field`);
    },
  );
});
