import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDirectoryStore } from '#server/lookup/directory-store.ts';
import { importDirectory } from '#server/lookup/import/import-directory.ts';
import { openSuiteStorage } from '#test/server/test-storage.ts';
import { makeZip, type ZipEntry, zipOf } from '#test/support/hostile-files/zip-file.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

// Fictional schools under the published header lines, packed alike.

/** ccd_sch_029_2425_w_1a_073025.csv, next to a SAS file. */
const CCD =
  'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,LEA_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,MSTREET1,MSTREET2,MSTREET3,MCITY,MSTATE,MZIP,MZIP4,LSTREET1,LSTREET2,LSTREET3,LCITY,LSTATE,LZIP,LZIP4,PHONE,WEBSITE,SY_STATUS,SY_STATUS_TEXT,UPDATED_STATUS,UPDATED_STATUS_TEXT,EFFECTIVE_DATE,SCH_TYPE_TEXT,SCH_TYPE,RECON_STATUS,OUT_OF_STATE_FLAG,CHARTER_TEXT,CHARTAUTH1,CHARTAUTHN1,CHARTAUTH2,CHARTAUTHN2,NOGRADES,G_PK_OFFERED,G_KG_OFFERED,G_1_OFFERED,G_2_OFFERED,G_3_OFFERED,G_4_OFFERED,G_5_OFFERED,G_6_OFFERED,G_7_OFFERED,G_8_OFFERED,G_9_OFFERED,G_10_OFFERED,G_11_OFFERED,G_12_OFFERED,G_13_OFFERED,G_UG_OFFERED,G_AE_OFFERED,GSLO,GSHI,LEVEL,IGOFFERED';
/** EDGE_GEOCODE_PUBLICSCH_2425.xlsx, next to a text file without a header. */
const EDGE_PUBLIC =
  'NCESSCH,LEAID,NAME,OPSTFIPS,STREET,CITY,STATE,ZIP,STFIP,CNTY,NMCNTY,LOCALE,LAT,LON,CBSA,NMCBSA,CBSATYPE,CSA,NMCSA,CD,SLDL,SLDU,SCHOOLYEAR';
/** EDGE_GEOCODE_PRIVATESCH_2324.xlsx, alone. */
const EDGE_PRIVATE =
  'PPIN,NAME,STREET,CITY,STATE,ZIP,STFIP,CNTY,NMCNTY,LOCALE,LAT,LON,CBSA,NMCBSA,CBSATYPE,CSA,NMCSA,CD,SLDL,SLDU,SCHOOLYEAR';
/** The names, locations and some other columns of pss2324_pu.csv. */
const PSS =
  'PPIN,PINST,PADDRS,PCITY,PSTABB,PZIP,PZIP4,PPHONE,PCNTY,PCNTNM,PL_ADD,PL_CIT,PL_STABB,PL_ZIP,PL_ZIP4,REGION,PSTANSI,ULOCALE24,LATITUDE24,LONGITUDE24,LOGR2024,HIGR2024,FRAME,LEVEL,NUMSTUDS';
/** HD2024.csv, which begins with a byte order mark. */
const HD =
  'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,FIPS,OBEREG,CHFNM,CHFTITLE,GENTELE,EIN,UEIS,OPEID,OPEFLAG,WEBADDR,ADMINURL,FAIDURL,APPLURL,NPRICURL,VETURL,ATHURL,DISAURL,SECTOR,ICLEVEL,CONTROL,HLOFFER,UGOFFER,GROFFER,HDEGOFR1,DEGGRANT,HBCU,HOSPITAL,MEDICAL,TRIBAL,LOCALE,OPENPUBL,ACT,NEWID,DEATHYR,CLOSEDAT,CYACTIVE,POSTSEC,PSEFLAG,PSET4FLG,RPTMTH,INSTCAT,C00CARNEGIE,C21BASIC,CARNEGIEIC,CARNEGIESAEC,CARNEGIERSCH,CARNEGIESIZE,CARNEGIEALF,CARNEGIEAPM,CARNEGIEGPM,LANDGRNT,INSTSIZE,F1SYSTYP,F1SYSNAM,F1SYSCOD,CBSA,CBSATYPE,CSA,COUNTYCD,COUNTYNM,CNGDSTCD,LONGITUD,LATITUDE,DFRCGID,DFRCUSCG';

type Row = Readonly<Record<string, string>>;

const folder = suiteFolder();
const store = createDirectoryStore((await openSuiteStorage()).db);

async function take(category: string, content: Buffer): Promise<{ report: string; taken: string[] }> {
  const file = path.join(folder, 'official.zip');
  writeFileSync(file, content);
  const report = await importDirectory({ store, now: new Date('2026-11-01') }, { category, file });
  const taken: string[] = [];
  for await (const page of store.entries(category))
    taken.push(...page.map(({ name, city, state, zip }) => `${name}, ${city}, ${state} ${zip}`));
  return { report, taken };
}

const OPEN = {
  LCITY: 'Denver',
  LSTATE: 'CO',
  LZIP: '80202',
  LZIP4: '1234',
  SY_STATUS: '1',
  G_12_OFFERED: 'Yes',
};
const ccd = csv(CCD, [
  { ...OPEN, NCESSCH: '080000000001', SCH_NAME: 'Open High', LSTREET1: '1 Oak St', MCITY: 'Aurora' },
  { ...OPEN, NCESSCH: '080000000002', SCH_NAME: 'Closed High', LSTREET1: '1 Oak St', SY_STATUS: '2' },
  { ...OPEN, NCESSCH: '080000000003', SCH_NAME: 'Oak Elementary', LSTREET1: '1 Oak St', G_12_OFFERED: 'No' },
]);
const ALBERTVILLE = { NAME: 'Albertville High & Annex', CITY: 'Albertville', STATE: 'AL', ZIP: '35950' };
const edge = { NCESSCH: '010000500870', ...ALBERTVILLE, STREET: '402 E McCord Ave' };
const PLACE = { STREET: '622 RANGE ST', CITY: 'GADSDEN', STATE: 'AL' };
const hugePart = { name: 'xl/media/image1.png', data: '', claimedSize: 600 * 1024 * 1024 };
const hugeWorkbook = workbook(EDGE_PRIVATE, [edge], undefined, [hugePart]);
const edgePrivate = workbook(EDGE_PRIVATE, [
  { PPIN: '00000033', NAME: 'ST JAMES CATHOLIC SCHOOL', ...PLACE, ZIP: '35901' },
  { PPIN: 'A0000002', NAME: 'QUILL ACADEMY', ...PLACE, ZIP: '02138' },
]);
const IN_GADSDEN = ['St James Catholic School, Gadsden, AL 35901', 'Quill Academy, Gadsden, AL 02138'];
const SURVEYED = { PADDRS: '1 A ST', PCITY: 'DENVER', PSTABB: 'CO', PZIP: '80202', LOGR2024: '14' };
const pss = csv(PSS, [
  { ...SURVEYED, PPIN: 'A1', PINST: 'ACADEMY OF THE HILL', HIGR2024: '17' },
  { ...SURVEYED, PPIN: 'A2', PINST: 'TINY TOTS', HIGR2024: '5' },
]);
const GOLDEN = { ADDR: '1 A St', CITY: 'Golden', STABBR: 'CO', ZIP: '80401', CYACTIVE: '1', DEGGRANT: '1' };
const hd = (INSTNM: string) => `\uFEFF${csv(HD, [{ ...GOLDEN, UNITID: '1', INSTNM, INSTSIZE: '3' }])}`;

test.each<[what: string, content: Buffer, report: string, taken: readonly string[]]>([
  [
    'public schools (CCD) in a zip',
    zipOf({ 'ccd_sch_029_2425_w_1a_073025.csv': ccd, 'ccd_sch_029_2425_w_1a_073025.sas7bdat': 'SAS' }),
    'school into hs_ceeb as "nces-public".\n  left out, SY_STATUS is "2": 1\n  left out, G_12_OFFERED is "No": 1',
    ['Open High, Denver, CO 80202'],
  ],
  [
    'locations of public schools (EDGE) in a workbook in a zip',
    zipOf({
      'EDGE_GEOCODE_PUBLICSCH_2425.TXT': Object.values(edge).join('|'),
      'EDGE_GEOCODE_PUBLICSCH_2425.xlsx': workbook(EDGE_PUBLIC, [edge]),
      'Shapefile_SCH.zip': zipOf({ 'a.shp': '' }),
    }),
    'school into hs_ceeb as "nces-public", in place of 1.',
    ['Albertville High & Annex, Albertville, AL 35950'],
  ],
  [
    'locations of private schools (EDGE) in a zip',
    zipOf({ 'EDGE_GEOCODE_PRIVATESCH_2324.xlsx': edgePrivate }),
    'schools into hs_ceeb as "nces-private".',
    IN_GADSDEN,
  ],
  [
    'locations of private schools (EDGE) in a workbook',
    edgePrivate,
    'schools into hs_ceeb as "nces-private", in place of 2.',
    IN_GADSDEN,
  ],
  [
    'the survey of private schools (PSS) in a zip',
    zipOf({ 'pss2324_pu.csv': pss }),
    'school into hs_ceeb as "nces-private", in place of 2.\n  left out, HIGR2024 is "5": 1',
    ['Academy of the Hill, Denver, CO 80202'],
  ],
  [
    'the first sheet of a workbook in the order of tabs',
    workbook(EDGE_PUBLIC, [{ ...edge, NAME: 'First High' }], [{ notes: 'Read this first' }]),
    'school into hs_ceeb as "nces-public", in place of 1.',
    ['First High, Albertville, AL 35950'],
  ],
  [
    'colleges (IPEDS HD) in a zip',
    zipOf({ 'hd2024.csv': hd('Mines') }),
    'college into college_ceeb as "ipeds".',
    ['Mines, Golden, CO 80401'],
  ],
  [
    'revised colleges (IPEDS HD) in a zip',
    zipOf({ 'hd2024.csv': hd('Mines'), 'hd2024_rv.csv': hd('School of Mines') }),
    'college into college_ceeb as "ipeds", in place of 1.',
    ['School of Mines, Golden, CO 80401'],
  ],
])('an official file has %s', async (_what, content, expected, names) => {
  const { report, taken } = await take(expected.includes('college') ? 'college_ceeb' : 'hs_ceeb', content);
  expect(report).toBe(`Imported ${names.length} ${expected}`);
  expect(taken).toEqual(expect.arrayContaining([...names]));
});

test.each([
  [
    'packed differently',
    zipOf({ 'xl/workbook.xml': '<workbook/>' }),
    'packed in a way that cannot be read here',
  ],
  ['too large', hugeWorkbook, 'packed in a way that cannot be read here'],
  ['too large in a zip', zipOf({ 'a.xlsx': hugeWorkbook }), 'packed in a way that cannot be read here'],
  [
    'unknown',
    workbook('colour,size', [{ colour: 'red' }]),
    'No directory has a file with these columns: colour, size.',
  ],
  ['one of two', zipOf({ 'a.xlsx': 'a', 'b.xlsx': 'b' }), 'holds several Excel files (a.xlsx, b.xlsx)'],
])('a workbook is rejected that is %s', async (_what, content, sentence) => {
  await expect(take('hs_ceeb', content)).rejects.toThrow(sentence);
});

/** Rows under a header; missing cells are empty. */
function csv(header: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => header.split(',').map((name) => row[name] ?? ''));
  return [header, ...lines.map((cells) => cells.join(','))].join('\r\n');
}

/** The same as stored by Excel: shared strings, no empty cells. Notes are a later tab, but the first file. */
function workbook(
  header: string,
  rows: readonly Row[],
  notes?: readonly Row[],
  more: readonly ZipEntry[] = [],
): Buffer {
  const schema = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const texts: string[] = [];
  const sheets = [sheetXml(header, rows, texts), ...(notes ? [sheetXml('notes', notes, texts)] : [])];
  const tabs = notes ? ['sheet2', 'sheet1'] : ['sheet1'];
  const names = tabs.map((tab, at) => `<sheet name="Tab ${at + 1}" sheetId="${at + 1}" r:id="${tab}"/>`);
  const targets = [
    ...tabs.map((tab) => [tab, 'worksheet', `worksheets/${tab}.xml`]),
    ['strings', 'sharedStrings', 'sharedStrings.xml'],
  ].map(([id, type, target]) => `<Relationship Id="${id}" Type="${schema}/${type}" Target="${target}"/>`);
  const escaped = texts.map((text) => `<si><t xml:space="preserve">${text.replace('&', '&amp;')}</t></si>`);
  const files = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${escaped.join('')}</sst>`,
    ...Object.fromEntries(tabs.map((tab, at) => [`xl/worksheets/${tab}.xml`, sheets[at] ?? ''])),
  };
  return makeZip([...Object.entries(files).map(([name, data]) => ({ name, data })), ...more]);
}

/** @param texts shared strings, to which the sheet's are added */
function sheetXml(header: string, rows: readonly Row[], texts: string[]): string {
  const columns = header.split(',');
  const cell = (text: string, column: number, line: number): string => {
    const place = String.fromCharCode(65 + column) + line;
    // Digits without a leading zero are numbers.
    if (/^[1-9]\d*$/.test(text)) return `<c r="${place}"><v>${text}</v></c>`;
    return text === '' ? '' : `<c r="${place}" t="s"><v>${texts.push(text) - 1}</v></c>`;
  };
  const tables = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))];
  const lines = tables.map((cells, at) => {
    const inside = cells.map((text, column) => cell(text, column, at + 1)).join('');
    return `<row r="${at + 1}" spans="1:${columns.length}">${inside}</row>`;
  });
  return `<?xml version="1.0"?><worksheet><cols><col min="1"/></cols><sheetData>${lines.join('')}<row r="99"/></sheetData></worksheet>`;
}
