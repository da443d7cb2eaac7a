import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RichText as Text } from '#form/definition/rich-text.ts';
import { RichText } from '#client/questionnaire/layout/Layout.tsx';

const PARTS: Text = [
  'Read ',
  { text: 'the catalog', href: 'https://catalog.example.edu' },
  ' or write to ',
  { text: 'us', href: 'mailto:help@example.edu' },
  '.',
];

describe('a text of the form', () => {
  it('is one sentence with its links', () => {
    const { container } = render(<RichText text={PARTS} />);
    expect(container.textContent).toBe('Read the catalog (opens in a new tab) or write to us.');
  });

  it("opens a web page in a new tab, as the link's name says", () => {
    render(<RichText text={PARTS} />);
    const link = screen.getByRole('link', { name: 'the catalog (opens in a new tab)' });
    expect(link.getAttribute('href')).toBe('https://catalog.example.edu');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noreferrer');
  });

  it('opens a mail link in place', () => {
    render(<RichText text={PARTS} />);
    const link = screen.getByRole('link', { name: 'us' });
    expect(link.getAttribute('href')).toBe('mailto:help@example.edu');
    expect(link.getAttribute('target')).toBeNull();
  });

  it('without links is rendered unchanged', () => {
    const { container } = render(<RichText text="Nothing [here](to follow)." />);
    expect(container.textContent).toBe('Nothing [here](to follow).');
  });
});
