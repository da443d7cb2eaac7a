import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawWidget } from './draw-widget.tsx';

const NO_DATE = 'Please enter a whole date that exists.';
const NO_YEAR = 'Please enter a year of four digits.';

afterEach(() => void vi.useRealTimers());

const date = () => screen.getByLabelText('Question');

describe('a date', () => {
  it('is taken when it is left', () => {
    const { reported } = drawWidget('date', {});
    fireEvent.input(date(), { target: { value: '2008-02-29' } });
    expect(reported).toEqual([]);
    fireEvent.blur(date());
    expect(reported).toEqual(['2008-02-29']);
  });

  it('is taken two seconds after it is whole, and before that neither taken nor emptied', () => {
    vi.useFakeTimers();
    const { reported } = drawWidget('date', {}, { value: '2008-02-29' });
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
  ])('that the browser %s is not taken, and empties the answer', (_, validity, note) => {
    const { reported } = drawWidget('date', {}, { value: '2008-02-29' });
    Object.defineProperty(date(), 'validity', { value: validity });
    fireEvent.input(date(), { target: { value: '0002-02-28' } });
    fireEvent.blur(date());
    expect(reported).toEqual(['']);
    expect(screen.getByRole('status').textContent).toBe(note);
    expect(date().getAttribute('aria-describedby')).toBe('q-unread');
  });

  it('outside the bounds of its question is taken, so that its message can be shown', () => {
    const { reported } = drawWidget('date', { earliest: { years: 0, unit: 'day', message: 'Too early.' } });
    fireEvent.input(date(), { target: { value: '1900-01-01' } });
    fireEvent.blur(date());
    expect(reported).toEqual(['1900-01-01']);
  });
});
