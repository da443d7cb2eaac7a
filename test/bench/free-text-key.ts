import { readForm } from '../support/compiled-form.ts';

/** Returns the key of the first unconditional question that accepts any text. */
export function freeTextKey(): string {
  const questions = readForm().pages.flatMap((page) => Object.values(page.questions));
  const free = questions.find(
    ({ widget, constraints, rules, visibleWhen }) =>
      widget === 'text' && !constraints.pattern && rules.length === 0 && !visibleWhen,
  );
  if (!free) throw new Error('The form has no free-text question.');
  return free.key;
}
