import { describe, expect, it } from 'vitest';
import { isLinkAddress, readRichText, unfinishedLink } from '#compiler/source/rich-text.ts';
import { compileTinyWith } from './tiny-form.ts';

describe('a text with links', () => {
  it('is split at its links', () => {
    expect(readRichText('See [a](https://a.org), [b c](mailto:b@c.org).')).toEqual([
      'See ',
      { text: 'a', href: 'https://a.org' },
      ', ',
      { text: 'b c', href: 'mailto:b@c.org' },
      '.',
    ]);
    expect(readRichText('[a](https://a.org)')).toEqual([{ text: 'a', href: 'https://a.org' }]);
  });

  it.each(['Nothing to follow.', 'Brackets [such as these] (and these).', '[](https://a.org)'])(
    'without any stays as it is: %s',
    (text) => {
      expect(readRichText(text)).toBe(text);
    },
  );

  it.each([
    ['[a](https://a.org)', false],
    ['[a] (https://a.org)', true],
    ['(https://a.org)[a]', true],
    ['[a](https://a.org', true],
    ['[](https://a.org)', true],
    ['[a]( )', true],
    ['[a] and (b)', false],
    ['(see a.org) [b]', false],
  ])('%s is unfinished: %s', (text, isUnfinished) => {
    expect(unfinishedLink(text) !== undefined).toBe(isUnfinished);
  });

  it.each([
    ['https://example.edu/a?b=c#d', true],
    ['http://example.edu', false],
    ['mailto:help@example.edu', true],
    ['mailto:help', false],
    ['www.example.edu', false],
    ['/about', false],
    ['javascript:alert', false],
    ['data:text/html,x', false],
    ['https://', false],
  ])('can link to %s: %s', (href, isRight) => {
    expect(isLinkAddress(href)).toBe(isRight);
  });
});

describe('links in a layout', () => {
  it('are compiled in texts and section help, with partner values', () => {
    const ui = {
      $schema: '../meta/ui.meta.json',
      'ui:layout': [
        { kind: 'text', paragraphs: ['Plain.', 'Ask [{partner.name}](mailto:{partner.help_email}).'] },
        { kind: 'section', id: 's', help: '[Questions]({partner.links.faq})', children: ['q'] },
      ],
    };
    const properties = { q: { title: 'Q' } };
    const schema = { $schema: '../meta/page.meta.json', type: 'object', properties };
    const { definition } = compileTinyWith({ 'pages/pets.ui.json': ui, 'pages/pets.schema.json': schema });
    expect(definition.pages.find(({ id }) => id === 'pets')?.layout).toMatchObject([
      { paragraphs: ['Plain.', ['Ask ', { href: expect.stringMatching(/^mailto:.+@/) }, '.']] },
      { help: [{ text: 'Questions', href: expect.stringMatching(/^https:/) }] },
    ]);
  });
});
