import type { Question } from '#form/definition/definition.ts';
import { passwordRules } from './password-rules.ts';

const SPOKEN = { inactive: '', error: 'not yet: ', success: 'done: ' } as const;

type ChecklistProps = { readonly id: string; readonly question: Question; readonly password: string };

/** The rules as a live list: inactive while nothing is typed, then error or success (specification 5, "Auth"). */
export function PasswordChecklist({ id, question, password }: ChecklistProps) {
  return (
    <ul className="checklist" id={id}>
      {passwordRules(question, password).map(({ message, isKept }) => {
        const state = stateOf(password, isKept);
        return (
          <li key={message} className="checklist-item" data-state={state}>
            <span className="visually-hidden">{SPOKEN[state]}</span>
            {message}
          </li>
        );
      })}
    </ul>
  );
}

function stateOf(password: string, isKept: boolean): keyof typeof SPOKEN {
  if (password === '') return 'inactive';
  return isKept ? 'success' : 'error';
}
