import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { generatedFiles } from '#compiler/emit/generated-files.ts';
import { tinyFormWith } from './tiny-form.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h9" /></svg>';

/** Returns the header of a PNG of this size. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** The tiny form with a logo for its other partner. */
function withLogo(file: string, content: string | Uint8Array) {
  const logo = { file, alt: 'Other School' };
  return compileSchemas(tinyFormWith({ 'partners/other.json#/logo': logo, [`partners/${file}`]: content }));
}

describe('the logo of a partner', () => {
  it.each([
    ['logo.svg', SVG, 108],
    ['logo.png', png(144, 72), 72],
  ])('%s has a content-hashed address and its size', async (file, content, width) => {
    const { partners, faults } = withLogo(file, content);
    const { served } = await generatedFiles(partners);

    expect(faults).toEqual([]);
    const [address] = [...served.keys()];
    const isSame = [...served.values()].map((bytes) => Buffer.from(bytes).equals(Buffer.from(content)));
    expect(isSame).toEqual([true]);
    expect(partners.get('other')?.settings).toMatchObject({
      logo: { src: `/${address}`, alt: 'Other School', width, height: 36 },
    });
    expect([...(await generatedFiles(withLogo(file, `${SVG} `).partners)).served.keys()]).not.toContain(
      address,
    );
  });

  it.each([
    ['text with the wrong extension', 'logo.png', 'a logo', 'which is no picture'],
    ['an SVG named as a PNG', 'logo.png', SVG, 'which is a SVG'],
    ['a PNG named as an SVG', 'logo.svg', png(100, 100), 'which is a PNG'],
    ['a small PNG', 'logo.png', png(40, 40), '40 by 40 pixels'],
    ['a wide one', 'logo.png', png(800, 100), '800 by 100 pixels'],
    ['an SVG without a size', 'logo.svg', SVG.replace(/ viewBox="[^"]*"/, ''), 'without a viewBox'],
    ['a large one', 'logo.png', Buffer.concat([png(100, 100), Buffer.alloc(70_000)]), 'with 69 kB'],
    ['an SVG without a namespace', 'logo.svg', SVG.replace(/ xmlns="[^"]*"/, ''), 'without its namespace'],
    ['a truncated SVG', 'logo.svg', SVG.slice(0, -8), 'no whole SVG'],
  ])('is rejected if it is %s', (_, file, content, found) => {
    const { faults } = withLogo(file, content);

    expect(faults.map(({ code }) => code)).toContain('logo');
    expect(faults.map((fault) => fault.found).join()).toContain(found);
  });
});
