import type { ReactNode } from 'react';
import type { Option } from '#form/definition/option-list.ts';

type OptionGroupsProps = {
  readonly options: readonly Option[];
  readonly renderOption: (option: Option) => ReactNode;
};

/** Options below their group headings, if any. */
export function OptionGroups({ options, renderOption }: OptionGroupsProps) {
  return optionGroups(options).map(({ label, members }) =>
    label === undefined ? (
      members.map(renderOption)
    ) : (
      <div key={members[0]?.value} role="group" aria-label={label} className="option-group">
        <div className="fine-print option-group-heading" aria-hidden>
          {label}
        </div>
        {members.map(renderOption)}
      </div>
    ),
  );
}

/** Adjacent options of a group, in their original order. */
type OptionGroup = { readonly label: string | undefined; readonly members: readonly Option[] };

/** Groups each run of options with the same `group`. */
export function optionGroups(options: readonly Option[]): readonly OptionGroup[] {
  const groups: { label: string | undefined; members: Option[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.label === option.group) last.members.push(option);
    else groups.push({ label: option.group, members: [option] });
  }
  return groups;
}
