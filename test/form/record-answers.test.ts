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

describe('the answers from a lookup record', () => {
  it('are stored under the keys of the block with the lookup', () => {
    expect(
      answersTo({ name: 'East High', address_line_1: '1 Oak Street', country: 'USA', state: 'CO' }),
    ).toEqual({ hs_2_name: 'East High', hs_2_line: '1 Oak Street', hs_2_land: 'USA', hs_2_state: 'CO' });
  });

  it('keep missing fields, and clear empty ones', () => {
    expect(answersTo({ name: 'East High', address_line_1: null })).toEqual({
      hs_2_name: 'East High',
      hs_2_line: '',
    });
  });

  it('skip fields without a question, including inherited ones', () => {
    expect(answersTo({ name: ' East High ', toString: 'x', zip: '80204' })).toEqual({
      hs_2_name: 'East High',
    });
  });

  it('exclude a code that the question does not offer', () => {
    expect(answersTo({ country: 'ZZZ', state: 'CO' })).toEqual({ hs_2_land: '', hs_2_state: '' });
    expect(answersTo({ country: 'FRA', state: 'CO' })).toEqual({ hs_2_land: 'FRA', hs_2_state: '' });
  });

  it('can be a text if the other answers allow free text', () => {
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

  it('can be a code offered because of other answers', () => {
    expect(answersTo({ state: 'CO' }, { hs_2_land: 'USA' })).toEqual({ hs_2_state: 'CO' });
    expect(answersTo({ state: 'CO' })).toEqual({ hs_2_state: '' });
  });
});
