import { useState, type RefObject, useEffect, useRef, useEffectEvent } from 'react';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import type { FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import {
  runningText,
  wrongQuestions,
  wrongReasons,
  type WrongQuestion,
  nextWrong,
} from '#form/validation/wrong-questions.ts';
import { useVisiblePages } from '#client/session/application.ts';
import { say, reviewTexts, submitTexts, sectionTexts } from '#texts/say.ts';
import { useDeadline } from '#client/screens/frame/Deadline.tsx';
import { useLocation, useNavigate } from 'react-router';
import { Message } from '#client/ui/Message.tsx';
import { ScrollAnchor } from '#client/ui/ScrollAnchor.tsx';
import { Button } from '#client/ui/Button.tsx';
import './submission.css';

type MissingSummaryProps = {
  readonly definition: FormDefinition;
  readonly errors: ValidationErrors;
  /** Focused after a refused submit. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
};

/** Links to missing or invalid answers by page (docs/behavior.md 2.5). */
export function MissingSummary(props: MissingSummaryProps) {
  const wrapper = useRef<HTMLDivElement>(null);
  return (
    <div className="scroll-anchor" ref={wrapper}>
      <ScrollAnchor
        of={props}
        find={() => (window.scrollY > 0 ? wrapper.current?.nextElementSibling : null)}
      />
      <Summary {...props} />
    </div>
  );
}

function Summary({ definition, errors, headingRef }: MissingSummaryProps) {
  useInspectedErrors(definition, errors);
  const wrong = wrongQuestions(definition, errors);
  // Before the first check nothing is known to be wrong, so nothing is reported as complete.
  const [wasWrong, setWrong] = useState(false);
  if (wrong.length > 0 && !wasWrong) setWrong(true);
  return (
    <>
      {/* Live region, rendered before its content. */}
      <div className="missing-status" role="status">
        {wasWrong && wrong.length === 0 && (
          <div className="panel notice notice-good missing no-print">
            <NothingMissing />
          </div>
        )}
      </div>
      {wrong.length > 0 && <Missing definition={definition} wrong={wrong} headingRef={headingRef} />}
    </>
  );
}

type MissingProps = Omit<MissingSummaryProps, 'errors'> & { readonly wrong: readonly WrongQuestion[] };

function Missing({ definition, wrong, headingRef }: MissingProps) {
  return (
    <section className="stack panel notice notice-wrong missing no-print" aria-labelledby="missing-heading">
      <h2 className="missing-heading" id="missing-heading" tabIndex={-1} ref={headingRef}>
        {say(submitTexts.missing)}
      </h2>
      <p>{say(submitTexts.missingText)}</p>
      <div className="columns missing-pages">
        {definition.pages.map((page) => (
          <PageList key={page.id} page={page} wrong={wrong.filter((question) => question.page === page.id)} />
        ))}
      </div>
    </section>
  );
}

type PageListProps = { readonly page: PageDefinition; readonly wrong: readonly WrongQuestion[] };

function PageList({ page, wrong }: PageListProps) {
  if (wrong.length === 0) return null;
  return (
    <div>
      <h3>{page.title}</h3>
      <ul className="stack plain-list missing-list">
        {wrong.map((question) => (
          <li key={question.key}>
            <ScreenLink to={`${page.path}#${question.key}`}>{question.label}</ScreenLink>{' '}
            <span className="missing-why">{whyOf(page, question)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function whyOf(page: PageDefinition, question: WrongQuestion): string {
  const reasons = wrongReasons(page, question);
  return reasons.length === 0 ? say(submitTexts.notAnswered) : runningText(reasons);
}

/** In development, throws BadConfigError if the errors do not fit the form (docs/behavior.md 5.10). */
function useInspectedErrors(definition: FormDefinition, errors: ValidationErrors): void {
  const [, fail] = useState<never>();
  useEffect(() => {
    if (!import.meta.env.DEV) return;
    inspect(definition, errors).catch((error: unknown) =>
      fail(() => {
        throw error;
      }),
    );
  }, [definition, errors]);
}

async function inspect(definition: FormDefinition, errors: ValidationErrors): Promise<void> {
  const { requireSoundErrors } = await import('#form/definition/soundness.ts');
  requireSoundErrors(definition, Object.keys(errors), (sentence) => console.error(sentence));
}

/** Shown when nothing is missing: where to submit. */
function NothingMissing() {
  const last = useVisiblePages().at(-1);
  const { pathname } = useLocation();
  if (useDeadline()?.isClosed === true) return <p>{say(submitTexts.nothingMissing)}</p>;
  return (
    <p>
      {say(submitTexts.nothingMissing)}{' '}
      {last && pathname !== last.path ? (
        <Message
          text={submitTexts.page}
          values={{ page: <ScreenLink to={last.path}>{last.title}</ScreenLink> }}
        />
      ) : (
        say(submitTexts.here)
      )}
    </p>
  );
}

export type NextBarProps = {
  readonly definition: FormDefinition;
  readonly errors: ValidationErrors;
  readonly isSaving: boolean;
  /** Available once nothing is missing. */
  readonly onReview: () => void;
};

/** Count of missing answers, with a button (also Ctrl+Enter) to the next, which it names. */
export function NextBar({ definition, errors, ...review }: NextBarProps) {
  const wrong = wrongQuestions(definition, errors);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [last, setLast] = useState<string>();
  const next = nextWrong(definition, wrong, last);
  const goOn = useEffectEvent(() => {
    const page = definition.pages.find(({ id }) => id === next?.page);
    if (!next || !page) return;
    setLast(next.key);
    void navigate(`${page.path}#${next.key}`, { replace: page.path === pathname });
  });
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const box = target instanceof Element ? target.closest<HTMLElement>('[data-question]') : null;
      setLast((before) => box?.dataset['question'] ?? before);
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      goOn();
    };
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', press);
    };
  }, []);
  if (!next) return <NothingLeft {...review} />;
  return (
    <section className="next-bar no-print" aria-label={say(submitTexts.whatIsLeft)}>
      <p role="status">{say(sectionTexts.left, { count: wrong.length })}</p>
      <kbd className="next-bar-keys" aria-hidden="true">
        {say(submitTexts.nextKeys)}
      </kbd>
      <Button aria-keyshortcuts="Control+Enter" onClick={() => goOn()}>
        <span className="next-bar-name">{say(submitTexts.next, { question: next.label })}</span>
      </Button>
    </section>
  );
}

/** Completion message in the bar; the summary at the top announces it. */
function NothingLeft({ isSaving, onReview }: Pick<NextBarProps, 'isSaving' | 'onReview'>) {
  const isClosed = useDeadline()?.isClosed === true;
  return (
    <section className="next-bar next-bar-done no-print" aria-label={say(submitTexts.whatIsLeft)}>
      <p>{say(reviewTexts.complete)}</p>
      <Button isBusy={isSaving} onClick={onReview} text={isClosed ? reviewTexts.open : submitTexts.review} />
    </section>
  );
}
