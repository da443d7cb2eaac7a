/** What a text needs against what is behind it (WCAG 2.2, 1.4.3). */
export const ENOUGH_CONTRAST = 4.5;

/** What the edge of something to press needs (WCAG 2.2, 1.4.11). */
export const ENOUGH_FOR_LINES = 3;

/** The contrast ratio of two colours such as #1d4e6e, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** How bright a colour is, from 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The nearest colour of the same hue, darker or lighter, that can be read on all of these grounds; none where they differ too much. */
export function nearestReadable(
  color: string,
  grounds: readonly string[],
  enough: number,
): string | undefined {
  const steps = Array.from({ length: 255 }, (_, index) => (index + 1) / 255);
  return steps
    .flatMap((step) => [mix(color, 0, step), mix(color, 255, step)])
    .find((mixed) => grounds.every((ground) => contrastOf(mixed, ground) >= enough));
}

/** A colour with a share of black (0) or white (255) in it. */
function mix(color: string, other: number, share: number): string {
  const channels = channelsOf(color).map((part) => Math.round(part + (other - part) * share));
  return `#${channels.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(color: string): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
