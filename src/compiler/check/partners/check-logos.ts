import type { Cursor } from '#compiler/source/cursor.ts';
import type { Finding, Report } from '#compiler/source/fault.ts';
import { nearestCure } from '#compiler/source/nearest.ts';
import type { Pictures } from '#compiler/source/open-schemas.ts';
import { type Picture, readPicture, svgText } from '#compiler/source/picture.ts';
import type { SourceSet } from '#compiler/source/source-set.ts';

/** Maximum file size in bytes; logos load before the first render. */
const MAX_BYTES = 65_536;
/** Minimum height in pixels: 36 px on a 2x screen. */
const MIN_PIXELS = 72;
/** Allowed width/height ratios; wider logos leave no room for the account button on phones. */
const SHAPES = { from: 0.5, to: 5 };

type LogoFault = Omit<Finding, 'code'>;

/** Checks that each logo exists, matches its file type, and can be shown. */
export function checkLogos(sources: SourceSet, pictures: Pictures, report: Report): void {
  for (const partner of sources.filesIn('partners').values()) {
    const file = partner.at('logo')?.at('file');
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
      cure: nearestCure(name, pictures.keys(), `Put ${name} into schemas/partners, or remove "logo".`),
    });
    return;
  }
  const picture = readPicture(bytes);
  const finding =
    sizeFault(name, bytes.length) ??
    kindFault(name, picture) ??
    (picture && shapeFault(name, picture)) ??
    (picture?.type === 'svg' ? svgFault(name, svgText(bytes)) : undefined);
  if (finding) report(file, { code: 'logo', ...finding });
}

function sizeFault(name: string, bytes: number): LogoFault | undefined {
  if (bytes <= MAX_BYTES) return undefined;
  return {
    found: `"${name}" with ${Math.ceil(bytes / 1024)} kB`,
    expected: `at most ${MAX_BYTES / 1024} kB, which a phone loads at the start`,
    cure: 'Save it smaller: an SVG of few shapes, or a PNG of 200 pixels in height.',
  };
}

function kindFault(name: string, picture: Picture | undefined): LogoFault | undefined {
  if (picture && name.endsWith(`.${picture.type}`)) return undefined;
  return {
    found: picture ? `"${name}", which is a ${picture.type.toUpperCase()}` : `"${name}", which is no picture`,
    expected: 'an SVG file that ends in .svg, or a PNG file that ends in .png',
    cure: picture ? `Rename it so that it ends in .${picture.type}.` : 'Save the logo as SVG or PNG.',
  };
}

function shapeFault(name: string, { type, width, height }: Picture): LogoFault | undefined {
  if (type === 'svg' && (width === 0 || height === 0)) {
    return {
      found: `"${name}" without a viewBox`,
      expected: 'a viewBox with the width and height of the drawing',
      cure: 'Add viewBox="0 0 <width> <height>" to <svg>, so that the page keeps room for it.',
    };
  }
  const found = `"${name}" with ${width} by ${height}${type === 'png' ? ' pixels' : ''}`;
  if (width < SHAPES.from * height || width > SHAPES.to * height) {
    return {
      found,
      expected: `a logo at most ${SHAPES.to} times as wide as high, and at most twice as high as wide`,
      cure: 'Take the compact form of the logo, or the emblem alone, without empty margins.',
    };
  }
  if (type === 'svg' || height >= MIN_PIXELS) return undefined;
  const cure = 'Save it larger, or as SVG.';
  return { found, expected: `at least ${MIN_PIXELS} pixels in height`, cure };
}

/** Reports what browsers do not show. Scripts and addresses are harmless: every file is served in a sandbox. */
function svgFault(name: string, svg: string): LogoFault | undefined {
  if (!/<\/svg>\s*$/.test(svg)) {
    return {
      found: `"${name}", which is no whole SVG`,
      expected: 'an SVG file as a drawing program saves it, which ends in </svg>',
      cure: 'Save it as a plain SVG (in Inkscape "Plain SVG", in Illustrator "SVG" for the web), or as a PNG.',
    };
  }
  if (/<svg\b[^>]*\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(svg)) return undefined;
  return {
    found: `"${name}", an SVG without its namespace, which browsers do not render`,
    expected: '<svg xmlns="http://www.w3.org/2000/svg" …>',
    cure: 'Add xmlns="http://www.w3.org/2000/svg" to <svg>.',
  };
}
