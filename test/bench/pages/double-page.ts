import type { FormDefinition, FormState, PageDefinition } from '../../../src/form/definition/definition.ts';
import { allNodes } from '../../../src/form/definition/form-part.ts';

const PREFIX = 'twice_';
/** Members whose words may be spelt like a key without being one. */
const NO_KEYS = new Set(['kind', 'type', 'widget', 'page', 'options', 'trigger']);

/**
 * A form in which one page asks everything twice: below its own layout comes the same again, each key and each id
 * under a prefix, conditions and clearing included; and its application, with every answer given twice.
 */
export function doublePage(
  form: FormDefinition,
  page: PageDefinition,
  state: FormState,
): { readonly form: FormDefinition; readonly page: PageDefinition; readonly state: FormState } {
  const ids = allNodes(page.layout).flatMap((node) => ('id' in node ? [node.id] : []));
  const names = new Set([...Object.keys(page.questions), ...ids]);
  const copy: PageDefinition = JSON.parse(JSON.stringify(page), (member, value: unknown) =>
    typeof value === 'string' && names.has(value) && !NO_KEYS.has(member) ? PREFIX + value : value,
  );
  const copies = Object.values(copy.questions).map((question) => [question.key, question] as const);
  const doubled = {
    ...page,
    questions: { ...page.questions, ...Object.fromEntries(copies) },
    layout: [...page.layout, ...copy.layout],
    clearing: [...page.clearing, ...copy.clearing],
  };
  return {
    form: { ...form, pages: form.pages.map((each) => (each === page ? doubled : each)) },
    page: doubled,
    state: {
      answers: twice(state.answers, names),
      tabs: twice(state.tabs, names),
      counts: twice(state.counts, names),
    },
  };
}

function twice<T>(
  values: Readonly<Record<string, T>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  const again = Object.entries(values).flatMap(([key, value]) =>
    names.has(key) ? [[PREFIX + key, value] as const] : [],
  );
  return { ...values, ...Object.fromEntries(again) };
}
