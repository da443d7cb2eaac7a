import { LookupBox } from './LookupBox.tsx';
import type { WidgetProps } from '../widget.ts';

/** The name of an entry of a directory that a file of the form describes; what is in none is typed. */
export function DirectoryLookup(props: WidgetProps) {
  return <LookupBox widget={props} opensEmpty />;
}
