import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showToast, ToastHost } from '#client/components/ToastHost.tsx';

it('F8 goes to the newest toast', async () => {
  render(<ToastHost>The screen</ToastHost>);
  act(() => showToast({ severity: 'success', label: 'First', message: 'one' }));
  act(() => showToast({ severity: 'success', label: 'Second', message: 'two' }));
  const newest = await screen.findByRole('button', { name: 'Close Second' });
  fireEvent.keyDown(document.body, { key: 'F8' });
  expect(document.activeElement).toBe(newest);
});
