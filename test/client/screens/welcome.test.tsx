import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from './render-app.tsx';

describe('a first-time visitor', () => {
  it('sees what is needed on the first page, and signs up with the answers', async () => {
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
    expect(await screen.findByText(/^You need .* We've kept your answers/)).toBeDefined();
    expect(address()).toBe('/signup');
  });

  it('gets a short greeting on other pages', async () => {
    await renderApp({ path: '/two' });
    const banner = await screen.findByRole('region', { name: 'Welcome' });
    expect(within(banner).queryByText('What you need')).toBeNull();
  });
});
