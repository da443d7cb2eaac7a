import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from './render-app.tsx';

describe('somebody who comes for the first time', () => {
  it('reads on the first page what to have ready, and signs up from there with the answers so far', async () => {
    const { user, address } = await renderApp({ path: '/one' });
    await user.type(await screen.findByLabelText(/Given/), 'Ada');
    const banner = screen.getByRole('region', { name: 'Welcome' });
    expect(
      within(banner)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['What you need', 'How long it takes', 'Nothing gets lost']);
    expect(banner.textContent).toContain('About 1 minute for the required questions.');
    await user.click(within(banner).getByRole('link', { name: 'Sign up' }));
    expect(await screen.findByText(/^You need .* Your answers so far are kept/)).toBeDefined();
    expect(address()).toBe('/signup');
  });

  it('is greeted shortly on another page', async () => {
    await renderApp({ path: '/two' });
    const banner = await screen.findByRole('region', { name: 'Welcome' });
    expect(within(banner).queryByText('What you need')).toBeNull();
  });
});
