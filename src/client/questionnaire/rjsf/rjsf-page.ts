import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { PageDefinition, Question } from '#form/definition/definition.ts';

/** Under this name RJSF finds the field that draws a whole page. */
export const LAYOUT_FIELD = 'RjsfLayoutField';

/** How RJSF draws one question. */
export type RjsfProperty = { readonly schema: RJSFSchema; readonly uiSchema: UiSchema };

/** What our root field is given through RJSF's form context. */
export type RjsfPage = {
  readonly page: PageDefinition;
  readonly properties: ReadonlyMap<string, RjsfProperty>;
};

/**
 * What RJSF's Form is given: an object, drawn by our own root field. The questions are not among its
 * properties, because Form would work out default answers for all of them before it draws the first; the
 * answers are the store's.
 */
export const rootSchema: RJSFSchema = { type: 'object' };
export const rootUiSchema: UiSchema = { 'ui:field': LAYOUT_FIELD };

/**
 * The questions of a page as RJSF's SchemaField needs them for drawing: type, title and widget. Rules,
 * conditions and requiredness stay out, because RJSF would resolve them at every change; validation is the
 * standalone validators'.
 */
export function rjsfPage(page: PageDefinition): RjsfPage {
  const properties = Object.values(page.questions).map(
    (question) => [question.key, propertyOf(question)] as const,
  );
  return { page, properties: new Map(properties) };
}

function propertyOf({ type, label, widget }: Question): RjsfProperty {
  const items = type === 'array' ? { items: { type: 'string' } as const } : {};
  return { schema: { type, title: label, ...items }, uiSchema: { 'ui:widget': widget } };
}
