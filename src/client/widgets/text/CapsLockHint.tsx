import { useState, type KeyboardEvent } from 'react';

/** Whether Caps Lock is on, by the last key in a control, and the listeners that find out. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false);
  return {
    isOn,
    hear: (event: KeyboardEvent): void => setOn(event.getModifierState('CapsLock')),
    forget: (): void => setOn(false),
  };
}

/** Warns that capitals are typed where nobody sees them; announced politely. */
export function CapsLockHint({ isOn }: { readonly isOn: boolean }) {
  return (
    <span role="status" className="caps-lock">
      {isOn && 'Caps Lock is on.'}
    </span>
  );
}
