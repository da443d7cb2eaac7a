import { isDeepStrictEqual } from 'node:util';
import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { isAnswered } from '#form/definition/answer.ts';
import { mergeAnswers, type StoredAnswers } from '#form/answers/merge-answers.ts';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { migrateStored, type MigratedForm } from '#form/migration/migrate-stored.ts';
import type { StoredForm } from '#form/migration/stored-form.ts';
import { form, page, question } from './build-definition.ts';
import { rounds } from '#test/support/volume.ts';

/** A hundred runs would miss rare failures. */
const RUNS = { numRuns: rounds(200, 1000) };

const NOW = new Date('2026-11-21T01:00:00Z');
const OPTIONS = [
  { value: 'Y', label: 'Yes' },
  { value: 'N', label: 'No' },
];

/**
 * `c` was `a`, before that `b`; `choice` was `pick` with Yes and No instead of Y and N; `gone` is deleted, `kept` is
 * not.
 */
const NEWER = form(
  [page([question('c'), question('choice', { companion: true, options: 'yes-no' }), question('other')])],
  {
    options: { 'yes-no': OPTIONS },
    moves: {
      keys: { a: 'c', b: 'c', pick: 'choice' },
      values: { pick: { Yes: 'Y', No: 'N' }, choice: { Si: 'Y' } },
      groups: { tabs: 'group' },
      tabs: { group: { left: 'west' } },
      retired: { gone: 'deleted', kept: 'kept' },
      retiredValues: { choice: { Maybe: 'deleted' } },
      retiredGroups: {},
      retiredTabs: {},
    },
  },
);

const TARGETS: Readonly<Record<string, string>> = { a: 'c', b: 'c', pick: 'choice' };
const KEYS = ['a', 'b', 'c', 'pick', 'choice', 'gone', 'kept', 'other', 'unknown'] as const;
const VALUES: Readonly<Record<string, AnswerValue>> = { Yes: 'Y', No: 'N', Si: 'Y', Maybe: '' };

const value = fc.constantFrom<AnswerValue[]>('', 'Y', 'N', 'Yes', 'No', 'Si', 'Maybe', 'x', 7, false);

const stored: fc.Arbitrary<StoredForm> = fc
  .dictionary(fc.constantFrom(...KEYS), fc.record({ value, version: fc.nat(5) }))
  .chain((entries) =>
    fc.record({
      answers: fc.constant(Object.fromEntries(Object.entries(entries).map(([key, one]) => [key, one.value]))),
      versions: fc.constant(
        Object.fromEntries(Object.entries(entries).map(([key, { version }]) => [key, version])),
      ),
      tabs: fc.dictionary(fc.constantFrom('tabs', 'group'), fc.constantFrom('left', 'west', 'east')),
      counts: fc.dictionary(fc.constantFrom('tabs', 'group'), fc.nat(3)),
      documents: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'gone'), fc.nat(3)),
    }),
  )
  // Restores prototypes, as in data from the database.
  .map((state) => structuredClone(state));

function move(state: StoredForm): MigratedForm {
  return migrateStored(NEWER, state, NOW);
}

describe('migrating stored data', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(stored, (state) => {
        const moved = move(state);
        expect(move(moved)).toEqual({ ...moved, moves: [] });
      }),
      RUNS,
    );
  });

  it('does not mutate its input', () => {
    fc.assert(
      fc.property(stored, (state) => {
        const before = structuredClone(state);
        move(state);
        expect(state).toEqual(before);
      }),
      RUNS,
    );
  });

  it('keeps every answer at its place or current key, unless replaced by a later one or deleted as declared', () => {
    fc.assert(
      fc.property(stored, (state) => {
        const { answers, moves } = move(state);
        for (const [key, before] of Object.entries(state.answers)) {
          const to = TARGETS[key] ?? key;
          const isSame = [answers[key], answers[to]].some((now) => isSameOrMapped(before, now));
          const isDeleted = moves.some((one) => one.kind === 'answerDeleted' && one.key === key);
          expect(isSame || isDeleted || isReplaced(state, key)).toBe(true);
          expect(isDeleted).toBe(key === 'gone');
        }
      }),
      RUNS,
    );
  });

  it('reports every change', () => {
    fc.assert(
      fc.property(stored, (state) => {
        const { moves, ...moved } = move(state);
        expect(isDeepStrictEqual(moved, state)).toBe(moves.length === 0);
      }),
      RUNS,
    );
  });

  it('keeps the latest answer', () => {
    fc.assert(
      fc.property(stored, (state) => {
        const { answers } = move(state);
        const latest = latestOf(state, 'c', ['a', 'b']);
        expect(answers['c']).toEqual(latest === undefined ? undefined : state.answers[latest]);
      }),
      RUNS,
    );
  });

  it('gives a mapped value its current label', () => {
    fc.assert(
      fc.property(stored, (state) => {
        const { answers, moves } = move(state);
        const chosen = OPTIONS.find((option) => option.value === answers['choice']);
        const isMoved = moves.some((one) => one.kind === 'answer' && one.to === 'choice');
        expect(answers['choice_desc']).toBe(isMoved ? (chosen?.label ?? '') : answers['choice_desc']);
      }),
      RUNS,
    );
  });
});

/** Whether a value is the same, or its current equivalent. */
function isSameOrMapped(before: AnswerValue, now: AnswerValue | undefined): boolean {
  return now === before || (now !== undefined && now === VALUES[String(before)]);
}

/** If former and current key both hold an answer, the later one wins. */
function isReplaced({ answers, versions }: StoredForm, key: string): boolean {
  return Object.entries(TARGETS).some(
    ([from, to]) =>
      to === key && Object.hasOwn(answers, from) && (versions[from] ?? 0) >= (versions[key] ?? 0),
  );
}

function latestOf(
  { answers, versions }: StoredForm,
  today: string,
  former: readonly string[],
): string | undefined {
  const [first] = former
    .filter((key) => Object.hasOwn(answers, key))
    .toSorted(
      (one, two) =>
        (versions[two] ?? 0) - (versions[one] ?? 0) ||
        Number(isAnswered(answers[two])) - Number(isAnswered(answers[one])),
    );
  const isKept = first === undefined || (versions[today] ?? 0) >= (versions[first] ?? 0);
  return Object.hasOwn(answers, today) && isKept ? today : first;
}

describe('servers of an older and a newer version in parallel', () => {
  it('lose no answer, and restore none', () => {
    const save = fc.record({
      isNewer: fc.boolean(),
      text: fc.constantFrom('', 'one', 'two', 'three'),
      choice: fc.option(fc.boolean()),
    });
    fc.assert(
      fc.property(fc.array(save), (saves) => {
        const end = saves.reduce(written, { answers: {}, versions: {}, version: 0 });
        const { answers } = move(formOf(end));
        const last = saves.findLast(
          (one, index) => one.text !== '' || wasVisible(saves.slice(0, index), one),
        );
        expect(answers['c'] ?? '').toBe(last?.text ?? '');
        const chosen = saves.findLast(({ choice }) => choice !== null)?.choice;
        const expected = { true: 'Y', false: 'N', undefined: undefined }[String(chosen)];
        expect(answers['choice']).toBe(expected);
      }),
      RUNS,
    );
  });
});

type Save = { readonly isNewer: boolean; readonly text: string; readonly choice: boolean | null };

/** Students only clear answers they saw: the older server shows what was written there. */
function wasVisible(before: readonly Save[], { isNewer }: Save): boolean {
  return isNewer || before.some((one) => !one.isNewer && one.text !== '');
}

/** The newer server migrates before writing; the older one does not migrate. */
function written(state: StoredAnswers, { isNewer, text, choice }: Save): StoredAnswers {
  const read = isNewer ? { ...move(formOf(state)), version: state.version } : state;
  const delta: Answers = isNewer
    ? { c: text, ...(choice === null ? {} : { choice: choice ? 'Y' : 'N' }) }
    : { a: text, ...(choice === null ? {} : { pick: choice ? 'Yes' : 'No' }) };
  const merged = mergeAnswers(read, delta);
  if (merged.kind === 'conflict') throw new Error('Without a base version nothing conflicts.');
  return merged;
}

function formOf({ answers, versions }: StoredAnswers): StoredForm {
  return { answers, versions, tabs: {}, counts: {}, documents: {} };
}
