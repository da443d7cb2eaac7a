import { isDeepStrictEqual } from 'node:util';
import type { Question } from '#form/definition/definition.ts';
import type { TwoForms } from './condition-changes.ts';
import type { Happened } from './change.ts';
import type { TwoQuestions } from './message-changes.ts';
import { listed, quoted, valueInWords } from './sentence-words.ts';

/** What has a sentence of its own, here or elsewhere: the rest of a question is compared as it is. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set<keyof Question>([
  'key',
  'page',
  'label',
  'fullLabel',
  'type',
  'widget',
  'ui',
  'options',
  'dependsOn',
  'companion',
  'constraints',
  'rules',
  'earliest',
  'latest',
  'relations',
  'notices',
  'required',
  'requiredWhen',
  'visibleWhen',
  'messages',
  'parts',
  'lookup',
]);

/** What a question says and how it is drawn and filled in, otherwise than before. */
export function questionChanges(two: TwoQuestions, { before, after }: TwoForms): readonly Happened[] {
  const { before: old, after: current } = two;
  return [
    ...labelChanges(two),
    ...(old.type === current.type
      ? []
      : [look(`{is} now answered with ${TYPES[current.type]} (before: ${TYPES[old.type]}).`)]),
    ...(old.widget === current.widget
      ? []
      : [
          look(
            `{is} now asked with ${widgetInWords(current.widget)} (before: ${widgetInWords(old.widget)}).`,
          ),
        ]),
    ...uiChanges(two),
    ...(old.companion === current.companion
      ? []
      : [
          look(
            current.companion
              ? 'now keep{s} the label of the chosen option with the answer.'
              : 'no longer keep{s} the label of the chosen option with the answer.',
          ),
        ]),
    ...partChanges(two, { before, after }),
    ...dependenceChanges(two, { before, after }),
    ...lookupChanges(two, { before, after }),
    ...otherMembers(old, current, SAID_OTHERWISE).flatMap(([name, was, is]) =>
      // Both go with the widget.
      old.widget !== current.widget && ['summaryFormat', 'multiline'].includes(name)
        ? []
        : [setting(name, was, is)],
    ),
  ];
}

function look(happened: string): Happened {
  return { kind: 'look', happened };
}

/** Members that differ, but for some: name, what it was, what it is. */
export function otherMembers(
  before: object,
  after: object,
  others: ReadonlySet<string> = new Set(),
): readonly (readonly [name: string, before: unknown, after: unknown])[] {
  const [old, current] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((name) =>
    others.has(name) || isDeepStrictEqual(old.get(name), current.get(name))
      ? []
      : [[name, old.get(name), current.get(name)] as const],
  );
}

/** For what has no words of its own. */
function setting(name: string, before: unknown, after: unknown): Happened {
  if (after === undefined)
    return look(`no longer {has} the setting "${name}" (before: ${JSON.stringify(before)}).`);
  const was = before === undefined ? '' : ` (before: ${JSON.stringify(before)})`;
  return look(`now {has} the setting "${name}": ${JSON.stringify(after)}${was}.`);
}

function labelChanges({ before, after }: TwoQuestions): readonly Happened[] {
  const own =
    before.label === after.label
      ? []
      : [
          {
            kind: 'reworded' as const,
            subject: quoted(before.label),
            happened: `now reads ${quoted(after.label)}.`,
          },
        ];
  const [old, current] = [before, after].map(({ label, fullLabel }) =>
    fullLabel.endsWith(label) ? fullLabel.slice(0, fullLabel.length - label.length) : fullLabel,
  );
  const full =
    old === current
      ? []
      : [
          {
            kind: 'reworded' as const,
            happened: `{is} now called ${quoted(after.fullLabel)} in messages and in the summary (before: ${quoted(before.fullLabel)}).`,
          },
        ];
  return [...own, ...full];
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

function widgetInWords(widget: string): string {
  return WIDGETS[widget] ?? `the widget "${widget}"`;
}

/** How an option of a widget is said: when it is there, and when not. */
const UI_WORDS: Readonly<Record<string, readonly [is: (value: string) => string, gone: string]>> = {
  help: [(text) => `now {has} the help ${text}`, 'no longer {has} the help'],
  why: [(text) => `now say{s} why it is asked: ${text}`, 'no longer say{s} why it is asked'],
  placeholder: [
    (text) => `now show{s} ${text} in the empty field`,
    'no longer show{s} anything in the empty field',
  ],
  emptyLabel: [
    (text) => `now show{s} ${text} while nothing is chosen`,
    'no longer show{s} a text while nothing is chosen',
  ],
  autocomplete: [
    (text) => `{is} now filled in by browsers as ${text}`,
    '{is} no longer filled in by browsers',
  ],
  inputMode: [
    (text) => `now open{s} the keyboard ${text} on a phone`,
    'now open{s} the usual keyboard on a phone',
  ],
  rows: [(text) => `now show{s} ${text} lines`, 'now show{s} as many lines as other fields'],
  accept: [(text) => `now take{s} the files ${text}`, 'now take{s} the files that others take'],
};

function uiChanges({ before, after }: TwoQuestions): readonly Happened[] {
  return otherMembers(before.ui, after.ui).map(([name, was, is]): Happened => {
    const kind = ['help', 'why', 'placeholder', 'emptyLabel'].includes(name) ? 'reworded' : 'look';
    const words = UI_WORDS[name];
    if (!words) return setting(name, was, is);
    const [there, gone] = words;
    const old = was === undefined ? '' : ` (before: ${valueInWords(was)})`;
    return { kind, happened: `${is === undefined ? gone : there(valueInWords(is))}${old}.` };
  });
}

function labelOf(key: string, { pages }: TwoForms['after']): string {
  return quoted(pages.flatMap((page) => page.questions[key] ?? [])[0]?.fullLabel ?? key);
}

function partChanges({ before, after }: TwoQuestions, forms: TwoForms2): readonly Happened[] {
  const gone = before.parts
    .filter((key) => !after.parts.includes(key))
    .map((key) => labelOf(key, forms.before));
  const added = after.parts
    .filter((key) => !before.parts.includes(key))
    .map((key) => labelOf(key, forms.after));
  return [
    ...(added.length > 0 ? [look(`now ask{s} ${listed(added)}, too.`)] : []),
    ...(gone.length > 0 ? [look(`no longer ask{s} ${listed(gone)}.`)] : []),
    ...(added.length + gone.length === 0 && !isDeepStrictEqual(before.parts, after.parts)
      ? [look(`now ask{s} in the order ${listed(after.parts.map((key) => labelOf(key, forms.after)))}.`)]
      : []),
  ];
}

type TwoForms2 = Pick<TwoForms, 'before' | 'after'>;

function dependenceChanges({ before, after }: TwoQuestions, forms: TwoForms2): readonly Happened[] {
  const [old, current] = [before.dependsOn, after.dependsOn];
  if (!old && !current) return [];
  const own = { kind: 'options' as const };
  if (!current)
    return [{ ...own, happened: `no longer depend{s} on ${labelOf(old?.valueKey ?? '', forms.before)}.` }];
  const on = labelOf(current.valueKey, forms.after);
  return [
    ...(old?.valueKey === current.valueKey
      ? []
      : [{ ...own, happened: `now depend{s} on ${on}: when that answer changes, this one is cleared.` }]),
    ...(old?.otherwise === current.otherwise
      ? []
      : [
          {
            ...own,
            happened: current.otherwise
              ? `{is} now answered with a text where ${on} opens no list.`
              : `{is} no longer asked where ${on} opens no list.`,
          },
        ]),
  ];
}

function lookupChanges({ before, after }: TwoQuestions, forms: TwoForms2): readonly Happened[] {
  const [old, current] = [before.lookup, after.lookup];
  if (isDeepStrictEqual(old, current)) return [];
  if (!current) return [look(`{is} no longer looked up in "${old?.category ?? ''}": it is typed.`)];
  const filled = Object.values(current.fills)
    .filter((key) => key !== after.key)
    .map((key) => labelOf(key, forms.after));
  const fills = filled.length === 0 ? '' : `, and fills in ${listed(filled)}`;
  return [
    look(
      `{is} now looked up in "${current.category}"${fills}${old ? ` (before: in "${old.category}", otherwise)` : ''}.`,
    ),
  ];
}
