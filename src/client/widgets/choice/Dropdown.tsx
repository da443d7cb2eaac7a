import { Combobox } from './Combobox.tsx';
import { NativeSelect } from './NativeSelect.tsx';
import type { WidgetProps } from '../widget.ts';

/**
 * Up to here a list is seen at one glance and the platform's own control is best. Above, ten native lists of
 * 250 options each would be half of all elements on a page.
 */
const NATIVE_LIMIT = 12;

/** One of many options, or of a few that are looked for by other names too, which the platform's control does not know. */
export function Dropdown(props: WidgetProps) {
  const { options } = props;
  const isSearched = options.length > NATIVE_LIMIT || options.some(({ aliases }) => aliases);
  return isSearched ? <Combobox {...props} /> : <NativeSelect {...props} />;
}
