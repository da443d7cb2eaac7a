import { MaskedInput } from './MaskedInput.tsx';
import { socialSecurity } from './social-security-format.ts';
import type { WidgetProps } from '../widget.ts';

/** A social security number, shown and kept as `123-45-6789` (specification 5, "Phone"). */
export function SocialSecurity(props: WidgetProps) {
  return <MaskedInput widget={props} mask={socialSecurity} type="text" store="formatted" />;
}
