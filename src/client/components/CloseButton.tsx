import { Button } from './Button.tsx';

/** Closes a dialog that has nothing to decide. */
export function CloseButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button look="secondary" onClick={onClick}>
      Close
    </Button>
  );
}
