import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDirectoryStore, type DirectoryStore } from '#server/lookup/directory-store.ts';
import type { DirectoryEntry } from '#server/lookup/directory-entry.ts';
import { importDirectory } from '#server/lookup/import/import-directory.ts';
import type { Storage } from '#server/database/database.ts';
import { openEmbeddedInMemory } from '#test/server/test-storage.ts';
import { zipOf } from './zip-of.ts';
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

describe('an official file', () => {
  let storage: Storage;
  let store: DirectoryStore;
  beforeAll(async () => {
    storage = await openEmbeddedInMemory();
    store = createDirectoryStore(storage.db);
  });
  afterAll(() => storage.close());

  async function take(category: string, content: Buffer): Promise<{ report: string; taken: unknown }> {
    const file = path.join(folder, 'official.zip');
    writeFileSync(file, content);
    const report = await importDirectory({ store, now: new Date('2026-11-01') }, { category, file });
    const entries: DirectoryEntry[] = [];
    for await (const page of store.entries(category)) entries.push(...page);
    return {
      report,
      taken: entries.map(({ name, city, state, zip }) => `${name}, ${city}, ${state} ${zip}`),
    };
  }

  test('of the public schools (CCD) is read from its zip', async () => {
    const school = { LSTREET1: '1 Oak St', LCITY: 'Denver', LSTATE: 'CO', LZIP: '80202', LZIP4: '1234' };
    const open = { ...school, SY_STATUS: '1', G_12_OFFERED: 'Yes' };
    const table = csv(CCD, [
      { ...open, NCESSCH: '080000000001', SCH_NAME: 'Open High', MCITY: 'Aurora' },
      { ...open, NCESSCH: '080000000002', SCH_NAME: 'Closed High', SY_STATUS: '2' },
      { ...open, NCESSCH: '080000000003', SCH_NAME: 'Oak Elementary', G_12_OFFERED: 'No' },
    ]);
    const name = 'ccd_sch_029_2425_w_1a_073025';
    const { report, taken } = await take(
      'hs_ceeb',
      zipOf({ [`${name}.csv`]: table, [`${name}.sas7bdat`]: 'SAS' }, deflateRawSync),
    );
    expect(report).toBe(
      [
        'Imported 1 school into hs_ceeb as "nces-public".',
        '  left out, SY_STATUS is "2": 1',
        '  left out, G_12_OFFERED is "No": 1',
      ].join('\n'),
    );
    expect(taken).toEqual(['Open High, Denver, CO 80202']);
  });

  test('of the locations of public schools (EDGE) is read from the workbook in its zip', async () => {
    const school = { NCESSCH: '010000500870', NAME: 'Albertville High & Annex', STREET: '402 E McCord Ave' };
    const row = { ...school, CITY: 'Albertville', STATE: 'AL', ZIP: '35950' };
    const name = 'EDGE_GEOCODE_PUBLICSCH_2425';
    const zip = zipOf({
      [`${name}.TXT`]: Object.values(row).join('|'),
      [`${name}.xlsx`]: workbook(EDGE_PUBLIC, [row]),
      'Shapefile_SCH.zip': zipOf({ 'a.shp': '' }),
    });
    const { report, taken } = await take('hs_ceeb', zip);
    expect(report).toContain('Imported 1 school into hs_ceeb as "nces-public", in place of 1.');
    expect(taken).toEqual(['Albertville High & Annex, Albertville, AL 35950']);
  });

  test('of the locations of private schools (EDGE) is read from its zip or workbook', async () => {
    const place = { STREET: '622 RANGE ST', CITY: 'GADSDEN', STATE: 'AL' };
    const rows = [
      { PPIN: '00000033', NAME: 'ST JAMES CATHOLIC SCHOOL', ...place, ZIP: '35901' },
      { PPIN: 'A0000002', NAME: 'QUILL ACADEMY', ...place, ZIP: '02138' },
    ];
    const book = workbook(EDGE_PRIVATE, rows);
    for (const content of [zipOf({ 'EDGE_GEOCODE_PRIVATESCH_2324.xlsx': book }, deflateRawSync), book]) {
      const { report, taken } = await take('hs_ceeb', content);
      expect(report).toContain('Imported 2 schools into hs_ceeb as "nces-private"');
      expect(taken).toEqual(
        expect.arrayContaining([
          'St James Catholic School, Gadsden, AL 35901',
          'Quill Academy, Gadsden, AL 02138',
        ]),
      );
    }
  });

  test('of the survey of private schools (PSS) is read from its zip', async () => {
    const school = { PADDRS: '1 A ST', PCITY: 'DENVER', PSTABB: 'CO', PZIP: '80202', LOGR2024: '14' };
    const table = csv(PSS, [
      { ...school, PPIN: 'A1', PINST: 'ACADEMY OF THE HILL', HIGR2024: '17' },
      { ...school, PPIN: 'A2', PINST: 'TINY TOTS', HIGR2024: '5' },
    ]);
    const { report } = await take('hs_ceeb', zipOf({ 'pss2324_pu.csv': table }, deflateRawSync));
    expect(report).toBe(
      'Imported 1 school into hs_ceeb as "nces-private", in place of 2.\n  left out, HIGR2024 is "5": 1',
    );
  });

  test('of the colleges (IPEDS HD) is read from its zip, revised if available', async () => {
    const college = {
      ADDR: '1 A St',
      CITY: 'Golden',
      STABBR: 'CO',
      ZIP: '80401',
      CYACTIVE: '1',
      DEGGRANT: '1',
    };
    const of = (INSTNM: string) => `\uFEFF${csv(HD, [{ ...college, UNITID: '1', INSTNM, INSTSIZE: '3' }])}`;
    const files = { 'hd2024.csv': of('Mines') };
    expect((await take('college_ceeb', zipOf(files))).taken).toEqual(['Mines, Golden, CO 80401']);
    const revised = zipOf({ ...files, 'hd2024_rv.csv': of('School of Mines') }, deflateRawSync);
    expect(await take('college_ceeb', revised)).toEqual({
      report: 'Imported 1 college into college_ceeb as "ipeds", in place of 1.',
      taken: ['School of Mines, Golden, CO 80401'],
    });
  });

  test('is the first sheet in the order of tabs', async () => {
    const school = { NCESSCH: '010000500870', NAME: 'Albertville High', STREET: '402 E McCord Ave' };
    const row = { ...school, CITY: 'Albertville', STATE: 'AL', ZIP: '35950' };
    const notes = [{ notes: 'Read this first' }];
    const book = workbook(EDGE_PUBLIC, [row], { tabs: ['sheet2', 'sheet1'], second: ['notes', notes] });
    expect((await take('hs_ceeb', book)).taken).toContain('Albertville High, Albertville, AL 35950');
  });

  test('changes nothing if the workbook is unknown or broken', async () => {
    const broken = zipOf({ 'xl/workbook.xml': '<workbook/>' });
    await expect(take('hs_ceeb', broken)).rejects.toThrow('packed in a way that cannot be read here');
    await expect(take('hs_ceeb', workbook('colour,size', [{ colour: 'red' }]))).rejects.toThrow(
      'No directory has a file with these columns: colour, size.',
    );
    const two = zipOf({ 'a.xlsx': 'a', 'b.xlsx': 'b' });
    await expect(take('hs_ceeb', two)).rejects.toThrow('holds several Excel files (a.xlsx, b.xlsx)');
  });
});

/** Rows under a header; missing cells are empty. */
function csv(header: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => header.split(',').map((name) => row[name] ?? ''));
  return [header, ...lines.map((cells) => cells.join(','))].join('\r\n');
}

type Tabs = {
  /** Sheet files in the order of tabs; the first has the table. */
  readonly tabs?: readonly string[];
  readonly second?: readonly [header: string, rows: readonly Row[]];
};

/** The same as stored by Excel: shared strings, no empty cells. */
function workbook(header: string, rows: readonly Row[], { tabs = ['sheet1'], second }: Tabs = {}): Buffer {
  const texts: string[] = [];
  const sheets = [sheetXml(header, rows, texts), ...(second ? [sheetXml(...second, texts)] : [])];
  const escaped = texts.map((text) => `<si><t xml:space="preserve">${text.replace('&', '&amp;')}</t></si>`);
  const names = tabs.map((tab, at) => `<sheet name="Tab ${at + 1}" sheetId="${at + 1}" r:id="${tab}"/>`);
  const targets = tabs.map(
    (tab) => `<Relationship Id="${tab}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/${tab}.xml"/>`,
  );
  const strings = `<Relationship Id="strings" Type="${RELATIONSHIPS}/sharedStrings" Target="sharedStrings.xml"/>`;
  return zipOf(
    {
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': `<workbook><sheets>${names.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}${strings}</Relationships>`,
      'xl/sharedStrings.xml': `<sst>${escaped.join('')}</sst>`,
      ...Object.fromEntries(tabs.map((tab, at) => [`xl/worksheets/${tab}.xml`, sheets[at] ?? ''])),
    },
    deflateRawSync,
  );
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** @param texts shared strings, to which the sheet's are added */
function sheetXml(header: string, rows: readonly Row[], texts: string[]): string {
  const columns = header.split(',');
  const cell = (text: string, column: number, line: number): string => {
    const place = `${columnName(column)}${line}`;
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

function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}
