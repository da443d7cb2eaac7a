import { act, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FormState } from '#form/definition/definition.ts';
import { TYPING_PAUSE_MS } from '#client/widgets/use-draft.ts';
import {
  choose,
  drawLookup,
  EAST,
  HINT,
  note,
  OF_EAST,
  schoolBox,
  suggestion,
  take,
} from './draw-lookup.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

const undoButton = () => screen.queryByRole('button', { name: 'Undo' });

describe('a school that is chosen', () => {
  it('answers its question at once, and the rest as one change when its record comes', async () => {
    const drawn = drawLookup();
    const deltas: FormState['answers'][] = [];
    drawn.store.subscribe((delta) => delta && deltas.push(delta.answers));
    await choose(drawn, 'east', 'East High School');
    expect(deltas).toEqual([{ one_school: 'East High School' }]);
    expect(drawn.finds.map(({ asked }) => asked)).toEqual([{ category: 'schools', id: 'East High School' }]);

    await act(async () => drawn.finds[0]?.answer(EAST));
    const { one_school: _named, ...rest } = OF_EAST;
    expect(deltas.slice(1)).toEqual([rest]);
    expect(note()).toBe('Filled in: Street one_, Land one_, State one_.');
    expect(schoolBox()).toHaveProperty('value', 'East High School');
    expect(document.activeElement).toBe(schoolBox());
  });

  it('can be taken back as one step, its name too, because the letters of a search are no name', async () => {
    const before = { one_street: 'My Street', one_land: 'CAN', one_land_desc: 'Land CAN', one_state: 'ON' };
    const drawn = drawLookup(before);
    await take(drawn, EAST);
    expect(drawn.store.state().form.answers).toMatchObject(OF_EAST);
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(drawn.store.state().form.answers).toMatchObject({ ...before, one_school: '', one_code: '' });
    expect(schoolBox()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(schoolBox());
    expect(undoButton()).toBeNull();
  });

  it('leaves nothing of the search behind when it is taken back, however long one waits then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const drawn = drawLookup();
    await take(drawn, EAST);
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    await act(() => vi.advanceTimersByTimeAsync(2 * TYPING_PAUSE_MS));
    await drawn.user.tab();
    expect(answerOf(drawn.store, 'one_school')).toBe('');
    expect(note()).toBe('');
  });

  it('that was typed as one’s own before is there again when it is taken back', async () => {
    const drawn = drawLookup({ one_school: 'High' });
    await take(drawn, EAST);
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(answerOf(drawn.store, 'one_school')).toBe('High');
    expect(note()).toBe(HINT);
  });

  it.each([
    ['Enter', (drawn: ReturnType<typeof drawLookup>) => drawn.user.keyboard('{Enter}')],
    [
      'the list',
      (drawn: ReturnType<typeof drawLookup>) =>
        drawn.user.click(screen.getByRole('option', { name: 'Use: Mine' })),
    ],
  ])('gives way to the text that was taken with %s just before', async (_how, use) => {
    const drawn = drawLookup();
    await drawn.user.type(schoolBox(), 'Mine');
    await use(drawn);
    await take(drawn, EAST);
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(answerOf(drawn.store, 'one_school')).toBe('Mine');
  });

  it('can be taken back only until its page is left', async () => {
    const drawn = drawLookup();
    await take(drawn, EAST);
    drawn.unmount();
    drawn.draw();
    expect(schoolBox()).toHaveProperty('value', 'East High School');
    expect([undoButton(), note()]).toEqual([null, '']);
  });

  it('cannot be taken back once one of its answers was changed by hand', async () => {
    const drawn = drawLookup();
    await take(drawn, EAST);
    expect(undoButton()).not.toBeNull();
    await drawn.user.type(screen.getByRole('textbox', { name: 'Street one_' }), ' 2');
    await drawn.user.tab();
    expect(undoButton()).toBeNull();
    expect(answerOf(drawn.store, 'one_street')).toBe('1 Oak Street 2');
  });

  it('fills in the second and the third of several, and no other', async () => {
    const drawn = drawLookup();
    for (const prefix of ['two_', 'three_']) {
      await take(drawn, { ...EAST, address_line_1: `Street of ${prefix}` }, prefix);
    }
    expect(drawn.store.state().form.answers).toMatchObject({
      two_code: '060001',
      two_street: 'Street of two_',
      two_state: 'CO',
      three_street: 'Street of three_',
      three_land_desc: 'Land USA',
    });
    expect(answerOf(drawn.store, 'one_street')).toBeUndefined();
    expect([0, 1, 2].map(note)).toEqual(['', '', 'Filled in: Street three_, Land three_, State three_.']);
  });

  it('keeps its name when its record does not come, and the rest has to be typed', async () => {
    const drawn = drawLookup();
    await choose(drawn, 'east', 'East High School');
    await act(async () => drawn.finds[0]?.fail());
    expect(answerOf(drawn.store, 'one_school')).toBe('East High School');
    expect(note()).toBe(HINT);
  });

  it('is filled in also when its page was left before its record comes', async () => {
    const drawn = drawLookup();
    await choose(drawn, 'east', 'East High School');
    drawn.unmount();
    await act(async () => drawn.finds[0]?.answer(EAST));
    expect(drawn.store.state().form.answers).toMatchObject(OF_EAST);
  });

  it('fills nothing in when something else is in its place by then', async () => {
    const drawn = drawLookup();
    await choose(drawn, 'east', 'East High School');
    act(() => drawn.store.dispatch({ type: 'setAnswers', answers: { one_school: '' } }));
    await act(async () => drawn.finds[0]?.answer(EAST));
    expect(answerOf(drawn.store, 'one_land')).toBeUndefined();
  });
});

describe('an address that is chosen', () => {
  it('gives way to the line that was typed when it is taken back', async () => {
    const drawn = drawLookup({ homeLand: 'CAN' });
    const address = screen.getByRole('combobox', { name: 'Home' });
    await drawn.user.type(address, '12 Oak St');
    await expect.poll(() => drawn.searches.length).toBe(1);
    await act(async () => drawn.searches[0]?.answer([suggestion('12 Oak Street')]));
    await drawn.user.click(screen.getByRole('option', { name: /^12 Oak Street/ }));
    await act(async () =>
      drawn.finds[0]?.answer({ address_line_1: '12 Oak Street', country: 'USA', state: 'CO' }),
    );
    expect(answerOf(drawn.store, 'homeLand')).toBe('USA');
    await drawn.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(drawn.store.state().form.answers).toMatchObject({
      home: '12 Oak St',
      homeLand: 'CAN',
      homeState: '',
    });
    expect(address).toHaveProperty('value', '12 Oak St');
  });
});
