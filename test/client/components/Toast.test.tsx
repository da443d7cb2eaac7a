import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Toast } from '#client/components/Toast.tsx';

it.each([
  ['success', 'status'],
  ['error', 'alert'],
] as const)('a toast of %s is read out as %s under its label', (severity, role) => {
  render(<Toast severity={severity} label="The Label" message="What happened." onClose={() => {}} />);
  expect(screen.getByRole(role, { name: 'The Label' }).textContent).toContain('What happened.');
});

it('a toast can be closed', async () => {
  let closed = 0;
  render(<Toast severity="error" label="The Label" message="." onClose={() => (closed += 1)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Close The Label' }));
  expect(closed).toBe(1);
});
