import type { FormDefinition, OptionList, PageDefinition, Question } from './definition.ts';

/** What a compiled form lacks, each in a sentence: it works without, but hardly as it was meant (specification 5). */
export function missingConfig(definition: FormDefinition): readonly string[] {
  return [
    ...missingPages(definition),
    ...definition.pages.flatMap((page) => [
      ...(Object.keys(page.questions).length === 0 ? [`The page "${page.id}" asks nothing.`] : []),
      ...Object.values(page.questions).flatMap((question) => missingOf(definition, question)),
    ]),
  ];
}

/** Pages that something leads to although the form has none of the name. */
function missingPages({ pages, defaultPage, submitErrorTo }: FormDefinition): readonly string[] {
  const ids = pages.map(({ id }) => id);
  const targets = [
    defaultPage,
    submitErrorTo,
    ...pages.flatMap((page: PageDefinition) => [page.saveTo, page.backTo]),
  ];
  return targets.flatMap((id) =>
    id === undefined || ids.includes(id)
      ? []
      : [`The form leads to the page "${id}", which it does not have.`],
  );
}

function missingOf(definition: FormDefinition, question: Question): readonly string[] {
  const { key, label, required, requiredWhen, messages } = question;
  const isNeeded = required || requiredWhen !== undefined;
  return [
    ...(label === '' ? [`The question "${key}" has no label.`] : []),
    ...(isNeeded && messages['required'] === undefined
      ? [`The question "${key}" has no sentence for a missing answer.`]
      : []),
    ...missingOptions(definition, question),
  ];
}

function missingOptions(definition: FormDefinition, question: Question): readonly string[] {
  const names = [
    ...(question.options === undefined ? [] : [question.options]),
    ...Object.values(question.dependsOn?.lists ?? {}),
  ];
  return names
    .filter((name) => isEmptyList(definition.options[name]))
    .map((name) => `The question "${question.key}" offers the list "${name}", which is missing or empty.`);
}

function isEmptyList(list: OptionList | undefined): boolean {
  if (!list) return true;
  return 'years' in list ? list.years.count < 1 : list.length === 0;
}
