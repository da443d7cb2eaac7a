import type { WidgetProps } from '../widget.ts';

type ChoiceListProps = Pick<WidgetProps, 'id' | 'options' | 'readOnly'> & {
  readonly type: 'radio' | 'checkbox';
  readonly isChosen: (value: string) => boolean;
  readonly onChoose: (value: string) => void;
};

/** The options of a group, each a control of the platform with its label. */
export function ChoiceList({ id, options, readOnly, type, isChosen, onChoose }: ChoiceListProps) {
  if (options.length === 0) return <p className="control-note">No options</p>;
  return options.map((option, index) => (
    <label key={option.value} className="choice">
      <input
        type={type}
        id={`${id}-${index + 1}`}
        name={id}
        value={option.value}
        checked={isChosen(option.value)}
        disabled={readOnly}
        onChange={() => onChoose(option.value)}
      />
      <span>{option.label}</span>
    </label>
  ));
}
