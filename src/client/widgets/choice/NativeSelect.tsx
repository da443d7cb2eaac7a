import type { Option } from '#form/definition/option-list.ts';
import { controlAttributes } from '../control-attributes.ts';
import { optionGroups } from './option-groups.ts';
import { emptyChoiceText, emptyListText, controlText, type WidgetProps } from '../widget.ts';

/** The platform's own list. An answer that is no longer offered stays visible under the words it had. */
export function NativeSelect(props: WidgetProps) {
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

function optionElement(option: Option) {
  return (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  );
}
