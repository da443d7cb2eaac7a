import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { drawLookup, HINT, note, OF_EAST, schoolBox } from './draw-lookup.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

describe('a school that is typed', () => {
  it('stays exactly as it was typed, and asks for the rest once the list is left', async () => {
    const drawn = drawLookup();
    await drawn.user.type(schoolBox(), "St. John's (old campus)");
    expect(note()).toBe('');
    await drawn.user.tab();
    expect(answerOf(drawn.store, 'one_school')).toBe("St. John's (old campus)");
    expect(note()).toBe(HINT);
    expect(schoolBox().getAttribute('aria-describedby')).toBe('one_school-note');
  });

  it('that was typed before keeps its hint', () => {
    drawLookup({ one_school: 'Lincoln High' });
    expect(note()).toBe(HINT);
  });

  it.each([
    ['a code', { one_code: '060001' }],
    ['its address', { one_street: '1 Oak Street' }],
  ])('that has %s from before has no hint', (_, beside) => {
    drawLookup({ one_school: 'Lincoln High', ...beside });
    expect(note()).toBe('');
  });

  it('in place of a chosen one has no code any more, and asks for the rest', async () => {
    const drawn = drawLookup(OF_EAST);
    await drawn.user.type(schoolBox(), ' Annex');
    await drawn.user.tab();
    expect(drawn.store.state().form.answers).toMatchObject({
      ...OF_EAST,
      one_school: 'East High School Annex',
      one_code: '',
    });
    expect(note()).toBe(HINT);
  });

  it('that is left as it was keeps its code', async () => {
    const drawn = drawLookup(OF_EAST);
    await drawn.user.type(schoolBox(), 's{Backspace}');
    await drawn.user.tab();
    expect(drawn.store.state().form.answers).toEqual(OF_EAST);
  });

  it('can be chosen from the list as it is', async () => {
    const drawn = drawLookup();
    await drawn.user.type(schoolBox(), 'My School');
    await drawn.user.click(screen.getByRole('option', { name: 'Use: My School' }));
    expect(answerOf(drawn.store, 'one_school')).toBe('My School');
    expect(drawn.finds).toEqual([]);
    expect(note()).toBe(HINT);
  });

  it('is a plain text where nothing can be looked up', async () => {
    const { store, user } = drawLookup({}, false);
    await user.type(screen.getByRole('textbox', { name: 'School one_' }), 'My School');
    await user.tab();
    expect(answerOf(store, 'one_school')).toBe('My School');
    expect(note()).toBe(HINT);
  });
});
