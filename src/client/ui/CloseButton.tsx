import { Button } from './Button.tsx';
import { say } from '#texts/say.ts';
import { dialogTexts } from '#generated/texts.ts';

/** Closes a dialog that has nothing to decide. */
export function CloseButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button look="secondary" onClick={onClick}>
      {say(dialogTexts.close)}
    </Button>
  );
}
