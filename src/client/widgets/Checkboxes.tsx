import type { AnswerValue } from '#form/definition/definition.ts';
import { ariaState } from './control-attributes.ts';
import { choicesClass } from './choices-class.ts';
import type { WidgetProps } from './widget.ts';

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
      {options.map((option, index) => (
        <label key={option.value} className="choice">
          <input
            type="checkbox"
            id={`${id}-${index + 1}`}
            name={id}
            value={option.value}
            checked={chosen.has(option.value)}
            disabled={readOnly}
            onChange={() => toggle(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {options.length === 0 && <p className="control-note">No options</p>}
    </div>
  );
}

function chosenValues(value: AnswerValue | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}
