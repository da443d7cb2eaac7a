import type { Cursor } from '#compiler/source/cursor.ts';
import type { Report } from '#compiler/source/fault.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const MIN_TEXT_CONTRAST = 4.5;
/** Minimum contrast of control borders (WCAG 2.2, 1.4.11). */
const MIN_BORDER_CONTRAST = 3;

/** Text shades with their backgrounds: sheets, page, highlights. */
const BACKGROUNDS: Readonly<Record<string, readonly string[]>> = {
  'primary main': ['white main', 'neutral extraLight', 'primary extraLight', 'accent extraLight'],
  'primary dark': ['white main', 'neutral extraLight', 'primary extraLight'],
  'secondary main': ['white main'],
  'secondary dark': ['white main', 'secondary extraLight'],
  'accent main': ['white main'],
  'accent dark': ['white main', 'neutral extraLight', 'accent extraLight', 'primary extraLight'],
  'neutral main': ['white main', 'neutral extraLight', 'primary extraLight', 'disabled extraLight'],
  'neutral dark': [
    'white main',
    'neutral extraLight',
    'primary extraLight',
    'accent extraLight',
    'error extraLight',
  ],
  'error main': ['white main', 'neutral extraLight', 'primary extraLight'],
  'error dark': ['white main', 'neutral extraLight', 'error extraLight'],
};

/** Border shades with their backgrounds. */
const BORDERS: Readonly<Record<string, readonly string[]>> = {
  'primary light': ['white main'],
  'error light': ['white main'],
};

/** Checks the contrast of texts and control borders in each partner's colors. */
export function checkColors(sources: SourceSet, report: Report): void {
  for (const partner of sources.filesIn('partners').values()) {
    const colors = partner.at('colors');
    if (colors)
      for (const { shades, minimum, why } of CONTRAST_RULES)
        for (const [shade, grounds] of Object.entries(shades))
          checkShade(shade, grounds, { colors, report, minimum, why });
  }
}

type ContrastRule = {
  readonly minimum: number;
  readonly why: string;
};

const CONTRAST_RULES: readonly (ContrastRule & { readonly shades: typeof BACKGROUNDS })[] = [
  { shades: BACKGROUNDS, minimum: MIN_TEXT_CONTRAST, why: 'everybody can read texts in this colour' },
  {
    shades: BORDERS,
    minimum: MIN_BORDER_CONTRAST,
    why: 'everybody sees the edge of a button in this colour',
  },
];

type Shades = ContrastRule & { readonly colors: Cursor; readonly report: Report };

function checkShade(
  shade: string,
  grounds: readonly string[],
  { colors, report, minimum, why }: Shades,
): void {
  const at = shadeAt(colors, shade);
  const color = colorAt(at);
  const behind = grounds.flatMap((name) => {
    const ground = colorAt(shadeAt(colors, name));
    return ground === undefined ? [] : [{ name, ground }];
  });
  // The meta-schema reports invalid colors.
  if (!at || color === undefined || behind.length < grounds.length) return;
  const poor = behind.filter(({ ground }) => contrastOf(color, ground) < minimum);
  if (poor.length === 0) return;
  const readable = nearestReadable(
    color,
    behind.map(({ ground }) => ground),
    minimum,
  );
  report(at, {
    code: 'contrast',
    found: poor
      .map(
        ({ name, ground }) =>
          `${color} on "${name}" ${ground}, a contrast of ${roundDown(contrastOf(color, ground))}`,
      )
      .join('; '),
    expected: `a contrast of ${minimum} at least, so that ${why}`,
    cure:
      readable === undefined
        ? `Make ${poor.map(({ name }) => `"${name}"`).join(' and ')} lighter.`
        : `Write "${readable}", the nearest colour that has it.`,
  });
}

/** `primary main` → cursor of that shade. */
function shadeAt(colors: Cursor, name: string): Cursor | undefined {
  const [color = '', shade = ''] = name.split(' ');
  return colors.at(color)?.at(shade);
}

function colorAt(at: Cursor | undefined): string | undefined {
  const text = at?.text() ?? '';
  return /^#[0-9a-f]{6}$/i.test(text) ? text : undefined;
}

/** Rounds down, so that a failing ratio never reads 4.5. */
function roundDown(ratio: number): number {
  return Math.floor(ratio * 100) / 100;
}

/** Contrast ratio of two colors such as #1d4e6e, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of a color, from 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the closest shade that is readable on all backgrounds; undefined if there is none. */
function nearestReadable(color: string, grounds: readonly string[], minimum: number): string | undefined {
  const steps = Array.from({ length: 255 }, (_, index) => (index + 1) / 255);
  return steps
    .flatMap((step) => [mix(color, 0, step), mix(color, 255, step)])
    .find((mixed) => grounds.every((ground) => contrastOf(mixed, ground) >= minimum));
}

/** Mixes a color with black (0) or white (255). */
function mix(color: string, other: number, share: number): string {
  const channels = channelsOf(color).map((part) => Math.round(part + (other - part) * share));
  return `#${channels.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
