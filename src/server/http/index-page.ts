import type { PartnerSettings } from '#generated/partner.ts';
import { escapeHtml } from './escape-html.ts';
import { languageOf } from '#texts/language.ts';
import { type Text, ownText, accountTexts, pageTexts } from '#texts/say.ts';

export type IndexPageSettings = {
  /** File name of the partner in schemas/partners. */
  readonly partner: string;
  readonly cookiePrefix: string;
  /** The contents of that file. */
  readonly settings: PartnerSettings;
};

/** Fills in a partner's name, colors and language. */
export function fillIndexPage(page: string, { partner, cookiePrefix, settings }: IndexPageSettings): string {
  const { name, logo } = settings;
  const { direction, texts } = languageOf(settings);
  const said = ({ text }: Text): string => {
    const own = texts[text];
    return escapeHtml(typeof own === 'string' ? own : text);
  };
  const values: Readonly<Record<string, string>> = {
    __PARTNER__: escapeHtml(partner),
    __COOKIE_PREFIX__: escapeHtml(cookiePrefix),
    __PARTNER_NAME__: escapeHtml(name),
    __PARTNER_INITIAL__: escapeHtml(name.charAt(0)),
    __STYLE_WORD__: escapeHtml(settings.style_word ?? ''),
    __LANGUAGE__: escapeHtml(settings.language ?? 'en'),
    __DIRECTION__: direction,
    __LOADING__: said(pageTexts.loading),
    __NO_SCRIPT__: said(pageTexts.noScript),
    __COLORS__: toColorRule(settings.colors),
    __TITLE__: escapeHtml(settings.application_title),
    __DESCRIPTION__: escapeHtml(describe(settings)),
  };
  const filled = page.replaceAll(/__[A-Z_]+__/g, (placeholder) => values[placeholder] ?? placeholder);
  return logo ? withLogo(filled, name, logo) : filled;
}

/** Fills in what differs by response: the nonce and the text of the next deadline. */
export function fillResponse(
  page: string,
  { nonce, deadline }: { readonly nonce: string; readonly deadline: string },
): string {
  return page.replaceAll('__NONCE__', nonce).replaceAll('__DEADLINE__', () => escapeHtml(deadline));
}

/** Description shown by search engines. */
function describe({ name, application_title: title }: PartnerSettings): string {
  return `${title}, ${name}. ${ownText(accountTexts.promise)}`;
}

type Logo = NonNullable<PartnerSettings['logo']>;

/** Replaces the shield with the initial by the partner's logo. */
function withLogo(page: string, name: string, { src, alt, width, height }: Logo): string {
  const picture = `<img class="logo-picture" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`;
  const text = alt.includes(name) ? '' : `<span>${escapeHtml(name)}</span>`;
  return page.replace(/<svg class="logo-mark"[^]*?<\/svg>\s*<span>[^]*?<\/span>/, () => picture + text);
}

/** Suffixes of the custom properties by shade. */
const SUFFIXES: Readonly<Record<string, string>> = {
  extraLight: '-extra-light',
  light: '-light',
  main: '',
  dark: '-dark',
};

/** Returns a partner's colors as a rule of custom properties, with higher specificity than tokens.css. */
function toColorRule(colors: PartnerSettings['colors']): string {
  const declarations = Object.entries(colors).flatMap(([name, shades]) =>
    Object.entries(shades).map(([shade, color]) => `--color-${name}${SUFFIXES[shade] ?? ''}:${color};`),
  );
  return `html:root{${declarations.join('')}}`;
}
