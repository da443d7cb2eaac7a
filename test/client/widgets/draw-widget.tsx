import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import { widgetNamed } from '#client/widgets/registry.ts';
import type { WidgetProps } from '#client/widgets/widget.ts';
import { question } from '#test/form/build-definition.ts';

type Given = Partial<Pick<WidgetProps, 'value' | 'options' | 'live' | 'readOnly' | 'required'>>;

/** Draws one widget with a label, holding its answer as a page would. @returns what it reported, in order */
export function drawWidget(widget: string, part: Partial<Question>, given: Given = {}) {
  const reported: AnswerValue[] = [];
  const asked = question('q', { label: 'Question', widget, ...part });
  render(<Held question={asked} given={given} onReport={(value) => reported.push(value)} />);
  return { reported, user: userEvent.setup() };
}

type HeldProps = {
  readonly question: Question;
  readonly given: Given;
  readonly onReport: (value: AnswerValue) => void;
};

function Held({ question: asked, given, onReport }: HeldProps) {
  const [value, setValue] = useState(given.value);
  const { component, label } = widgetNamed(asked.widget);
  const props: WidgetProps = {
    question: asked,
    id: asked.key,
    labelId: 'label-q',
    describedBy: undefined,
    invalid: false,
    required: false,
    readOnly: false,
    live: false,
    options: [],
    parts: [],
    extraRules: [],
    onPartChange: () => {},
    ...given,
    value,
    onChange: (next) => {
      onReport(next);
      setValue(next);
    },
  };
  const Component = component;
  return (
    <>
      {label !== 'beside' && (
        <label id="label-q" htmlFor={label === 'above' ? asked.key : undefined}>
          {asked.label}
        </label>
      )}
      <Component {...props} />
      <button type="button">Elsewhere</button>
    </>
  );
}
