import type { PartnerSettings } from '#generated/partner.ts';

type Shades = PartnerSettings['colors']['primary'];

const SUFFIXES = {
  extraLight: '-extra-light',
  light: '-light',
  main: '',
  dark: '-dark',
} as const satisfies Record<keyof Shades, string>;

/** What a colour may look like: anything else could end the rule and begin another. */
const COLOR = /^(#[0-9a-f]{3,8}|(rgb|hsl|oklch)\([\d\s.,%/]+\)|[a-z]+)$/i;

/**
 * The partner's colours as one `:root` rule of custom properties: `--color-primary`, `--color-primary-dark`, …
 * @throws Error for a value that is no CSS colour.
 */
export function toColorRule(colors: PartnerSettings['colors']): string {
  const declarations = Object.entries(colors).flatMap(([name, shades]) =>
    Object.entries(shades).map(([shade, color]) => declaration(name, shade, color)),
  );
  return `:root{${declarations.join('')}}`;
}

function declaration(name: string, shade: string, color: string): string {
  if (!COLOR.test(color)) {
    throw new Error(
      `partner settings: colors.${name}.${shade} is "${color}", expected a CSS colour such as "#1d4e6e". Mend the partner's file in schemas/partners.`,
    );
  }
  const suffix = Object.entries(SUFFIXES).find(([key]) => key === shade)?.[1] ?? '';
  return `--color-${name}${suffix}:${color};`;
}

/** Sets the colours for the whole document; a constructed sheet needs neither a nonce nor a style attribute. */
export function applyPartnerColors(document: Document, colors: PartnerSettings['colors']): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(toColorRule(colors));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
