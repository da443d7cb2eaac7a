import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Button } from '#client/ui/Button.tsx';

it('a busy button keeps its name and place, and does nothing', async () => {
  let clicks = 0;
  let submits = 0;
  render(
    <form onSubmit={() => (submits += 1)}>
      <Button type="submit" isBusy onClick={() => (clicks += 1)}>
        Go
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Go' });
  await userEvent.click(button);
  expect([clicks, submits]).toEqual([0, 0]);
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
