import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './support/source-files.ts';
import { TABLE_OWNERS } from './architecture/table-owners.ts';
import { tableFaults, tablesNamed } from './architecture/tables-named.ts';

const MIGRATIONS = 'src/server/database/migrations/';
const files = sourceFiles().filter((file) => /^(?:src|scripts)\//.test(file) && !file.startsWith(MIGRATIONS));
const read = (file: string): string => readFileSync(file, 'utf8');

describe('each table of the database', () => {
  it('has an owner', () => {
    const [, tables = ''] = /type Tables = \{(.*?)\n\};/s.exec(read('src/server/database/tables.ts')) ?? [];
    const names = [...tables.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
    expect(new Set([...names, 'pgboss.job'])).toEqual(new Set(Object.keys(TABLE_OWNERS)));
  });

  it('is named in queries by its owner, and where a join is allowed', () => {
    expect(files.flatMap((file) => tableFaults(file, read(file)))).toEqual([]);
  });

  it.each(Object.entries(TABLE_OWNERS))('%s is named where it may be', (table, { owners, joinedIn = {} }) => {
    const allowed = [...owners, ...Object.keys(joinedIn)];
    expect(allowed.filter((file) => !tablesNamed(file, read(file)).has(table))).toEqual([]);
  });
});

describe('a file that owns no table may not', () => {
  it.each([
    ['select', "db.selectFrom('document').selectAll();"],
    ['select under another name', "db.selectFrom('document as d').selectAll();"],
    ['select from several', "db.selectFrom(['document', 'x']);"],
    ['join', "query.innerJoin('student', 'student.id', 'x.student_id');"],
    ['insert', "trx.insertInto('upload');"],
    ['update', "trx.updateTable('upload');"],
    ['delete', "trx.deleteFrom('upload');"],
    [
      'select within another query',
      "query.where('id', 'in', (of) => of.selectFrom('session').select('id'));",
    ],
    ['write SQL', 'sql`select 1 from student`.execute(db);'],
    ['write SQL in a fragment', 'const part = sql`exists (select from session)`;'],
    ['join in SQL', 'sql`select from x, application a`;'],
    ['prepare SQL', 'const READ = { text: `update application set version = $1` };'],
    ['prepare short SQL', "const READ = { text: 'delete from audit' };"],
    ['ask the queue', "sql`delete from pgboss.job where state = 'active'`;"],
    ['compute a table', 'db.selectFrom(table);'],
    ['compute a table of a type', 'db.selectFrom<Name>(table);'],
    ['compute a table in SQL', 'sql`select from ${sql.table(name)}`;'],
  ])('%s', (_title, text) => {
    expect(tableFaults('src/server/pdf/x.ts', text).length).toBeGreaterThan(0);
  });

  it('but it may read what owners return', () => {
    const text = "const all = await listDocuments(db, studentId);\nconst page = 'the session of a student';";
    expect(tableFaults('src/server/pdf/x.ts', text)).toEqual([]);
  });
});
