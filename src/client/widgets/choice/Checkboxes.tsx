import type { AnswerValue } from '#form/definition/definition.ts';
import { ariaState } from '../control-attributes.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { choicesClass } from './choices-class.ts';
import type { WidgetProps } from '../widget.ts';

/** Any number of options. The answer keeps the order of the options, however they were clicked. */
export function Checkboxes(props: WidgetProps) {
  const { id, labelId, question, options, value, onChange, readOnly } = props;
  const chosen = new Set(chosenValues(value));
  const toggle = (toggled: string) => {
    const next = options
      .map((option) => option.value)
      .filter((each) => (each === toggled ? !chosen.has(each) : chosen.has(each)));
    onChange(next.length > 0 ? next : '');
  };
  const { 'aria-required': _unsupportedByGroup, ...state } = ariaState(props);
  return (
    <div
      {...state}
      role="group"
      id={`${id}-group`}
      aria-labelledby={labelId}
      className={choicesClass(question, options)}
    >
      <ChoiceList
        type="checkbox"
        id={id}
        options={options}
        readOnly={readOnly}
        isChosen={(each) => chosen.has(each)}
        onChoose={toggle}
      />
    </div>
  );
}

function chosenValues(value: AnswerValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}
