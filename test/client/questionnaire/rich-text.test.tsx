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
  it('is one sentence; its links open web pages in a new tab, as they say, and mail in place', () => {
    const { container } = render(<RichText text={PARTS} />);
    expect(container.textContent).toBe('Read the catalog (opens in a new tab) or write to us.');
    const page = screen.getByRole('link', { name: 'the catalog (opens in a new tab)' });
    const attributes = ['href', 'target', 'rel'];
    const of = (link: HTMLElement) => attributes.map((name) => link.getAttribute(name));
    expect(of(page)).toEqual(['https://catalog.example.edu', '_blank', 'noreferrer']);
    expect(of(screen.getByRole('link', { name: 'us' }))).toEqual(['mailto:help@example.edu', null, null]);
  });

  it('without links is rendered unchanged', () => {
    const { container } = render(<RichText text="Nothing [here](to follow)." />);
    expect(container.textContent).toBe('Nothing [here](to follow).');
  });
});
