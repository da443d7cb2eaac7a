import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Parts of a statement that break a server of the previous release. */
const BREAKING: readonly RegExp[] = [
  /\bdrop (?:table|column|view|type|function|constraint|index|default|schema|sequence|trigger)\b/,
  /\brename\b/,
  /\balter column \S+ (?:set data )?type\b/,
  /\bset not null\b/,
  /\badd (?:column )?(?:if not exists )?"?\w+"? (?:(?!,).)*\bnot null\b(?!(?:(?!,).)*\b(?:default|generated)\b)(?<!\b(?:default|generated)\b(?:(?!,).)*)/,
  /\badd (?:constraint \S+ )?(?:check|unique|foreign key|primary key|exclude)\b/,
  /\bcreate unique index\b/,
  /\btruncate\b/,
  /\bdelete from\b/,
];

/** The statements of a migration, without running them. */
export async function statementsOf(migration: Migration): Promise<readonly string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (opened) => new PostgresIntrospector(opened),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  await migration.up(db);
  return statements;
}

/**
 * Statements that break a server of the previous release.
 *
 * @param statements of one release, in order; those on its own new tables are ignored
 */
export function breakingStatements(statements: readonly string[]): readonly string[] {
  const own = new Set(statements.flatMap((statement) => newTableOf(statement) ?? []));
  return statements.filter((statement) => {
    const text = plain(statement);
    return BREAKING.some((pattern) => pattern.test(text)) && !own.has(changedTableOf(text) ?? '');
  });
}

/** Function bodies do not run now. */
function plain(statement: string): string {
  return statement
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
}

function newTableOf(statement: string): string | undefined {
  return /^ ?create table (?:if not exists )?"?(\w+)/.exec(plain(statement))?.[1];
}

function changedTableOf(text: string): string | undefined {
  return /^ ?(?:alter table(?: if exists)?|truncate|delete from|create unique index \S+ on) "?(\w+)/.exec(
    text,
  )?.[1];
}
