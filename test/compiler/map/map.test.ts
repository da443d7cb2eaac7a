import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { comparisonsIn } from '#compiler/formulas/form-conditions.ts';
import { PADDING, type PlacedBox, type PlacedPart, type Rectangle } from '#compiler/map/lay-out-map.ts';
import { mapOf } from '#compiler/map/map-model.ts';
import { type MapSheet, mapSheets } from '#compiler/map/map-sheets.ts';
import { textWidth } from '#compiler/map/text-size.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import type { Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { mapSvg } from '#scripts/why/map-svg.ts';
import { smallRandomForm } from '../prove/small-random-form.ts';
import { compileTiny } from '../tiny-form.ts';

const RUNS = Number(process.env['PROVE_RUNS'] ?? 100);

/** `home → floor` for each answer that the definition looks at for a question; of what is repeated for the first. */
function dependenciesIn({ definition }: CompiledPartner): readonly string[] {
  const pairs = [...questionsOf(definition).values()].flatMap((question) =>
    lookedAt(question).map((name) => `${name} → ${question.key}`),
  );
  return sorted(pairs.filter((pair) => !/(pet_\d|_[23]_)/.test(pair)));
}

function lookedAt({ visibleWhen, requiredWhen, rules, relations = [], notices = [], dependsOn }: Question) {
  const conditions = [
    visibleWhen,
    requiredWhen,
    ...[...rules, ...relations, ...notices].map(({ when }) => when),
  ];
  return [
    ...conditions.flatMap((condition) => comparisonsIn(condition).map(({ valueKey }) => valueKey)),
    ...relations.flatMap(({ targetKeys }) => targetKeys),
    ...notices.flatMap(({ comparison, unlike = [] }) => [...(comparison?.targetKeys ?? []), ...unlike]),
    ...(dependsOn?.lists ? [dependsOn.valueKey] : []),
  ];
}

/** The same as the edges of the map have it. */
function dependenciesDrawn(partner: CompiledPartner): readonly string[] {
  const edges = mapOf(partner).flatMap((page) => page.edges);
  const pairs = edges.flatMap(({ from, dependencies }) =>
    dependencies.flatMap(({ keys }) => keys.map((key) => `${from.replace('name:', '')} → ${key}`)),
  );
  return sorted(pairs.filter((pair) => !/(pet_\d|_[23]_)/.test(pair)));
}

function sorted(pairs: readonly string[]): readonly string[] {
  return [...new Set(pairs)].toSorted();
}

async function sheetsOf(partner: CompiledPartner): Promise<readonly MapSheet[]> {
  const sheets = await Promise.all(mapOf(partner).map((page) => mapSheets(page)));
  return sheets.flat();
}

describe('the map', () => {
  it.each(['default', 'other'])('draws what the tiny form of "%s" looks at', (name) => {
    const partner = compileTiny(name);
    expect(dependenciesDrawn(partner)).toEqual(dependenciesIn(partner));
  });

  it(`draws what ${RUNS} random forms look at`, () => {
    fc.assert(
      fc.property(smallRandomForm, ({ partner }) => {
        expect(dependenciesDrawn(partner)).toEqual(dependenciesIn(partner));
      }),
      { numRuns: RUNS },
    );
  });

  it('draws each dependency once between two boxes, and on both pages where it leads to another', () => {
    for (const page of mapOf(compileTiny())) {
      const drawn = page.edges.flatMap(({ from, to, dependencies }) =>
        dependencies.map(({ kind, when, at }) => JSON.stringify([from, to, kind, when, at?.place])),
      );
      expect(new Set(drawn).size).toBe(drawn.length);
    }
    const [you, pets] = mapOf(compileTiny());
    const crossing = pets?.edges.filter(({ from }) => from === 'name:home') ?? [];
    expect(crossing).toHaveLength(1);
    expect(you?.edges).toEqual(expect.arrayContaining(crossing));
    expect(pets?.boxes.find(({ id }) => id === 'name:home')?.lines).toEqual([`on the page “${you?.title}”`]);
  });

  it('has all edges of a page on its sheets', async () => {
    for (const partner of [compileTiny(), ...compileSchemas().partners.values()]) {
      for (const page of mapOf(partner)) {
        const sheets = await mapSheets(page);
        const drawn = sheets.flatMap(({ edges }) => edges.map(({ edge }) => edge));
        expect(new Set(drawn)).toEqual(new Set(page.edges));
        expect(drawn).toHaveLength(page.edges.length);
      }
    }
  });

  it('has nothing over anything else, and cuts no words', async () => {
    for (const partner of [compileTiny(), compileTiny('other'), ...compileSchemas().partners.values()]) {
      for (const sheet of await sheetsOf(partner)) {
        expect(overlaps(sheet)).toEqual([]);
        expect(cut(sheet)).toEqual([]);
      }
    }
  });

  it('is a picture with a name and a description, in real text', async () => {
    const [sheet] = await sheetsOf(compileTiny());
    const svg = sheet ? mapSvg(sheet) : '';
    expect(svg).toContain('<title id="map-you-1-title">What answers decide on the page “You”</title>');
    expect(svg).toContain('“Home” → “I am grown up”: is “House”.');
    expect(svg).toMatch(/<text [^>]*>I am grown up<\/text>/);
  });
});

/** Boxes over boxes that they are not inside of, and words over boxes or other words. */
function overlaps({ boxes, edges }: PlacedPart): readonly string[] {
  const labels = edges.map(({ label }) => label).filter(({ lines }) => lines.length > 0);
  const found = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => isOver(one, other) && !isInside(one, other))
      .map((other) => [one, other] as const),
  );
  const worded = labels.flatMap((label, index) => [
    ...boxes
      .filter((box) => isOver(label, box) && !contains(box, label))
      .map(({ box }) => `${label.lines.join(' ')} over ${box.id}`),
    ...labels
      .slice(index + 1)
      .filter((other) => isOver(label, other))
      .map((other) => `${label.lines.join(' ')} over ${other.lines.join(' ')}`),
  ]);
  return [...found.map(([one, other]) => `${one.box.id} over ${other.box.id}`), ...worded];
}

function isInside(one: PlacedBox, other: PlacedBox): boolean {
  return one.within.includes(other.box.id) || other.within.includes(one.box.id);
}

function isOver(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x + one.width > other.x + 0.5 &&
    other.x + other.width > one.x + 0.5 &&
    one.y + one.height > other.y + 0.5 &&
    other.y + other.height > one.y + 0.5
  );
}

function contains(outer: Rectangle, inner: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Words that are wider or higher than what they are in, and boxes that leave the sheet. */
function cut({ boxes, edges, width, height }: MapSheet): readonly string[] {
  const sheet = { x: 0, y: 0, width, height };
  const words = boxes.filter(
    (box) =>
      !contains(sheet, box) ||
      box.title.some((line) => textWidth(line, { size: 11, isBold: true }) > box.width - 2 * PADDING + 0.1) ||
      box.lines.some((line) => textWidth(line, { size: 9 }) > box.width - 2 * PADDING + 0.1) ||
      box.title.length * 11 + box.lines.length * 9 > box.height,
  );
  const labels = edges.filter(
    ({ label }) =>
      !contains(sheet, label) || label.lines.some((line) => textWidth(line, { size: 9 }) > label.width),
  );
  return [...words.map(({ box }) => box.id), ...labels.map(({ label }) => label.lines.join(' '))];
}
