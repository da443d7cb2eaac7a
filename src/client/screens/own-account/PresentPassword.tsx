import type { Ref } from 'react';
import { OwnField } from './OwnField.tsx';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';

type PresentPasswordProps = {
  readonly fault: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Asks for the password again before something of the account changes. */
export function PresentPassword(props: PresentPasswordProps) {
  return (
    <OwnField
      {...props}
      label={say(ownAccountTexts.present)}
      name="password"
      type="password"
      autoComplete="current-password"
    />
  );
}
