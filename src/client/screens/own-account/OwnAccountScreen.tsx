import { useSyncExternalStore } from 'react';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { useServices } from '#client/api/services.ts';
import { useApplication } from '#client/session/application.ts';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { useScreenFocus } from '#client/screens/use-screen-focus.ts';
import { useTitle } from '#client/screens/use-title.ts';
import { DataSection, DeletionSection } from './DataSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ReminderSection } from './ReminderSection.tsx';
import { SessionList } from './SessionList.tsx';
import { useIsLoaded } from './use-own-queries.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';
import './own-account.css';

/** What a student can do with their account in addition to the form, from the account menu. */
export function OwnAccountScreen() {
  const { partner } = useServices();
  return useIsLoaded() ? <Sections /> : <SpinnerScreen brand={partner} />;
}

function Sections() {
  const { partner } = useServices();
  const { student } = useApplication();
  const { username, lastPage, webStatus } = useSyncExternalStore(student.subscribe, student.get);
  const headingRef = useScreenFocus('own-account');
  useTitle(say(ownAccountTexts.title), partner.name);
  return (
    <ScreenFrame>
      <main className="own-account" id="main" tabIndex={-1}>
        <header>
          <h1 tabIndex={-1} ref={headingRef}>
            {say(ownAccountTexts.title)}
          </h1>
          <p>{say(ownAccountTexts.whose, { email: username })}</p>
          <p>
            <ScreenLink to={lastPage ?? '/'}>{say(ownAccountTexts.back)}</ScreenLink>
          </p>
        </header>
        <SessionList />
        <EmailSection />
        <PasswordSection username={username} />
        {partner.deadlines !== undefined && webStatus !== 'submitted' && <ReminderSection />}
        <PasskeySection />
        <DataSection />
        <DeletionSection isSubmitted={webStatus === 'submitted'} />
      </main>
    </ScreenFrame>
  );
}
