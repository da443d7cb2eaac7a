import * as fc from '#test/support/random.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';
import { describe, expect, it } from 'vitest';
import { nodeOf, storeOf, toyPages, toyStore } from './toy-pages.ts';
import { stateOf } from '#test/form/build-definition.ts';
import type { FormAction } from '#client/questionnaire/store/form-actions.ts';
import { answerOf, chosenTab } from '#client/questionnaire/store/selectors.ts';

const isOpen = ({ state }: ReturnType<typeof toyStore>, { id }: { id: string }): boolean =>
  state().facts[id] === true;

/** A store and its reported changes. */
function watched(...given: Parameters<typeof toyStore>) {
  const store = toyStore(...given);
  const deltas: FormState[] = [];
  store.subscribe((delta) => delta && deltas.push(delta));
  return { store, deltas };
}

describe('answering', () => {
  it('a choice stores its label, and emptying it empties the label', () => {
    const { store, deltas } = watched();
    store.dispatch({ type: 'setAnswers', answers: { land: 'C7' } });
    store.dispatch({ type: 'setAnswers', answers: { land: '' } });
    expect(deltas.map(({ answers }) => answers)).toEqual([
      { land: 'C7', land_desc: 'Land 7' },
      { land: '', land_desc: '' },
    ]);
  });
});

describe('clearing', () => {
  const filled = { pet: 'Y', pet_desc: 'Yes', pet_name: 'Rex', vet: 'Dr. No' };

  it('hidden answers are cleared on all pages, and reported with the change', () => {
    const { store, deltas } = watched(filled);
    store.dispatch({ type: 'setAnswers', answers: { pet: 'N' } });
    expect(deltas).toEqual([
      { answers: { pet: 'N', pet_desc: 'No', pet_name: '', vet: '' }, tabs: {}, counts: {} },
    ]);
    expect(store.state().lastStep?.cleared?.keys).toEqual(['pet_name', 'vet']);
  });

  const answers = fc.record(
    { pet: fc.constantFrom('Y', 'N', ''), pet_name: fc.string(), vet: fc.string(), given: fc.string() },
    { requiredKeys: [] },
  );

  it('undo restores the answers before any change', () => {
    fc.assert(
      fc.property(answers, answers, (first, second) => {
        const store = toyStore();
        store.dispatch({ type: 'setAnswers', answers: first });
        const before = store.state().form.answers;
        const last = store.state().lastStep?.cleared;
        store.dispatch({ type: 'setAnswers', answers: second });
        if (store.state().lastStep?.cleared === undefined || store.state().lastStep?.cleared === last) return;
        store.dispatch({ type: 'undo' });
        for (const key of ['pet', 'pet_name', 'vet', 'given']) {
          expect(answerOf(store, key) ?? '').toBe(before[key] ?? '');
        }
      }),
    );
  });
});

describe('undo after further changes', () => {
  const filled = { pet: 'Y', pet_desc: 'Yes', pet_name: 'Rex', vet: 'Dr. No' };

  it('ends once it would hide a new answer', () => {
    const store = toyStore({ essay: 'Words' });
    store.dispatch({ type: 'chooseTab', group: nodeOf('tabs'), tab: 'west' });
    store.dispatch({ type: 'setAnswers', answers: { link: 'a.example' } });
    store.dispatch({ type: 'undo' });
    expect([chosenTab(store, nodeOf('tabs')), answerOf(store, 'link')]).toEqual(['west', 'a.example']);
  });

  it('ends once a count changes', () => {
    const store = toyStore({ kid: 'Ann', kid_2: 'Bob' });
    store.dispatch({ type: 'applyRemote', remote: { counts: { kids: 2 } } });
    store.dispatch({ type: 'removeInstance', node: nodeOf('addAnother'), n: 2 });
    store.dispatch({ type: 'setAnswers', answers: { kid: 'Eve' } });
    expect(store.state().lastStep?.cleared?.keys).toEqual(['kid_2']);
    store.dispatch({ type: 'applyRemote', remote: { counts: { kids: 3 } } });
    expect(store.state().lastStep?.cleared).toBeUndefined();
  });

  it('ends once the server has other answers', () => {
    const store = toyStore(filled);
    store.dispatch({ type: 'setAnswers', answers: { pet: 'N' } });
    store.dispatch({ type: 'applyRemote', remote: { answers: { pet: '' } } });
    store.dispatch({ type: 'undo' });
    expect(answerOf(store, 'pet')).toBe('');
  });

  it('remains after the change is reverted by hand', () => {
    const store = toyStore({ essay: 'Words' });
    store.dispatch({ type: 'chooseTab', group: nodeOf('tabs'), tab: 'west' });
    store.dispatch({ type: 'chooseTab', group: nodeOf('tabs'), tab: 'east' });
    store.dispatch({ type: 'undo' });
    expect([chosenTab(store, nodeOf('tabs')), answerOf(store, 'essay')]).toEqual(['east', 'Words']);
  });

  it('never changes a later answer', () => {
    const answers = fc.record(
      { pet: fc.constantFrom('Y', 'N', ''), pet_name: fc.string(), vet: fc.string(), link: fc.string() },
      { requiredKeys: [] },
    );
    const tabChoice = fc.constantFrom('east', 'west');
    fc.assert(
      fc.property(fc.array(fc.tuple(answers, tabChoice), { maxLength: 4 }), (changes) => {
        const store = toyStore({ ...filled, essay: 'Words' });
        let last = store.state().lastStep?.cleared;
        let after = store.state().form.answers;
        // Answers to hidden questions are dropped.
        let lastGiven: Answers = {};
        const note = (): void => {
          if (store.state().lastStep?.cleared !== last) after = store.state().form.answers;
          last = store.state().lastStep?.cleared;
        };
        for (const [given, tab] of changes) {
          store.dispatch({ type: 'setAnswers', answers: given });
          lastGiven = { ...lastGiven, ...given };
          note();
          store.dispatch({ type: 'chooseTab', group: nodeOf('tabs'), tab });
          note();
        }
        const before = store.state().form.answers;
        store.dispatch({ type: 'undo' });
        const since = Object.entries(before).filter(
          ([key, value]) => value !== after[key] && value === lastGiven[key],
        );
        expect(store.state().form.answers).toMatchObject(Object.fromEntries(since));
      }),
    );
  });
});

describe('tabs, repeated groups and confirmations', () => {
  it('an open confirmation is a fact that is not saved', () => {
    const store = toyStore();
    const confirm = nodeOf('confirm');
    const saved: unknown[] = [];
    store.subscribe((delta) => delta && saved.push(delta));
    store.dispatch({ type: 'setOpen', node: confirm, isOpen: true });
    expect([isOpen(store, confirm), store.state().facts[confirm.id]]).toEqual([true, true]);
    store.dispatch({ type: 'setOpen', node: confirm, isOpen: false });
    expect([isOpen(store, confirm), store.state().facts[confirm.id]]).toEqual([false, undefined]);
    expect(saved).toEqual([]);
  });

  it('a confirmation with an answered year is open; closing it clears the year', () => {
    const store = toyStore({ heard_year: '2025' });
    const confirm = nodeOf('confirm');
    expect(isOpen(store, confirm)).toBe(true);
    store.dispatch({ type: 'setOpen', node: confirm, isOpen: false });
    expect([isOpen(store, confirm), answerOf(store, 'heard_year')]).toEqual([false, '']);
  });
});

describe('messages', () => {
  it('a month and its year share their messages without duplicates', () => {
    const store = toyStore();
    store.dispatch({
      type: 'setErrors',
      sources: [{ month: ['Since is required.'], year: ['Since is required.', 'Too early.'] }],
    });
    expect(store.state().errors.get('month')).toEqual(['Since is required.', 'Too early.']);
    expect(store.state().errors.get('year')).toBeUndefined();
  });

  it('unchanged messages keep their identity', () => {
    const store = toyStore();
    store.dispatch({ type: 'setErrors', sources: [{ given: ['Needed.'] }] });
    const before = store.state().errors.get('given');
    store.dispatch({ type: 'setErrors', sources: [{ given: ['Needed.'], age: ['A number.'] }] });
    expect(store.state().errors.get('given')).toBe(before);
  });
});

describe('state from the server', () => {
  it('is applied and not reported again', () => {
    const { store, deltas } = watched({ given: 'Ada' });
    store.dispatch({ type: 'applyRemote', remote: { answers: { given: 'Eve' } } });
    expect(answerOf(store, 'given')).toBe('Eve');
    expect(deltas).toEqual([]);
  });

  it('reports no answer that it hides, as another device may have written it', () => {
    const { store, deltas } = watched({ pet: 'N' });
    store.dispatch({ type: 'applyRemote', remote: { answers: { pet_name: 'Rex' } } });
    store.dispatch({ type: 'setAnswers', answers: { given: 'Ada' } });
    expect(deltas.map((delta) => delta.answers)).toEqual([{ given: 'Ada' }]);
  });

  it('that is hidden comes back with its question', () => {
    const { store, deltas } = watched({ pet: 'Y', pet_name: 'Rex', essay: 'Words' });
    store.dispatch({ type: 'applyRemote', remote: { answers: { pet: 'N' } } });
    store.dispatch({ type: 'setAnswers', answers: { pet: 'Y' } });
    expect(answerOf(store, 'pet_name')).toBe('Rex');
    expect(deltas.map(({ answers }) => answers)).toEqual([{ pet: 'Y', pet_desc: 'Yes' }]);
    store.dispatch({ type: 'setAnswers', answers: { pet: 'N' } });
    expect(answerOf(store, 'pet_name')).toBe('');
  });
});

describe('an answer from last year', () => {
  const answers = { given: 'Ada', pet: 'Y', vet: 'Dr. No', kid: 'Ann', kid_2: 'Bob', essay: 'Words' };
  const tab = { type: 'chooseTab', group: nodeOf('tabs'), tab: 'west' } as const;
  const children = nodeOf('addAnother');

  it.each<[string, FormAction, readonly string[]]>([
    ['is changed', { type: 'setAnswers', answers: { given: 'Eve' } }, ['given']],
    ['is given again', { type: 'setAnswers', answers: { given: 'Ada' } }, []],
    ['is hidden', { type: 'setAnswers', answers: { pet: 'N' } }, ['pet', 'vet']],
    ['is in a tab that was left', tab, ['essay']],
    ['moves with its instance', { type: 'removeInstance', node: children, n: 1 }, ['kid', 'kid_2']],
    ['is changed elsewhere', { type: 'applyRemote', remote: { answers: { vet: 'Dr. Yes' } } }, ['vet']],
    ['is confirmed', { type: 'confirmCarried', keys: ['given', 'vet'] }, ['given', 'vet']],
  ])('that %s: only marks of checked answers go', (_what, action, checked) => {
    const state = stateOf(answers, { counts: { kids: 2 } });
    const store = storeOf(toyPages, {}, { state, carried: Object.keys(answers) });
    store.dispatch(action);
    const marked = [...store.state().carried].filter(([, isMarked]) => isMarked).map(([key]) => key);
    expect(marked).toEqual(Object.keys(answers).filter((key) => !checked.includes(key)));
  });
});
