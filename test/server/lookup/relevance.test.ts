import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { createSearchIndexBuilder, type SearchIndex } from '#server/lookup/search-index.ts';
import { describeWith } from '#test/support/services.ts';
import { readEntries, schoolData } from './school-data.ts';

type TypedSchool = {
  readonly directory: 'highSchools' | 'colleges';
  /** A query: nicknames, initials, typos, missing words, campuses, cities. */
  readonly typed: string;
  /** The student's state, if known. */
  readonly state: string;
  /** The name of the intended school. */
  readonly name: string;
  readonly place: string;
};

const typedSchools: readonly TypedSchool[] = parse(readFileSync('test/fixtures/typed-schools.csv'), {
  columns: true,
});

async function indexOf(file: string, category: string): Promise<SearchIndex> {
  const builder = createSearchIndexBuilder();
  for (const entry of await readEntries(file, category)) builder.add(entry);
  return builder.finish();
}

/** The rank of the intended school; -1 if not among five. */
function placeOf(index: SearchIndex, { typed, state, name, place }: TypedSchool): number {
  return index
    .search({ query: typed, most: 5, near: state === '' ? undefined : state })
    .findIndex(({ text, sub_text }) => text === name && sub_text.endsWith(place));
}

async function measure(): Promise<readonly (TypedSchool & { readonly at: number })[]> {
  const indexes = {
    highSchools: await indexOf(schoolData.highSchools, 'hs_ceeb'),
    colleges: await indexOf(schoolData.colleges, 'college_ceeb'),
  };
  return typedSchools.map((typed) => ({ ...typed, at: placeOf(indexes[typed.directory], typed) }));
}

describeWith(['schools'], 'the relevance of the search', () => {
  test('is measured with at least 150 typed queries', () => {
    expect(typedSchools.length).toBeGreaterThanOrEqual(150);
  });

  test('queries find the intended school', async () => {
    const measured = await measure();
    const missed = measured.filter(({ at }) => at < 0).map(({ typed }) => typed);
    const notFirst = measured.filter(({ at }) => at !== 0).map(({ typed }) => typed);
    expect(missed.length, `not found: ${missed.join(', ')}`).toBeLessThanOrEqual(measured.length * 0.05);
    expect(notFirst.length, `not first: ${notFirst.join(', ')}`).toBeLessThanOrEqual(measured.length * 0.15);
  });
});
