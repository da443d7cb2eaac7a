import { isDeepStrictEqual } from 'node:util';
import type { Removal } from '#compiler/changes/change.ts';
import { undeclaredRemovals } from '#compiler/changes/removals.ts';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import type { Fault } from '#compiler/source/fault.ts';
import { isYearList, optionListsOf } from '#form/answers/option-lists.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { addAnothersOf, questionsOf } from '#form/definition/form-part.ts';
import type { Option } from '#form/definition/option-list.ts';

type Partners = CompiledSchemas['partners'];
type Partner = Partners extends ReadonlyMap<string, infer One> ? One : never;

/** A removed question or option, its probable new name, and the file to declare it in. */
type Renaming = {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly line: number;
  readonly paste: string;
};

/**
 * Reports removals without a declaration, each with its entry for `retired.json` and its probable new name.
 *
 * @param today date for `retired.json`
 */
export function undeclaredFaults(before: Partners, after: Partners, today: string): readonly Fault[] {
  type Retirement = { readonly entry: object; readonly partners: string[]; readonly renaming?: Renaming };
  const retired = new Map<string, Retirement>();
  for (const [name, partner] of after) {
    const old = before.get(name);
    if (!old) continue;
    for (const removal of undeclaredRemovals(old.definition, partner.definition)) {
      const renaming = renamingOf(removal, old.definition, partner);
      const entry = retirementOf(removal, old.definition, partner.definition);
      const key = JSON.stringify(entry);
      const names = [...(retired.get(key)?.partners ?? []), name];
      retired.set(key, { entry, partners: names, ...(renaming && { renaming }) });
    }
  }
  return [...retired.values()].map(({ entry, partners, renaming }) => {
    const only = partners.length < after.size ? { partners } : {};
    const json = JSON.stringify({ ...entry, ...only, when: today, answers: 'kept' });
    return undeclaredFault(json.replaceAll(/([:,])(?=["[{])/g, '$1 '), renaming);
  });
}

function undeclaredFault(entry: string, renaming: Renaming | undefined): Fault {
  const gone = `${renaming ? 'Otherwise add' : 'Add'} ${entry} to "retired" in retired.json ("answers": "kept" or "deleted").`;
  const { file, line } = renaming ?? { file: 'retired.json', line: 1 };
  return {
    file,
    line,
    column: 1,
    code: 'undeclared',
    found: `students may have answered what was removed, and no file declares what happens to their answers: ${entry}`,
    expected: 'a former name, or an entry in retired.json',
    cure: renaming
      ? `If “${renaming.from}” is “${renaming.to}” now, add ${renaming.paste} here. ${gone}`
      : gone,
  };
}

function renamingOf(removal: Removal, old: FormDefinition, after: Partner): Renaming | undefined {
  if (removal.kind === 'key') return renamedKey(removal.key, old, after);
  return removal.kind === 'value' ? renamedValue(removal, old, after) : undefined;
}

function renamedKey(from: string, old: FormDefinition, { definition, taken }: Partner): Renaming | undefined {
  const before = questionsOf(old);
  const question = before.get(from);
  if (!question) return undefined;
  const added = [...questionsOf(definition).values()].filter(({ key }) => !before.has(key));
  const look = lookOf(old, question);
  const same = added.find((each) => isDeepStrictEqual(lookOf(definition, each), look));
  const placed = same && taken.keys.get(same.key);
  if (!same || !placed) return undefined;
  const prefix = same.key.slice(0, same.key.length - placed.name.length);
  const former = from.startsWith(prefix) ? from.slice(prefix.length) : from;
  const { file, line } = placed.property.place;
  return { from: former, to: placed.name, file, line, paste: `"formerly": ["${former}"]` };
}

/** Returns what a renamed question keeps: title, page, type and options. */
function lookOf(form: FormDefinition, question: Question): unknown {
  const { label, page, type } = question;
  return { label, page, type, lists: optionListsOf(form, question) };
}

/** Finds the new option with the same label. */
function renamedValue(
  { key, value }: Extract<Removal, { kind: 'value' }>,
  old: FormDefinition,
  { definition, sources }: Partner,
): Renaming | undefined {
  const [before, after] = [optionsByList(old, key), optionsByList(definition, key)];
  const [list = '', was = []] =
    [...before].find(([, options]) => options.some((option) => option.value === value)) ?? [];
  const name = after.has(list) ? list : [...after.keys()][0];
  const is = after.get(name ?? '') ?? [];
  const label = was.find((option) => option.value === value)?.label;
  const index = is.findIndex(
    (option) => option.label === label && !was.some((each) => each.value === option.value),
  );
  const same = is[index];
  const place = sources.cursor(`options/${name}.json`)?.at('options')?.items()[index]?.place;
  if (!same || !place) return undefined;
  return {
    from: value,
    to: same.value,
    file: place.file,
    line: place.line,
    paste: `"formerly": ["${value}"]`,
  };
}

/** Returns a question's fixed lists by name: its own, or one per controlling answer. */
function optionsByList(form: FormDefinition, key: string): ReadonlyMap<string, readonly Option[]> {
  const { options, dependsOn } = questionsOf(form).get(key) ?? {};
  const names = [...(options === undefined ? [] : [options]), ...Object.values(dependsOn?.lists ?? {})];
  return new Map(
    names.flatMap((name) => {
      const list = form.options[name];
      return list === undefined || isYearList(list) ? [] : [[name, list] as const];
    }),
  );
}

/** Builds the `retired.json` entry, without date and answers. */
function retirementOf(removal: Removal, old: FormDefinition, after: FormDefinition): object {
  switch (removal.kind) {
    case 'key':
      return { key: removal.key };
    case 'tab':
      return { tabs: removal.group, tab: removal.tab };
    case 'value': {
      const [before, now] = [old, after].map((form) => questionsOf(form).get(removal.key)?.options);
      const isList = before !== undefined && before === now;
      return isList ? { options: before, value: removal.value } : { key: removal.key, value: removal.value };
    }
    default: {
      const group = addAnothersOf(old).find(({ id }) => id === removal.group);
      const keys = group?.instances[0]?.keys ?? [];
      const prefix = prefixOf(keys, group?.instances[1]?.keys ?? []);
      return group
        ? { addAnother: removal.group, prefix, keys: keys.map((key) => key.slice(prefix.length)) }
        : { tabs: removal.group };
    }
  }
}

/** Returns the common prefix of an add-another's keys; the second instance appends a number. */
function prefixOf([first = '']: readonly string[], [second = '']: readonly string[]): string {
  const ends = [...first.matchAll(/_/g)].map(({ index }) => index + 1);
  const end = ends.find((each) => second === `${first.slice(0, each)}2_${first.slice(each)}`) ?? ends[0] ?? 0;
  return first.slice(0, end);
}
