import { LookupBox } from './LookupBox.tsx';
import type { WidgetProps } from '../widget.ts';

/** The first line of an address. Most are typed, so the list opens only when there is something in it. */
export function AddressLookup(props: WidgetProps) {
  return <LookupBox widget={props} keepsTyped />;
}
