import * as fc from 'fast-check';
import type { Answers, FormState } from '#form/definition/definition.ts';
import { describe, expect, it } from 'vitest';
import { nodeOf, toyStore } from './toy-pages.ts';

/** A store and all changes that it reported. */
function watched(...given: Parameters<typeof toyStore>) {
  const store = toyStore(...given);
  const deltas: FormState[] = [];
  store.onDelta((delta) => deltas.push(delta));
  return { store, deltas };
}

describe('answering', () => {
  it('an answer is there when the call returns, and is reported once', () => {
    const { store, deltas } = watched();
    store.setAnswers({ given: 'Ada' });
    expect(store.answer('given')).toBe('Ada');
    expect(deltas).toEqual([{ answers: { given: 'Ada' }, tabs: {}, counts: {} }]);
  });

  it('the same answer again reports nothing', () => {
    const { store, deltas } = watched({ given: 'Ada', pets: ['Y'] });
    store.setAnswers({ given: 'Ada', pets: ['Y'], age: '' });
    expect(deltas).toEqual([]);
  });

  it('a choice stores its label, and emptying it empties the label', () => {
    const { store, deltas } = watched();
    store.setAnswers({ land: 'C7' });
    store.setAnswers({ land: '' });
    expect(deltas.map(({ answers }) => answers)).toEqual([
      { land: 'C7', land_desc: 'Land 7' },
      { land: '', land_desc: '' },
    ]);
  });

  it('a listener that left hears nothing', () => {
    const store = toyStore();
    let heard = 0;
    const leave = store.subscribe(() => (heard += 1));
    leave();
    store.setAnswers({ given: 'Ada' });
    expect(heard).toBe(0);
  });
});

describe('clearing', () => {
  const filled = { pet: 'Y', pet_desc: 'Yes', pet_name: 'Rex', vet: 'Dr. No' };

  it('what becomes hidden is cleared on all pages and reported with the change', () => {
    const { store, deltas } = watched(filled);
    store.setAnswers({ pet: 'N' });
    expect(deltas).toEqual([
      { answers: { pet: 'N', pet_desc: 'No', pet_name: '', vet: '' }, tabs: {}, counts: {} },
    ]);
    expect(store.cleared()?.keys).toEqual(['pet_name', 'vet']);
  });

  it('undo brings back what was cleared and what caused it', () => {
    const { store, deltas } = watched(filled);
    store.setAnswers({ pet: 'N' });
    store.undo();
    expect(store.state().answers).toEqual(filled);
    expect(deltas.at(-1)?.answers).toEqual(filled);
    expect(store.cleared()).toBeUndefined();
  });

  it('undo leaves what was answered since as it is', () => {
    const store = toyStore(filled);
    store.setAnswers({ pet: 'N' });
    store.setAnswers({ given: 'Ada' });
    store.undo();
    expect(store.state().answers).toEqual({ ...filled, given: 'Ada' });
  });

  const answers = fc.record(
    { pet: fc.constantFrom('Y', 'N', ''), pet_name: fc.string(), vet: fc.string(), given: fc.string() },
    { requiredKeys: [] },
  );

  it('undo of any change gives the answers before it', () => {
    fc.assert(
      fc.property(answers, answers, (first, second) => {
        const store = toyStore();
        store.setAnswers(first);
        const before = store.state().answers;
        const last = store.cleared();
        store.setAnswers(second);
        if (store.cleared() === undefined || store.cleared() === last) return;
        store.undo();
        for (const key of ['pet', 'pet_name', 'vet', 'given']) {
          expect(store.answer(key) ?? '').toBe(before[key] ?? '');
        }
      }),
    );
  });
});

describe('undo after further changes', () => {
  const filled = { pet: 'Y', pet_desc: 'Yes', pet_name: 'Rex', vet: 'Dr. No' };

  it('is over once a cleared answer was given anew', () => {
    const store = toyStore(filled);
    store.setAnswers({ pet: 'N' });
    store.setAnswers({ pet: 'Y' });
    store.setAnswers({ pet_name: 'Bello' });
    expect(store.cleared()).toBeUndefined();
    store.undo();
    expect(store.state().answers).toMatchObject({ pet: 'Y', pet_name: 'Bello', vet: '' });
  });

  it('is over once something was answered that it would hide', () => {
    const store = toyStore({ essay: 'Words' });
    store.chooseTab(nodeOf('tabs'), 'west');
    store.setAnswers({ link: 'a.example' });
    store.undo();
    expect([store.chosenTab(nodeOf('tabs')), store.answer('link')]).toEqual(['west', 'a.example']);
  });

  it('is over once there is another count', () => {
    const store = toyStore({ kid: 'Ann', kid_2: 'Bob' });
    store.applyRemote({ counts: { kids: 2 } });
    store.removeInstance(nodeOf('addAnother'), 2);
    store.setAnswers({ kid: 'Eve' });
    expect(store.cleared()?.keys).toEqual(['kid_2']);
    store.applyRemote({ counts: { kids: 3 } });
    expect(store.cleared()).toBeUndefined();
  });

  it('is over once the server has other answers', () => {
    const store = toyStore(filled);
    store.setAnswers({ pet: 'N' });
    store.applyRemote({ answers: { pet: '' } });
    store.undo();
    expect(store.answer('pet')).toBe('');
  });

  it('is over once all is as it was', () => {
    const store = toyStore(filled);
    store.setAnswers({ pet: 'N' });
    store.setAnswers(filled);
    expect(store.cleared()).toBeUndefined();
  });

  it('goes on where the change was taken back by hand', () => {
    const store = toyStore({ essay: 'Words' });
    store.chooseTab(nodeOf('tabs'), 'west');
    store.chooseTab(nodeOf('tabs'), 'east');
    store.undo();
    expect([store.chosenTab(nodeOf('tabs')), store.answer('essay')]).toEqual(['east', 'Words']);
  });

  it('never changes an answer that was given since', () => {
    const answers = fc.record(
      { pet: fc.constantFrom('Y', 'N', ''), pet_name: fc.string(), vet: fc.string(), link: fc.string() },
      { requiredKeys: [] },
    );
    const tabChoice = fc.constantFrom('east', 'west');
    fc.assert(
      fc.property(fc.array(fc.tuple(answers, tabChoice), { maxLength: 4 }), (changes) => {
        const store = toyStore({ ...filled, essay: 'Words' });
        let last = store.cleared();
        let after = store.state().answers;
        // What is given to a question that is not asked is not kept.
        let lastGiven: Answers = {};
        const note = (): void => {
          if (store.cleared() !== last) after = store.state().answers;
          last = store.cleared();
        };
        for (const [given, tab] of changes) {
          store.setAnswers(given);
          lastGiven = { ...lastGiven, ...given };
          note();
          store.chooseTab(nodeOf('tabs'), tab);
          note();
        }
        const before = store.state().answers;
        store.undo();
        const since = Object.entries(before).filter(
          ([key, value]) => value !== after[key] && value === lastGiven[key],
        );
        expect(store.state().answers).toMatchObject(Object.fromEntries(since));
      }),
    );
  });
});

describe('tabs, repeated groups and confirmations', () => {
  it('choosing a tab clears the one that is left, and undo goes back', () => {
    const store = toyStore({ essay: 'Words' });
    store.chooseTab(nodeOf('tabs'), 'west');
    expect([store.chosenTab(nodeOf('tabs')), store.answer('essay')]).toEqual(['west', '']);
    store.undo();
    expect([store.chosenTab(nodeOf('tabs')), store.answer('essay')]).toEqual(['east', 'Words']);
  });

  it('without signing in nothing can be chosen or added', () => {
    const { store, deltas } = watched({}, false);
    store.chooseTab(nodeOf('tabs'), 'west');
    store.setCount(nodeOf('addAnother'), 2);
    expect(store.chosenTab(nodeOf('tabs'))).toBe('east');
    expect(store.instanceCount(nodeOf('addAnother'))).toBe(1);
    expect(deltas).toEqual([]);
  });

  it('removing an instance moves the later ones down and can be taken back', () => {
    const { store, deltas } = watched({ kid: 'Ann', kid_2: 'Bob' });
    store.removeInstance(nodeOf('addAnother'), 1);
    expect(deltas.at(-1)).toEqual({ answers: { kid: 'Bob', kid_2: '' }, tabs: {}, counts: {} });
    store.undo();
    expect([store.answer('kid'), store.answer('kid_2')]).toEqual(['Ann', 'Bob']);
    expect(store.instanceCount(nodeOf('addAnother'))).toBe(2);
  });

  it('a count never goes beyond the maximum', () => {
    const store = toyStore();
    store.setCount(nodeOf('addAnother'), 3);
    expect(store.instanceCount(nodeOf('addAnother'))).toBe(1);
  });

  it('a confirmation is open once clicked or answered, and closing it empties it', () => {
    const store = toyStore();
    const confirm = nodeOf('confirm');
    expect(store.isOpen(confirm)).toBe(false);
    store.setAnswers({ secret: 'Gold' });
    expect(store.isOpen(confirm)).toBe(true);
    store.setOpen(confirm, false);
    expect([store.isOpen(confirm), store.answer('secret')]).toEqual([false, '']);
  });

  it('an open confirmation is a fact, which changes nothing that is saved', () => {
    const store = toyStore();
    const confirm = nodeOf('confirm');
    const saved: unknown[] = [];
    store.onDelta((delta) => saved.push(delta));
    store.setOpen(confirm, true);
    expect([store.isOpen(confirm), store.facts()[confirm.id]]).toEqual([true, true]);
    store.setOpen(confirm, false);
    expect([store.isOpen(confirm), store.facts()[confirm.id]]).toEqual([false, undefined]);
    expect(saved).toEqual([]);
  });

  it('a confirmation is open while a year in it is answered, and closing it empties that too', () => {
    const store = toyStore({ heard_year: '2025' });
    const confirm = nodeOf('confirm');
    expect(store.isOpen(confirm)).toBe(true);
    store.setOpen(confirm, false);
    expect([store.isOpen(confirm), store.answer('heard_year')]).toEqual([false, '']);
  });

  it('what closing a confirmation clears is reported, and can be undone', () => {
    const store = toyStore({ secret: 'Gold' });
    const confirm = nodeOf('confirm');
    store.setOpen(confirm, false);
    expect(store.cleared()?.keys).toEqual(['secret']);
    store.undo();
    expect([store.isOpen(confirm), store.answer('secret')]).toEqual([true, 'Gold']);
  });
});

describe('messages', () => {
  it('a month and its year share their messages without duplicates', () => {
    const store = toyStore();
    store.setErrors({ month: ['Since is required.'], year: ['Since is required.', 'Too early.'] });
    expect(store.error('month')).toEqual(['Since is required.', 'Too early.']);
    expect(store.error('year')).toBeUndefined();
  });

  it('messages that stay the same stay the same list', () => {
    const store = toyStore();
    store.setErrors({ given: ['Needed.'] });
    const before = store.error('given');
    store.setErrors({ given: ['Needed.'], age: ['A number.'] });
    expect(store.error('given')).toBe(before);
  });
});

describe('what comes from the server', () => {
  it('is taken over and not reported again', () => {
    const { store, deltas } = watched({ given: 'Ada' });
    store.applyRemote({ answers: { given: 'Eve' } });
    expect(store.answer('given')).toBe('Eve');
    expect(deltas).toEqual([]);
  });

  it('reports only what it hides and so clears', () => {
    const { store, deltas } = watched({ pet: 'Y', pet_name: 'Rex' });
    store.applyRemote({ answers: { pet: 'N' } });
    expect(deltas.map(({ answers }) => answers)).toEqual([{ pet_name: '' }]);
  });
});
