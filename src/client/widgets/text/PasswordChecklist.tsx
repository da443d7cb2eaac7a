import { say, passwordTexts } from '#texts/say.ts';
import type { Constraints, Question } from '#form/definition/definition.ts';

const SPOKEN = { error: passwordTexts.notYet, success: passwordTexts.done } as const;

type ChecklistProps = {
  readonly id: string;
  readonly rules: readonly RuleState[];
  /** Whether nothing is typed. */
  readonly isInactive: boolean;
};

/** Password rules with live states (docs/behavior.md 5.4). */
export function PasswordChecklist({ id, rules, isInactive }: ChecklistProps) {
  return (
    <ul className="stack plain-list checklist" id={id}>
      {rules.map(({ message, isMet }) => {
        const state = stateOf(isInactive ? undefined : isMet);
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

function stateOf(isMet: RuleState['isMet']) {
  if (isMet === undefined) return 'inactive';
  return isMet ? 'success' : 'error';
}

/** A checklist line, and whether the password satisfies it. */
export type RuleState = { readonly message: string; readonly isMet: boolean | undefined };

/** Evaluates a password's unconditional rules (docs/behavior.md 5.4). */
export function passwordRules(question: Question, password: string): readonly RuleState[] {
  return question.rules
    .filter((rule) => rule.when === undefined)
    .map((rule) => ({ message: rule.message, isMet: keepsRule(rule.schema, password) }));
}

function keepsRule(schema: Constraints, text: string): boolean {
  const { length } = Array.from(text);
  return (
    length >= (schema.minLength ?? 0) &&
    length <= (schema.maxLength ?? Infinity) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text))
  );
}
