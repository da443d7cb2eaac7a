import { expect, test } from 'vitest';
import { lendEmptyDatabase } from './empty-database.ts';

/** The audit trail has triggers that keep what is in it. */
const ROW = `insert into audit (at, kind, username, client, result) values (now(), 'login', 'ada', 'x', 'ok')`;

async function leave(...statements: readonly string[]) {
  const { database, giveBack } = await lendEmptyDatabase();
  for (const statement of statements) await database.exec(statement);
  await giveBack();
  const next = await lendEmptyDatabase();
  const { rows } = await next.database.query('select id from audit');
  await next.database.exec(ROW);
  const { rows: first } = await next.database.query('select id from audit');
  await next.giveBack();
  return { isSame: next.database === database, rows, first };
}

test.each([
  ['set work_mem = 100'],
  ['begin'],
  ['prepare one as select 1'],
  ['alter table audit disable trigger user'],
])('a database that is given back after "%s" is lent again, and counts from one', async (statement) => {
  const { isSame, rows, first } = await leave(ROW, statement);
  expect({ isSame, rows, first }).toEqual({ isSame: true, rows: [], first: [{ id: 1 }] });
});

test.each([
  ['drop trigger keep_audit on audit'],
  ['alter table student alter column created_at drop not null'],
  ['create schema other'],
  ['create table other (id int)'],
  ['create index on student (created_at)'],
  [`delete from kysely_migration where name = (select max(name) from kysely_migration)`],
  [`alter role postgres set work_mem = '64MB'`],
])('a database is not lent again after "%s"', async (statement) => {
  const { isSame, rows, first } = await leave(statement);
  expect({ isSame, rows, first }).toEqual({ isSame: false, rows: [], first: [{ id: 1 }] });
});
