import { act, fireEvent, render, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { dismissToast, showToast, ToastHost } from '#client/ui/toast/ToastHost.tsx';

afterEach(() => void vi.useRealTimers());

/** Loads the library with the first toast. */
const withLibrary = (doing: () => void): Promise<void> =>
  act(async () => {
    doing();
    await vi.dynamicImportSettled();
  });

const pass = (milliseconds: number): void => act(() => void vi.advanceTimersByTime(milliseconds));

it.each([
  ['success', 'status', 5_000],
  ['error', 'alert', 300_000],
] as const)('a toast of %s disappears after its time', async (severity, role, duration) => {
  vi.useFakeTimers();
  render(<ToastHost>The screen</ToastHost>);
  await withLibrary(() => showToast({ severity, label: 'The Label', message: severity }));
  pass(duration - 1);
  expect(screen.getByRole(role, { name: 'The Label' })).toBeDefined();
  // Notistack removes it in rendered steps.
  for (let step = 0; step < 5; step += 1) pass(1_000);
  expect(screen.queryByRole(role, { name: 'The Label' })).toBeNull();
});

it('F8 goes to the newest toast', async () => {
  render(<ToastHost>The screen</ToastHost>);
  await withLibrary(() => {
    showToast({ severity: 'success', label: 'First', message: 'one' });
    showToast({ severity: 'success', label: 'Second', message: 'two' });
  });
  const newest = await screen.findByRole('button', { name: 'Close Second' });
  fireEvent.keyDown(document.body, { key: 'F8' });
  expect(document.activeElement).toBe(newest);
});

it('a toast can be dismissed before it is shown', async () => {
  render(<ToastHost>The screen</ToastHost>);
  await withLibrary(() => {
    showToast({ severity: 'error', label: 'Late', message: 'not saved' });
    dismissToast('Late');
    showToast({ severity: 'success', label: 'Saved', message: 'saved' });
  });
  expect(await screen.findByRole('status', { name: 'Saved' })).toBeDefined();
  await waitForElementToBeRemoved(() => screen.queryByRole('alert', { name: 'Late' }));
});
