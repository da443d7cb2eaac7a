import { differences, memberChanges, suppress } from './pairs.ts';
import type { Question } from '#form/definition/definition.ts';
import type { ChangeText } from './change.ts';
import type { FormPair } from './condition-changes.ts';
import type { QuestionPair } from './message-changes.ts';
import { labelOf, joinWords, quote, valueInWords } from './sentence-words.ts';

/** Properties described elsewhere. */
const ELSEWHERE = suppress(
  ...'key page label fullLabel options constraints rules earliest latest'.split(' '),
  ...'relations notices required requiredWhen alternatives visibleWhen messages'.split(' '),
);

/** Describes changed texts, rendering and input of a question. */
export function questionChanges(two: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const { before: old, after: current } = two;
  const kept = `${current.companion ? 'now' : 'no longer'} keep{s} the label of the chosen option with the answer.`;
  const [was, is] = [widgetInWords(old.widget), widgetInWords(current.widget)];
  const sentences = {
    type: () => look(`{is} now answered with ${TYPES[current.type]} (before: ${TYPES[old.type]}).`),
    widget: () => look(`{is} now asked with ${is} (before: ${was}).`),
    ui: () => uiChanges(two),
    companion: () => look(kept),
    currency: () => look(currencyInWords(old.currency, current.currency)),
    parts: () => partChanges(two, forms),
    dependsOn: () => dependenceChanges(two, forms),
    lookup: () => lookupChanges(two, forms),
    ...ELSEWHERE,
    // Both follow from the widget.
    ...(was === is ? {} : suppress('summaryFormat', 'multiline')),
  };
  return [...labelChanges(two), ...memberChanges<ChangeText>([old, current], sentences, setting)];
}

function look(predicate: string): ChangeText {
  return { kind: 'look', predicate };
}

/** Fallback for properties without wording of their own. */
function setting(name: string, before: unknown, after: unknown): ChangeText {
  if (after === undefined)
    return look(`no longer {has} the setting "${name}" (before: ${JSON.stringify(before)}).`);
  const was = before === undefined ? '' : ` (before: ${JSON.stringify(before)})`;
  return look(`now {has} the setting "${name}": ${JSON.stringify(after)}${was}.`);
}

function labelChanges({ before, after }: QuestionPair): readonly ChangeText[] {
  const own = { subject: quote(before.label), predicate: `now reads ${quote(after.label)}.` };
  const full = `{is} now called ${quote(after.fullLabel)} in messages and in the summary (before: ${quote(before.fullLabel)}).`;
  const [old, current] = [before, after].map(({ label, fullLabel }) =>
    fullLabel.endsWith(label) ? fullLabel.slice(0, fullLabel.length - label.length) : fullLabel,
  );
  const changes = [
    ...(before.label === after.label ? [] : [own]),
    ...(old === current ? [] : [{ predicate: full }]),
  ];
  return changes.map((each) => ({ kind: 'reworded', ...each }));
}

const TYPES: Readonly<Record<Question['type'], string>> = {
  string: 'a text or one option',
  boolean: 'a checkbox',
  integer: 'a whole number',
  number: 'a number',
  array: 'several options',
};

const WIDGETS: Readonly<Record<string, string>> = {
  text: 'a line of text',
  textarea: 'a field of several lines',
  dropdown: 'a list to open',
  radio: 'options that are all in sight',
  checkbox: 'a box to check',
  checkboxes: 'boxes to check',
  date: 'a date field',
  file: 'a file to attach',
};

function currencyInWords(old: string | undefined, current: string | undefined): string {
  const was = old === undefined ? '' : ` (before: in ${old})`;
  return current === undefined
    ? `{is} no longer an amount of money${was}.`
    : `{is} now an amount of money in ${current}${was}.`;
}

function widgetInWords(widget: string): string {
  return WIDGETS[widget] ?? `the widget "${widget}"`;
}

/** Sentences for widget options, with % for the value: when set, and when removed. */
const UI_WORDS: Readonly<Record<string, readonly [is: string, gone: string]>> = {
  help: ['now {has} the help %', 'no longer {has} the help'],
  why: ['now say{s} why it is asked: %', 'no longer say{s} why it is asked'],
  emptyLabel: ['now show{s} % while nothing is chosen', 'no longer show{s} a text while nothing is chosen'],
  autocomplete: ['{is} now filled in by browsers as %', '{is} no longer filled in by browsers'],
  inputMode: ['now open{s} the keyboard % on a phone', 'now open{s} the usual keyboard on a phone'],
  rows: ['now show{s} % lines', 'now show{s} as many lines as other fields'],
  accept: ['now take{s} files of the kinds %', 'now take{s} all kinds of files'],
  maxKilobytes: ['now take{s} files of up to % KB', 'now take{s} files of up to 1 MB'],
};

const UI_KINDS: Readonly<Record<string, ChangeText['kind']>> = {
  help: 'reworded',
  why: 'reworded',
  emptyLabel: 'reworded',
  accept: 'answers',
  maxKilobytes: 'answers',
};

function uiChanges({ before, after }: QuestionPair): readonly ChangeText[] {
  return differences(before.ui, after.ui).map(([name, was, is]): ChangeText => {
    const words = UI_WORDS[name];
    if (!words) return setting(name, was, is);
    const kind = UI_KINDS[name] ?? 'look';
    const old = was === undefined ? '' : ` (before: ${valueInWords(was)})`;
    const now = is === undefined ? words[1] : words[0].replace('%', () => valueInWords(is));
    return { kind, predicate: `${now}${old}.` };
  });
}

function partChanges({ before, after }: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const labels = (keys: readonly string[], side: 'before' | 'after'): string =>
    joinWords(keys.map((key) => labelOf(key, forms[side])));
  const gone = before.parts.filter((key) => !after.parts.includes(key));
  const added = after.parts.filter((key) => !before.parts.includes(key));
  if (added.length + gone.length === 0)
    return [look(`now ask{s} in the order ${labels(after.parts, 'after')}.`)];
  return [
    ...(added.length > 0 ? [look(`now ask{s} ${labels(added, 'after')}, too.`)] : []),
    ...(gone.length > 0 ? [look(`no longer ask{s} ${labels(gone, 'before')}.`)] : []),
  ];
}

function dependenceChanges({ before, after }: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const [old, current] = [before.dependsOn, after.dependsOn];
  const predicate: string[] = [];
  if (!current) {
    predicate.push(`no longer depend{s} on ${labelOf(old?.valueKey ?? '', forms.before)}.`);
  } else {
    const on = labelOf(current.valueKey, forms.after);
    if (old?.valueKey !== current.valueKey)
      predicate.push(`now depend{s} on ${on}: when that answer changes, this one is cleared.`);
    if (old?.otherwise !== current.otherwise)
      predicate.push(
        `{is} ${current.otherwise ? 'now answered with a text' : 'no longer asked'} where ${on} opens no list.`,
      );
  }
  return predicate.map((each) => ({ kind: 'options', predicate: each }));
}

function lookupChanges({ before, after }: QuestionPair, forms: FormPair): readonly ChangeText[] {
  const [old, current] = [before.lookup, after.lookup];
  if (!current) return [look(`{is} no longer looked up in "${old?.category ?? ''}": it is typed.`)];
  const filled = Object.values(current.fills).filter((key) => key !== after.key);
  const labels = joinWords(filled.map((key) => labelOf(key, forms.after)));
  const fills = labels === '' ? '' : `, and fills in ${labels}`;
  const was = old ? ` (before: in "${old.category}", otherwise)` : '';
  return [look(`{is} now looked up in "${current.category}"${fills}${was}.`)];
}
