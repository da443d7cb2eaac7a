import { LookupBox } from './LookupBox.tsx';
import type { WidgetProps } from '../widget.ts';
import { say, lookupTexts } from '#texts/say.ts';

/** School name. Unlisted schools and their details are typed (docs/behavior.md 2.8). */
export function School(props: WidgetProps) {
  return <LookupBox widget={props} hint={say(lookupTexts.school)} more={say(lookupTexts.more)} />;
}
