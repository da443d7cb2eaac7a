import { LookupBox } from './LookupBox.tsx';
import type { WidgetProps } from '../widget.ts';

/** Look-up in a directory defined by the form. */
export function DirectoryLookup(props: WidgetProps) {
  return <LookupBox widget={props} />;
}
