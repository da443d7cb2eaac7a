import {
  type MouseEvent,
  type ReactNode,
  lazy,
  Suspense,
  useSyncExternalStore,
  useId,
  useState,
} from 'react';
import { Footer } from './Footer.tsx';
import { say, frameTexts, pageTexts, sessionTexts } from '#texts/say.ts';
import { Announcement } from '#client/ui/Message.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Languages } from '#client/screens/Languages.tsx';
import { Logo } from '#client/ui/Logo.tsx';
import { useServices } from '#client/api/services.ts';
import { Deadline } from './Deadline.tsx';
import { greetingName } from '#form/summary/student-names.ts';
import { ConfirmDialog, ErrorDialog } from '#client/ui/dialog/NoticeDialog.tsx';
import { useApplication } from '#client/session/application.ts';
import { keepVisitorAnswers } from '#client/session/use-visitor-draft.ts';
import { useLogOut } from '#client/session/end-session.ts';
import { useNavigate } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import './frame.css';

type ScreenFrameProps = {
  /** The step of a form page, which shows the deadline itself. */
  readonly step?: string | undefined;
  readonly children: ReactNode;
};

/** Frames every form screen with header and footer. */
export function ScreenFrame({ step, children }: ScreenFrameProps) {
  return (
    <div className="screen-frame">
      <a className="skip-link no-print" href="#main" onClick={skip}>
        {say(frameTexts.skip)}
      </a>
      <Header step={step}>
        <AccountArea />
      </Header>
      {children}
      <Footer />
    </div>
  );
}

/** Replaces the browser's jump, because hashes name questions. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Institution and application on the left, account on the right. A form page's is lower, and on phones names its step. */
function Header({ step, children }: ScreenFrameProps) {
  const { partner } = useServices();
  return (
    <header className={step === undefined ? 'header' : 'header header-form'}>
      <div className="centered spread header-inner">
        <div className="row header-marks">
          <Logo brand={partner} />
          {step !== undefined && <p className="header-step">{step}</p>}
          <p className="fine-print header-application">
            <Icon name="form" className="header-mark" />
            {partner.application_title}
          </p>
        </div>
        <div className="row header-actions">
          <Languages />
          {children}
        </div>
      </div>
      <Announcement text={partner.banner} />
      {step === undefined && <Deadline />}
    </header>
  );
}

/** Loaded before the popover opens, to avoid layout shift. */
const StudentMenu = lazy(async () => ({ default: (await import('./StudentMenu.tsx')).StudentMenu }));

/** Its library loads when the menu is first opened. */
const AnchoredPanel = lazy(async () => ({
  default: (await import('#client/ui/dialog/AnchoredPanel.tsx')).AnchoredPanel,
}));

/** The account popover of the header, and its actions (docs/behavior.md 2.5). */
function AccountArea() {
  const application = useApplication();
  const { drafts } = useServices();
  const { logOut, errorMessage, unsaved, dismiss } = useLogOut();
  // Undefined until the menu is first opened.
  const [anchor, setAnchor] = useState<HTMLElement | null>();
  const menuId = useId();
  const navigate = useNavigate();
  const { definition, store, student } = application;
  const { isLoggedIn, username } = student.get();
  const name = useSyncExternalStore(store.subscribe, () =>
    greetingName(definition, store.state().form.answers),
  );
  const close = (): void => setAnchor(null);
  const leaveFor = (path: string): void => {
    keepVisitorAnswers(application, drafts.visitor);
    void navigate(path);
  };
  return (
    <>
      <button
        type="button"
        className="button account-button no-print"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="person" />
        <span className="visually-hidden">{say(pageTexts.accountOf)} </span>
        <span className="account-button-who" dir="auto">
          {isLoggedIn ? name || localPart(username) : say(frameTexts.signIn)}
        </span>
      </button>
      {anchor !== undefined && (
        <Suspense fallback={null}>
          <AnchoredPanel id={menuId} label={say(pageTexts.account)} anchor={anchor} onClose={close}>
            {isLoggedIn ? (
              <>
                <p>
                  <span className="fine-print block">{say(frameTexts.loggedInAs)}</span>
                  <span className="block account-menu-name">{username}</span>
                </p>
                <StudentMenu />
                <Button
                  look="secondary"
                  onClick={() => {
                    close();
                    void logOut({ isForced: false });
                  }}
                  text={frameTexts.logOut}
                />
              </>
            ) : (
              <>
                <Button onClick={() => leaveFor('/login')} text={frameTexts.signIn} />
                <Button
                  look="secondary"
                  onClick={() => leaveFor('/signup')}
                  text={frameTexts.createAccount}
                />
              </>
            )}
          </AnchoredPanel>
        </Suspense>
      )}
      <ErrorDialog message={errorMessage} onClose={dismiss} />
      {unsaved !== undefined && (
        <ConfirmDialog
          title={say(sessionTexts.askLogOut)}
          text={unsaved}
          confirmLabel={say(frameTexts.logOut)}
          onConfirm={() => {
            dismiss();
            void logOut({ isForced: true });
          }}
          onClose={dismiss}
        />
      )}
    </>
  );
}

/** Returns the local part of an address, enough to identify the account. */
function localPart(username: string): string {
  return username.split('@', 1)[0] ?? username;
}
