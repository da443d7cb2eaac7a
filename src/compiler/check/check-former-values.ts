import { formerOptions, resolveValue } from '../compile/compile-migrations.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import type { Context } from '../compile/context.ts';
import type { FormerValue } from '../compile/former-names.ts';
import { answerType, optionValues, valueCure } from '../compile/question-shape.ts';
import { quoteNames } from '../source/nearest.ts';
import { namesOf, retiredEntries, retiredNames } from '../source/retired-names.ts';
import { checkNamespace } from './check-former-names.ts';

/** Checks that former and retired values of each list are not current values. */
export function checkFormerOptions({ sources, report }: Context): void {
  const retired = retiredNames(sources.whole).filter(({ kind }) => kind === 'listValue');
  for (const name of sources.namesIn('options')) {
    const options = sources.options(name);
    checkNamespace({
      what: 'value',
      today: new Map(options.map((option) => [option.at('value')?.text() ?? '', option])),
      placeOf: (option) => option.at('value') ?? option,
      former: options.flatMap((option) =>
        option.list('formerly').map((at) => ({
          at,
          from: at.text() ?? '',
          to: option.at('value')?.text() ?? '',
        })),
      ),
      retired: retired.filter((one) => one.name === name).map((one) => ({ at: one.at, id: one.value })),
      report,
    });
  }
}

/** Checks that former values of a question map to current answers, and do not redefine those. */
export function checkFormerValues(form: CompiledPartner, { sources, report }: Context): void {
  for (const value of form.former.values) checkFormerValue(value, form, { sources, report });
  for (const { at, name, value } of retiredNames(sources).filter(({ kind }) => kind === 'value')) {
    const property = form.taken.keys.get(name)?.property;
    const offered = property && optionValues(property, sources);
    if (!property || !Array.isArray(offered) || !offered.includes(value)) continue;
    report(at, {
      code: 'name-used-again',
      found: `the value "${value}" of "${name}" as retired, which is still offered`,
      expected: 'a value that the question does not offer',
      cure: 'Remove the entry, or remove the option from the list of the question.',
    });
  }
}

function checkFormerValue(
  former: FormerValue,
  { former: { values } }: CompiledPartner,
  { sources, report }: Pick<Context, 'sources' | 'report'>,
): void {
  const { at, key, placed, from, to } = former;
  const { property } = placed;
  const offered = optionValues(property, sources);
  const options = Array.isArray(offered) ? offered : undefined;
  if (key === placed.key && options?.includes(from)) {
    report(at, {
      code: 'name-used-again',
      found: `the former value "${from}", which is still an option`,
      expected: 'a former value that the question does not offer',
      cure: 'Remove it here, or remove the option from the list.',
    });
    return;
  }
  const own = values.flatMap((one) => (one.key === placed.key ? [[one.from, one.to ?? ''] as const] : []));
  const ofLists = Object.fromEntries(formerOptions(property, sources));
  const map = { ...ofLists, ...Object.fromEntries(own) };
  if (key === placed.key && Object.hasOwn(ofLists, from) && ofLists[from] !== to) {
    report(at, {
      code: 'former-name-twice',
      found: `the value "${from}" as "${String(to)}", which the list of the question says is "${ofLists[from]}"`,
      expected: 'every former value once: at its option, or at the question where only this one had it',
      cure: 'Remove it where it is wrong.',
    });
    return;
  }
  const settled = resolveValue(to, { placed, map, sources });
  if (settled === undefined && to !== undefined) {
    report(at, {
      code: 'former-circle',
      found: `the former value "${from}", which leads round in a circle`,
      expected: 'a current value for each former value',
      cure: 'Name the current value.',
    });
  } else if (settled !== undefined && !isAnswer(former, settled, options)) {
    report(at, {
      code: 'former-value',
      found: `"${String(to)}" as what "${from}" is today`,
      expected: options
        ? `a value of the question: ${quoteNames(options)}`
        : answerWords(answerType(property)),
      cure: options
        ? valueCure(String(to), property, sources)
        : 'Write an answer that the question takes today.',
    });
  }
}

function isAnswer(
  { placed: { property } }: FormerValue,
  value: string | number | boolean,
  options: readonly string[] | undefined,
): boolean {
  if (options) return options.includes(String(value)) && typeof value === 'string';
  const type = answerType(property);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return typeof value === (type === 'boolean' ? 'boolean' : 'string');
}

function answerWords(type: string): string {
  if (type === 'boolean') return 'true or false, without quotes';
  return type === 'string' || type === 'array' ? 'a text in quotes' : 'a number, without quotes';
}

/** Checks that each entry of retired.json names one thing. */
export function checkRetired({ sources, report }: Context): void {
  for (const entry of retiredEntries(sources.whole)) {
    const members = [...entry.members().keys()].filter((member) => SUBJECTS.has(member));
    const isWhole = FORMS.some((form) => form.join(' ') === members.toSorted().join(' '));
    if (isWhole && namesOf(entry).length > 0) continue;
    report(entry, {
      code: 'retired',
      found: members.length === 0 ? 'an entry that names nothing' : `an entry with ${quoteNames(members)}`,
      expected:
        'what was retired: "key"; "key" and "value"; "options" and "value"; "tabs"; "tabs" and "tab"; "prefix" and "keys"; or "addAnother", "prefix" and "keys"',
      cure: 'Write one of these, next to "when" and "answers".',
    });
  }
}

/** Allowed combinations of members, each in alphabetical order. */
const FORMS = [
  ['key'],
  ['key', 'value'],
  ['options', 'value'],
  ['tabs'],
  ['tab', 'tabs'],
  ['keys', 'prefix'],
  ['addAnother', 'keys', 'prefix'],
] as const;

const SUBJECTS: ReadonlySet<string> = new Set(FORMS.flat());
