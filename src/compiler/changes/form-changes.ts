import { isDeepStrictEqual } from 'node:util';
import type { CardDefinition, FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import type { TwoForms } from './condition-changes.ts';
import type { Draft } from './draft.ts';
import { movedItems } from './pairs.ts';
import { otherMembers } from './question-changes.ts';
import { listed, quoted } from './sentence-words.ts';

/** Heading of what is about the form as a whole. */
export const THE_FORM = 'The form';

/** What of a form has sentences of its own: the rest is compared as it is. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set<string>([
  'hash',
  'moves',
  'title',
  'pages',
  'defaultPage',
  'submitErrorTo',
  'greetingName',
  'fullName',
  'sortName',
  'homeState',
  'options',
  'sensitive',
] satisfies (keyof FormDefinition | 'moves')[]);

const PAGE_SAID_OTHERWISE: ReadonlySet<string> = new Set<keyof PageDefinition>([
  'id',
  'path',
  'title',
  'saveTo',
  'backTo',
  'questions',
  'layout',
  'clearing',
]);

function draft(happened: string, subject: string, kind: Draft['kind'] = 'form'): Draft {
  return { kind, heading: [THE_FORM], subject, happened };
}

/** What a form as a whole, and its pages as such, do otherwise than before. */
export function formChanges({ before, after }: TwoForms): readonly Draft[] {
  const { title, defaultPage, submitErrorTo } = after;
  return [
    ...(before.title === title
      ? []
      : [draft(`now reads ${quoted(title)}.`, `The title ${quoted(before.title)}`, 'reworded')]),
    ...(before.defaultPage === defaultPage
      ? []
      : [draft(`now begin on the page ${pageName(defaultPage, after)}.`, 'Students')]),
    ...(before.submitErrorTo === submitErrorTo
      ? []
      : [
          draft(
            submitErrorTo === undefined
              ? 'now leaves students where they are.'
              : `now leads to the page ${pageName(submitErrorTo, after)}.`,
            'A refused Submit',
          ),
        ]),
    ...NAMES.flatMap(([name, subject]) =>
      isDeepStrictEqual(before[name], after[name])
        ? []
        : [
            draft(
              `now ${namesInWords(after[name], after)} (before: ${namesInWords(before[name], before)}).`,
              subject,
            ),
          ],
    ),
    ...(isDeepStrictEqual(before.sensitive, after.sensitive)
      ? []
      : [
          draft(
            `now ${encryptedInWords(after)} (before: ${encryptedInWords(before)}).`,
            'What is encrypted where it is stored',
          ),
        ]),
    ...otherMembers(before, after, SAID_OTHERWISE).map(([name, was, is]) =>
      draft(`is now ${JSON.stringify(is)} (before: ${JSON.stringify(was)}).`, `The setting "${name}"`),
    ),
    ...pageOrder(before, after),
    ...after.pages.flatMap((page) => {
      const old = before.pages.find(({ id }) => id === page.id);
      return old ? pageChanges(old, page, { before, after }) : [];
    }),
    ...pagesWithoutQuestions(before, after, 'gone'),
    ...pagesWithoutQuestions(after, before, 'new'),
  ];
}

const NAMES = [
  ['greetingName', 'The name that greets a student'],
  ['fullName', 'The full name'],
  ['sortName', 'The name under which a student is filed'],
  ['homeState', 'The state whose schools come first in a look-up'],
] as const;

function namesInWords(keys: readonly string[] | string | undefined, form: FormDefinition): string {
  const all = typeof keys === 'string' ? [keys] : (keys ?? []);
  if (all.length === 0) return 'is not set';
  return `comes from ${listed(all.map((key) => quoted(questionsOf(form).get(key)?.fullLabel ?? key)))}`;
}

function encryptedInWords(form: FormDefinition): string {
  const marked = (form.sensitive ?? []).flatMap((key) => questionsOf(form).get(key) ?? []);
  return marked.length === 0 ? 'is nothing' : `is ${listed(marked.map((one) => quoted(one.fullLabel)))}`;
}

function pageName(id: string | undefined, { pages }: FormDefinition): string {
  return quoted(pages.find((page) => page.id === id)?.title ?? id ?? '');
}

function pageOrder(before: FormDefinition, after: FormDefinition): readonly Draft[] {
  const ids = after.pages.map(({ id }) => id);
  return movedItems(
    before.pages.map(({ id }) => id),
    ids.filter((id) => before.pages.some((page) => page.id === id)),
  ).map((id) => {
    const previous = after.pages[ids.indexOf(id) - 1];
    const place = previous ? `after ${quoted(previous.title)}` : 'first';
    return {
      kind: 'moved',
      heading: [THE_FORM],
      subject: `The page ${pageName(id, after)}`,
      happened: `now comes ${place}.`,
      after: { page: id },
    };
  });
}

/** A page without a question, of which no question says that it is new or gone. */
function pagesWithoutQuestions(
  form: FormDefinition,
  other: FormDefinition,
  place: 'new' | 'gone',
): readonly Draft[] {
  return form.pages
    .filter(
      ({ id, questions }) =>
        Object.keys(questions).length === 0 && !other.pages.some((page) => page.id === id),
    )
    .map(({ id, title }) => ({
      kind: place === 'new' ? 'added' : 'removed',
      heading: [THE_FORM],
      subject: `The page ${quoted(title)}`,
      happened: place === 'new' ? 'is new.' : 'is no longer there.',
      ...(place === 'new' ? { after: { page: id } } : { before: { page: id } }),
    }));
}

/** What a page does otherwise, what is on it left out. */
export function pageChanges(
  before: PageDefinition | CardDefinition,
  after: PageDefinition | CardDefinition,
  forms: Pick<TwoForms, 'before' | 'after'>,
  isCard = false,
): readonly Draft[] {
  const part = { page: after.id, ...(isCard ? { isCard: true as const } : {}) };
  const own = (subject: string, happened: string, kind: Draft['kind'] = 'form'): Draft => ({
    kind,
    heading: [after.title],
    subject,
    happened,
    before: { ...part, page: before.id },
    after: part,
  });
  const target = (name: 'saveTo' | 'backTo', subject: string, usual: string): readonly Draft[] => {
    if (before[name] === after[name]) return [];
    const to = after[name];
    return [
      own(
        subject,
        to === undefined ? `now leads to ${usual}.` : `now leads to ${pageName(to, forms.after)}.`,
      ),
    ];
  };
  return [
    ...(before.title === after.title
      ? []
      : [own(`The title ${quoted(before.title)}`, `now reads ${quoted(after.title)}.`, 'reworded')]),
    ...(before.path === after.path
      ? []
      : [own('The address of the page', `is now ${after.path} (before: ${before.path}).`)]),
    ...target('saveTo', 'The button that saves and goes on', 'the next page'),
    ...target('backTo', 'The button that goes back', 'the page before it'),
    ...otherMembers(before, after, PAGE_SAID_OTHERWISE).map(([name, was, is]) =>
      name === 'submitLabel'
        ? own(`The button ${quoted(String(was))}`, `now reads ${quoted(String(is))}.`, 'reworded')
        : own(`The setting "${name}"`, `is now ${JSON.stringify(is)} (before: ${JSON.stringify(was)}).`),
    ),
  ];
}
