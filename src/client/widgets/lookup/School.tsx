import { LookupBox } from './LookupBox.tsx';
import type { WidgetProps } from '../widget.ts';
import { say, lookupTexts } from '#texts/say.ts';

/** The name of a school. A school that is in no directory is typed, and so are its details (docs/behavior.md 2.8). */
export function School(props: WidgetProps) {
  return <LookupBox widget={props} hint={say(lookupTexts.school)} more={say(lookupTexts.more)} opensEmpty />;
}
