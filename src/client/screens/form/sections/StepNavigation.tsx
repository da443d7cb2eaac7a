import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { matchPath, useLocation } from 'react-router';
import type { PageDefinition, FormDefinition } from '#form/definition/definition.ts';
import { say, submitTexts } from '#texts/say.ts';
import { Message } from '#client/ui/Message.tsx';
import type { Progress } from '#form/progress/section-progress.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { useApplication } from '#client/session/application.ts';
import { useFormProgress, type ShownMistakes, useShownMistakes } from './counted-progress.ts';

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
      <ol className="plain-list steps">
        {pages.map((page, index) => (
          <li key={page.id} className="steps-item">
            <ScreenLink
              to={page.path}
              className="steps-link"
              aria-current={matchPath(page.path, pathname) ? 'page' : undefined}
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
        <Message
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

/** State of a page: questions to correct, to look at again, or required and open; or done. */
export type StepNote = { readonly kind: 'wrong' | 'look' | 'open' | 'done'; readonly count: number };

/** A note for each page by its id; errors found by a check count more than open questions. */
export function stepNotes(
  definition: FormDefinition,
  progress: Readonly<Record<string, Progress>>,
  mistakes: ShownMistakes,
): ReadonlyMap<string, StepNote> {
  const wrong = wrongQuestions(definition, mistakes.shown);
  return new Map(
    definition.pages.flatMap(({ id }) => {
      const keys = wrong.filter(({ page }) => page === id).map(({ key }) => key);
      const note = noteOf(keys, progress[id], mistakes);
      return note ? [[id, note] as const] : [];
    }),
  );
}

function noteOf(
  wrong: readonly string[],
  progress: Progress | undefined,
  { isAll, isToLookAt }: ShownMistakes,
): StepNote | undefined {
  const open = progress?.open ?? [];
  if (wrong.length > 0 && (isAll || open.length === 0 || wrong.some(isToLookAt))) {
    return { kind: wrong.every(isToLookAt) ? 'look' : 'wrong', count: wrong.length };
  }
  if (!progress || progress.required === 0) return undefined;
  const left = new Set([...open, ...wrong]).size;
  if (left > 0) return { kind: 'open', count: left };
  // Nothing is said of what Submit would refuse, and is not shown as wrong yet.
  return progress.isComplete ? { kind: 'done', count: 0 } : undefined;
}

/** The state of each page, by its id; a moment behind the answers. */
export function useStepNotes(): ReadonlyMap<string, StepNote> {
  const { definition } = useApplication();
  const mistakes = useShownMistakes();
  const { pages } = useFormProgress();
  return useMemo(() => stepNotes(definition, pages, mistakes), [definition, pages, mistakes]);
}
