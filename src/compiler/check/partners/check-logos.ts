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

/** Checks that each logo exists, matches its file type, and is safe to serve. */
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
    sizeFault(name, bytes.length) ?? kindFault(name, picture) ?? (picture && shapeFault(name, picture));
  if (finding) report(file, { code: 'logo', ...finding });
  if (picture?.type !== 'svg') return;
  const text = svgText(bytes);
  for (const fault of svgFaults(text))
    report({ place: placeIn(`partners/${name}`, text, fault.offset) }, { code: 'logo', ...fault.finding });
}

function placeIn(file: string, text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
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

/** A finding at an offset in the SVG text. */
type PictureFault = { readonly offset: number; readonly finding: LogoFault };

/** Allowed SVG elements. Others could run code, load something, or hide data. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan style ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
);

const PIECE =
  /<!--[^]*?-->|<\?xml\s[^?]*\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const PLAIN_SVG_CURE =
  'Save it as a plain SVG (in Inkscape "Plain SVG", in Illustrator "SVG" for the web), or as a PNG.';

/** Lists what an SVG must not contain. An allowlist, since its address opens as a document. */
function svgFaults(svg: string): readonly PictureFault[] {
  const faults: PictureFault[] = [];
  const open: string[] = [];
  const text = svg.trimEnd();
  for (const { 0: piece, 1: closed, 2: opened, 3: attributes = '', 4: end, index } of text.matchAll(PIECE)) {
    const add = (finding: LogoFault | undefined) => finding && faults.push({ offset: index, finding });
    if (opened !== undefined) {
      add(elementFault(opened));
      for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE))
        add(attributeFault(name, double ?? single ?? ''));
      if (end === '') open.push(opened);
    } else if (closed !== undefined) {
      if (open.pop() !== closed) add(incompleteSvg(`</${closed}>`));
    } else if (piece === '<') {
      // Stop here to avoid follow-up faults.
      return [...faults, { offset: index, finding: incompleteSvg(text.slice(index, index + 20)) }];
    } else if (open.at(-1) === 'style') add(styleFault(piece));
  }
  const [unclosed] = open;
  if (unclosed !== undefined)
    faults.push({ offset: text.length, finding: incompleteSvg(`the end inside of <${unclosed}>`) });
  if (!/<svg\b[^>]*\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(text))
    faults.push({ offset: 0, finding: WITHOUT_NAMESPACE });
  return faults;
}

function elementFault(name: string): LogoFault | undefined {
  if (ELEMENTS.has(name)) return undefined;
  return {
    found: `<${name}>`,
    expected: 'shapes, texts and gradients, and nothing that acts or loads something',
    cure: name === 'script' ? 'Remove the script.' : PLAIN_SVG_CURE,
  };
}

function attributeFault(name: string, value: string): LogoFault | undefined {
  if (/^on/i.test(name)) {
    return {
      found: `the event handler ${name}`,
      expected: 'a picture that does nothing',
      cure: `Remove ${name}="…".`,
    };
  }
  if (/^(?:xlink:)?href$/i.test(name) && !value.startsWith('#')) return addressOutside(value);
  // Namespaces are names, not addresses.
  return /^xmlns(?::|$)/.test(name) ? undefined : styleFault(value);
}

/** Reports styles that load something, or could hide it. */
function styleFault(style: string): LogoFault | undefined {
  const [, address] = /url\(\s*["']?(?!["'#])([^)"']*)/i.exec(style) ?? [];
  if (address !== undefined) return addressOutside(address);
  const hidden = /@|\\|&#|<!\[/.exec(style)?.[0];
  if (hidden === undefined) return undefined;
  return {
    found: `"${hidden}" in "${style.trim().slice(0, 40)}"`,
    expected: 'styles and attributes without @ rules and escapes, which could load something',
    cure: PLAIN_SVG_CURE,
  };
}

function addressOutside(address: string): LogoFault {
  return {
    found: `a reference to "${address.slice(0, 60)}"`,
    expected: 'references inside the file, which begin with #',
    cure: 'Draw what is referred to in the file itself, or save the logo as a PNG.',
  };
}

function incompleteSvg(found: string): LogoFault {
  return {
    found: `"${found}", where the file is no whole SVG`,
    expected: 'an SVG file as a drawing program saves it, without a DOCTYPE',
    cure: PLAIN_SVG_CURE,
  };
}

const WITHOUT_NAMESPACE: LogoFault = {
  found: 'an SVG without its namespace, which no browser would draw',
  expected: '<svg xmlns="http://www.w3.org/2000/svg" …>',
  cure: 'Add xmlns="http://www.w3.org/2000/svg" to <svg>.',
};
