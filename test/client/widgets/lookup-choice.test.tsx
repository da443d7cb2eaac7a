import { act, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FormState } from '#form/definition/definition.ts';
import { TYPING_PAUSE_MS } from '#client/widgets/use-draft.ts';
import {
  choose,
  renderLookup,
  EAST,
  HINT,
  note,
  OF_EAST,
  schoolBox,
  suggestion,
  take,
} from './render-lookup.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const undoButton = () => screen.queryByRole('button', { name: 'Undo' });

describe('a chosen school', () => {
  it('answers its question at once, and the rest as one change', async () => {
    const rendered = renderLookup();
    const deltas: FormState['answers'][] = [];
    rendered.store.subscribe((delta) => delta && deltas.push(delta.answers));
    await choose(rendered, 'east', 'East High School');
    expect(deltas).toEqual([{ one_school: 'East High School' }]);
    expect(rendered.finds.map(({ request }) => request)).toEqual([
      { category: 'schools', id: 'East High School' },
    ]);

    await act(async () => rendered.finds[0]?.answer(EAST));
    const { one_school: _named, ...rest } = OF_EAST;
    expect(deltas.slice(1)).toEqual([rest]);
    expect(note()).toBe('Filled in: Street one_, Land one_, State one_.');
    expect(schoolBox()).toHaveProperty('value', 'East High School');
    expect(document.activeElement).toBe(schoolBox());
  });

  it('can be undone as one step, with its name', async () => {
    const before = { one_street: 'My Street', one_land: 'CAN', one_land_desc: 'Land CAN', one_state: 'ON' };
    const rendered = renderLookup(before);
    await take(rendered, EAST);
    expect(rendered.store.state().form.answers).toMatchObject(OF_EAST);
    await rendered.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(rendered.store.state().form.answers).toMatchObject({ ...before, one_school: '', one_code: '' });
    expect(schoolBox()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(schoolBox());
    expect(undoButton()).toBeNull();
  });

  it('leaves nothing of the search after undo', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const rendered = renderLookup();
    await take(rendered, EAST);
    await rendered.user.click(screen.getByRole('button', { name: 'Undo' }));
    await act(() => vi.advanceTimersByTimeAsync(2 * TYPING_PAUSE_MS));
    await rendered.user.tab();
    expect(answerOf(rendered.store, 'one_school')).toBe('');
    expect(note()).toBe('');
  });

  it.each([
    ['Enter', (rendered: ReturnType<typeof renderLookup>) => rendered.user.keyboard('{Enter}')],
    [
      'the list',
      (rendered: ReturnType<typeof renderLookup>) =>
        rendered.user.click(screen.getByRole('option', { name: 'Use: Mine' })),
    ],
  ])('is replaced on undo by text accepted with %s', async (_how, use) => {
    const rendered = renderLookup();
    await rendered.user.type(schoolBox(), 'Mine');
    await use(rendered);
    await take(rendered, EAST);
    await rendered.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(answerOf(rendered.store, 'one_school')).toBe('Mine');
  });

  it('can be undone until its page is left', async () => {
    const rendered = renderLookup();
    await take(rendered, EAST);
    rendered.unmount();
    rendered.renderAgain();
    expect(schoolBox()).toHaveProperty('value', 'East High School');
    expect([undoButton(), note()]).toEqual([null, '']);
  });

  it('cannot be undone once an answer was edited', async () => {
    const rendered = renderLookup();
    await take(rendered, EAST);
    expect(undoButton()).not.toBeNull();
    await rendered.user.type(screen.getByRole('textbox', { name: 'Street one_' }), ' 2{Tab}');
    expect(undoButton()).toBeNull();
    expect(answerOf(rendered.store, 'one_street')).toBe('1 Oak Street 2');
  });

  it('fills in only its own instance', async () => {
    const rendered = renderLookup();
    for (const prefix of ['two_', 'three_']) {
      await take(rendered, { ...EAST, address_line_1: `Street of ${prefix}` }, prefix);
    }
    expect(rendered.store.state().form.answers).toMatchObject({
      two_code: '060001',
      two_street: 'Street of two_',
      two_state: 'CO',
      three_street: 'Street of three_',
      three_land_desc: 'Land USA',
    });
    expect(answerOf(rendered.store, 'one_street')).toBeUndefined();
    expect([0, 1, 2].map(note)).toEqual(['', '', 'Filled in: Street three_, Land three_, State three_.']);
  });

  it('keeps its name without a record, and requests the rest', async () => {
    const rendered = renderLookup();
    await choose(rendered, 'east', 'East High School');
    await act(async () => rendered.finds[0]?.fail());
    expect(answerOf(rendered.store, 'one_school')).toBe('East High School');
    expect(note()).toBe(HINT);
  });

  it('is filled in even if its page was left', async () => {
    const rendered = renderLookup();
    await choose(rendered, 'east', 'East High School');
    rendered.unmount();
    await act(async () => rendered.finds[0]?.answer(EAST));
    expect(rendered.store.state().form.answers).toMatchObject(OF_EAST);
  });

  it('fills in nothing if it was replaced', async () => {
    const rendered = renderLookup();
    await choose(rendered, 'east', 'East High School');
    act(() => rendered.store.dispatch({ type: 'setAnswers', answers: { one_school: '' } }));
    await act(async () => rendered.finds[0]?.answer(EAST));
    expect(answerOf(rendered.store, 'one_land')).toBeUndefined();
  });
});

describe('a chosen address', () => {
  it('is replaced by the typed line on undo', async () => {
    const rendered = renderLookup({ homeLand: 'CAN' });
    const address = screen.getByRole('combobox', { name: 'Home' });
    await rendered.user.type(address, '12 Oak St');
    await expect.poll(() => rendered.searches.length).toBe(1);
    await act(async () => rendered.searches[0]?.answer([suggestion('12 Oak Street')]));
    await rendered.user.click(screen.getByRole('option', { name: /^12 Oak Street/ }));
    await act(async () =>
      rendered.finds[0]?.answer({ address_line_1: '12 Oak Street', country: 'USA', state: 'CO' }),
    );
    expect(answerOf(rendered.store, 'homeLand')).toBe('USA');
    await rendered.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(rendered.store.state().form.answers).toMatchObject({
      home: '12 Oak St',
      homeLand: 'CAN',
      homeState: '',
    });
    expect(address).toHaveProperty('value', '12 Oak St');
  });
});

describe('a typed school', () => {
  it('stays as typed, and requests the rest on blur', async () => {
    const rendered = renderLookup();
    await rendered.user.type(schoolBox(), "St. John's (old campus)");
    expect(note()).toBe('');
    await rendered.user.tab();
    expect(answerOf(rendered.store, 'one_school')).toBe("St. John's (old campus)");
    expect(note()).toBe(HINT);
    expect(schoolBox().getAttribute('aria-describedby')).toBe('one_school-note');
  });

  it.each([
    ['alone keeps its hint', {}, HINT],
    ['with a code has no hint', { one_code: '060001' }, ''],
    ['with its address has no hint', { one_street: '1 Oak Street' }, ''],
  ])('typed earlier %s', (_, others, hint) => {
    renderLookup({ one_school: 'Lincoln High', ...others });
    expect(note()).toBe(hint);
  });

  it('in place of a chosen one has no code, and requests the rest', async () => {
    const rendered = renderLookup(OF_EAST);
    await rendered.user.type(schoolBox(), ' Annex');
    await rendered.user.tab();
    expect(rendered.store.state().form.answers).toMatchObject({
      ...OF_EAST,
      one_school: 'East High School Annex',
      one_code: '',
    });
    expect(note()).toBe(HINT);
  });

  it('left unchanged keeps its code', async () => {
    const rendered = renderLookup(OF_EAST);
    await rendered.user.type(schoolBox(), 's{Backspace}');
    await rendered.user.tab();
    expect(rendered.store.state().form.answers).toEqual(OF_EAST);
  });

  it('is a plain text without look-ups', async () => {
    const { store, user } = renderLookup({}, false);
    await user.type(screen.getByRole('textbox', { name: 'School one_' }), 'My School');
    await user.tab();
    expect(answerOf(store, 'one_school')).toBe('My School');
    expect(note()).toBe(HINT);
  });
});
