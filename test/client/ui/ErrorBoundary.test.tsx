import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#client/ui/ErrorBoundary.tsx';

function Broken(): never {
  throw new Error('broken on purpose');
}

it('a render error shows the error screen', () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeDefined();
  expect(
    screen.getByText(
      'The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    ),
  ).toBeDefined();
  expect(document.title).toBe('Something went wrong.');
  expect(printed).toHaveBeenCalled();
});
