import type { Option } from '#form/definition/option-list.ts';
import { OptionGroups } from './OptionGroups.tsx';
import type { WidgetProps } from '../widget.ts';

type ChoiceListProps = Pick<WidgetProps, 'id' | 'options' | 'readOnly'> & {
  readonly type: 'radio' | 'checkbox';
  readonly isChosen: (value: string) => boolean;
  readonly onChoose: (value: string) => void;
};

/** The options of a question, each a control of the platform with its label, under the headings of their groups. */
export function ChoiceList({ id, options, readOnly, type, isChosen, onChoose }: ChoiceListProps) {
  if (options.length === 0) return <p className="control-note">No options</p>;
  const drawOption = (option: Option) => (
    <label key={option.value} className="choice">
      <input
        type={type}
        id={`${id}-${options.indexOf(option) + 1}`}
        name={id}
        value={option.value}
        checked={isChosen(option.value)}
        disabled={readOnly}
        onChange={() => onChoose(option.value)}
      />
      <span>{option.label}</span>
    </label>
  );
  return <OptionGroups options={options} drawOption={drawOption} />;
}
