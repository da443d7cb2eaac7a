import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Toast } from '#client/ui/toast/Toast.tsx';

it.each([
  ['success', 'status'],
  ['error', 'alert'],
] as const)('a toast of %s has the role %s and its label', (severity, role) => {
  render(<Toast severity={severity} label="The Label" message="What happened." onClose={() => {}} />);
  const toast = screen.getByRole(role, { name: 'The Label' });
  expect(toast.textContent).toBe('The LabelWhat happened.');
  expect(within(toast).getByText('The Label').closest('.visually-hidden')).toBeNull();
});

/** Swipes over a toast. @returns how often it was closed */
function swipe(distance: number, pointerType = 'touch'): number {
  let closed = 0;
  render(<Toast severity="error" label="The Label" message="." onClose={() => (closed += 1)} />);
  const toast = screen.getByRole('alert');
  fireEvent.pointerDown(toast, { pointerId: 1, pointerType, clientX: 100 });
  fireEvent.pointerMove(toast, { pointerId: 1, pointerType, clientX: 100 + distance });
  expect(toast.style.getPropertyValue('--swipe')).toBe(pointerType === 'mouse' ? '' : `${distance}px`);
  fireEvent.pointerUp(toast, { pointerId: 1, pointerType, clientX: 100 + distance });
  expect(toast.style.getPropertyValue('--swipe')).toBe('');
  return closed;
}

describe('a swipe over a toast', () => {
  it.each([50, -50])('of %i pixels closes it', (distance) => {
    expect(swipe(distance)).toBe(1);
  });

  it.each([49, -49])('of %i pixels moves it back', (distance) => {
    expect(swipe(distance)).toBe(0);
  });

  it('with a mouse selects text', () => {
    expect(swipe(200, 'mouse')).toBe(0);
  });
});
