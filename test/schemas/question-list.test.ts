import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import type { FormDefinition } from '#form/definition/definition.ts';

type QuestionList = {
  /** Page → group → keys. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Partner → keys. */
  readonly partners: Readonly<Record<string, readonly string[]>>;
};

/**
 * The questions of specification 3, "Application fields by page", with blocks and numbered sets spelled out.
 * `{short_name}` is the partner's; `partners` names what one partner asks in addition.
 */
const list: QuestionList = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../fixtures/questions.json'), 'utf8'),
);
const { pages: specified, partners: additions } = list;

const partners = readdirSync(path.join(PROJECT_PATHS.schemasFolder, 'partners')).map((name) =>
  name.replace('.json', ''),
);

function builtFor(partner: string, name: string): string {
  return readFileSync(path.join(PROJECT_PATHS.outFolder, 'partners', partner, name), 'utf8');
}

function readForm(partner: string): FormDefinition {
  return JSON.parse(builtFor(partner, 'form.json'));
}

function shortName(partner: string): string {
  const settings: { readonly short_name: string } = JSON.parse(builtFor(partner, 'partner.json'));
  return settings.short_name;
}

function specifiedKeys(partner: string, page: string): readonly string[] {
  return Object.values(specified[page] ?? {})
    .flat()
    .map((key) => key.replace('{short_name}', shortName(partner)));
}

function askedKeys(partner: string, page: string): readonly string[] {
  const { pages } = readForm(partner);
  return Object.keys(pages.find(({ id }) => id === page)?.questions ?? {});
}

describe.each(partners)('the form of the partner %s', (partner) => {
  const own = additions[partner] ?? [];

  it.each(Object.keys(specified))('leaves out no question of the page %s', (page) => {
    const asked = new Set(askedKeys(partner, page));
    expect(specifiedKeys(partner, page).filter((key) => !asked.has(key))).toEqual([]);
  });

  it.each(Object.keys(specified))('asks nothing more on the page %s than is specified', (page) => {
    const known = new Set([...specifiedKeys(partner, page), ...own]);
    expect(askedKeys(partner, page).filter((key) => !known.has(key))).toEqual([]);
  });

  it('asks the questions that only this partner has', () => {
    const asked = new Set(Object.keys(specified).flatMap((page) => askedKeys(partner, page)));
    expect(own.filter((key) => !asked.has(key))).toEqual([]);
  });

  it('has the pages of the list in their order', () => {
    expect(readForm(partner).pages.map(({ id }) => id)).toEqual(Object.keys(specified));
  });
});

describe('the list of questions', () => {
  it('names each once', () => {
    const keys = Object.keys(specified).flatMap((page) => specifiedKeys('default', page));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('says for each partner what it asks in addition', () => {
    expect(Object.keys(additions).toSorted()).toEqual(partners.toSorted());
  });
});
