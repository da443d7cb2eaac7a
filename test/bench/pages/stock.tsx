import { Form } from '@rjsf/mui';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Question } from '../../../src/form/definition/definition.ts';
import { type BenchPage, startBench } from './bench-page.ts';

/** What one would write first: RJSF with its MUI theme, given the schema of the same questions. */
startBench({
  draw: (root, bench) => {
    flushSync(() => createRoot(root).render(<StockForm {...bench} />));
  },
  control: (key) => `#root_${key}`,
});

function StockForm({ questions, options, state }: BenchPage) {
  const [schema] = useState(() => schemaOf(questions, options));
  const [uiSchema] = useState(() => uiSchemaOf(questions));
  const [data, setData] = useState<unknown>(state.answers);
  return (
    <Form
      schema={schema}
      uiSchema={uiSchema}
      formData={data}
      validator={validator}
      onChange={(event) => setData(event.formData)}
    />
  );
}

function schemaOf(questions: readonly Question[], options: BenchPage['options']): RJSFSchema {
  const properties = questions.map((question) => [question.key, propertyOf(question, options(question))]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: questions.filter(({ required }) => required).map(({ key }) => key),
  };
}

function propertyOf(question: Question, options: ReturnType<BenchPage['options']>): RJSFSchema {
  const { label, type, constraints } = question;
  const choices = options.map(({ value, label: title }) => ({ const: value, title }));
  if (type === 'array')
    return { title: label, type, items: { type: 'string', oneOf: choices }, uniqueItems: true };
  if (choices.length > 0) return { title: label, type: 'string', oneOf: choices };
  const { maxLength, format } = constraints;
  return { title: label, type, ...(maxLength && { maxLength }), ...(format && { format }) };
}

function uiSchemaOf(questions: readonly Question[]): UiSchema {
  const widgets = questions
    .filter(({ widget }) => ['radio', 'textarea', 'checkboxes'].includes(widget))
    .map(({ key, widget }) => [key, { 'ui:widget': widget }]);
  return { ...Object.fromEntries(widgets), 'ui:submitButtonOptions': { norender: true } };
}
