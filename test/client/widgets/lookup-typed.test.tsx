import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderLookup, HINT, note, OF_EAST, schoolBox } from './render-lookup.tsx';
import { answerOf } from '#client/questionnaire/store/selectors.ts';

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

  it('typed earlier keeps its hint', () => {
    renderLookup({ one_school: 'Lincoln High' });
    expect(note()).toBe(HINT);
  });

  it.each([
    ['a code', { one_code: '060001' }],
    ['its address', { one_street: '1 Oak Street' }],
  ])('that has %s already has no hint', (_, beside) => {
    renderLookup({ one_school: 'Lincoln High', ...beside });
    expect(note()).toBe('');
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
