/** Spellings of one word, each listed under the one that the index keeps. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  academy: ['acad', 'acdmy'],
  agricultural: ['agric'],
  american: ['amer'],
  career: ['car'],
  catholic: ['cath'],
  center: ['ctr', 'cntr', 'centre', 'cen'],
  charter: ['chtr', 'chrtr'],
  christian: ['chrstn', 'xtian'],
  college: ['coll', 'clg'],
  community: ['comm', 'cmty', 'commun'],
  county: ['co', 'cnty'],
  district: ['dist'],
  east: ['e'],
  elementary: ['elem'],
  fort: ['ft'],
  heights: ['hts', 'hgts'],
  institute: ['inst', 'institution'],
  international: ['intl', 'internatl'],
  junior: ['jr'],
  magnet: ['mag'],
  middle: ['mid'],
  mount: ['mt'],
  north: ['n', 'no'],
  preparatory: ['prep'],
  regional: ['reg', 'regl'],
  saint: ['st', 'ste', 'sainte'],
  school: ['sch', 'schl', 'scool'],
  science: ['sci', 'sciences'],
  senior: ['sr', 'snr'],
  south: ['s', 'so'],
  state: ['st'],
  technology: ['tech', 'technical', 'technological', 'technol'],
  township: ['twp'],
  university: ['univ', 'uni', 'u'],
  vocational: ['voc', 'vo'],
  west: ['w'],
  william: ['wm'],
};

/** Abbreviations of several words. */
const PHRASES: Readonly<Record<string, readonly string[]>> = {
  cc: ['community', 'college'],
  csu: ['california', 'state', 'university'],
  highschool: ['high', 'school'],
  hs: ['high', 'school'],
  jhs: ['junior', 'high', 'school'],
  jshs: ['junior', 'senior', 'high', 'school'],
  shs: ['senior', 'high', 'school'],
  mlk: ['martin', 'luther', 'king'],
  jfk: ['john', 'kennedy'],
};

/** Words that so many names share that one of them may be missing, or too many, without another school being meant. */
const COMMON = new Set(
  (
    'high school senior junior middle the of at and for in a academy university college community campus public ' +
    'charter institute main district city county center regional area'
  ).split(' '),
);

/** Words that initials leave out. */
const SMALL = new Set(['of', 'the', 'at', 'and', 'for', 'in', 'a', 'on', 'de']);

/** First parts of names that people write with or without a space behind. */
const PARTICLES = new Set(['la', 'le', 'de', 'mc', 'mac', 'el', 'del', 'o', 'du', 'van', 'von', 'san', 'di']);

const READINGS = readingsOf(SPELLINGS);

/** What a word may mean, the likeliest first; an unknown word means itself. */
export function readingsOfWord(word: string): readonly string[] {
  return READINGS.get(word) ?? [word];
}

/** The words of an abbreviation; undefined for any other word. */
export function abbreviationWords(word: string): readonly string[] | undefined {
  return Object.hasOwn(PHRASES, word) ? PHRASES[word] : undefined;
}

export function isCommonWord(word: string): boolean {
  return COMMON.has(word);
}

export function isSmallWord(word: string): boolean {
  return SMALL.has(word);
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}

function readingsOf(spellings: typeof SPELLINGS): ReadonlyMap<string, readonly string[]> {
  const readings = new Map<string, string[]>();
  for (const [word, others] of Object.entries(spellings)) {
    for (const spelling of [word, ...others])
      readings.set(spelling, [...(readings.get(spelling) ?? []), word]);
  }
  return readings;
}
