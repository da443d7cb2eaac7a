import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { PageDefinition, Question } from '#form/definition/definition.ts';

/** Under this name RJSF finds the field that draws a whole page. */
export const LAYOUT_FIELD = 'RjsfLayoutField';

/**
 * A page as RJSF needs it for drawing: a flat schema of types and titles. Rules, conditions and requiredness
 * stay out of it, because RJSF would resolve them at every change; validation is the standalone validators'.
 */
export function rjsfSchema(page: PageDefinition): RJSFSchema {
  const properties = Object.entries(page.questions).map(([key, question]) => [key, propertyOf(question)]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** Which widget draws which question, and that our own field walks the layout. */
export function rjsfUiSchema(page: PageDefinition): UiSchema {
  const questions = Object.entries(page.questions).map(([key, { widget }]) => [key, { 'ui:widget': widget }]);
  return { 'ui:field': LAYOUT_FIELD, ...Object.fromEntries(questions) };
}

function propertyOf({ type, label }: Question): RJSFSchema {
  return type === 'array' ? { type, title: label, items: { type: 'string' } } : { type, title: label };
}
