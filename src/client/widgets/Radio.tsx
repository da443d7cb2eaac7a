import { ariaState } from './control-attributes.ts';
import { choicesClass } from './choices-class.ts';
import { shownText, type WidgetProps } from './widget.ts';

/** One of a few options, all visible: the platform's radio buttons in a group that bears the question's name. */
export function Radio(props: WidgetProps) {
  const { id, labelId, question, options, value, onChange, readOnly } = props;
  const chosen = shownText(value);
  return (
    <div
      {...ariaState(props)}
      role="radiogroup"
      id={`${id}-group`}
      aria-labelledby={labelId}
      className={choicesClass(question, options)}
    >
      {options.map((option, index) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            id={`${id}-${index + 1}`}
            name={id}
            value={option.value}
            checked={option.value === chosen}
            disabled={readOnly}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {options.length === 0 && <p className="control-note">No options</p>}
    </div>
  );
}
