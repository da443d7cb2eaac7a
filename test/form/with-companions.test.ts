import { describe, expect, it } from 'vitest';
import { companionsOf, withCompanions, withoutCompanions } from '#form/answers/with-companions.ts';
import { form, page, question } from './build-definition.ts';

const BARE = { answers: {}, now: new Date('2026-11-21T01:00:00Z') };

const definition = form(
  [
    page([
      question('choice', { companion: true, options: 'letters' }),
      question('rank', { companion: true, options: 'numbers', type: 'integer' }),
      question('year', { companion: true, options: 'years' }),
      question('ruled', {
        companion: true,
        dependsOn: { valueKey: 'choice', lists: { Y: 'letters', N: 'numbers' } },
      }),
      question('written', {
        companion: true,
        dependsOn: { valueKey: 'choice', lists: { Y: 'letters' }, otherwise: 'text' },
      }),
      question('silent', { options: 'letters' }),
      question('list', { type: 'array', options: 'letters' }),
      question('text'),
    ]),
  ],
  {
    options: {
      letters: [
        { value: 'Y', label: 'Yes, please' },
        { value: 'N', label: 'No, thanks' },
        { value: 'S', label: 'Sí', stored: 'Yes' },
      ],
      numbers: [{ value: '1', label: 'First' }],
      years: { years: { count: 2, direction: 'past' } },
    },
  },
);

function writtenLabel(choice: string, written: string) {
  return companionsOf(definition, { written }, { ...BARE, answers: { choice } })['written_desc'];
}

describe('companion labels', () => {
  it('are those of the chosen options, if the question has any', () => {
    const answers = { choice: 'Y', rank: 1, year: '2025', silent: 'Y', list: ['Y'], text: 'Y' };
    expect(companionsOf(definition, answers, BARE)).toEqual({
      choice_desc: 'Yes, please',
      rank_desc: 'First',
      year_desc: '2025',
    });
  });

  it("are in the form's own language when translated", () => {
    expect(companionsOf(definition, { choice: 'S' }, BARE)).toEqual({ choice_desc: 'Yes' });
  });

  it('are emptied with the answer, and empty if no option offers it', () => {
    const answers = { choice: '', rank: 7, year: '2024', toString: 'Y' };
    expect(companionsOf(definition, answers, BARE)).toEqual({
      choice_desc: '',
      rank_desc: '',
      year_desc: '',
    });
  });

  it('keep the stored label of a retired answer', () => {
    const stored = { ...BARE, answers: { choice: 'M', choice_desc: 'Maybe' } };
    expect(companionsOf(definition, { choice: 'M' }, stored)).toEqual({ choice_desc: 'Maybe' });
    expect(companionsOf(definition, { choice: 'O' }, stored)).toEqual({ choice_desc: '' });
    expect(withCompanions(definition, { choice: 'M', choice_desc: 'Maybe' }, BARE)).toEqual({
      choice: 'M',
      choice_desc: 'Maybe',
    });
    expect(withCompanions(definition, { year: '2024', year_desc: '2024' }, BARE)).toMatchObject({
      year_desc: '2024',
    });
  });

  it('of a dependent question come from the open list', () => {
    const context = { ...BARE, answers: { choice: 'N', ruled: 'Y' } };
    expect(companionsOf(definition, { ruled: '1' }, context)).toEqual({ ruled_desc: 'First' });
    expect(companionsOf(definition, { ruled: 'Y' }, context)).toEqual({ ruled_desc: '' });
    expect(companionsOf(definition, { choice: 'Y', ruled: 'Y' }, context)).toEqual({
      choice_desc: 'Yes, please',
      ruled_desc: 'Yes, please',
    });
    expect(companionsOf(definition, { ruled: '1' }, BARE)).toEqual({ ruled_desc: '' });
  });

  it('of free text are the text itself', () => {
    expect(writtenLabel('N', 'Savoie')).toBe('Savoie');
    expect(writtenLabel('Y', 'N')).toBe('No, thanks');
    expect([writtenLabel('Y', 'Savoie'), writtenLabel('', 'Savoie'), writtenLabel('N', '')]).toEqual([
      '',
      '',
      '',
    ]);
  });

  it('replace submitted ones, and drop those without an answer', () => {
    expect(withCompanions(definition, { choice: 'N', choice_desc: 'Martian', text: 'a' }, BARE)).toEqual({
      choice: 'N',
      choice_desc: 'No, thanks',
      text: 'a',
    });
    expect(withCompanions(definition, { choice_desc: 'Martian' }, BARE)).toEqual({});
  });

  it('can be removed; a similar key stays', () => {
    const answers = { choice: 'Y', choice_desc: 'Yes', text_desc: 'a', silent_desc: 'b' };
    expect(withoutCompanions(definition, answers)).toEqual({ choice: 'Y', text_desc: 'a', silent_desc: 'b' });
  });
});
