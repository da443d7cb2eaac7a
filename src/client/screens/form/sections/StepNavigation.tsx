import type { MouseEvent, ReactNode } from 'react';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { matchPath, useLocation } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { StepNote } from './step-notes.ts';
import { say } from '#texts/say.ts';
import { submitTexts } from '#generated/texts.ts';
import { Say } from '#client/ui/Say.tsx';

export type StepNavigationProps = {
  readonly pages: readonly PageDefinition[];
  /** The state of each page, by its id. */
  readonly notes: ReadonlyMap<string, StepNote>;
  /** What is below the link to the current step. */
  readonly children?: ReactNode;
  /** Called before the link is followed; it may prevent that. */
  readonly onStep: (page: PageDefinition, event: MouseEvent) => void;
};

/** The steps of the form, numbered, each with what is left to do; the current one is marked for eye and ear. */
export function StepNavigation({ pages, notes, onStep, children }: StepNavigationProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={say(submitTexts.steps)} className="steps-area no-print">
      <ol className="steps">
        {pages.map((page, index) => (
          <li key={page.id} className="steps-item">
            <ScreenLink
              to={page.path}
              className="steps-link"
              current={matchPath(page.path, pathname) ? 'page' : undefined}
              onClick={(event) => onStep(page, event)}
            >
              <span className="steps-number">{index + 1}</span>
              <span className="steps-text">
                {page.title}
                <Note note={notes.get(page.id)} />
              </span>
            </ScreenLink>
            {matchPath(page.path, pathname) && children}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** One line high with or without a note, so that nothing moves when it comes. */
function Note({ note }: { readonly note: StepNote | undefined }) {
  if (!note) return <span className="steps-note" />;
  return (
    <span className={`steps-note steps-note-${note.kind}`}>
      {note.kind === 'wrong' && say(submitTexts.toFix, { count: note.count })}
      {note.kind === 'look' && say(submitTexts.toLookAt, { count: note.count })}
      {note.kind === 'open' && (
        <Say
          text={submitTexts.left}
          values={{
            count: note.count,
            required: <span className="steps-more">{say(submitTexts.required)}</span>,
          }}
        />
      )}
      {note.kind === 'done' && say(submitTexts.stepDone)}
    </span>
  );
}
