import { describe, expect, it } from 'vitest';
import { fillIndexPage } from '#server/http/index-page.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const PAGE =
  '<html data-style="__STYLE_WORD__"><meta data-partner="__PARTNER__" data-cookie-prefix="__COOKIE_PREFIX__">' +
  '<style nonce="__NONCE__"></style><b>__PARTNER_INITIAL__</b>__PARTNER_NAME__';

const settings = { ...toyQuestionnaire().partner, name: 'Toy & <Sons>', style_word: 'modern' as const };

function filled(page: string): string {
  return fillIndexPage(page, { partner: 'toy', cookiePrefix: 'pre', settings });
}

describe('the page of a partner', () => {
  it('has its name, style and settings, and a nonce per response', () => {
    expect(filled(PAGE)).toBe(
      '<html data-style="modern"><meta data-partner="toy" data-cookie-prefix="pre">' +
        '<style nonce="__NONCE__"></style><b>T</b>Toy &amp; &lt;Sons&gt;',
    );
  });

  it('has a description for search engines', () => {
    expect(filled('<meta content="__DESCRIPTION__">')).toContain(
      'content="Application, Toy &amp; &lt;Sons&gt;. We save your answers',
    );
  });

  it('has its colors as custom properties', () => {
    expect(filled('__COLORS__')).toContain(
      'html:root{--color-primary-extra-light:#eeeeee;--color-primary-light:#999999;--color-primary:#333333;--color-primary-dark:#000000;',
    );
  });
});
