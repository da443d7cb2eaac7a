import { Combobox } from './Combobox.tsx';
import {
  type WidgetProps,
  emptyChoiceText,
  emptyListText,
  controlText,
  controlAttributes,
} from '../widget.ts';
import type { Option } from '#form/definition/option-list.ts';
import { optionGroups } from './OptionGroups.tsx';

/** Maximum options of a native list; beyond, they dominate the page's elements. */
const NATIVE_LIMIT = 15;

/** Dropdown; searchable if long. */
export function Dropdown(props: WidgetProps) {
  return props.options.length > NATIVE_LIMIT ? <Combobox {...props} /> : <NativeSelect {...props} />;
}

function NativeSelect(props: WidgetProps) {
  const { value, onChange } = props;
  return (
    <select
      {...controlAttributes(props)}
      className="control"
      value={controlText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <SelectOptions {...props} emptyLabel={emptyChoiceText(props)} />
    </select>
  );
}

type SelectOptionsProps = Pick<WidgetProps, 'options' | 'value' | 'storedLabel' | 'isLoading'> & {
  readonly emptyLabel: string;
};

/** Options of a native select. A retired answer stays visible with its stored label. */
export function SelectOptions({ options, value, storedLabel, isLoading, emptyLabel }: SelectOptionsProps) {
  const chosen = controlText(value);
  const isRetired = chosen !== '' && options.every((option) => option.value !== chosen);
  return (
    <>
      <option value="">{options.length === 0 ? emptyListText(isLoading) : emptyLabel}</option>
      {isRetired && <option value={chosen}>{storedLabel ?? chosen}</option>}
      {optionGroups(options).map(({ label, members }) =>
        label === undefined ? (
          members.map(optionElement)
        ) : (
          <optgroup key={label} label={label}>
            {members.map(optionElement)}
          </optgroup>
        ),
      )}
    </>
  );
}

function optionElement({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
