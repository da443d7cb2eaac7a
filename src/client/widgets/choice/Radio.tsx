import { Button } from '#client/components/Button.tsx';
import { ariaState } from '../control-attributes.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { choicesClass } from './choices-class.ts';
import { controlText, type WidgetProps } from '../widget.ts';

/** One of a few options, all visible: the platform's radio buttons in a group that bears the question's name. */
export function Radio(props: WidgetProps) {
  const { id, labelId, question, options, value, onChange, readOnly } = props;
  const chosen = controlText(value);
  return (
    <>
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
      {chosen !== '' && !readOnly && <ClearChoice id={id} labelId={labelId} onClear={() => onChange('')} />}
    </>
  );
}

type ClearChoiceProps = Pick<WidgetProps, 'id' | 'labelId'> & { readonly onClear: () => void };

/** Takes a choice back, which radio buttons alone cannot do. The focus goes to the first of them, as this goes away. */
function ClearChoice({ id, labelId, onClear }: ClearChoiceProps) {
  return (
    <div className="choices-clear">
      <Button
        look="text"
        id={`${id}-clear`}
        aria-labelledby={`${id}-clear ${labelId}`}
        onClick={() => {
          document.getElementById(`${id}-1`)?.focus();
          onClear();
        }}
      >
        Clear
      </Button>
    </div>
  );
}
