import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createDirectoryStore, type DirectoryStore } from '#server/lookup/directory-store.ts';
import type { DirectoryEntry } from '#server/lookup/directory-entry.ts';
import { importDirectory, type ImportRequest } from '#server/lookup/import/import-directory.ts';
import { openSuiteStorage, testEngines } from '#test/server/test-storage.ts';
import { EAST_HIGH, EAST_LINE } from './school-fixture.ts';
import { describeWith } from '#test/support/services.ts';
import { schoolData } from './school-data.ts';
import { makeZip, zipOf } from '#test/support/hostile-files/zip-file.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

const HEADER = 'nces_id,name,address_line_1,city,state,zip';

describe.each(testEngines)('an import on $engine', async ({ open }) => {
  const storage = await openSuiteStorage(open);
  const store = createDirectoryStore(storage.db);
  const folder = suiteFolder();
  let files = 0;
  const write = (content: string | Buffer): string => {
    files += 1;
    const file = path.join(folder, `file-${files}`);
    writeFileSync(file, content);
    return file;
  };
  const run = (content: string | Buffer, more: Partial<ImportRequest> = {}): Promise<string> =>
    importDirectory(
      { store, now: new Date('2026-03-01T12:00:00Z') },
      { category: 'hs_ceeb', file: write(content), ...more },
    );
  async function taken(category: ImportRequest['category'] = 'hs_ceeb'): Promise<DirectoryEntry[]> {
    const entries: DirectoryEntry[] = [];
    for await (const page of store.entries(category)) entries.push(...page);
    return entries;
  }

  test.each([
    ['plain', (text: string) => Buffer.from(text)],
    ['gzip', (text: string) => gzipSync(text)],
    ['a deflated zip', (text: string) => zipOf({ 'list.csv': text, 'readme.txt': 'about' })],
    ['a stored zip', (data: string) => makeZip([{ name: 'list.csv', data, isStored: true }])],
    ['a file with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['a file with other line endings', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
    [
      'a byte order mark before a quote',
      (text: string) => Buffer.from(`\uFEFF${text.replace(/\w+/, '"$&"')}`),
    ],
  ])('reads %s', async (_what, pack) => {
    await run(pack(`${HEADER}\n${EAST_LINE}\n`));
    expect(await taken()).toEqual([EAST_HIGH]);
  });

  test('reads all rows after a quote in a cell', async () => {
    const rows = ['2,St Mary"s School', '3,North High', '4,St John"s School', '5,"West ""The Best"" High"'];
    const report = await run([HEADER, ...rows.map((row) => `${row},1 A St,Denver,CO,80202`)].join('\n'));
    expect(report).toBe('Imported 4 schools into hs_ceeb as "list", in place of 1.');
    expect((await taken()).map(({ name }) => name).toSorted()).toEqual([
      'North High',
      'St John"s School',
      'St Mary"s School',
      'West "The Best" High',
    ]);
  });

  test("imports active degree-granting colleges, without persons' names", async () => {
    const header = 'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,ZIP,CHFNM,CYACTIVE,DEGGRANT,INSTSIZE';
    await run(
      [
        header,
        '126614,University of Colorado Boulder,CU|CU Boulder,Regent Drive,Boulder,CO,80309-0017,A Person,1,1,5',
        '1,Closed College,-2,-2,Denver,CO,80202,A Person,2,1,1',
        '2,Nail School,-2,-2,Denver,CO,80202,A Person,1,2,1',
      ].join('\n'),
      { category: 'college_ceeb' },
    );
    const colleges = await taken('college_ceeb');
    expect(colleges).toMatchObject([
      { id: 'ipeds:126614', weight: 5, aliases: 'CU|CU Boulder', zip: '80309-0017' },
    ]);
    expect(JSON.stringify(colleges)).not.toContain('A Person');
  });

  test('reads other files by a mapping', async () => {
    const report = await run(
      'Code,School,Town,Region,Land,Open\n7,Lycée Français,Montréal,QC,CAN,yes\n8,B,C,QC,CAN,no\n',
      {
        mapping: {
          source: 'quebec',
          idPrefix: 'qc',
          columns: { id: 'Code', name: 'School', city: 'Town', state: 'Region', country: 'Land' },
          keep: { Open: ['yes'] },
        },
      },
    );
    expect(report).toContain('Imported 1 school into hs_ceeb as "quebec".');
    expect(await taken()).toContainEqual(
      expect.objectContaining({ id: 'qc:7', name: 'Lycée Français', city: 'Montréal', country: 'CAN' }),
    );
  });

  test('reads Windows-1252', async () => {
    await run(Buffer.from(`${HEADER}\n1,Escuela Pe\u00F1asco,1 A St,Pe\u00F1asco,NM,87553`, 'latin1'));
    expect(await taken()).toContainEqual(expect.objectContaining({ id: 'nces:1', name: 'Escuela Peñasco' }));
  });

  test('lists refused lines, and imports the others', async () => {
    const good = Array.from({ length: 40 }, (_, at) => `${at},School ${at},"1\nA St",Denver,CO,80202`);
    const bad = [
      '40,,1 A St,Denver,CO,80202',
      '41,Nowhere High,1 A St,Denver,ZZ,80202',
      '41,Short',
      '0,Twice,1 A St,Denver,CO,80202',
    ];
    const report = await run([HEADER, ...good, ...bad].join('\n'));
    expect(report.split('\n')).toEqual([
      expect.stringMatching(/^Imported 40 schools into hs_ceeb as "list"/),
      '  refused: 4',
      '    line 82: its name is empty',
      '    line 83: its state "ZZ" is not known',
      '    line 84: it has 2 cells, and the header has 6',
      '    line 85: its id nces:0 is a duplicate',
    ]);
  });

  test.each([
    ['an unknown file', 'colour,size\nred,1\n', 'No directory has a file with these columns: colour, size.'],
    [
      'a file that lacks one column of an official one',
      'NCESSCH,NAME,STREET,CITY,STATE,LAT\n1,A,B,C,CO,1\n',
      'The file looks like the directory "nces-public", but has no column "ZIP".',
    ],
    [
      'a file that lacks two columns of an official one',
      'UNITID,INSTNM,IALIAS,ADDR,CITY,STABBR,CYACTIVE,DEGGRANT\n1,A,B,C,D,CO,1,1\n',
      'The file looks like the directory "ipeds", but has no columns "ZIP" and "INSTSIZE".',
    ],
    [
      'a file with semicolons',
      `${HEADER.replaceAll(',', ';')}\n`,
      'The names in the first line of the file are separated by semicolons, not by commas.',
    ],
    ['a file in UTF-16', Buffer.from(`\uFEFF${HEADER}\n${EAST_LINE}\n`, 'utf16le'), 'neither text in UTF-8'],
    ['a picture', gzipSync(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), 'neither text in UTF-8'],
    [
      'a file with escape sequences',
      'colour\u001B[31m,si\u0007ze\nred,1\n',
      'these columns: colour\uFFFD[31m, si\uFFFDze.',
    ],
    ['a file without rows', `${HEADER}\n`, 'No row could be imported: nothing was imported.'],
    ['an empty file', '', 'is empty.'],
    [
      'a mostly invalid file',
      `${HEADER}\n${EAST_LINE}\n2,,,,,\n`,
      'Too many rows are wrong: nothing was imported.',
    ],
    [
      'an open quote',
      `${HEADER}\n${EAST_LINE}\n3,"Open,1 A St,Denver,CO,80202\n`,
      'Line 3 opens a quote that is never closed',
    ],
    ['a damaged gzip', gzipSync(`${HEADER}\n${EAST_LINE}`).subarray(0, 40), 'is damaged'],
    [
      'a damaged zip',
      zipOf({ 'a.csv': HEADER }).subarray(0, 60),
      'is packed in a way that cannot be read here',
    ],
    ['a zip without a table', zipOf({ 'a.txt': 'a' }), 'holds no CSV file'],
    [
      'a zip with two tables',
      zipOf({ 'a.csv': 'a', 'b.csv': 'b' }),
      'holds several CSV files (a.csv, b.csv)',
    ],
  ])('changes nothing for %s', async (_what, content, sentence) => {
    const before = await taken();
    await expect(run(content)).rejects.toThrow(sentence);
    expect(await taken()).toEqual(before);
  });

  test('changes nothing for a file of another category', async () => {
    await expect(
      run('NCESSCH,NAME,STREET,CITY,STATE,ZIP\n1,A,B,C,CO,80202', { category: 'college_ceeb' }),
    ).rejects.toThrow('This file belongs to the category hs_ceeb, not to college_ceeb.');
  });

  test('is idempotent', async () => {
    await run(`${HEADER}\n${EAST_LINE}\n`);
    const once = await taken();
    await run(`${HEADER}\n${EAST_LINE}\n`);
    expect(await taken()).toEqual(once);
  });

  test('reports how many it replaces', async () => {
    const many = Array.from({ length: 1200 }, (_, at) => `${at},School ${at},1 A St,Denver,CO,80202`);
    await run([HEADER, ...many].join('\n'));
    expect(await run(`${HEADER}\n${EAST_LINE}\n`)).toBe(
      'Imported 1 school into hs_ceeb as "list", in place of 1,200.',
    );
  });

  const kept = () =>
    storage.db.selectFrom('lookup_entry').select('version').where('id', '=', EAST_HIGH.id).execute();

  test('is kept if the old rows cannot be deleted until the next import', async () => {
    await run(`${HEADER}\n${EAST_LINE}\n`);
    const away: DirectoryStore = { ...store, removeReplaced: () => Promise.reject(new Error('away')) };
    const again = { category: 'hs_ceeb', file: write(`${HEADER}\n${EAST_LINE}\n`) } as const;
    expect(await importDirectory({ store: away, now: new Date() }, again)).toContain(
      'could not be deleted. The next import deletes them.',
    );
    expect(await taken()).toContainEqual(EAST_HIGH);
    expect(await kept()).toHaveLength(2);
    await run(`${HEADER}\n${EAST_LINE}\n`);
    expect(await kept()).toHaveLength(1);
  });

  test('of codes adds them to schools, even of newer directories', async () => {
    await run(`${HEADER}\n${EAST_LINE}\n`);
    expect(await run('nces_id,ceeb\n080336000001,060400\n9,\n')).toBe(
      'Imported 1 code for hs_ceeb.\n  left out, ceeb is empty: 1',
    );
    await run(`${HEADER}\n${EAST_LINE}\n`);
    expect(await store.find('hs_ceeb', 'nces:080336000001')).toMatchObject({ ceeb: '060400' });
  });

  test('of invalid codes changes none', async () => {
    await expect(run('nces_id,ceeb\n080336000001,060401\n2,abc\n')).rejects.toThrow(
      'line 3: its code "abc" must have 4 to 6 digits',
    );
    expect(await store.find('hs_ceeb', 'nces:080336000001')).toMatchObject({ ceeb: '060400' });
  });

  describeWith(['schools'], 'of the official files', () => {
    test.each([
      ['hs_ceeb', schoolData.highSchools, 'Imported 21,301 schools into hs_ceeb as "list"'],
      ['college_ceeb', schoolData.colleges, 'Imported 4,059 colleges into college_ceeb as "ipeds"'],
    ] as const)('reads the one for %s', async (category, file, report) => {
      expect(await importDirectory({ store, now: new Date() }, { category, file })).toContain(report);
    });
  });
});
