import { useSyncExternalStore } from 'react';
import { Icon } from '#client/components/Icon.tsx';
import { Spinner } from '#client/components/Spinner.tsx';
import type { Autosave } from '#client/data/autosave.ts';
import { describeAutosave, type AutosavePhase } from '#client/data/autosave-state.ts';
import './SaveState.css';

const WRONG: readonly AutosavePhase[] = ['failing', 'conflict', 'refused', 'signed-out'];

/** Whether what was typed is safe, always on the page and read out as it changes (WCAG 4.1.3). */
export function SaveState({ autosave }: { autosave: Autosave }) {
  const state = useSyncExternalStore(autosave.subscribe, autosave.getState);
  const isWrong = WRONG.includes(state.phase);
  const look = isWrong ? 'save-state--wrong' : `save-state--${state.phase}`;
  return (
    <div className={`save-state no-print ${look}`} role="status" aria-label="Save state">
      {isWrong && <Icon name="alert" />}
      {state.phase === 'saving' && <Spinner size="s" />}
      {state.phase === 'saved' && <Icon name="check" />}
      <span>{describeAutosave(state)}</span>
    </div>
  );
}
