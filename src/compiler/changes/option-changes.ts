import { isDeepStrictEqual } from 'node:util';
import { isYearList, listedOptions } from '#form/answers/option-lists.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import type { Option, OptionList } from '#form/definition/option-list.ts';
import type { ChangeText } from './change.ts';
import type { FormPair } from './condition-changes.ts';
import { movedItems } from './pairs.ts';
import { type QuestionPair, describeTitleChange } from './message-changes.ts';
import { inPlainWords, labelOf, joinWords, quote } from './sentence-words.ts';

type Offer = { readonly form: FormDefinition; readonly question: Question };

/** Describes changes to the options of a question. */
export function optionChanges(two: QuestionPair, forms: FormPair): readonly ChangeText[] {
  return offerChanges(
    { form: forms.before, question: two.before },
    { form: forms.after, question: two.after },
    forms.now,
  ).map((change) => ({ ...change, subheading: two.after.label }));
}

function offerChanges(before: Offer, after: Offer, now: Date): readonly ChangeText[] {
  const compare = (was: string | undefined, is: string | undefined): readonly ChangeText[] =>
    listChanges(listOf(before.form, was), listOf(after.form, is), { key: after.question.key, now });
  const [old, current] = [before.question.dependsOn?.lists, after.question.dependsOn?.lists];
  if (!old && !current) return compare(before.question.options, after.question.options);
  if (!old || !current) return [{ kind: 'options', predicate: dependenceInWords(after) }];
  const answers = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  const changes = answers.map((answer) => ({ answer, found: compare(old[answer], current[answer]) }));
  // Merge answers that open the same list.
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
    }));
  });
}

function dependenceInWords({ form, question }: Offer): string {
  const { valueKey, lists } = question.dependsOn ?? {};
  if (!lists || valueKey === undefined) return 'now offer{s} the same options whatever else is answered.';
  return `now offer{s} options that depend on ${labelOf(valueKey, form)}.`;
}

function listOf(form: FormDefinition, name: string | undefined): OptionList | undefined {
  return name === undefined ? undefined : form.options[name];
}

function listChanges(
  before: OptionList | undefined,
  after: OptionList | undefined,
  { key, now }: { readonly key: string; readonly now: Date },
): readonly ChangeText[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, current] = [listedOptions(before ?? [], now), listedOptions(after ?? [], now)];
  const known = new Map(old.map((option) => [option.value, option]));
  const byValue = new Map(current.map((option) => [option.value, option]));
  const removed = old.filter(({ value }) => !byValue.has(value));
  const added = current.filter(({ value }) => !known.has(value));
  const pairs = current.flatMap((option) => {
    const was = known.get(option.value);
    return was ? [[was, option] as const] : [];
  });
  const found: readonly ChangeText[] = [
    ...removed.map((option): ChangeText => ({
      ...optionPredicate(option, '{is} no longer offered.'),
      removal: { kind: 'value', key, value: option.value },
    })),
    ...(added.length === 0 ? [] : [addedOptions(added, current, old.length === 0)]),
    ...pairs.flatMap(([was, option]) => optionDiffers(was, option)),
    ...orderChanges(old, current),
  ];
  if (found.length > 0) return found;
  // The years are equal today but will differ in another year.
  const predicate = `is now counted otherwise: ${yearsInWords(after)} (before: ${yearsInWords(before)}).`;
  return [{ kind: 'options', subject: 'The list of years', predicate }];
}

function optionPredicate({ label }: Option, predicate: string): ChangeText {
  return { kind: 'options', subject: quote(label), predicate };
}

/** Maximum number of options listed by name. */
const MAX_NAMED = 6;

function addedOptions(added: readonly Option[], all: readonly Option[], isNew: boolean): ChangeText {
  const names = added.map(({ label }) => quote(label));
  const subject =
    added.length > MAX_NAMED
      ? `${names.slice(0, 3).join(', ')} and ${added.length - 3} other options`
      : joinWords(names);
  const verb = added.length > 1 ? 'are' : 'is';
  const [only] = added;
  const next = all[all.findIndex(({ value }) => value === only?.value) + 1];
  const place = isNew || added.length > 1 ? '' : next ? `, above ${quote(next.label)}` : ', as the last';
  const heading = added.length === 1 && only?.group !== undefined ? `, under ${quote(only.group)}` : '';
  return { kind: 'options', subject, predicate: `${verb} newly offered${heading}${place}.` };
}

function optionDiffers(before: Option, after: Option): readonly ChangeText[] {
  const found = [...describeTitleChange('The option', before.label, after.label)];
  const add = (predicate: string) => found.push(optionPredicate(after, predicate));
  if (before.group !== after.group)
    add(
      after.group === undefined
        ? 'no longer {has} a heading above {it}.'
        : `{is} now under the heading ${quote(after.group)}.`,
    );
  if (before.exclusive !== after.exclusive)
    add(after.exclusive ? '{is} now chosen alone, without others.' : 'can now be chosen with others.');
  if (!isDeepStrictEqual(before.aliases, after.aliases)) {
    const [was, is] = [before, after].map(({ aliases = [] }) => joinWords(aliases.map(quote), 'or'));
    const old = before.aliases ? ` (before: ${was})` : '';
    add(is ? `{is} now also found as ${is}${old}.` : '{is} now found by its own name alone.');
  }
  return found;
}

function orderChanges(before: readonly Option[], after: readonly Option[]): readonly ChangeText[] {
  const moved = movedItems(
    before.map(({ value }) => value),
    after.map(({ value }) => value),
  );
  if (moved.length > 2) {
    const first = joinWords(after.slice(0, 3).map(({ label }) => quote(label)));
    const predicate = `are in another order: they now begin with ${first}.`;
    return [{ kind: 'moved', subject: 'The options', predicate }];
  }
  return moved.flatMap((value) => {
    const index = after.findIndex((option) => option.value === value);
    const [option, previous] = [after[index], after[index - 1]];
    const place = previous ? `comes after ${quote(previous.label)}` : 'comes first';
    return option ? [{ ...optionPredicate(option, `now ${place}.`), kind: 'moved' as const }] : [];
  });
}

function yearsInWords(list: OptionList | undefined): string {
  if (list === undefined || !isYearList(list)) return 'the years are written out';
  const { count, direction, start, offset = 0 } = list.years;
  const from =
    start ?? (offset === 0 ? 'this year' : `${Math.abs(offset)} years ${offset < 0 ? 'ago' : 'from now'}`);
  return `${count} years ${direction === 'past' ? 'back' : 'ahead'} from ${from}`;
}
