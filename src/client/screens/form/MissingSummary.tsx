import { useState, type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { ScreenLink } from '../ScreenLink.tsx';
import type { FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions, type WrongQuestion } from '#form/validation/wrong-questions.ts';
import { ScrollAnchor } from './ScrollAnchor.tsx';
import './MissingSummary.css';
import { say } from '#texts/say.ts';
import * as submitTexts from '#generated/texts/submit.ts';
import { Say } from '#client/components/Say.tsx';

type MissingSummaryProps = {
  readonly definition: FormDefinition;
  readonly errors: ValidationErrors;
  /** The heading, so that it can take the focus after a submit that found something. */
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
};

/** What still has to be mended, page by page, each a link to its question (specification 2, "Form page chrome"). */
export function MissingSummary(props: MissingSummaryProps) {
  return (
    <ScrollAnchor>
      <Summary {...props} />
    </ScrollAnchor>
  );
}

function Summary({ definition, errors, headingRef }: MissingSummaryProps) {
  useInspectedErrors(definition, errors);
  const wrong = wrongQuestions(definition, errors);
  // Before the first check nothing is known to be wrong, which is not the same as nothing missing.
  const [wasWrong, setWrong] = useState(false);
  if (wrong.length > 0 && !wasWrong) setWrong(true);
  if (wrong.length === 0) return wasWrong && <NothingMissing definition={definition} />;
  return (
    <section className="missing no-print" aria-labelledby="missing-heading">
      <h2 className="missing-heading" id="missing-heading" tabIndex={-1} ref={headingRef}>
        {say(submitTexts.missing)}
      </h2>
      <p>{say(submitTexts.missingText)}</p>
      <div className="missing-pages">
        {definition.pages.map((page) => (
          <PageList key={page.id} page={page} wrong={wrong.filter((question) => question.page === page.id)} />
        ))}
      </div>
    </section>
  );
}

/** After the last thing is mended: what is left is to submit, and where that is done. */
function NothingMissing({ definition }: { readonly definition: FormDefinition }) {
  const last = definition.pages.at(-1);
  const { pathname } = useLocation();
  return (
    <section className="missing missing-none no-print" role="status">
      <p>
        {say(submitTexts.nothingMissing)}{' '}
        {last && pathname !== last.path ? (
          <Say
            text={submitTexts.page}
            values={{ page: <ScreenLink to={last.path}>{last.title}</ScreenLink> }}
          />
        ) : (
          say(submitTexts.here)
        )}
      </p>
    </section>
  );
}

type PageListProps = {
  readonly page: PageDefinition;
  readonly wrong: readonly WrongQuestion[];
};

function PageList({ page, wrong }: PageListProps) {
  if (wrong.length === 0) return null;
  return (
    <div>
      <h3>{page.title}</h3>
      <ul className="missing-list">
        {wrong.map(({ key, label }) => (
          <li key={key}>
            <ScreenLink to={`${page.path}#${key}`}>{label}</ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * In a local environment, has the summary fail where the form and its error map do not fit each other
 * (specification 5, last paragraph). A built client leaves out what looks.
 *
 * @throws BadConfigError while drawing
 */
function useInspectedErrors(definition: FormDefinition, errors: ValidationErrors): void {
  const [fault, setFault] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (import.meta.env.DEV) {
      inspect(definition, errors).catch((error: unknown) => setFault({ error }));
    }
  }, [definition, errors]);
  if (fault) throw fault.error;
}

async function inspect(definition: FormDefinition, errors: ValidationErrors): Promise<void> {
  const { requireSoundErrors } = await import('#form/definition/soundness.ts');
  requireSoundErrors(definition, Object.keys(errors), (sentence) => console.error(sentence));
}
