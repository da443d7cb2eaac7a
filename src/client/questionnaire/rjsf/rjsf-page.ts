import { createContext, use } from 'react';
import type { Registry, RJSFSchema, UiSchema } from '@rjsf/utils';
import type { PageDefinition, Question } from '#form/definition/definition.ts';

/** The schemas with which RJSF renders one question. */
type RjsfProperty = { readonly schema: RJSFSchema; readonly uiSchema: UiSchema };

/** What RJSF needs to render the questions of one page. */
export type RjsfPage = {
  readonly registry: Registry;
  readonly properties: ReadonlyMap<string, RjsfProperty>;
};

/**
 * Describes the questions of a page for RJSF: type, title and widget.
 *
 * Rules, conditions and requiredness stay out, because RJSF would resolve them at every change; the standalone
 * validators check them.
 */
export function createRjsfPage(page: PageDefinition, registry: Registry): RjsfPage {
  const properties = Object.values(page.questions).map(
    (question) => [question.key, propertyOf(question)] as const,
  );
  return { registry, properties: new Map(properties) };
}

function propertyOf({ type, label, widget }: Question): RjsfProperty {
  const items = type === 'array' ? { items: { type: 'string' } as const } : {};
  return { schema: { type, title: label, ...items }, uiSchema: { 'ui:widget': widget } };
}

const RjsfPageContext = createContext<RjsfPage | undefined>(undefined);

export const RjsfPageProvider = RjsfPageContext.Provider;

/** Returns the registry, and the schemas of a question. @throws Error for a question of another page */
export function useRjsfProperty(key: string): RjsfProperty & Pick<RjsfPage, 'registry'> {
  const page = use(RjsfPageContext);
  if (!page) throw new Error('A question is rendered by RJSF outside of an RjsfPageProvider.');
  const property = page.properties.get(key);
  if (property) return { ...property, registry: page.registry };
  throw new Error(
    `The layout of a page names the question "${key}" of another. Generate the definition again.`,
  );
}
