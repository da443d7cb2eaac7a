import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import type { AnswerMigrations } from '#form/definition/answer-migrations.ts';
import { migrateStored } from '#form/migration/migrate-stored.ts';
import type { StoredForm } from '#form/migration/stored-form.ts';
import { form, page, question } from './build-definition.ts';
import { NO_MOVES } from '#compiler/changes/renamed-form.ts';

const NOW = new Date('2026-11-21T01:00:00Z');

const QUESTIONS = [
  question('country', { companion: true, options: 'countries' }),
  question('term', { companion: true, options: 'terms' }),
  question('state', {
    companion: true,
    dependsOn: { valueKey: 'country', lists: { USA: 'states' }, otherwise: 'text' },
  }),
  question('tags', { type: 'array', options: 'terms' }),
  question('adult', { type: 'boolean' }),
  question('city'),
  question('sib_2_name'),
];

const LISTS = {
  countries: [
    { value: 'USA', label: 'United States' },
    { value: 'FRA', label: 'France' },
  ],
  terms: [
    { value: 'F27', label: 'Fall 2027' },
    { value: 'S28', label: 'Spring 2028' },
  ],
  states: [{ value: 'CO', label: 'Colorado' }],
};

function move(moves: Partial<AnswerMigrations>, stored: Partial<StoredForm>) {
  const definition = form([page(QUESTIONS)], { options: LISTS, moves: { ...NO_MOVES, ...moves } });
  const whole = { answers: {}, versions: {}, tabs: {}, counts: {}, documents: {}, ...stored };
  const moved = migrateStored(definition, whole, NOW);
  expect(migrateStored(definition, moved, NOW)).toEqual({ ...moved, moves: [] });
  return moved;
}

/** Returns answers of equal age after migration. */
function moveAnswers(moves: Partial<AnswerMigrations>, answers: Answers): Answers {
  return move(moves, { answers }).answers;
}

describe('data stored under former names', () => {
  it('moves to the current key with its version', () => {
    const stored = { answers: { town: 'Golden', country: 'USA' }, versions: { town: 3, country: 4 } };
    expect(move({ keys: { town: 'city' } }, stored)).toMatchObject({
      answers: { city: 'Golden', country: 'USA' },
      versions: { town: 3, city: 3, country: 4 },
      moves: [{ kind: 'answer', from: 'town', to: 'city' }],
    });
  });

  it.each([
    ['an older one loses', { town: 2, city: 5 }, 'Golden', 'Aspen'],
    ['a newer one wins', { town: 6, city: 5 }, 'Golden', 'Golden'],
    ['a newer emptied one clears it', { town: 6, city: 5 }, '', ''],
    ['an older emptied one loses', { town: 4, city: 5 }, '', 'Aspen'],
    ['one of the same version loses', { town: 5, city: 5 }, 'Golden', 'Aspen'],
    ['one of unknown version loses', {}, 'Golden', 'Aspen'],
  ])('meets an answer under the current key: %s', (_case, versions, town, expected) => {
    const moved = move({ keys: { town: 'city' } }, { answers: { town, city: 'Aspen' }, versions });
    expect(moved.answers['city']).toBe(expected);
  });

  it('is not restored if the current answer was deleted as retired', () => {
    const stored = { answers: { semester: 'W', term: 'W' }, versions: { semester: 4, term: 4 } };
    const moves = { keys: { semester: 'term' }, retiredValues: { term: { W: 'deleted' } } } as const;
    expect(move(moves, stored).answers).toEqual({ semester: 'W', term: '', term_desc: '' });
  });
});

describe('the label of a migrated answer', () => {
  const keys = { semester: 'term' };

  it('moves along, even for a retired choice', () => {
    expect(moveAnswers({ keys }, { semester: 'F26', semester_desc: 'Fall 2026' })).toEqual({
      term: 'F26',
      term_desc: 'Fall 2026',
    });
  });

  it("is the current option's for a mapped value or a missing label", () => {
    const values = { semester: { '2027FA': 'F27' } };
    expect(moveAnswers({ keys, values }, { semester: '2027FA', semester_desc: 'Autumn' })).toEqual({
      term: 'F27',
      term_desc: 'Fall 2027',
    });
    expect(moveAnswers({ keys }, { semester: 'S28' })).toEqual({ term: 'S28', term_desc: 'Spring 2028' });
  });

  it('is emptied with the answer', () => {
    const stored = {
      answers: { semester: '', term: 'F27', term_desc: 'Fall 2027' },
      versions: { semester: 9, term: 5, term_desc: 5 },
    };
    expect(move({ keys }, stored).answers).toEqual({ term: '', term_desc: '' });
  });
});

describe('a renamed value', () => {
  it('is replaced under its key, with its label', () => {
    const values = { term: { '2027FA': 'F27' } };
    expect(moveAnswers({ values }, { term: '2027FA', term_desc: 'Autumn' })).toEqual({
      term: 'F27',
      term_desc: 'Fall 2027',
    });
    expect(moveAnswers({ values }, { term: 'S28', term_desc: 'Spring' })).toEqual({
      term: 'S28',
      term_desc: 'Spring',
    });
  });

  it('is replaced in a list, without duplicates', () => {
    const values = { tags: { '2027FA': 'F27' } };
    expect(moveAnswers({ values }, { tags: ['2027FA', 'S28', 'F27'] })).toEqual({ tags: ['F27', 'S28'] });
  });

  it('can change its type', () => {
    const moves = { keys: { grown_up: 'adult' }, values: { grown_up: { Y: true, N: false } } };
    expect(moveAnswers(moves, { grown_up: 'N' })).toEqual({ adult: false });
    const back = { keys: { is_fall: 'term' }, values: { is_fall: { true: 'F27' } } };
    expect(moveAnswers(back, { is_fall: true })).toEqual({ term: 'F27', term_desc: 'Fall 2027' });
  });

  it('is kept in free text, and where it is offered', () => {
    const values = { state: { Savoie: 'CO', CO: 'Savoie' } };
    const inFrance = { country: 'FRA', state: 'Savoie' };
    expect(moveAnswers({ values }, inFrance)).toEqual(inFrance);
    const inColorado = { country: 'USA', state: 'CO' };
    expect(moveAnswers({ values }, inColorado)).toEqual(inColorado);
  });
});

describe('a retired answer', () => {
  it('is kept or deleted with its label, as declared', () => {
    const answers = { fax: '1', pet: 'C', pet_desc: 'Cat' };
    expect(moveAnswers({ retired: { fax: 'kept', pet: 'deleted' } }, answers)).toEqual({ fax: '1' });
  });

  it('is emptied if only a value was retired', () => {
    const retiredValues = { term: { W: 'deleted', X: 'kept' }, tags: { W: 'deleted' } } as const;
    const stored = { term: 'W', term_desc: 'Winter', tags: ['W', 'F27'] };
    const moved = move({ retiredValues }, { answers: stored });
    expect(moved.answers).toEqual({ term: '', term_desc: '', tags: ['F27'] });
    expect(moved.moves).toEqual([
      { kind: 'valueDeleted', key: 'term', value: 'W' },
      { kind: 'valueDeleted', key: 'tags', value: 'W' },
    ]);
    expect(moveAnswers({ retiredValues }, { term: 'X', term_desc: 'Never' })).toEqual({
      term: 'X',
      term_desc: 'Never',
    });
  });
});

describe('tabs, counts and documents', () => {
  it('move to current IDs and tabs', () => {
    const moves = { groups: { home: 'place', brothers: 'siblings' }, tabs: { place: { east: 'right' } } };
    expect(move(moves, { tabs: { home: 'east' }, counts: { brothers: 2 } })).toMatchObject({
      tabs: { place: 'right' },
      counts: { siblings: 2 },
      moves: [
        { kind: 'tabs', from: 'home', to: 'place' },
        { kind: 'count', from: 'brothers', to: 'siblings' },
        { kind: 'tab', group: 'place', from: 'east', to: 'right' },
      ],
    });
  });

  it('are deleted if retired for deletion', () => {
    const moves = {
      retiredGroups: { home: 'deleted', work: 'kept' },
      retiredTabs: { place: { east: 'deleted' } },
    } as const;
    expect(move(moves, { tabs: { home: 'a', work: 'b', place: 'east' }, counts: {} }).tabs).toEqual({
      work: 'b',
    });
  });

  it('move with the newest document, which replaces an older one', () => {
    const moves: Partial<AnswerMigrations> = {
      keys: { essay: 'letter', note: 'letter' },
      retired: { photo: 'deleted' },
    };
    expect(move(moves, { documents: { essay: 5, note: 2, letter: 3, photo: 1 } })).toMatchObject({
      documents: { letter: 5, note: 2 },
      moves: [
        { kind: 'document', from: 'essay', to: 'letter', replaces: true },
        { kind: 'documentDeleted', key: 'photo' },
      ],
    });
    expect(move(moves, { documents: { essay: 2, letter: 3 } }).documents).toEqual({ essay: 2, letter: 3 });
  });
});
