import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { showToast } from '#client/components/ToastHost.tsx';
import { useServices } from '#client/data/services.ts';
import { readCarried } from '../carried.ts';
import { useTitle } from '../use-title.ts';
import { useApplication } from './application.ts';
import { Banner } from './Banner.tsx';
import './CompletionScreen.css';
import { greetingName } from './greeting-name.ts';
import { ScreenFrame } from './ScreenFrame.tsx';

/** The last steps, by the name of the partner's link they lead to. */
const LAST_STEPS = [
  { link: 'portal', text: 'Follow your application in the portal' },
  { link: 'tour', text: 'Book a campus tour' },
  { link: 'housing', text: 'See where you could live' },
  { link: 'catalog', text: 'Browse the course catalog' },
  { link: 'location', text: 'Plan your way to campus' },
  { link: 'faq', text: 'Find answers to common questions' },
] as const;

/** Where a student is after the submission, without the form's layout. */
export function CompletionScreen() {
  const { partner } = useServices();
  const { definition, store, student } = useApplication();
  const { receipt, username } = useSyncExternalStore(student.subscribe, student.get);
  useTitle('Application Submitted', partner.name);
  useNotice();
  return (
    <ScreenFrame>
      <main className="completion" id="main" tabIndex={-1}>
        <h1>Your Application Is Submitted</h1>
        <Banner
          kind="submitted"
          name={greetingName(definition, store.state().answers)}
          institution={partner.name}
        />
        {receipt !== undefined && (
          <p>
            Your receipt: <strong className="completion__receipt">{receipt}</strong>
          </p>
        )}
        <p>We send a mail with your receipt to {username}. Please keep it for questions.</p>
        <h2>Last Steps</h2>
        <ul className="completion__steps">
          {LAST_STEPS.map(({ link, text }) => {
            const href = partner.links[link];
            return (
              href !== undefined && (
                <li key={link}>
                  <a href={href}>{text}</a>
                </li>
              )
            );
          })}
        </ul>
      </main>
    </ScreenFrame>
  );
}

/** Shows once, as a toast, what the navigation brought along. */
function useNotice(): void {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { notice } = readCarried(state);
  useEffect(() => {
    if (notice === undefined) return;
    showToast({ severity: 'success', label: 'Success Notification', message: notice });
    void navigate(pathname, { replace: true, state: null });
  }, [notice, navigate, pathname]);
}
