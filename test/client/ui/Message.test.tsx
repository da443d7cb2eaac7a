import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Message } from '#client/ui/Message.tsx';
import { setLanguage } from '#texts/language.ts';

const TROUBLE = { text: 'Write to [{email}](mailto:{email}), or read [this]({url}) {when}.' } as const;
const VALUES = {
  email: 'help@example.edu',
  url: 'https://example.edu/{email}',
  when: <strong>today</strong>,
};

afterEach(() => setLanguage());

describe('an engine text with links and elements', () => {
  it('is rendered with them in place', () => {
    const { container } = render(<Message text={TROUBLE} values={VALUES} />);

    expect(container.textContent).toBe('Write to help@example.edu, or read this (opens in a new tab) today.');
    expect(container.querySelector('strong')?.textContent).toBe('today');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['mailto:help@example.edu', 'https://example.edu/{email}']);
  });

  it("is rendered in the partner's words", () => {
    setLanguage({ texts: { [TROUBLE.text]: 'Ask {when}: {email} or [the page]({url})!' } });
    const { container } = render(<Message text={TROUBLE} values={VALUES} />);

    expect(container.textContent).toBe('Ask today: help@example.edu or the page (opens in a new tab)!');
  });
});
