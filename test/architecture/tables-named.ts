import { parseSync, Visitor } from 'rolldown/utils';
import { EVERY_TABLE, TABLE_OWNERS } from './table-owners.ts';

/** What a query names that only a run would show. */
const COMPUTED = 'a computed table';

const BUILDERS = /^(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|using|\w+Join)$/;
const SQL = /^\s*(?:with|select|insert into|update|delete from)\s/;

type Node = { readonly type: string };

/**
 * The tables that a file names in queries: in the calls of the query builder, in the tag `sql`, and in text that begins
 * as SQL does.
 *
 * @throws Error when the text is not TypeScript
 */
export function tablesNamed(file: string, text: string): ReadonlySet<string> {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const named = new Set<string>();
  const addWords = (sql: string): void => {
    for (const table of Object.keys(TABLE_OWNERS)) if (wordsOf(sql).has(table)) named.add(table);
  };
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !first) return;
      const { name } = callee.property;
      if (BUILDERS.test(name)) for (const table of tablesOf(first)) named.add(table);
      const isTag = callee.object.type === 'Identifier' && callee.object.name === 'sql';
      if (name === 'dynamic' || (isTag && ['raw', 'table', 'id'].includes(name))) named.add(COMPUTED);
    },
    MemberExpression({ property }) {
      if (property.type === 'Identifier' && property.name === 'dynamic') named.add(COMPUTED);
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') addWords(textOf(quasi));
    },
    TemplateLiteral(node) {
      if (SQL.test(textOf(node))) addWords(textOf(node));
    },
    Literal({ value }) {
      if (typeof value === 'string' && SQL.test(value)) addWords(value);
    },
  }).visit(program);
  return named;
}

/** Of the first argument of a builder; what is itself a query is visited by itself. */
function tablesOf(
  node: Node & { readonly value?: unknown; readonly elements?: readonly (Node | null)[] },
): readonly string[] {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value.split(' ')[0] ?? ''];
  if (node.type === 'ArrayExpression')
    return (node.elements ?? []).flatMap((each) => (each ? tablesOf(each) : []));
  return ['CallExpression', 'ArrowFunctionExpression'].includes(node.type) ? [] : [COMPUTED];
}

function textOf({
  quasis,
}: {
  readonly quasis: readonly { readonly value: { readonly raw: string } }[];
}): string {
  return quasis.map(({ value }) => value.raw).join(' ');
}

/** Words, and with `.` what they are of: `session.seen_at` names `session`. */
function wordsOf(sql: string): ReadonlySet<string> {
  const words = sql.split(/[^\w.]+/);
  return new Set([...words, ...words.map((word) => word.split('.')[0] ?? '')]);
}

/** The names of tables in queries that the table of owners does not allow, each as a sentence for who wrote it. */
export function tableFaults(file: string, text: string): readonly string[] {
  return [...tablesNamed(file, text)].flatMap((table) => {
    const { owners = [], joinedIn = {} } = TABLE_OWNERS[table] ?? {};
    const isAllowed = table === COMPUTED ? file in EVERY_TABLE : owners.includes(file) || file in joinedIn;
    return isAllowed
      ? []
      : [`${file} names ${table} in a query; ask ${owners.join(' or ') || 'for a table by its name'}`];
  });
}
