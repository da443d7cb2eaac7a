import { render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Banner, type BannerKind } from '#client/screens/frame/Banner.tsx';
import { renderApp, renderStudent } from './render-app.tsx';
import { toyPartner } from './toy-form.ts';

describe('the header', () => {
  it('shows the names of institution and application', async () => {
    await renderApp({ path: '/one' });
    const header = await screen.findByRole('banner');
    expect(within(header).getByText('Toy University')).toBeDefined();
    expect(within(header).getByText('Toy Application')).toBeDefined();
  });

  it.each([
    ['/login', 'Sign In', 'Log In'],
    ['/signup', 'Create Account', 'Sign Up'],
  ])('leads a visitor to %s', async (path, name, title) => {
    const { user, address } = await renderApp({ path: '/one' });
    await user.click(await screen.findByRole('button', { name: 'Account: Sign In' }));
    const panel = await screen.findByRole('dialog', { name: 'Account' });
    await user.click(within(panel).getByRole('button', { name }));
    await screen.findByRole('heading', { name: title });
    expect(address()).toBe(path);
  });
});

describe('the steps', () => {
  it('are numbered, and the current one is marked', async () => {
    await renderApp({ path: '/two' });
    const steps = await screen.findByRole('navigation', { name: 'Application steps' });
    const links = within(steps).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page']);
    expect(links[0]?.textContent).toMatch(/^1Page One/);
  });

  it('show the open answers, and follow changes', async () => {
    const { user } = await renderApp({ path: '/one', isSignedIn: true });
    expect(await screen.findByRole('link', { name: '1 Page One 1 required left' })).toBeDefined();
    await user.type(screen.getByLabelText(/Given/), 'Ada{Tab}');
    expect(await screen.findByRole('link', { name: '1 Page One Complete' })).toBeDefined();
    expect(screen.getByRole('link', { name: '2 Page Two 1 required left' })).toBeDefined();
  });

  it('show errors while the status is validating', async () => {
    await renderStudent('/one', { statuses: ['started', 'validating'] });
    expect(await screen.findByRole('link', { name: '2 Page Two 1 to fix' })).toBeDefined();
  });
});

describe('the banner', () => {
  it.each<[BannerKind, string, RegExp]>([
    ['first-login', 'Hello!', /We save your answers as you type/],
    ['later-login', 'Welcome back!', /Finish and submit your application/],
    ['anonymous', 'Hello!', /log in/],
    ['submitted', 'Thank you, Ada!', /Congratulations.*last steps/],
  ])('of the kind %s greets with "%s"', (kind, heading, text) => {
    render(
      <MemoryRouter>
        <Banner kind={kind} name="Ada" institution="Toy University" />
      </MemoryRouter>,
    );
    expect(screen.getByRole('heading', { name: heading }).parentElement?.textContent).toMatch(text);
    // Thanks are no welcome.
    expect(screen.queryAllByRole('region', { name: 'Welcome' })).toHaveLength(kind === 'submitted' ? 0 : 1);
  });
});

describe('the footer', () => {
  it('shows the postal address and links', async () => {
    await renderApp({ path: '/one' });
    const footer = await screen.findByRole('contentinfo');
    expect(footer.textContent).toContain('1 Toy Street');
    expect(footer.textContent).toContain('Denver');
    expect(
      within(footer)
        .getByRole('link', { name: /^Safety/ })
        .getAttribute('href'),
    ).toBe('https://toy.example/safety');
  });

  it('opens technical help with contacts', async () => {
    const { user } = await renderApp({ path: '/one' });
    await user.click(await screen.findByRole('button', { name: 'Help' }));
    const dialog = await screen.findByRole('dialog', { name: 'Technical Help' });
    expect(targets(dialog)).toEqual([
      'mailto:help@toy.example',
      'https://toy.example/faq',
      'tel:+13035550100',
      'tel:+18005550100',
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens the privacy and cookie notice of this year', async () => {
    const { user } = await renderApp({ path: '/one' });
    await user.click(await screen.findByRole('button', { name: 'Privacy' }));
    const dialog = await screen.findByRole('dialog', { name: 'Privacy Policy and Cookie Notice' });
    expect(dialog.textContent).toContain('keep you logged in');
    expect(dialog.textContent).toContain('© 2026 Toy University');
    expect(targets(dialog)).toContain(toyPartner.privacy_url);
    expect(within(dialog).getByRole('link', { name: 'Firefox' })).toBeDefined();
  });
});

it('the last steps and further links of the form are on the completion screen', async () => {
  await renderStudent('/completion', { statuses: ['started', 'validating', 'submitted'] });
  await screen.findByRole('heading', { name: 'What Happens Next' });
  const links = ['portal', 'tour'].map((name) => `https://toy.example/${name}`);
  expect(targets(document.body)).toEqual(expect.arrayContaining(links));
});

function targets(element: HTMLElement): (string | null)[] {
  return within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
}
