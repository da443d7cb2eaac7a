import { useDeferredValue } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { controlText, type WidgetProps } from '../widget.ts';
import { listTexts } from '#texts/say.ts';

/** One of a few options, all visible. */
export function Radio(props: WidgetProps) {
  const { id, labelId, value, onChange } = props;
  const chosen = controlText(value);
  // Deferred until the choice is painted.
  const mayClear = useDeferredValue(chosen !== '');
  return (
    <>
      <ChoiceGroup {...props} type="radio" isChosen={(each) => each === chosen} onChoose={onChange} />
      {mayClear && <ClearChoice id={id} labelId={labelId} onClear={() => onChange('')} />}
    </>
  );
}

type ClearChoiceProps = Pick<WidgetProps, 'id' | 'labelId'> & { readonly onClear: () => void };

/** Clears the choice, and moves focus to the first radio button. */
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
        text={listTexts.clear}
      />
    </div>
  );
}
