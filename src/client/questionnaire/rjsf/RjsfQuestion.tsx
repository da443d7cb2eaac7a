import { useMemo } from 'react';
import { ErrorSchemaBuilder, type ErrorSchema, type FieldPathId } from '@rjsf/utils';
import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { useFormScope, useQuestionView } from '../form-scope.ts';
import type { RjsfProperty } from './rjsf-page.ts';
import { useRjsfRoot, type RjsfRoot } from './rjsf-scope.ts';

/**
 * One question, drawn by RJSF's SchemaField and controlled by the store: its own value and messages come in,
 * its change goes out. The change is in the store before the event handler returns; RJSF's Form, which would
 * pass it on only after its next render, is not on that way, so a click on Save right after typing saves it.
 */
export function RjsfQuestion({ question }: { readonly question: Question }) {
  const { key } = question;
  const { store } = useFormScope();
  const { registry, properties, onBlur, onFocus } = useRjsfRoot();
  const property = propertyNamed(properties, key);
  const { value, messages, isRequired, partValues, options, filled, declined, isLoading } =
    useQuestionView(question);
  const fieldPathId = useMemo((): FieldPathId => ({ $id: key, path: [key] }), [key]);
  const errorSchema = useMemo(() => errorSchemaOf(messages), [messages]);
  // RJSF draws a field again only when its props differ; the year beside a month, what another answer leaves to
  // choose from, what a look-up filled in or is about to, and a change that was declined, are none of them otherwise.
  const isSelfContained =
    partValues.length === 0 &&
    question.dependsOn === undefined &&
    question.lookup === undefined &&
    declined === 0 &&
    !isLoading;
  const questionUi = useMemo(
    () =>
      isSelfContained
        ? property.uiSchema
        : {
            ...property.uiSchema,
            'ui:partValues': partValues,
            'ui:offered': options,
            'ui:filled': filled,
            'ui:declined': declined,
            'ui:isLoading': isLoading,
          },
    [property, isSelfContained, partValues, options, filled, declined, isLoading],
  );
  const { SchemaField } = registry.fields;
  if (!SchemaField)
    throw new Error('RJSF has no SchemaField: src/client/questionnaire/rjsf/lean-registry.ts lacks it.');
  return (
    <SchemaField
      name={key}
      schema={property.schema}
      uiSchema={questionUi}
      required={isRequired}
      fieldPathId={fieldPathId}
      formData={isAnswered(value) ? value : undefined}
      errorSchema={errorSchema}
      onChange={(answer: AnswerValue | undefined) => store.setAnswers({ [key]: answer ?? EMPTY_ANSWER })}
      onBlur={onBlur}
      onFocus={onFocus}
      registry={registry}
    />
  );
}

function errorSchemaOf(messages: readonly string[] | undefined): ErrorSchema {
  return messages ? new ErrorSchemaBuilder().addErrors([...messages]).ErrorSchema : {};
}

function propertyNamed(properties: RjsfRoot['properties'], key: string): RjsfProperty {
  const property = properties.get(key);
  if (property) return property;
  throw new Error(
    `The layout of a page names the question "${key}" of another. Generate the definition again.`,
  );
}
