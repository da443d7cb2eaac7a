import { createContext, use, useMemo } from 'react';
import {
  type Registry,
  type RJSFSchema,
  type UiSchema,
  ErrorSchemaBuilder,
  type ErrorSchema,
  type FieldPathId,
} from '@rjsf/utils';
import type { PageDefinition, Question, AnswerValue } from '#form/definition/definition.ts';
import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import { useFormScope, useQuestionView } from '../form-scope.ts';

/** RJSF schemas of one question. */
type RjsfProperty = { readonly schema: RJSFSchema; readonly uiSchema: UiSchema };

/** RJSF data for one page's questions. */
type RjsfPage = {
  readonly registry: Registry;
  readonly properties: ReadonlyMap<string, RjsfProperty>;
};

/** Describes a page without rules, which RJSF would re-resolve on every change. */
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

/** Returns the registry and a question's schemas. @throws Error for a question of another page */
function useRjsfProperty(key: string): RjsfProperty & Pick<RjsfPage, 'registry'> {
  const page = use(RjsfPageContext);
  if (!page) throw new Error('A question is rendered by RJSF outside of an RjsfPageProvider.');
  const property = page.properties.get(key);
  if (property) return { ...property, registry: page.registry };
  throw new Error(
    `The layout of a page names the question "${key}" of another. Generate the definition again.`,
  );
}

/**
 * Renders one question with RJSF's SchemaField, controlled by the store.
 * RJSF's `Form` delays changes until its next render: too late for a click on Save right after typing.
 */
export function RjsfQuestion({ question }: { readonly question: Question }) {
  const { key } = question;
  const { store } = useFormScope();
  const { schema, uiSchema, registry } = useRjsfProperty(key);
  const view = useQuestionView(question);
  const fieldPathId = useMemo((): FieldPathId => ({ $id: key, path: [key] }), [key]);
  const errorSchema = useMemo(() => errorSchemaOf(view.messages), [view.messages]);
  // RJSF re-renders a field only when its props change, so the view is passed as one: it includes parts and dependent
  // options.
  const questionUi = useMemo(() => ({ ...uiSchema, 'ui:view': view }), [uiSchema, view]);
  const { SchemaField } = registry.fields;
  if (!SchemaField) throw new Error('createRjsfRegistry registers no SchemaField.');
  return (
    <SchemaField
      name={key}
      schema={schema}
      uiSchema={questionUi}
      required={view.isRequired}
      fieldPathId={fieldPathId}
      formData={isAnswered(view.value) ? view.value : undefined}
      errorSchema={errorSchema}
      onChange={(answer: AnswerValue | undefined) =>
        store.dispatch({ type: 'setAnswers', answers: { [key]: answer ?? EMPTY_ANSWER } })
      }
      onBlur={ignoreEvent}
      onFocus={ignoreEvent}
      registry={registry}
    />
  );
}

/** Widgets handle focus and blur themselves. */
function ignoreEvent(): void {
  return undefined;
}

function errorSchemaOf(messages: readonly string[] | undefined): ErrorSchema {
  return messages ? new ErrorSchemaBuilder().addErrors([...messages]).ErrorSchema : {};
}
