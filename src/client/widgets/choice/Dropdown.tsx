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

/** Up to here the native list is best; above, its options would be half of the page's elements. */
const NATIVE_LIMIT = 12;

/** One of many options, or of a few that are looked for by other names too, which the platform's control does not know. */
export function Dropdown(props: WidgetProps) {
  const { options } = props;
  const isSearched = options.length > NATIVE_LIMIT || options.some(({ aliases }) => aliases);
  return isSearched ? <Combobox {...props} /> : <NativeSelect {...props} />;
}

/** The platform's own list. An answer that is no longer offered stays visible under the words it had. */
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
