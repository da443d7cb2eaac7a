import { useEffect, useSyncExternalStore } from 'react';
import { companionKey } from '#form/answers/facts.ts';
import { Button } from '#client/components/Button.tsx';
import { Dialog } from '#client/components/Dialog.tsx';
import type { Autosave } from '#client/data/autosave.ts';
import type { FormStore } from '#client/form/form-store.ts';
import './ConflictDialog.css';
import { shownAnswer } from './shown-answer.ts';

/** One question that was answered in two places: both answers, and the student's choice between them. */
export function ConflictDialog({ autosave, store }: { autosave: Autosave; store: FormStore }) {
  const { conflicts } = useSyncExternalStore(autosave.subscribe, autosave.getState);
  const keys = Object.keys(conflicts);
  const found = Object.entries(conflicts).find(([key]) => store.question(key) !== undefined);
  const isOnlyLabels = keys.length > 0 && !found;
  useEffect(() => {
    // The label of an option is no question: alone it differs only because the option was renamed.
    if (isOnlyLabels) autosave.resolve(Object.keys(autosave.getState().conflicts), 'theirs');
  }, [isOnlyLabels, autosave]);
  if (!found) return null;
  const [key, { mine, theirs }] = found;
  const question = store.question(key);
  const resolve = (choice: 'mine' | 'theirs'): void => autosave.resolve([key, companionKey(key)], choice);
  return (
    <Dialog title="Which answer should we keep?" size="s" isOpen>
      <p>
        <strong>{question?.fullLabel ?? key}</strong> was also changed somewhere else, perhaps by you in
        another window.
      </p>
      <div className="conflict__values">
        <section className="conflict__value" aria-label="Your answer here">
          <h3 className="conflict__source">Your answer here</h3>
          <p className="conflict__answer">{shownAnswer(store, question, mine)}</p>
          <Button onClick={() => resolve('mine')}>Keep mine</Button>
        </section>
        <section className="conflict__value" aria-label="The answer saved elsewhere">
          <h3 className="conflict__source">The answer saved elsewhere</h3>
          <p className="conflict__answer">{shownAnswer(store, question, theirs)}</p>
          <Button look="secondary" onClick={() => resolve('theirs')}>
            Use theirs
          </Button>
        </section>
      </div>
    </Dialog>
  );
}
