import { useMemo } from 'react';
import { ErrorSchemaBuilder, type ErrorSchema, type FieldPathId } from '@rjsf/utils';
import { EMPTY_ANSWER, isAnswered } from '#form/answers/facts.ts';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { useFormScope, useQuestionView } from '../form-scope.ts';
import { useRjsfRoot } from './rjsf-scope.ts';

/**
 * One question, drawn by RJSF's SchemaField and controlled by the store: its own value and messages come in,
 * its change goes out. The change is in the store before the event handler returns; RJSF's Form, which would
 * pass it on only after its next render, is not on that way, so a click on Save right after typing saves it.
 */
export function RjsfQuestion({ question }: { readonly question: Question }) {
  const { key } = question;
  const { store } = useFormScope();
  const { registry, schema, uiSchema, onBlur, onFocus } = useRjsfRoot();
  const { value, messages, isRequired, partValues } = useQuestionView(question);
  const fieldPathId = useMemo((): FieldPathId => ({ $id: key, path: [key] }), [key]);
  const errorSchema = useMemo(() => errorSchemaOf(messages), [messages]);
  // RJSF draws a field again only when its props differ; the year beside a month is none of them otherwise.
  const questionUi = useMemo(
    () => (partValues.length === 0 ? uiSchema?.[key] : { ...uiSchema?.[key], 'ui:partValues': partValues }),
    [uiSchema, key, partValues],
  );
  const { SchemaField } = registry.fields;
  const property = schema.properties?.[key];
  if (!SchemaField || typeof property !== 'object') {
    throw new Error(
      `The question "${key}" is not on the page that RJSF draws. Generate the definition again.`,
    );
  }
  return (
    <SchemaField
      name={key}
      schema={property}
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
