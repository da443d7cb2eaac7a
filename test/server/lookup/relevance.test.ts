import { describe, expect, test } from 'vitest';
import { createSearchIndexBuilder, type SearchIndex } from '#server/lookup/search-index.ts';
import { hasSchoolData, readEntries, schoolData, unlessMeasured } from './school-data.ts';
import { typedColleges } from './typed-colleges.ts';
import { typedHighSchools, type TypedSchool } from './typed-schools.ts';

const { colleges, highSchools } = schoolData;

async function indexOf(file: string): Promise<SearchIndex> {
  const builder = createSearchIndexBuilder();
  for (const entry of await readEntries(file)) builder.add(entry);
  return builder.finish();
}

/** At which place the school that is meant comes; -1 when it is not among the five. */
function placeOf(index: SearchIndex, { typed, state, name, place }: TypedSchool): number {
  return index
    .search({ query: typed, most: 5, near: state })
    .findIndex(({ text, sub_text }) => text === name && sub_text.endsWith(place));
}

async function measure(): Promise<readonly (TypedSchool & { readonly at: number })[]> {
  const [schools, universities] = [await indexOf(highSchools), await indexOf(colleges)];
  return [
    ...typedHighSchools.map((typed) => ({ ...typed, at: placeOf(schools, typed) })),
    ...typedColleges.map((typed) => ({ ...typed, at: placeOf(universities, typed) })),
  ];
}

describe('the relevance of the search', () => {
  test('is measured with at least 150 things that students type', () => {
    expect(typedHighSchools.length + typedColleges.length).toBeGreaterThanOrEqual(150);
  });

  test(`what students type leads to the school that they mean${unlessMeasured}`, async () => {
    const measured = hasSchoolData ? await measure() : [];
    const missed = measured.filter(({ at }) => at < 0).map(({ typed }) => typed);
    const notFirst = measured.filter(({ at }) => at !== 0).map(({ typed }) => typed);
    expect(missed.length, `not found: ${missed.join(', ')}`).toBeLessThanOrEqual(measured.length * 0.05);
    expect(notFirst.length, `not first: ${notFirst.join(', ')}`).toBeLessThanOrEqual(measured.length * 0.15);
  });
});
