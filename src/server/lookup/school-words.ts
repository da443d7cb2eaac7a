import { ownProperty } from '#form/definition/own-property.ts';

/** Alternative spellings after each indexed word. */
const SPELLINGS = `
  academy: acad acdmy; agricultural: agric; american: amer; career: car; catholic: cath;
  center: ctr cntr centre cen; charter: chtr chrtr; christian: chrstn xtian; college: coll clg;
  community: comm cmty commun; county: co cnty; district: dist; east: e; elementary: elem; fort: ft;
  heights: hts hgts; institute: inst institution; international: intl internatl; junior: jr;
  magnet: mag; middle: mid; mount: mt; north: n no; preparatory: prep; regional: reg regl;
  saint: st ste sainte; school: sch schl scool; science: sci sciences; senior: sr snr; south: s so;
  state: st; technology: tech technical technological technol; township: twp; university: univ uni u;
  vocational: voc vo; west: w; william: wm`;

/** Abbreviations of several words. */
const PHRASES: Readonly<Record<string, string>> = {
  cc: 'community college',
  csu: 'california state university',
  highschool: 'high school',
  hs: 'high school',
  jhs: 'junior high school',
  jshs: 'junior senior high school',
  shs: 'senior high school',
  mlk: 'martin luther king',
  jfk: 'john kennedy',
};

/** Common words that names can lack or add without changing the school. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'high school senior junior middle the of at and for in a academy university college community campus public ' +
    'charter institute main district city county center regional area'
  ).split(' '),
);

/** Words that initials omit. */
export const SMALL_WORDS: ReadonlySet<string> = new Set('of the at and for in a on de'.split(' '));

/** Name prefixes written with or without a following space. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'la le de mc mac el del o du van von san di'.split(' '),
);

const READINGS = new Map<string, string[]>();
for (const entry of SPELLINGS.trim().split(/;\s+/)) {
  const spellings = entry.split(/:? /);
  for (const spelling of spellings)
    READINGS.set(spelling, [...(READINGS.get(spelling) ?? []), spellings[0] ?? '']);
}

/** Returns the readings of a word, likeliest first. An unknown word means itself. */
export function readingsOfWord(word: string): readonly string[] {
  return READINGS.get(word) ?? [word];
}

/** Returns the words of an abbreviation; undefined for any other word. */
export function abbreviationWords(word: string): readonly string[] | undefined {
  return ownProperty(PHRASES, word)?.split(' ');
}

/** State names by code, as typed after a school. */
export const STATE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut,
  DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois,
  IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts,
  MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada,
  NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota,
  OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota,
  TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia,
  WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico,
  VI Virgin Islands, FM Micronesia, MH Marshall Islands, PW Palau, AA Armed Forces, AE Armed Forces,
  AP Armed Forces`
    .split(/,\s+/)
    .map((state) => [state.slice(0, 2), state.slice(3)]),
);
