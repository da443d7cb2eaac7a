import { describe, expect, it } from 'vitest';
import { fillIndexPage } from '#server/http/index-page.ts';

const PAGE =
  '<html data-style="__STYLE_WORD__"><meta data-partner="__PARTNER__" data-cookie-prefix="__COOKIE_PREFIX__">' +
  '<style nonce="__NONCE__">__COLORS__</style><b>__PARTNER_INITIAL__</b>__PARTNER_NAME__';

const settings = {
  name: 'Toy & <Sons>',
  style_word: 'modern',
  colors: { primary: { extraLight: '#eee', light: '#999', main: '#333', dark: '#000' } },
};

function filled(more: object = {}): string {
  return fillIndexPage(PAGE, { partner: 'toy', cookiePrefix: 'pre', settings: { ...settings, ...more } });
}

describe('the page of a partner', () => {
  it('has its name, style and settings, and a nonce per response', () => {
    expect(filled({ colors: {} })).toBe(
      '<html data-style="modern"><meta data-partner="toy" data-cookie-prefix="pre">' +
        '<style nonce="__NONCE__">html:root{}</style><b>T</b>Toy &amp; &lt;Sons&gt;',
    );
  });

  it('has a description for search engines', () => {
    const page = fillIndexPage('<meta content="__DESCRIPTION__">', {
      partner: 'toy',
      cookiePrefix: 'pre',
      settings: { ...settings, application_title: 'Application' },
    });
    expect(page).toContain('content="Application, Toy &amp; &lt;Sons&gt;. We save your answers');
  });

  it('has its colors as custom properties', () => {
    expect(filled()).toContain(
      'html:root{--color-primary-extra-light:#eee;--color-primary-light:#999;--color-primary:#333;--color-primary-dark:#000;}',
    );
  });

  it.each(['red;}body{display:none', 'url(x)', '', '#12', '</style>'])('rejects the color "%s"', (main) => {
    expect(() => filled({ colors: { primary: { main } } })).toThrow(`colors.primary.main is "${main}"`);
  });

  it.each(['#1d4e6e', 'rgb(29 78 110)', 'hsl(204, 58%, 27%)', 'white'])('accepts the color "%s"', (main) => {
    expect(filled({ colors: { primary: { main } } })).toContain(`--color-primary:${main};`);
  });
});
