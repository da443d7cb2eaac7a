import { Button } from './Button.tsx';

/** Closes a dialog that has nothing to decide. */
export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <Button look="secondary" onClick={onClick}>
      Close
    </Button>
  );
}
