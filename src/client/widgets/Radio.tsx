import { ariaState } from './control-attributes.ts';
import { ChoiceList } from './ChoiceList.tsx';
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
      <ChoiceList
        type="radio"
        id={id}
        options={options}
        readOnly={readOnly}
        isChosen={(each) => each === chosen}
        onChoose={onChange}
      />
    </div>
  );
}
