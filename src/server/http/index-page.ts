import type { Partner } from '#form/definition/definition.ts';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';
import { nextDeadlineText } from '#form/deadlines/deadline-text.ts';
import { escapeHtml } from './escape-html.ts';
import { isRecord } from '#form/definition/own-property.ts';
import { languageOfSettings } from '../settings/questionnaire.ts';
import { type Text, ownText, accountTexts, pageTexts } from '#texts/say.ts';

export type IndexPageSettings = {
  /** File name of the partner in schemas/partners. */
  readonly partner: string;
  readonly cookiePrefix: string;
  /** The contents of that file. */
  readonly settings: Partner;
};

/** Fills in a partner's name, colors and language. @throws Error for an invalid color */
export function fillIndexPage(page: string, { partner, cookiePrefix, settings }: IndexPageSettings): string {
  const name = textOf(settings['name']);
  const { direction, texts } = languageOfSettings(settings);
  const said = ({ text }: Text): string => {
    const own = texts[text];
    return escapeHtml(typeof own === 'string' ? own : text);
  };
  const values: Readonly<Record<string, string>> = {
    __PARTNER__: escapeHtml(partner),
    __COOKIE_PREFIX__: escapeHtml(cookiePrefix),
    __PARTNER_NAME__: escapeHtml(name),
    __PARTNER_INITIAL__: escapeHtml(name.charAt(0)),
    __STYLE_WORD__: escapeHtml(textOf(settings['style_word'])),
    __LANGUAGE__: escapeHtml(textOf(settings['language'] ?? 'en')),
    __DIRECTION__: direction,
    __LOADING__: said(pageTexts.loading),
    __NO_SCRIPT__: said(pageTexts.noScript),
    __COLORS__: toColorRule(settings['colors']),
    __TITLE__: escapeHtml(textOf(settings['application_title'])),
    __DESCRIPTION__: escapeHtml(describe(name, settings)),
  };
  const filled = page.replaceAll(/__[A-Z_]+__/g, (placeholder) => values[placeholder] ?? placeholder);
  return isLogo(settings['logo']) ? withLogo(filled, name, settings['logo']) : filled;
}

/** Fills in what differs by response: the nonce and the next deadline, in the current language. */
export function fillResponse(
  page: string,
  { nonce, settings, now }: { readonly nonce: string; readonly settings: Partner; readonly now: Date },
): string {
  const deadline = escapeHtml(nextDeadlineText(deadlinesOf(settings), now));
  return page.replaceAll('__NONCE__', nonce).replaceAll('__DEADLINE__', () => deadline);
}

/** Description shown by search engines. */
function describe(name: string, settings: Partner): string {
  return `${textOf(settings['application_title'])}, ${name}. ${ownText(accountTexts.promise)}`;
}

type Logo = { readonly src: string; readonly alt: string; readonly width: number; readonly height: number };

/** Replaces the shield with the initial by the partner's logo. */
function withLogo(page: string, name: string, { src, alt, width, height }: Logo): string {
  const picture = `<img class="logo-picture" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`;
  const text = alt.includes(name) ? '' : `<span>${escapeHtml(name)}</span>`;
  return page.replace(/<svg class="logo-mark"[^]*?<\/svg>\s*<span>[^]*?<\/span>/, () => picture + text);
}

function isLogo(value: unknown): value is Logo {
  return typeof value === 'object' && value !== null && 'src' in value && 'alt' in value;
}

/** Suffixes of the custom properties by shade. */
const SUFFIXES: Readonly<Record<string, string>> = {
  extraLight: '-extra-light',
  light: '-light',
  main: '',
  dark: '-dark',
};

/** A CSS color. Anything else could inject CSS rules. */
const COLOR = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl|oklch)\([\d\s.,%/]+\)|[a-z]+)$/i;

/** Returns a partner's colors as a rule of custom properties, with higher specificity than tokens.css. */
function toColorRule(colors: unknown): string {
  const declarations = membersOf(colors).flatMap(([name, shades]) =>
    membersOf(shades).map(([shade, color]) => colorDeclaration(name, shade, textOf(color))),
  );
  return `html:root{${declarations.join('')}}`;
}

function colorDeclaration(name: string, shade: string, color: string): string {
  const suffix = SUFFIXES[shade];
  if (suffix === undefined || !/^[a-z]+$/.test(name) || !COLOR.test(color)) {
    throw new Error(
      `partner settings: colors.${name}.${shade} is "${color}", expected a CSS colour such as "#1d4e6e". Correct the partner's file in schemas/partners.`,
    );
  }
  return `--color-${name}${suffix}:${color};`;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
