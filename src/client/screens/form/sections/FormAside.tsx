import type { PageDefinition, FormDefinition } from '#form/definition/definition.ts';
import { useApplication, useVisiblePages } from '#client/session/application.ts';
import { useFormProgress, useShownErrors, type ShownErrors } from './use-form-progress.ts';
import { Deadline, DeadlineChip } from '#client/screens/frame/Deadline.tsx';
import { SaveState } from '../SaveState.tsx';
import { useSectionInSight } from './use-section-in-sight.ts';
import { savePosition } from '../use-scroll-restoration.ts';
import { useLocation, useNavigate, matchPath } from 'react-router';
import { Icon, type IconName } from '#client/ui/Icon.tsx';
import { Sheet } from '#client/ui/dialog/Sheet.tsx';
import { readNavigationState } from '#client/session/navigation-state.ts';
import { say, sectionTexts, submitTexts } from '#texts/say.ts';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo } from 'react';
import {
  type SectionProgress,
  sectionState,
  type SectionState,
  type Progress,
} from '#form/progress/section-progress.ts';
import { sectionPlace } from '#client/session/form-routes.ts';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { Message } from '#client/ui/Message.tsx';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import './sections.css';

type FormAsideProps = Pick<StepNavigationProps, 'onStep'> & { readonly page: PageDefinition };

/** Steps, progress and save state; separate to limit re-rendering. */
export function FormAside({ page, onStep }: FormAsideProps) {
  const { definition, autosave } = useApplication();
  const sections = useFormProgress().sections.filter((one) => one.page === page.id);
  const current = useSectionInSight(page, sections);
  const place = { page, sections: sections.length > 1 ? sections : [], current };
  const steps = { pages: useVisiblePages(), notes: useStepNotes(), onStep };
  return (
    <div className="stack form-aside">
      <StepNavigation {...steps}>
        <SectionList {...place} />
      </StepNavigation>
      <div className="form-aside-place no-print">
        <PlaceBar {...place}>
          <StepNavigation {...steps} replace>
            <SectionList {...place} replace />
          </StepNavigation>
        </PlaceBar>
        <div className="form-aside-state">
          <DeadlineChip />
          {autosave && <SaveState autosave={autosave} definition={definition} />}
        </div>
      </div>
    </div>
  );
}

/** History state of the open list, so Back closes it. */
const OPEN = { sheet: 'sections' } as const;

type PlaceBarProps = Omit<SectionListProps, 'replace'> & {
  /** Contents of the sheet. */
  readonly children: ReactNode;
};

/** Current section on narrow screens, and a sheet with steps, sections and deadline. */
function PlaceBar({ page, sections, current, children }: PlaceBarProps) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isOpen = readNavigationState(state).sheet === OPEN.sheet;
  const close = (): void => void navigate(-1);
  const at = Math.max(
    0,
    sections.findIndex(({ anchor }) => anchor === current),
  );
  const section = sections[at]?.section;
  const open = (): void => {
    savePosition(key, page.path);
    void navigate({ pathname, search, hash: window.location.hash }, { state: OPEN });
  };
  return (
    <>
      <button
        type="button"
        className="bare place-bar"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <span className="place-bar-text">
          {section && (
            <span className="place-bar-number">
              {say(sectionTexts.place, { number: at + 1, count: sections.length })}
            </span>
          )}
          <span className="place-bar-title">{section?.title ?? page.title}</span>
        </span>
        <Icon name="down" />
        <span className="visually-hidden">{say(sectionTexts.showAll)}</span>
      </button>
      {isOpen && (
        <Sheet title={say(submitTexts.steps)} onClose={close}>
          {children}
        </Sheet>
      )}
    </>
  );
}

type SectionListProps = {
  readonly page: PageDefinition;
  /** The page's visible sections. */
  readonly sections: readonly SectionProgress[];
  /** Anchor of the visible section. */
  readonly current: string | undefined;
  /** Whether choosing a section replaces the history entry. */
  readonly replace?: boolean;
};

/** Section links with state: one Tab stop, arrow keys inside. */
function SectionList({ page, sections, current, replace = false }: SectionListProps) {
  const { shown, needsReview } = useShownErrors();
  if (sections.length === 0) return null;
  const stop = current ?? sections[0]?.anchor;
  return (
    <ol
      className="plain-list sections"
      aria-label={say(sectionTexts.list, { page: page.title })}
      onKeyDown={moveFocus}
    >
      {sections.map((one) => {
        const state = sectionState(one, shown);
        const wrong = one.questions.filter((key) => Object.hasOwn(shown, key));
        const { hash, state: passed } = sectionPlace(one.section);
        return (
          <li key={one.anchor}>
            <ScreenLink
              to={`${page.path}${hash}`}
              state={passed}
              replace={replace}
              className={`sections-link sections-${state.kind}`}
              aria-current={one.anchor === current ? 'location' : undefined}
              tabIndex={one.anchor === stop ? undefined : -1}
            >
              <Icon name={SECTION_ICONS[state.kind]} className="sections-icon" />
              <span className="sections-title">{one.section.title}</span>
              <span className="sections-state">{sectionWords(state, wrong.every(needsReview))}</span>
            </ScreenLink>
          </li>
        );
      })}
    </ol>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

const SECTION_ICONS: Readonly<Record<SectionState['kind'], IconName>> = {
  untouched: 'ring',
  started: 'begun',
  complete: 'check',
  toFix: 'alert',
};

/** Describes a section's state; `needsReview` if a form change caused the errors. */
function sectionWords(state: SectionState, needsReview: boolean): string {
  switch (state.kind) {
    case 'untouched':
      return say(state.isOptional ? sectionTexts.optional : sectionTexts.untouched);
    case 'started':
      // Nothing unanswered, but something invalid or unchecked.
      return state.open === 0 ? '' : say(sectionTexts.left, { count: state.open });
    case 'complete':
      return say(submitTexts.stepDone);
    case 'toFix':
      return say(needsReview ? submitTexts.toLookAt : submitTexts.toFix, { count: state.wrong });
  }
}

type StepNavigationProps = {
  readonly pages: readonly PageDefinition[];
  /** Page states by id. */
  readonly notes: ReadonlyMap<string, StepNote>;
  /** Whether following a link replaces the history entry. */
  readonly replace?: boolean;
  /** Rendered below the current step. */
  readonly children?: ReactNode;
  /** Called before following the link; can prevent it. */
  readonly onStep: (page: PageDefinition, event: MouseEvent) => void;
};

/** Numbered form steps with state, and the deadline; marks the current one accessibly. */
function StepNavigation({ pages, notes, onStep, replace = false, children }: StepNavigationProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={say(submitTexts.steps)} className="steps-area no-print">
      <ol className="plain-list steps">
        {pages.map((page, index) => (
          <li key={page.id} className="steps-item">
            <ScreenLink
              to={page.path}
              replace={replace}
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
      <Deadline />
    </nav>
  );
}

/** Fixed height to avoid layout shift. */
function Note({ note }: { readonly note: StepNote | undefined }) {
  if (!note) return <span className="steps-note" />;
  return (
    <span className={`steps-note steps-note-${note.kind}`}>
      {note.kind === 'wrong' && say(submitTexts.toFix, { count: note.count })}
      {note.kind === 'review' && say(submitTexts.toLookAt, { count: note.count })}
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

/** Page state: errors, answers to review, required and open, or done. */
export type StepNote = { readonly kind: 'wrong' | 'review' | 'open' | 'done'; readonly count: number };

/** Notes by page id; shown errors take precedence over open questions. */
export function stepNotes(
  definition: FormDefinition,
  progress: Readonly<Record<string, Progress>>,
  errors: ShownErrors,
): ReadonlyMap<string, StepNote> {
  const wrong = wrongQuestions(definition, errors.shown);
  return new Map(
    definition.pages.flatMap(({ id }) => {
      const keys = wrong.filter(({ page }) => page === id).map(({ key }) => key);
      const note = noteOf(keys, progress[id], errors);
      return note ? [[id, note] as const] : [];
    }),
  );
}

function noteOf(
  wrong: readonly string[],
  progress: Progress | undefined,
  { isAll, needsReview }: ShownErrors,
): StepNote | undefined {
  const open = progress?.open ?? [];
  if (wrong.length > 0 && (isAll || open.length === 0 || wrong.some(needsReview))) {
    return { kind: wrong.every(needsReview) ? 'review' : 'wrong', count: wrong.length };
  }
  if (!progress || progress.required === 0) return undefined;
  const left = new Set([...open, ...wrong]).size;
  if (left > 0) return { kind: 'open', count: left };
  // No note while Submit would fail for errors not shown yet.
  return progress.isComplete ? { kind: 'done', count: 0 } : undefined;
}

/** Page states by id; slightly behind the answers. */
function useStepNotes(): ReadonlyMap<string, StepNote> {
  const { definition } = useApplication();
  const errors = useShownErrors();
  const { pages } = useFormProgress();
  return useMemo(() => stepNotes(definition, pages, errors), [definition, pages, errors]);
}
