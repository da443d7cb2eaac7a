import type { DirectoryEntry } from '../../src/server/lookup/directory-entry.ts';
import { hasSchoolData, readEntries, schoolData } from '../server/lookup/school-data.ts';

const FIRST = [
  'Cherry',
  'North',
  'Saint',
  'Lincoln',
  'Oak',
  'River',
  'Mount',
  'Green',
  'Jefferson',
  'West',
  'Cedar',
];
const SECOND = [
  'Creek',
  'Ridge',
  'Valley',
  'Mary',
  'Park',
  'Hill',
  'Grove',
  'Lake',
  'Central',
  'Union',
  'Heights',
];
const LAST = ['High School', 'Academy', 'Christian School', 'HS', 'Preparatory School', 'Senior High School'];

/**
 * As many schools as there are in the country: the real ones where their file is, and beside them mixtures of two,
 * the first word of one and the rest of another. The same at each run.
 */
export async function manySchools(count: number): Promise<DirectoryEntry[]> {
  const real = hasSchoolData ? await readEntries(schoolData.highSchools) : invented(20_000);
  return Array.from({ length: count }, (_, at) => {
    const own = real[at % real.length] ?? invented(1)[0];
    const other = real[(at * 7919) % real.length] ?? own;
    if (!own || !other) throw new Error('There are no schools to mix.');
    const [first = ''] = other.name.split(' ');
    const name = at < real.length ? own.name : [first, ...own.name.split(' ').slice(1)].join(' ');
    return { ...own, id: `nces:bench-${at}`, name, city: other.city, state: other.state };
  });
}

function pick(list: readonly string[], at: number): string {
  return list[at % list.length] ?? '';
}

function invented(count: number): DirectoryEntry[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: [pick(FIRST, at), pick(SECOND, Math.trunc(at / 11)), pick(LAST, Math.trunc(at / 7))].join(' '),
    aliases: '',
    address_line_1: `${at} Main Street`,
    city: `${pick(SECOND, at)}ville ${Math.trunc(at / 500)}`,
    state: pick(['CO', 'CA', 'NY', 'TX', 'OH'], at),
    zip: '80202',
    country: 'USA',
    weight: 0,
  }));
}

/** What is asked while a student types these: each of their beginnings. */
export const typedOneByOne: readonly string[] = (
  'east high denver|cherry creek|stuyvesent|st marys|lincoln high lincoln|christian academy|north|new trier|' +
  'thomas jefferson alexandria|jefferson senoir high|westminister chrisitan'
)
  .split('|')
  .flatMap((text) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2)));
