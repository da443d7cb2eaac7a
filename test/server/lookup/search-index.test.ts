import { assert, property, string } from '#test/support/random.ts';
import { describe, expect, test } from 'vitest';
import type { DirectoryEntry } from '#server/lookup/directory-entry.ts';
import { createSearchIndexBuilder, type SearchIndex } from '#server/lookup/search-index.ts';

const SCHOOLS: readonly (readonly [
  name: string,
  city: string,
  state: string,
  more?: Partial<DirectoryEntry>,
])[] = [
  ['East High School', 'Denver', 'CO'],
  ['East High School', 'Anchorage', 'AK'],
  ['Northeast High School', 'Denver', 'CO'],
  ['Denver East Academy', 'Aurora', 'CO'],
  ["St. Mary's Academy", 'Englewood', 'CO'],
  ['Mount Carmel HS', 'Denver', 'CO'],
  ['Fort Lupton High School', 'Fort Lupton', 'CO'],
  ['La Salle High School', 'Pasadena', 'CA'],
  ['ThunderRidge High School', 'Highlands Ranch', 'CO'],
  ['Thomas Jefferson High School', 'Denver', 'CO'],
  ['University of Colorado Boulder', 'Boulder', 'CO', { weight: 5 }],
  ['University of Georgia', 'Athens', 'GA'],
  ['University of California-Los Angeles', 'Los Angeles', 'CA'],
  ['University of Mississippi', 'University', 'MS', { aliases: 'Ole Miss' }],
  ['Texas A & M University', 'College Station', 'TX'],
  ['Lincoln High School', 'Lincoln', 'NE', { address_line_1: '2229 J St' }],
  ['Lincoln High School', 'Lincoln', 'NE', { address_line_1: '1 Other Road' }],
  ['Escuela Peñasco', 'Peñasco', 'NM'],
];

function indexOf(schools: typeof SCHOOLS): SearchIndex {
  const builder = createSearchIndexBuilder();
  for (const [at, [name, city, state, more]] of schools.entries()) {
    const empty = { aliases: '', address_line_1: '', zip: '', country: 'USA', weight: 0 };
    builder.add({ id: `s:${at}`, name, city, state, ...empty, ...more });
  }
  return builder.finish();
}

const index = indexOf(SCHOOLS);
const found = (query: string, state?: string): string[] =>
  index.search({ query, most: 5, near: state }).map(({ text, sub_text }) => `${text} | ${sub_text}`);

describe('the search in a directory', () => {
  test.each([
    ['a prefix of the name before one of a later word', 'east', 'East High School | Denver, CO'],
    ['a name by the start of its words', 'thom jef', 'Thomas Jefferson High School | Denver, CO'],
    ['a school by its city', 'east anchorage', 'East High School | Anchorage, AK'],
    ['a school by its state', 'east high alaska', 'East High School | Anchorage, AK'],
    ['HS as high school', 'east hs denver', 'East High School | Denver, CO'],
    ['H.S. as high school', 'east h.s. denver', 'East High School | Denver, CO'],
    ['high school where the directory has HS', 'mount carmel high school', 'Mount Carmel HS | Denver, CO'],
    ['Mt as mount', 'mt carmel', 'Mount Carmel HS | Denver, CO'],
    ['Ft as fort', 'ft lupton', 'Fort Lupton High School | Fort Lupton, CO'],
    ['St as saint, without the apostrophe', 'st marys', "St. Mary's Academy | Englewood, CO"],
    ['saint without its s', 'saint mary', "St. Mary's Academy | Englewood, CO"],
    ['U of as university of', 'u of colorado', 'University of Colorado Boulder | Boulder, CO'],
    ['initials', 'ucla', 'University of California-Los Angeles | Los Angeles, CA'],
    ['initials with a city', 'cu boulder', 'University of Colorado Boulder | Boulder, CO'],
    ['initials of the main words', 'tj high', 'Thomas Jefferson High School | Denver, CO'],
    ['the code of the state behind u', 'uga', 'University of Georgia | Athens, GA'],
    ['another name', 'ole miss', 'University of Mississippi | University, MS'],
    ['initials with an ampersand', 'texas a&m', 'Texas A & M University | College Station, TX'],
    ['initials around a word', 'texas a and m', 'Texas A & M University | College Station, TX'],
    ['a wrong letter', 'thomas jeffersen', 'Thomas Jefferson High School | Denver, CO'],
    ['swapped letters', 'tohmas jefferson', 'Thomas Jefferson High School | Denver, CO'],
    ['a missing letter', 'universty of georga', 'University of Georgia | Athens, GA'],
    ['two words written as one', 'lasalle', 'La Salle High School | Pasadena, CA'],
    ['one word written as two', 'thunder ridge', 'ThunderRidge High School | Highlands Ranch, CO'],
    ['a name with an extra word', 'thomas jefferson bulldogs', 'Thomas Jefferson High School | Denver, CO'],
    ['letters without their accents', 'penasco', 'Escuela Peñasco | Peñasco, NM'],
  ])('finds %s', (_what, typed, expected) => {
    expect(found(typed)[0]).toBe(expected);
  });

  test("prefers the student's state among equals", () => {
    expect(found('east high school', 'AK')[0]).toBe('East High School | Anchorage, AK');
    expect(found('east high school', 'CO')[0]).toBe('East High School | Denver, CO');
  });

  test('distinguishes equal names in one city by street', () => {
    expect(found('lincoln high')).toEqual([
      'Lincoln High School | 2229 J St, Lincoln, NE',
      'Lincoln High School | 1 Other Road, Lincoln, NE',
    ]);
  });

  test('returns at most the requested number', () => {
    expect(index.search({ query: 'high school', most: 2 })).toHaveLength(2);
  });

  test.each(['', ' ', 'a', '%', '_%', '.*', '(((', '\\', "'; drop table student --", '\u0000', '🎓🎓'])(
    'finds nothing for %j and does not fail',
    (typed) => {
      expect(found(typed)).toEqual([]);
    },
  );

  test('returns each entry once, for any text', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 80 }), (typed) => {
        const ids = index.search({ query: typed, most: 5 }).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('is empty without entries', () => {
    expect(indexOf([]).search({ query: 'east', most: 5 })).toEqual([]);
  });
});
