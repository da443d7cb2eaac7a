import { useLocation } from 'react-router';
import { OWN_ACCOUNT_PATH, REVIEW_PATH } from '#client/session/navigation-state.ts';
import { useApplication } from '#client/session/application.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { PdfCopyButton } from './PdfCopy.tsx';
import { say, ownAccountTexts, reviewTexts } from '#texts/say.ts';

/** Account popover items for students. */
export function StudentMenu() {
  const { pathname } = useLocation();
  const { webStatus } = useApplication().student.get();
  return (
    <>
      {pathname !== REVIEW_PATH && (
        <ScreenLink to={REVIEW_PATH} className={buttonClass('secondary')}>
          {say(webStatus === 'submitted' ? reviewTexts.read : reviewTexts.open)}
        </ScreenLink>
      )}
      <PdfCopyButton />
      {pathname !== OWN_ACCOUNT_PATH && (
        <ScreenLink to={OWN_ACCOUNT_PATH} className={buttonClass('secondary')} text={ownAccountTexts.title} />
      )}
    </>
  );
}
