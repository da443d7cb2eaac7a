import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showToast } from '#client/components/toast/ToastHost.tsx';
import { useServices } from '#client/data/services.ts';
import { readNavigationState } from '#client/screens/navigation-state.ts';
import { useScreenFocus } from '#client/screens/use-screen-focus.ts';
import { useTitle } from '#client/screens/use-title.ts';
import { useApplication } from '#client/application/application.ts';
import { Banner } from '#client/screens/frame/Banner.tsx';
import './CompletionScreen.css';
import { greetingName } from '#form/summary/student-names.ts';
import { LAST_STEPS } from './last-steps.ts';
import { PdfCopyButton } from '#client/screens/frame/PdfCopy.tsx';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { Say } from '#client/components/Say.tsx';
import { say } from '#texts/say.ts';
import * as completionTexts from '#generated/texts/completion.ts';
import * as toastTexts from '#generated/texts/toast.ts';

/** Where a student is after the submission, without the form's layout. */
export function CompletionScreen() {
  const { partner } = useServices();
  const { definition, store, student } = useApplication();
  const { receipt, username } = useSyncExternalStore(student.subscribe, student.get);
  const headingRef = useScreenFocus('completion');
  useTitle(say(completionTexts.pageTitle), partner.name);
  useNotice();
  return (
    <ScreenFrame>
      <main className="completion" id="main" tabIndex={-1}>
        <h1 tabIndex={-1} ref={headingRef}>
          {say(completionTexts.heading)}
        </h1>
        <Banner
          kind="submitted"
          name={greetingName(definition, store.state().answers)}
          institution={partner.name}
        />
        <div className="completion-receipt">
          {receipt !== null && (
            <p>
              <Say
                text={completionTexts.receipt}
                values={{ receipt: <strong className="completion-number">{receipt}</strong> }}
              />
            </p>
          )}
          <p>{say(completionTexts.mail, { email: username })}</p>
          <PdfCopyButton startsAtOnce />
        </div>
        {LAST_STEPS.map(({ heading, steps }) => (
          <section key={heading.text} className="completion-group">
            <h2>{say(heading)}</h2>
            <ul className="completion-steps">
              {steps.map(({ link, title, text }) => (
                <li key={link}>
                  <a href={partner.links[link]}>{say(title)}</a>
                  <p>{say(text)}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </ScreenFrame>
  );
}

/** Shows once, as a toast, what the navigation passed on. */
function useNotice(): void {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { notice } = readNavigationState(state);
  useEffect(() => {
    if (notice === undefined) return;
    showToast({ severity: 'success', label: say(toastTexts.success), message: notice });
    void navigate(pathname, { replace: true, state: null });
  }, [notice, navigate, pathname]);
}
