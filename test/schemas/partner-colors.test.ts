import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';

type Shades = { readonly extraLight: string; readonly main: string; readonly dark: string };
type Settings = { readonly colors: Readonly<Record<string, Shades>> };

const WHITE = '#ffffff';
const WITH_TEXT = ['primary', 'secondary', 'accent', 'neutral', 'error'];

const folder = path.join(PROJECT_PATHS.schemasFolder, 'partners');
const cases = readdirSync(folder).flatMap((file) => {
  const { colors }: Settings = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  return WITH_TEXT.map((name) => [file, name, colors[name]] as const);
});

/** How bright a colour such as #1d4e6e is, from 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What is on the ground of the page, beside the sheets. */
const ON_GROUND = readdirSync(folder).flatMap((file) => {
  const { colors }: Settings = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const ground = colors['neutral']?.extraLight ?? WHITE;
  return ['primary', 'neutral', 'error'].map(
    (name) => [file, name, colors[name]?.main ?? ground, ground] as const,
  );
});

describe('the colours of a partner can be read (WCAG 2.2, 1.4.3)', () => {
  it.each(cases)('%s: %s', (_file, _name, shades) => {
    expect(contrast(WHITE, shades?.main ?? WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(WHITE, shades?.dark ?? WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades?.dark ?? WHITE, shades?.extraLight ?? WHITE)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(ON_GROUND)('%s: %s on the ground of the page', (_file, _name, color, ground) => {
    expect(contrast(color, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
