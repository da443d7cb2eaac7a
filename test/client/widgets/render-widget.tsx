import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { widgetNamed } from '#client/widgets/registry.ts';
import type { WidgetProps } from '#client/widgets/widget.ts';
import { question } from '#test/form/build-definition.ts';
import { WithDialogs } from '../with-dialogs.tsx';

type Given = Partial<
  Pick<
    WidgetProps,
    'value' | 'documents' | 'options' | 'isLoading' | 'live' | 'required' | 'parts' | 'describedBy'
  >
>;

/**
 * Renders one widget with a label, holding its answers like a page.
 *
 * @returns what it reported, in order, also for its parts by their keys; and how to rerender it
 */
export function renderWidget(widget: string, part: Partial<Question>, given: Given = {}) {
  const reported: AnswerValue[] = [];
  const partsReported: (readonly [string, AnswerValue])[] = [];
  const rendered = question('q', { label: 'Question', widget, ...part });
  const held = (now: Given) => (
    <Held
      question={rendered}
      given={now}
      onReport={(value) => reported.push(value)}
      onPartReport={(key, value) => partsReported.push([key, value])}
    />
  );
  const { rerender } = render(held(given), { wrapper: WithDialogs });
  return {
    reported,
    partsReported,
    user: userEvent.setup(),
    rerender: (now: Given) => rerender(held({ ...given, ...now })),
  };
}

type HeldProps = {
  readonly question: Question;
  readonly given: Given;
  readonly onReport: (value: AnswerValue) => void;
  readonly onPartReport: (key: string, value: AnswerValue) => void;
};

function Held({ question: rendered, given, onReport, onPartReport }: HeldProps) {
  const [value, setValue] = useState(given.value);
  const [partValues, setPartValues] = useState<Readonly<Record<string, AnswerValue>>>({});
  const { component, label } = widgetNamed(rendered.widget);
  const props: WidgetProps = {
    question: rendered,
    id: rendered.key,
    labelId: 'label-q',
    describedBy: undefined,
    invalid: false,
    required: false,
    live: false,
    options: [],
    extraRules: [],
    ...given,
    value,
    parts: (given.parts ?? []).map((part) => ({
      ...part,
      value: partValues[part.question.key] ?? part.value,
    })),
    onPartChange: (key, next) => {
      onPartReport(key, next);
      setPartValues((before) => ({ ...before, [key]: next }));
    },
    onChange: (next) => {
      onReport(next);
      setValue(next);
    },
  };
  const Component = component;
  return (
    <>
      {label !== 'inline' && (
        <label id="label-q" htmlFor={label === 'above' ? rendered.key : undefined}>
          {rendered.label}
        </label>
      )}
      <Component {...props} />
      <button type="button">Elsewhere</button>
    </>
  );
}
