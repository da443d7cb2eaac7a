import { describe, expect, it } from 'vitest';
import { recordAnswers, type FoundRecord } from '#form/answers/record-answers.ts';
import type { Answers } from '#form/definition/definition.ts';
import { form, page, question } from './build-definition.ts';

const school = question('hs_2_name', {
  lookup: {
    category: 'schools',
    fills: { name: 'hs_2_name', address_line_1: 'hs_2_line', country: 'hs_2_land', state: 'hs_2_state' },
  },
});
const definition = form(
  [
    page([
      school,
      question('hs_2_line'),
      question('hs_2_land', { options: 'lands' }),
      question('hs_2_state', { dependsOn: { valueKey: 'hs_2_land', lists: { USA: 'states' } } }),
    ]),
  ],
  {
    options: {
      lands: [
        { value: 'USA', label: 'United States' },
        { value: 'FRA', label: 'France' },
      ],
      states: [{ value: 'CO', label: 'Colorado' }],
    },
  },
);

const answersTo = (record: FoundRecord, answers: Answers = {}) =>
  recordAnswers(definition, school, record, { answers, now: new Date('2026-11-21') });

describe('what a record answers', () => {
  it('is stored under the keys of the block that was looked up', () => {
    expect(
      answersTo({ name: 'East High', address_line_1: '1 Oak Street', country: 'USA', state: 'CO' }),
    ).toEqual({
      hs_2_name: 'East High',
      hs_2_line: '1 Oak Street',
      hs_2_land: 'USA',
      hs_2_state: 'CO',
    });
  });

  it('leaves what the record lacks, and empties what it holds empty', () => {
    expect(answersTo({ name: 'East High', address_line_1: null })).toEqual({
      hs_2_name: 'East High',
      hs_2_line: '',
    });
  });

  it('leaves out a field that fills nothing in, an inherited one too', () => {
    expect(answersTo({ name: ' East High ', toString: 'x', zip: '80204' })).toEqual({
      hs_2_name: 'East High',
    });
  });

  it('is no code that the question does not offer', () => {
    expect(answersTo({ country: 'ZZZ', state: 'CO' })).toEqual({ hs_2_land: '', hs_2_state: '' });
    expect(answersTo({ country: 'FRA', state: 'CO' })).toEqual({ hs_2_land: 'FRA', hs_2_state: '' });
  });

  it('is a text where the other answers leave one in place of a choice', () => {
    const written = form(
      [
        page([
          school,
          question('hs_2_land', { options: 'lands' }),
          question('hs_2_state', {
            dependsOn: { valueKey: 'hs_2_land', lists: { USA: 'states' }, otherwise: 'text' },
          }),
        ]),
      ],
      { options: definition.options },
    );
    const answers = (record: FoundRecord) =>
      recordAnswers(written, school, record, { answers: {}, now: new Date('2026-11-21') });
    expect(answers({ country: 'FRA', state: 'Savoie' })).toEqual({ hs_2_land: 'FRA', hs_2_state: 'Savoie' });
    expect(answers({ country: 'USA', state: 'Savoie' })).toEqual({ hs_2_land: 'USA', hs_2_state: '' });
    expect(answers({ country: 'ZZZ', state: 'Savoie' })).toEqual({ hs_2_land: '', hs_2_state: '' });
  });

  it('is a code that the question offers beside what is answered already', () => {
    expect(answersTo({ state: 'CO' }, { hs_2_land: 'USA' })).toEqual({ hs_2_state: 'CO' });
    expect(answersTo({ state: 'CO' })).toEqual({ hs_2_state: '' });
  });
});
