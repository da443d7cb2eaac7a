import { lazy, Suspense, useState } from 'react';
import type { PopoverProps } from './AnchoredPanel.tsx';

const AnchoredPanel = lazy(async () => ({ default: (await import('./AnchoredPanel.tsx')).AnchoredPanel }));

/** A panel below a control, which keeps the focus until it is closed. Its library is loaded when it is first opened. */
export function Popover(props: PopoverProps) {
  const [wasOpened, setOpened] = useState(props.anchor !== null);
  if (props.anchor && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <AnchoredPanel {...props} />
    </Suspense>
  );
}
