import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { addAnother, form, page, question, stateOf } from '#test/form/build-definition.ts';
import { storeOf } from '../questionnaire/toy-pages.ts';
import { renderWidget } from './render-widget.tsx';

const NO_DATE = 'Please enter a complete, valid date.';
const NO_YEAR = 'Please enter a four-digit year.';

afterEach(() => void vi.useRealTimers());

const date = () => screen.getByLabelText('Question');

describe('a date', () => {
  it('is stored on blur', () => {
    const { reported } = renderWidget('date', {});
    fireEvent.input(date(), { target: { value: '2008-02-29' } });
    expect(reported).toEqual([]);
    fireEvent.blur(date());
    expect(reported).toEqual(['2008-02-29']);
  });

  it('is stored two seconds after it is complete', () => {
    vi.useFakeTimers();
    const { reported } = renderWidget('date', {}, { value: '2008-02-29' });
    const control = date();
    if (control instanceof HTMLInputElement) control.setCustomValidity('The year has four digits.');
    fireEvent.input(control, { target: { value: '0002-02-28' } });
    vi.advanceTimersByTime(2000);
    expect(reported).toEqual([]);
    expect(screen.getByRole('status').textContent).toBe('');
    if (control instanceof HTMLInputElement) control.setCustomValidity('');
    fireEvent.input(control, { target: { value: '2002-02-28' } });
    act(() => void vi.advanceTimersByTime(2000));
    expect(reported).toEqual(['2002-02-28']);
  });

  it.each([
    ['cannot read', { badInput: true, valid: false }, NO_DATE],
    ['finds out of bounds', { badInput: false, valid: false }, NO_YEAR],
  ])('that the browser %s is not stored, and clears the answer', (_, validity, note) => {
    const { reported } = renderWidget('date', {}, { value: '2008-02-29' });
    Object.defineProperty(date(), 'validity', { value: validity });
    fireEvent.input(date(), { target: { value: '0002-02-28' } });
    fireEvent.blur(date());
    expect(reported).toEqual(['']);
    expect(screen.getByRole('status').textContent).toBe(note);
    expect(date().getAttribute('aria-describedby')).toBe('q-unread');
  });

  it.each([
    ['changes through Undo', { type: 'setAnswers', answers: { born: '2008-02-29' } }],
    ['changes in another tab', { type: 'applyRemote', remote: { answers: { born: '2010-01-31' } } }],
    ['is removed with its instance', { type: 'removeInstance', n: 1 }],
  ] as const)('is no longer reported unreadable once the answer %s', async (_, change) => {
    const kids = addAnother('kids', ['born'], ['born_2']);
    const dates = ['born', 'born_2'].map((key) => question(key, { label: 'Question', widget: 'date' }));
    const only = page(dates, { layout: [kids] });
    const state = stateOf({ born: '2008-02-29' }, { counts: { kids: 2 } });
    const store = storeOf(form([only]), {}, { state });
    render(<FormPage page={only} store={store} />);
    const [first = document.body] = screen.getAllByLabelText('Question');
    Object.defineProperty(first, 'validity', { value: { badInput: true, valid: false } });
    fireEvent.input(first, { target: { value: '2008-02-30' } });
    fireEvent.blur(first);
    expect(await screen.findByText(NO_DATE)).toBeDefined();
    if (change.type === 'removeInstance')
      fireEvent.click(screen.getByRole('button', { name: 'Remove kids 1' }));
    else act(() => store.dispatch(change));
    expect(screen.queryByText(NO_DATE)).toBeNull();
  });

  it('outside of its bounds is stored, to show its message', () => {
    const { reported } = renderWidget('date', { earliest: { years: 0, unit: 'day', message: 'Too early.' } });
    fireEvent.input(date(), { target: { value: '1900-01-01' } });
    fireEvent.blur(date());
    expect(reported).toEqual(['1900-01-01']);
  });
});
