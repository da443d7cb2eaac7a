import type { Finding } from '#compiler/source/fault.ts';

/** What is wrong at an offset in the text of a picture. */
export type PictureFault = { readonly offset: number; readonly finding: Finding };

/** What a logo is drawn with. Everything else could act, load something, or hold what only a program reads. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan style ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
);

const PIECE =
  /<!--[^]*?-->|<\?xml\s[^?]*\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const SAVE_PLAIN =
  'Save it as a plain SVG (in Inkscape "Plain SVG", in Illustrator "SVG" for the web), or as a PNG.';

/**
 * What of an SVG may not be: the page shows it as a picture, where nothing of it acts, but anyone who opens its address
 * opens a document. It is read by a list of what there may be, so that nothing new gets past it.
 */
export function svgFaults(svg: string): readonly PictureFault[] {
  const faults: PictureFault[] = [];
  const open: string[] = [];
  const text = svg.trimEnd();
  for (const { 0: piece, 1: closed, 2: opened, 3: attributes = '', 4: end, index } of text.matchAll(PIECE)) {
    const add = (finding: Finding | undefined) => finding && faults.push({ offset: index, finding });
    if (opened !== undefined) {
      add(elementFault(opened));
      for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE))
        add(attributeFault(name, double ?? single ?? ''));
      if (end === '') open.push(opened);
    } else if (closed !== undefined) {
      if (open.pop() !== closed) add(notWhole(`</${closed}>`));
    } else if (piece === '<') {
      // What follows would be reported again and again.
      return [...faults, { offset: index, finding: notWhole(text.slice(index, index + 20)) }];
    } else if (open.at(-1) === 'style') add(styleFault(piece));
  }
  const [left] = open;
  if (left !== undefined)
    faults.push({ offset: text.length, finding: notWhole(`the end inside of <${left}>`) });
  if (!/<svg\b[^>]*\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(text))
    faults.push({ offset: 0, finding: WITHOUT_NAMESPACE });
  return faults;
}

function elementFault(name: string): Finding | undefined {
  if (ELEMENTS.has(name)) return undefined;
  return {
    code: 'logo',
    found: `<${name}>`,
    expected: 'shapes, texts and gradients, and nothing that acts or loads something',
    cure: name === 'script' ? 'Remove the script.' : SAVE_PLAIN,
  };
}

function attributeFault(name: string, value: string): Finding | undefined {
  if (/^on/i.test(name)) {
    return {
      code: 'logo',
      found: `the event handler ${name}`,
      expected: 'a picture that does nothing',
      cure: `Remove ${name}="…".`,
    };
  }
  if (/^(?:xlink:)?href$/i.test(name) && !value.startsWith('#')) return outside(value);
  // A namespace is a name and no address.
  return /^xmlns(?::|$)/.test(name) ? undefined : styleFault(value);
}

/** What loads something in a style, or may hide that it does. */
function styleFault(style: string): Finding | undefined {
  const [, address] = /url\(\s*["']?(?!["'#])([^)"']*)/i.exec(style) ?? [];
  if (address !== undefined) return outside(address);
  const hidden = /@|\\|&#|<!\[/.exec(style)?.[0];
  if (hidden === undefined) return undefined;
  return {
    code: 'logo',
    found: `"${hidden}" in "${style.trim().slice(0, 40)}"`,
    expected: 'styles and attributes without @ rules and escapes, which could load something',
    cure: SAVE_PLAIN,
  };
}

function outside(address: string): Finding {
  return {
    code: 'logo',
    found: `a reference to "${address.slice(0, 60)}"`,
    expected: 'references inside the file, which begin with #',
    cure: 'Draw what is referred to in the file itself, or save the logo as a PNG.',
  };
}

function notWhole(found: string): Finding {
  return {
    code: 'logo',
    found: `"${found}", where the file is no whole SVG`,
    expected: 'an SVG file as a drawing program saves it, without a DOCTYPE',
    cure: SAVE_PLAIN,
  };
}

const WITHOUT_NAMESPACE: Finding = {
  code: 'logo',
  found: 'an SVG without its namespace, which no browser would draw',
  expected: '<svg xmlns="http://www.w3.org/2000/svg" …>',
  cure: 'Add xmlns="http://www.w3.org/2000/svg" to <svg>.',
};
