import type { CardDefinition, FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import { conditionChange, type FormPair } from './condition-changes.ts';
import type { Draft } from './draft.ts';
import { movedItems, memberChanges, suppress } from './pairs.ts';
import { inPlainWords, labelOf, joinWords, quote } from './sentence-words.ts';

/** Heading of changes to the whole form. */
const THE_FORM = 'The form';

/** Creates drafts for one place in the form. */
function draftsAt(place: Pick<Draft, 'heading' | 'before' | 'after'>) {
  const changed = (subject: string, predicate: string): Draft => ({
    ...place,
    kind: 'form',
    subject,
    predicate,
  });
  return {
    changed,
    reworded: (what: string, was: string, is: string): Draft => ({
      ...changed(`${what} ${quote(was)}`, `now reads ${quote(is)}.`),
      kind: 'reworded',
    }),
    setting: (name: string, was: unknown, is: unknown): Draft =>
      changed(`The setting "${name}"`, `is now ${JSON.stringify(is)} (before: ${JSON.stringify(was)}).`),
  };
}

/** Lists the changes to the form as a whole and to its pages as such. */
export function formChanges(forms: FormPair): readonly Draft[] {
  const { before, after } = forms;
  const { changed, reworded, setting } = draftsAt({ heading: [THE_FORM] });
  const names = (name: NamingMember, subject: string) => () =>
    changed(subject, `now ${namesInWords(after, name)} (before: ${namesInWords(before, name)}).`);
  const { defaultPage, submitErrorTo } = after;
  const sentences = {
    title: () => reworded('The title', before.title, after.title),
    defaultPage: () => changed('Students', `now begin on the page ${pageName(defaultPage, after)}.`),
    submitErrorTo: () =>
      changed(
        'A refused Submit',
        submitErrorTo === undefined
          ? 'now leaves students where they are.'
          : `now leads to the page ${pageName(submitErrorTo, after)}.`,
      ),
    greetingName: names('greetingName', 'The name that greets a student'),
    fullName: names('fullName', 'The full name'),
    sortName: names('sortName', 'The name under which a student is filed'),
    homeState: names('homeState', 'The state whose schools come first in a look-up'),
    cycle: () => cycleChanges(forms, changed),
    completion: () => completionChanges(forms, changed),
    ...suppress('hash', 'moves', 'pages', 'options'),
  };
  return [
    ...memberChanges([before, after], sentences, setting),
    ...pageOrder(before, after),
    ...after.pages.flatMap((page) => {
      const old = before.pages.find(({ id }) => id === page.id);
      return old ? pageChanges(old, page, after) : [];
    }),
    ...pagesOnlyIn(before, after, 'gone'),
    ...pagesOnlyIn(after, before, 'new'),
  ];
}

const STEP = { kind: 'form', verb: 'shown', always: 'to everyone', never: 'to anyone' } as const;

/** Compares the steps and links after a submission, and who sees each step. */
function completionChanges(forms: FormPair, changed: Changed): readonly Draft[] {
  const [old = {}, current = {}] = [forms.before.completion, forms.after.completion];
  const linksOf = ({ steps = [], further = [] }: typeof old) =>
    [
      ...steps,
      ...further.flatMap(({ title, links }) =>
        links.map((link) => ({ ...link, title: `${title}, ${link.title}` })),
      ),
    ].map(({ title, text, link }) => `${quote(title)} (${text} ${link})`);
  const [were, are] = [linksOf(old), linksOf(current)];
  const isOther = were.join() !== are.join();
  const conditions = (current.steps ?? []).flatMap(({ title, visibleWhen }): readonly Draft[] => {
    const step = old.steps?.find((each) => each.title === title);
    const change = step && conditionChange({ before: step.visibleWhen, after: visibleWhen }, forms, STEP);
    return change
      ? [{ ...change, heading: [THE_FORM], subject: `The step ${quote(title)} after Submit` }]
      : [];
  });
  const subject = 'What students can do after Submit';
  return [
    ...(isOther
      ? [
          changed(
            subject,
            `now is ${joinWords(are) || 'nothing'} (before: is ${joinWords(were) || 'nothing'}).`,
          ),
        ]
      : []),
    ...conditions,
  ];
}

/** Describes a new cycle, and when it opens and closes. */
function cycleChanges(
  { before: { cycle: old }, after: { cycle } }: FormPair,
  changed: Changed,
): readonly Draft[] {
  if (cycle === undefined) return [changed('The cycle', 'is gone: nobody can apply again.')];
  const { name, opens = 'at once', closes = 'never' } = cycle;
  const subject = `The cycle ${quote(name)}`;
  const begins = changed(subject, 'is new: students who submitted in an earlier one can apply again.');
  const times = changed(subject, `now opens ${opens} and closes ${closes}.`);
  return old?.name === name ? [times] : [{ ...begins, kind: 'cycle' }, times];
}

type Changed = ReturnType<typeof draftsAt>['changed'];

type NamingMember = 'greetingName' | 'fullName' | 'sortName' | 'homeState';

function namesInWords(form: FormDefinition, name: NamingMember): string {
  const labels = joinWords([form[name] ?? []].flat().map((key) => labelOf(key, form)));
  return labels === '' ? 'is not set' : `comes from ${labels}`;
}

function pageName(id: string, { pages }: FormDefinition): string {
  return quote(pages.find((page) => page.id === id)?.title ?? id);
}

function pageOrder(before: FormDefinition, after: FormDefinition): readonly Draft[] {
  const ids = after.pages.map(({ id }) => id);
  const old = before.pages.map(({ id }) => id);
  return movedItems(old, ids).map((id) => {
    const previous = after.pages[ids.indexOf(id) - 1];
    const place = previous ? `after ${quote(previous.title)}` : 'first';
    return {
      kind: 'moved',
      heading: [THE_FORM],
      subject: `The page ${pageName(id, after)}`,
      predicate: `now comes ${place}.`,
      after: { page: id },
    };
  });
}

/** Lists pages that only one form has. */
function pagesOnlyIn(form: FormDefinition, other: FormDefinition, place: 'new' | 'gone'): readonly Draft[] {
  return form.pages.flatMap(({ id, title }, index): readonly Draft[] => {
    if (other.pages.some((page) => page.id === id)) return [];
    const subject = `The page ${quote(title)}`;
    const heading = [THE_FORM];
    if (place === 'gone')
      return [{ kind: 'removed', predicate: 'is no longer there.', heading, subject, before: { page: id } }];
    const previous = form.pages[index - 1];
    const where = previous ? `comes after ${quote(previous.title)}` : 'comes first';
    return [{ kind: 'added', predicate: `is new: it ${where}.`, heading, subject, after: { page: id } }];
  });
}

/** Lists the changes to a page, without its contents. */
export function pageChanges(
  before: PageDefinition | CardDefinition,
  after: PageDefinition | CardDefinition,
  form: FormDefinition,
  isCard = false,
): readonly Draft[] {
  const part = { page: after.id, ...(isCard && { isCard }) };
  const place = { heading: [after.title], before: { ...part, page: before.id }, after: part };
  const { changed, reworded, setting } = draftsAt(place);
  const target = (subject: string, to: string | undefined, usual: string) => () =>
    changed(subject, `now leads to ${to === undefined ? usual : pageName(to, form)}.`);
  const sentences = {
    title: () => reworded('The title', before.title, after.title),
    path: () => changed('The address of the page', `is now ${after.path} (before: ${before.path}).`),
    visibleWhen: () =>
      changed(
        'The step',
        after.visibleWhen
          ? `is now there only when ${inPlainWords(after.visibleWhen, form)}.`
          : 'is now there for everybody.',
      ),
    saveTo: target('The button that saves and goes on', after.saveTo, 'the next page'),
    backTo: target('The button that goes back', after.backTo, 'the page before it'),
    ...suppress('id', 'questions', 'layout', 'clearing', 'compared', 'isDated'),
  };
  return memberChanges([before, after], sentences, (name, was, is) =>
    name === 'submitLabel' ? reworded('The button', String(was), String(is)) : setting(name, was, is),
  );
}
