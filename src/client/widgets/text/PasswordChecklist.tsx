import type { RuleState } from './password-rules.ts';
import { say } from '#texts/say.ts';
import { passwordTexts } from '#generated/texts.ts';

const SPOKEN = { error: passwordTexts.notYet, success: passwordTexts.done } as const;

type ChecklistProps = {
  readonly id: string;
  readonly rules: readonly RuleState[];
  /** Nothing is typed. */
  readonly isInactive: boolean;
};

/** The rules as a live list: inactive while nothing is typed, then error or success (docs/behavior.md 5.4). */
export function PasswordChecklist({ id, rules, isInactive }: ChecklistProps) {
  return (
    <ul className="checklist" id={id}>
      {rules.map(({ message, isKept }) => {
        const state = stateOf(isInactive ? undefined : isKept);
        return (
          <li key={message} className="checklist-item" data-state={state}>
            <span className="visually-hidden">{state !== 'inactive' && `${say(SPOKEN[state])} `}</span>
            {message}
          </li>
        );
      })}
    </ul>
  );
}

function stateOf(isKept: RuleState['isKept']) {
  if (isKept === undefined) return 'inactive';
  return isKept ? 'success' : 'error';
}
