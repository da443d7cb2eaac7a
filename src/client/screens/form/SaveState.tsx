import { useAfterPaint } from '#client/ui/schedule.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { Spinner } from '#client/ui/Spinner.tsx';
import type { Autosave } from '#client/saving/autosave.ts';
import { describeAutosave, type AutosavePhase } from '#client/saving/autosave-state.ts';
import { hasDrafts, watchDrafts } from '#client/widgets/commit-drafts.ts';
import { say, savingTexts } from '#texts/say.ts';
import './form.css';

const WRONG: readonly AutosavePhase[] = ['failing', 'conflict', 'refused', 'signed-out'];

type SaveStateProps = { readonly autosave: Autosave; readonly definition: FormDefinition };

/** Save state, always visible and announced on change (WCAG 4.1.3). */
export function SaveState({ autosave, definition }: SaveStateProps) {
  // Deferred until the answer is painted (decision 4).
  const saving = useAfterPaint(autosave.subscribe, autosave.getState);
  const isTyping = useAfterPaint(watchDrafts, hasDrafts);
  // Uncommitted text counts as unsaved; errors stay visible.
  const state = isTyping && !WRONG.includes(saving.phase) ? { ...saving, phase: 'unsaved' as const } : saving;
  const isWrong = WRONG.includes(state.phase);
  const look = isWrong ? 'save-state-wrong' : `save-state-${state.phase}`;
  return (
    <div
      className={`fine-print save-state no-print ${look}`}
      role="status"
      aria-label={say(savingTexts.label)}
    >
      {isWrong && <Icon name="alert" />}
      {state.phase === 'saving' && <Spinner size="xs" type="circles" />}
      {state.phase === 'saved' && <Icon name="check" />}
      <div>
        <span>{describeAutosave(state)}</span>
        <RefusedQuestions definition={definition} errors={saving.errors} />
      </div>
    </div>
  );
}

type RefusedQuestionsProps = { readonly definition: FormDefinition; readonly errors: ValidationErrors };

/** Links to refused answers on all pages. */
function RefusedQuestions({ definition, errors }: RefusedQuestionsProps) {
  const refused = wrongQuestions(definition, errors);
  if (refused.length === 0) return null;
  const pathOf = (id: string): string => definition.pages.find((page) => page.id === id)?.path ?? '';
  return (
    <ul className="plain-list save-state-refused">
      {refused.map(({ key, label, page }) => (
        <li key={key}>
          <ScreenLink to={`${pathOf(page)}#${key}`}>{label}</ScreenLink>
        </li>
      ))}
    </ul>
  );
}
