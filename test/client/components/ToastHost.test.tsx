import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { showToast, ToastHost } from '#client/components/toast/ToastHost.tsx';

afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));

it.each([
  ['success', 'status', 5_000],
  ['error', 'alert', 300_000],
] as const)('a toast of %s goes by itself, not before its time', (severity, role, duration) => {
  vi.useFakeTimers();
  render(<ToastHost>The screen</ToastHost>);
  act(() => showToast({ severity, label: 'The Label', message: severity }));
  pass(duration - 1);
  expect(screen.getByRole(role, { name: 'The Label' })).toBeDefined();
  // Notistack moves it out in steps, each drawn before the next begins.
  for (let step = 0; step < 5; step += 1) pass(1_000);
  expect(screen.queryByRole(role, { name: 'The Label' })).toBeNull();
});

it('F8 goes to the newest toast', async () => {
  render(<ToastHost>The screen</ToastHost>);
  act(() => showToast({ severity: 'success', label: 'First', message: 'one' }));
  act(() => showToast({ severity: 'success', label: 'Second', message: 'two' }));
  const newest = await screen.findByRole('button', { name: 'Close Second' });
  fireEvent.keyDown(document.body, { key: 'F8' });
  expect(document.activeElement).toBe(newest);
});
