import type { Option } from '#form/definition/option-list.ts';
import { ariaState, emptyListText, type WidgetProps } from '../widget.ts';
import { OptionGroups } from './OptionGroups.tsx';

/** Maximum label length for inline options. */
const SHORT = 16;

type ChoiceGroupProps = WidgetProps & {
  readonly type: 'radio' | 'checkbox';
  readonly isChosen: (value: string) => boolean;
  readonly onChoose: (value: string) => void;
};

/** Group of native options, inline with short labels. */
export function ChoiceGroup({ type, isChosen, onChoose, ...props }: ChoiceGroupProps) {
  const { id, labelId, options } = props;
  const isInline = options.every(({ label }) => label.length <= SHORT);
  const { 'aria-required': isRequired, ...state } = ariaState(props);
  const renderOption = (option: Option) => (
    <label key={option.value} className="choice">
      <input
        type={type}
        id={`${id}-${options.indexOf(option) + 1}`}
        name={id}
        value={option.value}
        checked={isChosen(option.value)}
        onChange={() => onChoose(option.value)}
      />
      <span>{option.label}</span>
    </label>
  );
  return (
    <div
      {...state}
      // Not supported on checkbox groups.
      {...(type === 'radio' && isRequired && { 'aria-required': isRequired })}
      role={type === 'radio' ? 'radiogroup' : 'group'}
      id={`${id}-group`}
      aria-labelledby={labelId}
      className={isInline ? 'choices choices-inline' : 'choices'}
    >
      {options.length === 0 && <p className="control-note">{emptyListText(false)}</p>}
      <OptionGroups options={options} renderOption={renderOption} />
    </div>
  );
}
