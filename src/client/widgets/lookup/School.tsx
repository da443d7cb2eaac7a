import { LookupBox } from './LookupBox.tsx';
import type { WidgetProps } from '../widget.ts';

const HINT = 'Enter your school information below.';

/** The name of a school. A school that is in no directory is typed, and what is asked of it besides (specification 2). */
export function School(props: WidgetProps) {
  return <LookupBox widget={props} hint={HINT} opensEmpty />;
}
