import { LookupBox } from './LookupBox.tsx';
import type { WidgetProps } from '../widget.ts';

/** Looks up an entry of a directory described by the form. */
export function DirectoryLookup(props: WidgetProps) {
  return <LookupBox widget={props} opensEmpty />;
}
