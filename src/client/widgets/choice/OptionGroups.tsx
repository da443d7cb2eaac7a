import type { ReactNode } from 'react';
import type { Option } from '#form/definition/option-list.ts';
import { optionGroups } from './option-groups.ts';

type OptionGroupsProps = {
  readonly options: readonly Option[];
  readonly drawOption: (option: Option) => ReactNode;
};

/** Options under the headings of their groups; those without a group have none. */
export function OptionGroups({ options, drawOption }: OptionGroupsProps) {
  return optionGroups(options).map(({ label, members }) =>
    label === undefined ? (
      members.map(drawOption)
    ) : (
      <div key={members[0]?.value} role="group" aria-label={label} className="option-group">
        <div className="option-group-heading" aria-hidden>
          {label}
        </div>
        {members.map(drawOption)}
      </div>
    ),
  );
}
