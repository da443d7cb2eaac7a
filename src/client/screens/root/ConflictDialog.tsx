import { useEffect, useSyncExternalStore } from 'react';
import { companionsOf } from '#form/answers/with-companions.ts';
import { withParts } from '#form/answers/clear-hidden.ts';
import type { Answers, Question } from '#form/definition/definition.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import type { Autosave } from '#client/saving/autosave.ts';
import type { DraftConflicts } from '#client/saving/take-visitor-draft.ts';
import { useServices } from '#client/api/services.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { NO_CHANGES, changesWithoutSent } from '#client/questionnaire/store/form-changes.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { answerText } from '#form/summary/answer-text.ts';
import { Message } from '#client/ui/Message.tsx';
import { say, sessionTexts } from '#texts/say.ts';
import { questionOf } from '#client/questionnaire/store/selectors.ts';
import './root.css';

type ConflictDialogProps = { readonly autosave: Autosave; readonly store: FormStore };

/** Lets the student choose between an unsaved answer and another one saved since. */
export function ConflictDialog({ autosave, store }: ConflictDialogProps) {
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
  const sideOf = (side: Side): Answers =>
    Object.fromEntries(Object.entries(conflicts).map(([key, conflict]) => [key, conflict[side]]));
  const keys = withParts(store.definition, question.key);
  return (
    <AnswerChoice
      {...{ store, question }}
      texts={CHANGED_ELSEWHERE}
      answers={{ mine: sideOf('mine'), theirs: sideOf('theirs') }}
      onChoose={(side) => autosave.resolve(keys, side)}
    />
  );
}

type DraftConflictDialogProps = DraftConflicts & { readonly store: FormStore };

/** Lets the student choose between an answer given before the log-in and a saved one, one after another. */
export function DraftConflictDialog({ conflicts, resolve, store }: DraftConflictDialogProps) {
  const [conflict] = useSyncExternalStore(conflicts.subscribe, conflicts.get);
  const question = conflict && questionOf(store, conflict.key);
  if (!question) return null;
  const answers = { mine: conflict.mine, theirs: conflict.saved };
  return <AnswerChoice {...{ store, question, answers }} texts={GIVEN_BEFORE} onChoose={resolve} />;
}

type Side = 'mine' | 'theirs';

const CHANGED_ELSEWHERE = {
  why: sessionTexts.changedElsewhere,
  mine: { label: sessionTexts.answerHere, button: sessionTexts.keepMine },
  theirs: { label: sessionTexts.answerElsewhere, button: sessionTexts.takeTheirs },
} as const;

const GIVEN_BEFORE = {
  why: sessionTexts.carried,
  mine: { label: sessionTexts.newAnswer, button: sessionTexts.takeNew },
  theirs: { label: sessionTexts.savedAnswer, button: sessionTexts.keepSaved },
} as const;

type AnswerChoiceProps = {
  readonly store: FormStore;
  readonly question: Question;
  readonly texts: typeof CHANGED_ELSEWHERE | typeof GIVEN_BEFORE;
  /** The answers to choose from, each with its related answers. */
  readonly answers: Readonly<Record<Side, Answers>>;
  readonly onChoose: (side: Side) => void;
};

function AnswerChoice({ store, question, texts, answers, onChoose }: AnswerChoiceProps) {
  const { now } = useServices();
  return (
    <Dialog title={say(sessionTexts.whichAnswer)} size="s" isOpen>
      <p>
        <Message text={texts.why} values={{ question: <strong>{question.fullLabel}</strong> }} />
      </p>
      <div className="columns">
        {(['mine', 'theirs'] as const).map((side) => (
          <section key={side} className="panel differing-value" aria-label={say(texts[side].label)}>
            <h3 className="fine-print block">{say(texts[side].label)}</h3>
            <p className="block differing-answer" dir="auto">
              {textOf(store, question, { answers: answers[side], now: now() })}
            </p>
            <Button
              look={side === 'mine' ? 'primary' : 'secondary'}
              onClick={() => onChoose(side)}
              text={texts[side].button}
            />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

type Context = { readonly answers: Answers; readonly now: Date };

/** Returns the text of an answer that can differ from the page's. */
function textOf(store: FormStore, question: Question, { answers, now }: Context): string {
  const { definition, state } = store;
  const { form } = state();
  const others = changesWithoutSent({ ...NO_CHANGES, answers }, form).answers;
  // Labels on the page belong to the page's answer.
  const labels = companionsOf(definition, others, { answers: form.answers, now });
  const whole = { ...form.answers, ...labels, ...answers };
  const text = answerText({
    question,
    parts: question.parts.flatMap((part) => questionOf(store, part) ?? []),
    answers: whole,
    optionsOf: (each) => optionsOf(definition, each, { answers: whole, now }),
  });
  return text === '' ? say(sessionTexts.noAnswer) : text;
}
