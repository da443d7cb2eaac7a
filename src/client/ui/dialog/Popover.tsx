import { lazy, Suspense, useState } from 'react';
import type { PopoverProps } from './AnchoredPanel.tsx';

const AnchoredPanel = lazy(async () => ({ default: (await import('./AnchoredPanel.tsx')).AnchoredPanel }));

/** Focus-trapping panel below a control. Its library loads when first opened. */
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
