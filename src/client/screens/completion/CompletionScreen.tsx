import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { showToast } from '#client/ui/toast/ToastHost.tsx';
import { successToast } from '#client/ui/toast/Toast.tsx';
import { useServices } from '#client/api/services.ts';
import { readNavigationState } from '#client/session/navigation-state.ts';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { ScreenHeading } from '#client/screens/ScreenHeading.tsx';
import { useApplication } from '#client/session/application.ts';
import { REVIEW_PATH } from '#client/session/form-places.ts';
import { Banner } from '#client/screens/frame/Banner.tsx';
import { NEXT_STEPS } from '#form/progress/next-steps.ts';
import { greetingName } from '#form/summary/student-names.ts';
import { PdfCopyButton } from '#client/screens/frame/PdfCopy.tsx';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { SubmissionFacts } from '#client/screens/frame/SubmissionFacts.tsx';
import { say, completionTexts, reviewTexts } from '#texts/say.ts';
import './completion.css';

/** Screen after submission, without form navigation. */
export function CompletionScreen() {
  const { partner } = useServices();
  const { definition, store } = useApplication();
  useNotice();
  return (
    <ScreenFrame>
      <main className="stack centered completion" id="main" tabIndex={-1}>
        <div className="stack">
          <Icon name="check" className="completion-mark" />
          <ScreenHeading
            screen="completion"
            text={say(completionTexts.heading)}
            title={say(completionTexts.pageTitle)}
          />
        </div>
        <Banner
          kind="submitted"
          name={greetingName(definition, store.state().form.answers)}
          institution={partner.name}
        />
        <Receipt />
        <section className="stack">
          <h2>{say(completionTexts.next)}</h2>
          <ol className="stack plain-list completion-steps">
            {NEXT_STEPS.map(({ link, title, text }) => (
              <li key={link} className="panel">
                <a href={partner.links[link]}>{say(title)}</a>
                <p className="fine-print">{say(text)}</p>
              </li>
            ))}
          </ol>
        </section>
        <FurtherLinks />
      </main>
    </ScreenFrame>
  );
}

/** Submission facts, email recipient and copies. */
function Receipt() {
  const { student } = useApplication();
  const { receipt, submittedAt, username } = useSyncExternalStore(student.subscribe, student.get);
  return (
    <div className="stack panel notice submission-card">
      <SubmissionFacts receipt={receipt} submittedAt={submittedAt} />
      <p>{say(completionTexts.mail, { email: username })}</p>
      <div className="row completion-copies">
        <ScreenLink to={REVIEW_PATH} className={buttonClass('secondary')} text={reviewTexts.read} />
        <PdfCopyButton startsAtOnce />
      </div>
    </div>
  );
}

function FurtherLinks() {
  const { partner } = useServices();
  return (
    <div className="columns completion-further">
      {FURTHER_LINKS.map(({ heading, links }) => (
        <section key={heading.text}>
          <h2>{say(heading)}</h2>
          <ul className="stack plain-list">
            {links.map(({ link, title, text }) => (
              <li key={link}>
                <a href={partner.links[link]}>{say(title)}</a>
                <p className="fine-print">{say(text)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Shows the notice from the navigation state once, as a toast. */
function useNotice(): void {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { notice } = readNavigationState(state);
  useEffect(() => {
    if (notice === undefined) return;
    showToast(successToast(notice));
    void navigate(pathname, { replace: true, state: null });
  }, [notice, navigate, pathname]);
}

/** Optional next steps. `link` is the name of a partner link. */
const FURTHER_LINKS = [
  {
    heading: completionTexts.visit,
    links: [
      { link: 'tour', title: completionTexts.tour, text: completionTexts.tourText },
      { link: 'location', title: completionTexts.location, text: completionTexts.locationText },
      { link: 'stay', title: completionTexts.stay, text: completionTexts.stayText },
    ],
  },
  {
    heading: completionTexts.ahead,
    links: [
      { link: 'housing', title: completionTexts.housing, text: completionTexts.housingText },
      { link: 'catalog', title: completionTexts.catalog, text: completionTexts.catalogText },
    ],
  },
] as const;
