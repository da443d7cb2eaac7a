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

/** Native select. A retired answer stays visible with its stored label. */
function NativeSelect(props: WidgetProps) {
  const { options, isLoading, value, storedLabel, onChange, readOnly } = props;
  const chosen = controlText(value);
  const emptyLabel = options.length === 0 ? emptyListText(isLoading) : emptyChoiceText(props);
  const isRetired = chosen !== '' && options.every((option) => option.value !== chosen);
  return (
    <select
      {...controlAttributes(props)}
      className="control"
      value={chosen}
      disabled={readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{emptyLabel}</option>
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
    </select>
  );
}

export function optionElement({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
