import type { Option } from '#form/definition/option-list.ts';

/** Neighbouring options of the same group (undefined: none), in the order in which they are offered. */
export type OptionGroup = { readonly label: string | undefined; readonly members: readonly Option[] };

/** Options as a list shows them: each run of the same `group` under one heading. */
export function optionGroups(options: readonly Option[]): readonly OptionGroup[] {
  const groups: { label: string | undefined; members: Option[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.label === option.group) last.members.push(option);
    else groups.push({ label: option.group, members: [option] });
  }
  return groups;
}
