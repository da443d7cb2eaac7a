import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { nextWrong, wrongQuestions } from '#form/validation/wrong-questions.ts';
import { Button } from '#client/ui/Button.tsx';
import { NothingMissing } from './MissingSummary.tsx';
import { say } from '#texts/say.ts';
import { sectionTexts, submitTexts } from '#generated/texts.ts';

type NextBarProps = { readonly definition: FormDefinition; readonly errors: ValidationErrors };

/** How much is missing, and the way to the next of it; Ctrl+Enter goes there too. */
export function NextBar({ definition, errors }: NextBarProps) {
  const wrong = wrongQuestions(definition, errors);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const last = useRef<string>(undefined);
  const goOn = useEffectEvent(() => {
    const next = nextWrong(definition, wrong, last.current);
    const page = definition.pages.find(({ id }) => id === next?.page);
    if (!next || !page) return;
    last.current = next.key;
    void navigate(`${page.path}#${next.key}`, { replace: page.path === pathname });
  });
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const box = target instanceof Element ? target.closest<HTMLElement>('[data-question]') : null;
      last.current = box?.dataset['question'] ?? last.current;
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
  if (wrong.length === 0) return <NothingLeft definition={definition} />;
  return (
    <section className="next-bar no-print" aria-label={say(submitTexts.whatIsLeft)}>
      <p role="status">{say(sectionTexts.left, { count: wrong.length })}</p>
      <kbd className="next-bar-keys" aria-hidden="true">
        {say(submitTexts.nextKeys)}
      </kbd>
      <Button aria-keyshortcuts="Control+Enter" onClick={() => goOn()} text={submitTexts.next} />
    </section>
  );
}

/** In the same place, where it is seen: the summary, which announces it, is at the top of the page. */
function NothingLeft({ definition }: Pick<NextBarProps, 'definition'>) {
  return (
    <section className="next-bar next-bar-done no-print" aria-label={say(submitTexts.whatIsLeft)}>
      <NothingMissing definition={definition} />
    </section>
  );
}
