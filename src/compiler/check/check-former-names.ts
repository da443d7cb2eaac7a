import { companionKey } from '#form/definition/answer.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { companionOf } from '../compile/compile-question.ts';
import type { FormerName } from '../compile/former-names.ts';
import type { PlacedQuestion } from '../compile/page-walk.ts';
import type { Cursor } from '../source/cursor.ts';
import type { Finding, Report } from '../source/fault.ts';
import { type RetiredName, retiredNames } from '../source/retired-names.ts';

/** Reports reuse of former and retired names, under which answers can still be stored. */
export function checkFormerNames({ former, taken, sources }: CompiledPartner, report: Report): void {
  const retired = retiredNames(sources);
  const current = [...taken.keys].filter(([key, question]) => key === question.key);
  checkNamespace({
    what: 'key',
    today: taken.keys,
    placeOf: ({ property }: PlacedQuestion) => property,
    former: former.keys,
    retired: retired.filter(({ kind }) => kind === 'key').map((one) => ({ ...one, id: one.name })),
    labelled: new Set(current.flatMap(([key, { property }]) => (companionOf(property) ? [key] : []))),
    report,
  });
  checkNamespace({
    what: 'id',
    today: taken.groups,
    placeOf: ({ node }) => node.at('id') ?? node,
    former: former.groups,
    retired: retired.filter(({ kind }) => kind === 'group').map((one) => ({ ...one, id: one.name })),
    report,
  });
  for (const [group, { node }] of taken.groups) {
    const tabs = node.list('tabs').map((tab) => [tab.at('id')?.text() ?? '', tab] as const);
    const gone = retired.filter(({ kind, name }) => kind === 'tab' && name === group);
    checkNamespace({
      what: 'tab',
      today: new Map(tabs),
      placeOf: (tab) => tab.at('id') ?? tab,
      former: former.tabs.filter((one) => one.group === group),
      retired: gone.map((one) => ({ ...one, id: one.value })),
      report,
    });
  }
}

type RetiredId = Pick<RetiredName, 'at'> & { readonly id: string };

/** A namespace in which current, former and retired names must be unique. */
type Namespace<Today> = {
  readonly what: 'key' | 'id' | 'tab' | 'value';
  readonly today: ReadonlyMap<string, Today>;
  readonly placeOf: (one: Today) => Cursor;
  readonly former: readonly FormerName[];
  readonly retired: readonly RetiredId[];
  /** Current keys with a stored label. */
  readonly labelled?: ReadonlySet<string>;
  readonly report: Report;
};

/** Reports each former name that is reused or ambiguous, once per place in a file. */
export function checkNamespace<Today>(space: Namespace<Today>): void {
  const names = [
    ...space.former.map(({ at, from, to }) => ({ at, name: from, to })),
    ...space.retired.map(({ at, id }) => ({ at, name: id, to: undefined })),
  ];
  const first = new Map<string, PastName>();
  const reported = new Set<string>();
  for (const past of names) {
    const used = currentUse(past, space);
    const before = first.get(past.name);
    const at = used && past.to === undefined ? used.at : past.at;
    const finding = used ? reuseFault(past, used, space) : before && duplicateFault(past, before, space);
    const place = fullPlace(at) + fullPlace(past.at);
    if (finding && !reported.has(place)) {
      reported.add(place);
      space.report(at, finding);
    }
    if (!used) first.set(past.name, before ?? past);
  }
}

/** A former name with its current name; undefined if retired. */
type PastName = { readonly at: Cursor; readonly name: string; readonly to: string | undefined };

type Used = { readonly name: string; readonly at: Cursor };

/** Returns the current use of a name or of its label. A retired question might have had a label. */
function currentUse<Today>({ name, to }: PastName, space: Namespace<Today>): Used | undefined {
  const { what, today, labelled } = space;
  const mayHaveLabel = what === 'key' && (to === undefined || labelled?.has(to));
  for (const one of mayHaveLabel ? [name, companionKey(name)] : [name]) {
    const user = today.get(one);
    if (user !== undefined) return { name: one, at: space.placeOf(user) };
  }
  return undefined;
}

/** Fault for a wrong former name, or for the reuse of a retired one. */
function reuseFault<Today>({ at, to }: PastName, used: Used, { what }: Namespace<Today>): Finding {
  const code = 'name-used-again';
  return to === undefined
    ? {
        code,
        found: `the ${what} "${used.name}", which was retired (${placed(at)})`,
        expected: 'a name that was never used: answers to something else may be stored under this one',
        cure: 'Choose another name. If the same thing is back, remove its entry from retired.json.',
      }
    : {
        code,
        found: `the former ${what} "${used.name}", which is still in use (${placed(used.at)})`,
        expected: `a former name that is used no more: what was stored under it moves to "${to}"`,
        cure: 'Remove it here, or correct it. If something new has this name, give that another one.',
      };
}

function duplicateFault<Today>(
  { name, to }: PastName,
  before: PastName,
  { what }: Namespace<Today>,
): Finding | undefined {
  if (to !== undefined && to === before.to) return undefined;
  return {
    code: 'former-name-twice',
    found: `the ${what} "${name}" a second time; the first is at ${placed(before.at)}`,
    expected: 'every former name once, so that it is known where its answers belong',
    cure: 'Remove it where it is wrong.',
  };
}

function placed({ place }: Cursor): string {
  return `${place.file}:${place.line}`;
}

function fullPlace(at: Cursor): string {
  return `${placed(at)}:${at.place.column}`;
}
