import { useSyncExternalStore, type FormEvent } from 'react';
import type { DraftConflict } from '#form/answers/draft-conflicts.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { Answers, Question } from '#form/definition/definition.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/dialog/Dialog.tsx';
import { useServices } from '#client/api/services.ts';
import type { FormStore } from '#client/questionnaire/store/form-store.ts';
import { conflictAnswerText } from './conflict-answer-text.ts';
import type { DraftConflicts } from '#client/saving/take-visitor-draft.ts';
import { say, answerTexts, sessionTexts } from '#texts/say.ts';
import { questionOf } from '#client/questionnaire/store/selectors.ts';
import './root.css';

type DialogProps = DraftConflicts & { readonly store: FormStore };

/** Resolves conflicts between the visitor draft and saved answers after a log-in. */
export function VisitorDraftDialog({ conflicts, choose, store }: DialogProps) {
  const found = useSyncExternalStore(conflicts.subscribe, conflicts.get);
  const keysOf = (isMine: (conflict: DraftConflict) => boolean): ReadonlySet<string> =>
    new Set(found.filter(isMine).map(({ key }) => key));
  const title = found.length === 1 ? sessionTexts.whichAnswer : sessionTexts.whichAnswers;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    choose(keysOf(({ key }) => data.get(nameOf(key)) === 'mine'));
  };
  return (
    <Dialog title={say(title)} size="s" isOpen={found.length > 0}>
      <p>{say(sessionTexts.carried, { count: found.length })}</p>
      {found.length > 1 && (
        <div className="row">
          <Button
            look="secondary"
            onClick={() => choose(keysOf(() => true))}
            text={sessionTexts.takeAllNew}
          />
          <Button look="secondary" onClick={() => choose(new Set())} text={sessionTexts.keepAllSaved} />
        </div>
      )}
      <form className="differing" onSubmit={submit}>
        {found.map((conflict) => (
          <Conflict key={conflict.key} conflict={conflict} store={store} />
        ))}
        <Button type="submit" text={sessionTexts.saveChoices} />
      </form>
    </Dialog>
  );
}

function Conflict({ conflict, store }: { readonly conflict: DraftConflict; readonly store: FormStore }) {
  const { key, mine, saved } = conflict;
  const differing = Object.keys(mine).filter((each) => !isSameAnswer(mine[each], saved[each]));
  // Parts are shown with their question.
  const shown = new Set(differing.map((each) => ownerIn(mine, questionOf(store, each)) ?? each));
  return (
    <fieldset className="differing-question">
      <legend className="differing-label">{questionOf(store, key)?.fullLabel ?? key}</legend>
      <div className="columns">
        <Choice {...{ store, name: nameOf(key), value: 'mine', answers: mine, keys: [...shown] }} />
        <Choice {...{ store, name: nameOf(key), value: 'saved', answers: saved, keys: [...shown] }} />
      </div>
    </fieldset>
  );
}

const SOURCES = { mine: sessionTexts.newAnswer, saved: sessionTexts.savedAnswer } as const;

type ChoiceProps = {
  readonly store: FormStore;
  readonly name: string;
  readonly value: keyof typeof SOURCES;
  readonly answers: Answers;
  readonly keys: readonly string[];
};

function Choice({ store, name, value, answers, keys }: ChoiceProps) {
  const { now } = useServices();
  const labelled = (key: string, sentence: string): string =>
    keys.length > 1
      ? say(answerTexts.ofQuestion, { label: questionOf(store, key)?.label ?? key, sentence })
      : sentence;
  return (
    <label className="panel differing-value">
      <input type="radio" name={name} value={value} required />
      <span>
        <span className="fine-print block">{say(SOURCES[value])}</span>
        {keys.map((key) => (
          <span key={key} className="block differing-answer" dir="auto">
            {labelled(key, conflictAnswerText(store, key, { answers, now: now() }))}
          </span>
        ))}
      </span>
    </label>
  );
}

/** Returns the owner of a part if among these answers. */
function ownerIn(answers: Answers, question: Question | undefined): string | undefined {
  const owner = question?.partOf;
  return owner !== undefined && Object.hasOwn(answers, owner) ? owner : undefined;
}

/** Prefixed, because the key is the control's id. */
function nameOf(key: string): string {
  return `draft-${key}`;
}
