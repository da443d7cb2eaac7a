import type { Cursor } from '#compiler/source/cursor.ts';
import type { Finding, Report } from '#compiler/source/fault.ts';
import { meantCure } from '#compiler/source/nearest.ts';
import type { Pictures } from '#compiler/source/open-schemas.ts';
import { type Picture, readPicture, svgText } from '#compiler/source/picture.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';
import { svgFaults } from './svg-faults.ts';

/** So much is loaded before the first screen is whole. */
const MOST_BYTES = 65_536;
/** A logo is 36 px high; on a sharp screen that is twice as many pixels. */
const LEAST_PIXELS = 72;
/** Width by height: wider ones leave no room for the account next to them on a phone. */
const SHAPES = { from: 0.5, to: 5 };

/** The logo of each partner is there, is what its name says, and can be drawn and served without harm. */
export function checkLogos(sources: SourceSet, pictures: Pictures, report: Report): void {
  for (const partner of sources.namesIn('partners')) {
    const file = sources.cursor(`partners/${partner}.json`)?.at('logo')?.at('file');
    if (file) checkLogo(file, pictures, report);
  }
}

function checkLogo(file: Cursor, pictures: Pictures, report: Report): void {
  const name = file.text() ?? '';
  const bytes = pictures.get(name);
  if (!bytes) {
    report(file, {
      code: 'logo',
      found: `the logo "${name}", which is not there`,
      expected: 'an SVG or PNG file next to the partner’s, in schemas/partners',
      cure: meantCure(name, pictures.keys(), `Put ${name} into schemas/partners, or remove "logo".`),
    });
    return;
  }
  const picture = readPicture(bytes);
  const finding =
    sizeFault(name, bytes.length) ?? kindFault(name, picture) ?? (picture && shapeFault(name, picture));
  if (finding) report(file, finding);
  if (picture?.type !== 'svg') return;
  const text = svgText(bytes);
  for (const fault of svgFaults(text))
    report({ place: placeIn(`partners/${name}`, text, fault.offset) }, fault.finding);
}

function placeIn(file: string, text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function sizeFault(name: string, bytes: number): Finding | undefined {
  if (bytes <= MOST_BYTES) return undefined;
  return {
    code: 'logo',
    found: `"${name}" with ${Math.ceil(bytes / 1024)} kB`,
    expected: `at most ${MOST_BYTES / 1024} kB, which a phone loads at the start`,
    cure: 'Save it smaller: an SVG of few shapes, or a PNG of 200 pixels in height.',
  };
}

function kindFault(name: string, picture: Picture | undefined): Finding | undefined {
  if (picture && name.endsWith(`.${picture.type}`)) return undefined;
  return {
    code: 'logo',
    found: picture ? `"${name}", which is a ${picture.type.toUpperCase()}` : `"${name}", which is no picture`,
    expected: 'an SVG file that ends in .svg, or a PNG file that ends in .png',
    cure: picture ? `Rename it so that it ends in .${picture.type}.` : 'Save the logo as SVG or PNG.',
  };
}

function shapeFault(name: string, { type, width, height }: Picture): Finding | undefined {
  if (type === 'svg' && (width === 0 || height === 0)) {
    return {
      code: 'logo',
      found: `"${name}" without a viewBox`,
      expected: 'a viewBox with the width and height of the drawing',
      cure: 'Add viewBox="0 0 <width> <height>" to <svg>, so that the page keeps room for it.',
    };
  }
  const found = `"${name}" with ${width} by ${height}${type === 'png' ? ' pixels' : ''}`;
  if (width < SHAPES.from * height || width > SHAPES.to * height) {
    return {
      code: 'logo',
      found,
      expected: `a logo at most ${SHAPES.to} times as wide as high, and at most twice as high as wide`,
      cure: 'Take the compact form of the logo, or the emblem alone, without empty margins.',
    };
  }
  if (type === 'svg' || height >= LEAST_PIXELS) return undefined;
  const cure = 'Save it larger, or as SVG.';
  return { code: 'logo', found, expected: `at least ${LEAST_PIXELS} pixels in height`, cure };
}
