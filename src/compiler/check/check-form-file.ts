import { SCREEN_PATHS, SERVER_PATHS } from '#form/definition/reserved-paths.ts';
import type { CompiledForm } from '../compile/compile-form.ts';
import type { Context } from '../compile/context.ts';
import type { Cursor } from '../source/cursor.ts';
import { keyCure } from '../source/names.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import type { SourceSet } from '../source/source-set.ts';

/** Checks that form.json names only existing things, and every page file. */
export function checkFormFile({ sources, report }: Context, { taken, names }: CompiledForm): void {
  const form = sources.cursor('form.json');
  if (!form) return;
  const entries = form.list('pages');
  checkDuplicates(entries, 'page', report);
  checkDuplicates(entries, 'path', report);
  for (const entry of entries) checkPath(entry, report);
  const ids = entries.flatMap((entry) => entry.at('page')?.text() ?? []);
  for (const [at, use] of pageUses(form)) checkPageName(at, use, ids, report);
  for (const at of [form.at('defaultPage'), form.at('submitErrorTo')]) checkAlwaysThere(at, entries, report);
  for (const [member, use, otherwise] of KEY_USES) {
    const named = form.at(member);
    for (const at of named?.text() === undefined ? (named?.items() ?? []) : [named]) {
      const key = at.text() ?? '';
      if (taken.keys.has(key) || names.elsewhere.has(key)) continue;
      report(at, {
        code: 'unknown-key',
        found: `"${key}" as ${use}`,
        expected: 'the key of a question of the form',
        cure: keyCure(key, names.questions, otherwise),
      });
    }
  }
  checkListed(ids, sources, report);
}

/** Where form.json names questions, and for what. */
const KEY_USES = [
  ['greetingName', 'part of the greeting', 'Name a question that asks for a name.'],
  [
    'fullName',
    'part of the full name',
    'Name a question that asks for a part of the name, or remove it from "fullName".',
  ],
  [
    'sortName',
    'part of the name under which an application is filed',
    'Name a question that asks for a part of the name, or remove it from "sortName".',
  ],
  [
    'homeState',
    'the state the student lives in',
    'Name the question that asks for it, or remove "homeState".',
  ],
] as const;

/** Lists where form.json names a page, and for what. */
function pageUses(form: Cursor): readonly (readonly [Cursor | undefined, string])[] {
  return [
    [form.at('defaultPage'), 'the page where a student starts'],
    [form.at('submitErrorTo'), 'the page that Submit leads to when something is missing'],
    ...form
      .list('pages')
      .flatMap((entry) => [
        [entry.at('saveTo'), 'the page that Save & Continue leads to'] as const,
        [entry.at('backTo'), 'the page that Back leads to'] as const,
      ]),
  ];
}

function checkPageName(
  at: Cursor | undefined,
  use: string,
  ids: readonly string[],
  report: Context['report'],
): void {
  const id = at?.text();
  if (!at || id === undefined || ids.includes(id)) return;
  report(at, {
    code: 'unknown-page',
    found: `"${id}" as ${use}`,
    expected: `one of the pages: ${quoteNames(ids)}`,
    cure: nearestCure(id, ids, 'Name one of the pages.'),
  });
}

/** Refuses a condition on a page that everybody is sent to. */
function checkAlwaysThere(
  at: Cursor | undefined,
  entries: readonly Cursor[],
  report: Context['report'],
): void {
  const id = at?.text();
  const entry = entries.find((each) => each.at('page')?.text() === id);
  const condition = entry?.at('showWhen') ?? entry?.at('hideWhen');
  if (!at || !condition) return;
  report(condition, {
    code: 'conditional-start',
    found: `a condition for the page "${id}", which "${at.path.replace('/', '')}" names`,
    expected: 'a page that every student has',
    cure: `Name another page in "${at.path.replace('/', '')}", or remove the condition.`,
  });
}

/** Paths reserved for the server and other screens. */
const RESERVED_PATHS: readonly string[] = [...SERVER_PATHS, ...SCREEN_PATHS];

function checkPath(entry: Cursor, report: Context['report']): void {
  const at = entry.at('path');
  const path = at?.text()?.slice(1) ?? '';
  if (!at || !RESERVED_PATHS.includes(path)) return;
  const use = SCREEN_PATHS.includes(path) ? 'the address of another screen' : 'an address of the server';
  const page = entry.at('page')?.text() ?? '';
  report(at, {
    code: 'taken-path',
    found: `the path "/${path}", which is ${use}: the page would never open`,
    expected: `a path that is none of ${quoteNames(RESERVED_PATHS.map((name) => `/${name}`))}`,
    cure: `Choose another, e.g. "/${RESERVED_PATHS.includes(page) ? `${page}-page` : page}".`,
  });
}

function checkDuplicates(entries: readonly Cursor[], member: string, report: Context['report']): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    const at = entry.at(member);
    const value = at?.text() ?? '';
    if (at && seen.has(value)) {
      report(at, {
        code: 'duplicate-page',
        found: `the ${member} "${value}" a second time`,
        expected: `every ${member} once`,
        cure: 'Remove one of the two entries, or correct it.',
      });
    }
    seen.add(value);
  }
}

function checkListed(ids: readonly string[], sources: SourceSet, report: Context['report']): void {
  for (const { name, schema } of sources.pairs('pages')) {
    const page = name.replace('pages/', '');
    if (ids.includes(page)) continue;
    report(schema, {
      code: 'page-not-in-form',
      found: `the page "${page}", which is not in form.json`,
      expected: `"${page}" among the pages in form.json`,
      cure: `Add { "page": "${page}", "path": "/${page}", "title": "…" } to "pages" in form.json, or remove the files.`,
    });
  }
}
