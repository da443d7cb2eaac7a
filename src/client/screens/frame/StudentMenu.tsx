import { useLocation } from 'react-router';
import { OWN_ACCOUNT_PATH } from '#client/application/route-rules.ts';
import { buttonClass } from '#client/components/Button.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { PdfCopyButton } from './PdfCopy.tsx';
import { say } from '#texts/say.ts';
import * as ownAccountTexts from '#generated/texts/ownAccount.ts';

/** What a student alone finds in the account popover. */
export function StudentMenu() {
  const { pathname } = useLocation();
  return (
    <>
      <PdfCopyButton />
      {pathname !== OWN_ACCOUNT_PATH && (
        <ScreenLink to={OWN_ACCOUNT_PATH} className={buttonClass('secondary')}>
          {say(ownAccountTexts.title)}
        </ScreenLink>
      )}
    </>
  );
}
