import { useEffect, useSyncExternalStore } from 'react';
import { companionKey } from '#form/definition/answer.ts';
import type { Answers } from '#form/definition/definition.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import type { Autosave } from '#client/saving/autosave.ts';
import type { Conflicts } from '#form/answers/merge-answers.ts';
import { useServices } from '#client/api/services.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { conflictAnswerText } from './conflict-answer-text.ts';
import { Message } from '#client/ui/Message.tsx';
import { say, sessionTexts } from '#texts/say.ts';
import { questionOf } from '#client/questionnaire/store/selectors.ts';
import './root.css';

type ConflictDialogProps = { readonly autosave: Autosave; readonly store: FormStore };

/** Lets the student choose between two answers to one question. */
export function ConflictDialog({ autosave, store }: ConflictDialogProps) {
  const { now } = useServices();
  const { conflicts } = useSyncExternalStore(autosave.subscribe, autosave.getState);
  const questions = Object.keys(conflicts).flatMap((key) => questionOf(store, key) ?? []);
  const isOnlyLabels = Object.keys(conflicts).length > 0 && questions.length === 0;
  useEffect(() => {
    // An option label alone differs only because the option was renamed.
    if (isOnlyLabels) autosave.resolve(Object.keys(autosave.getState().conflicts), 'theirs');
  }, [isOnlyLabels, autosave]);
  // Parts are shown with their question.
  const question = questions.find(({ partOf = '' }) => !Object.hasOwn(conflicts, partOf));
  if (!question) return null;
  const { key, parts } = question;
  const shown = (choice: Choice): string =>
    conflictAnswerText(store, key, { answers: sideOf(conflicts, choice), now: now() });
  const resolve = (choice: Choice): void =>
    autosave.resolve(
      [key, ...parts].flatMap((each) => [each, companionKey(each)]),
      choice,
    );
  return (
    <Dialog title={say(sessionTexts.whichAnswer)} size="s" isOpen>
      <p>
        <Message
          text={sessionTexts.changedElsewhere}
          values={{ question: <strong>{question.fullLabel}</strong> }}
        />
      </p>
      <div className="columns">
        <section className="panel differing-value" aria-label={say(sessionTexts.answerHere)}>
          <h3 className="fine-print block">{say(sessionTexts.answerHere)}</h3>
          <p className="block differing-answer" dir="auto">
            {shown('mine')}
          </p>
          <Button onClick={() => resolve('mine')} text={sessionTexts.keepMine} />
        </section>
        <section className="panel differing-value" aria-label={say(sessionTexts.answerElsewhere)}>
          <h3 className="fine-print block">{say(sessionTexts.answerElsewhere)}</h3>
          <p className="block differing-answer" dir="auto">
            {shown('theirs')}
          </p>
          <Button look="secondary" onClick={() => resolve('theirs')} text={sessionTexts.takeTheirs} />
        </section>
      </div>
    </Dialog>
  );
}

type Choice = 'mine' | 'theirs';

function sideOf(conflicts: Conflicts, choice: Choice): Answers {
  return Object.fromEntries(Object.entries(conflicts).map(([key, conflict]) => [key, conflict[choice]]));
}
