import { isDeepStrictEqual } from 'node:util';
import { isYearList, yearsOf } from '#form/answers/option-lists.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import type { Option, OptionList } from '#form/definition/option-list.ts';
import type { Happened } from './change.ts';
import { movedItems } from './pairs.ts';
import { inPlainWords, listed, quoted } from './sentence-words.ts';

export type Offer = { readonly form: FormDefinition; readonly question: Question };

/** What a question offers otherwise than before. */
export function optionChanges(before: Offer, after: Offer, now: Date): readonly Happened[] {
  const [old, current] = [before.question.dependsOn?.lists, after.question.dependsOn?.lists];
  if (!old && !current) {
    const lists = [before, after].map(({ form, question }) => listOf(form, question.options));
    return listChanges(lists[0], lists[1], now).map((change) => ({ ...change, ...under(after) }));
  }
  if (!old || !current) return [{ kind: 'options', happened: dependenceInWords(after), ...under(after) }];
  const answers = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  const changes = answers.map((answer) => {
    const lists = [listOf(before.form, old[answer]), listOf(after.form, current[answer])];
    return { answer, found: listChanges(lists[0], lists[1], now) };
  });
  // Answers that open the same list are said together.
  const groups = Map.groupBy(
    changes.filter(({ found }) => found.length > 0),
    ({ found }) => JSON.stringify(found),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const side = first && current[first.answer] === undefined ? before : after;
    const target = group.map(({ answer }) => answer);
    const when = inPlainWords(
      { valueKey: side.question.dependsOn?.valueKey ?? '', operator: 'in', target },
      side.form,
    );
    return (first?.found ?? []).map((change) => ({
      ...change,
      subject: `When ${when}, ${(change.subject ?? '').replace(/^The /, 'the ')}`,
      ...under(after),
    }));
  });
}

/** What is offered is read under the name of its question. */
function under({ question }: Offer): Pick<Happened, 'under'> {
  return { under: question.label };
}

function dependenceInWords({ form, question }: Offer): string {
  const { valueKey, lists } = question.dependsOn ?? {};
  if (!lists || valueKey === undefined) return 'now offer{s} the same options whatever else is answered.';
  const named = form.pages.flatMap((page) => page.questions[valueKey] ?? [])[0];
  return `now offer{s} options that depend on ${quoted(named?.fullLabel ?? valueKey)}.`;
}

function listOf(form: FormDefinition, name: string | undefined): OptionList | undefined {
  return name === undefined ? undefined : form.options[name];
}

function listChanges(
  before: OptionList | undefined,
  after: OptionList | undefined,
  now: Date,
): readonly Happened[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, current] = [optionsIn(before, now), optionsIn(after, now)];
  const known = new Map(old.map((option) => [option.value, option]));
  const left = new Map(current.map((option) => [option.value, option]));
  const removed = old.filter(({ value }) => !left.has(value));
  const added = current.filter(({ value }) => !known.has(value));
  const pairs = current.flatMap((option) => {
    const was = known.get(option.value);
    return was ? [[was, option] as const] : [];
  });
  const found: readonly Happened[] = [
    ...removed.map((option) =>
      optionHappened(option, '{is} no longer offered.', { kind: 'value', key: '', value: option.value }),
    ),
    ...(added.length === 0 ? [] : [addedOptions(added, current, old.length === 0)]),
    ...pairs.flatMap(([was, option]) => optionDiffers(was, option)),
    ...orderChanges(old, current),
  ];
  return found.length > 0 ? found : yearChanges(before, after);
}

function optionHappened({ label }: Option, happened: string, removal?: Happened['removal']): Happened {
  return { kind: 'options', subject: quoted(label), happened, ...(removal ? { removal } : {}) };
}

/** This many options are named one by one. */
const MOST_NAMED = 6;

function addedOptions(added: readonly Option[], all: readonly Option[], isNew: boolean): Happened {
  const names = added.map(({ label }) => quoted(label));
  const subject =
    added.length > MOST_NAMED
      ? `${names.slice(0, 3).join(', ')} and ${added.length - 3} other options`
      : listed(names);
  const verb = added.length > 1 ? 'are' : 'is';
  const [only] = added;
  const next = all[all.findIndex(({ value }) => value === only?.value) + 1];
  const place = isNew || added.length > 1 ? '' : next ? `, above ${quoted(next.label)}` : ', as the last';
  const heading = added.length === 1 && only?.group !== undefined ? `, under ${quoted(only.group)}` : '';
  return { kind: 'options', subject, happened: `${verb} newly offered${heading}${place}.` };
}

function optionDiffers(before: Option, after: Option): readonly Happened[] {
  const other = (name: 'group' | 'aliases'): boolean => !isDeepStrictEqual(before[name], after[name]);
  const aliases = after.aliases ?? [];
  return [
    ...(before.label === after.label
      ? []
      : [
          {
            kind: 'reworded' as const,
            subject: `The option ${quoted(before.label)}`,
            happened: `now reads ${quoted(after.label)}.`,
          },
        ]),
    ...(other('group')
      ? [
          optionHappened(
            after,
            after.group === undefined
              ? 'no longer {has} a heading above {it}.'
              : `{is} now under the heading ${quoted(after.group)}.`,
          ),
        ]
      : []),
    ...(other('aliases')
      ? [
          optionHappened(
            after,
            aliases.length === 0
              ? '{is} now found by its own name alone.'
              : `{is} now also found as ${listed(aliases.map(quoted), 'or')}${before.aliases ? ` (before: ${listed(before.aliases.map(quoted), 'or')})` : ''}.`,
          ),
        ]
      : []),
  ];
}

function orderChanges(before: readonly Option[], after: readonly Option[]): readonly Happened[] {
  const moved = movedItems(
    before.map(({ value }) => value),
    after.map(({ value }) => value),
  );
  if (moved.length === 0) return [];
  if (moved.length > 2)
    return [
      {
        kind: 'moved',
        subject: 'The options',
        happened: `are in another order: they now begin with ${listed(after.slice(0, 3).map(({ label }) => quoted(label)))}.`,
      },
    ];
  return moved.flatMap((value) => {
    const index = after.findIndex((option) => option.value === value);
    const [option, previous] = [after[index], after[index - 1]];
    const place = previous ? `comes after ${quoted(previous.label)}` : 'comes first';
    return option ? [{ ...optionHappened(option, `now ${place}.`), kind: 'moved' as const }] : [];
  });
}

/** Lists that offer the same years today, and others in another year. */
function yearChanges(before: OptionList | undefined, after: OptionList | undefined): readonly Happened[] {
  return [
    {
      kind: 'options',
      subject: 'The list of years',
      happened: `is now counted otherwise: ${yearsInWords(after)} (before: ${yearsInWords(before)}).`,
    },
  ];
}

function yearsInWords(list: OptionList | undefined): string {
  if (list === undefined || !isYearList(list)) return 'the years are written out';
  const { count, direction, start, offset = 0 } = list.years;
  const from =
    start ?? (offset === 0 ? 'this year' : `${Math.abs(offset)} years ${offset < 0 ? 'ago' : 'from now'}`);
  return `${count} years ${direction === 'past' ? 'back' : 'ahead'} from ${from}`;
}

function optionsIn(list: OptionList | undefined, now: Date): readonly Option[] {
  if (list === undefined) return [];
  if (!isYearList(list)) return list;
  return yearsOf(list, now.getUTCFullYear()).map((year) => ({ value: String(year), label: String(year) }));
}
