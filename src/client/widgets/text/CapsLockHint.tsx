import { useState, type KeyboardEvent } from 'react';

/** Whether Caps Lock is on, as far as the last key in a control told, and what listens to it. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false);
  return {
    isOn,
    hear: (event: KeyboardEvent): void => setOn(event.getModifierState('CapsLock')),
    forget: (): void => setOn(false),
  };
}

/** Tells that capitals are typed where nobody sees them; read out when the reader has finished a sentence. */
export function CapsLockHint({ isOn }: { readonly isOn: boolean }) {
  return (
    <span role="status" className="caps-lock">
      {isOn && 'Caps Lock is on.'}
    </span>
  );
}
