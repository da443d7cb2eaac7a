import type { Answers, AnswerValue, Facts, FormState } from '../definition/definition.ts';
import { type Confirmation, confirmationsOf, type FormPart, tabGroupsOf } from '../definition/form-part.ts';

/** The marker of an answer that was emptied (specification 3, "Student answers"). */
export const EMPTY_ANSWER = '';

/**
 * True when there is an answer: neither missing, nor the empty marker, nor blanks alone (spaces, tabs, line
 * breaks), nor an empty list. `false` and `0` are answers.
 *
 * Blanks are saved as they were typed, since a draft may hold anything; they only count for nothing.
 */
export function isAnswered(value: AnswerValue | undefined): value is AnswerValue {
  if (typeof value === 'string') return /\S/.test(value);
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** The key under which the label of a chosen option is stored (specification 3, "Student answers"). */
export function companionKey(key: string): string {
  return `${key}_desc`;
}

/** One answer out of a map that came from outside; an inherited member such as `toString` is none. */
export function ownAnswer(answers: Answers, key: string): AnswerValue | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}

/**
 * What conditions are evaluated against and what the validators are given: the answers without empty
 * markers and blanks, under the id of each tab group its chosen tab (the default one, where none or an unknown
 * one is chosen), and `true` under the id of each confirmation that is open.
 *
 * @param part the whole form, so that conditions may name answers and tab groups of other pages
 */
export function toFacts(part: FormPart, state: FormState): Facts {
  const answered = Object.entries(state.answers).filter(([, value]) => isAnswered(value));
  const tabs = tabGroupsOf(part).map(({ id, tabs: known, defaultTab }) => {
    const chosen = Object.hasOwn(state.tabs, id) ? state.tabs[id] : undefined;
    return [id, known.some((tab) => tab.id === chosen) ? (chosen ?? defaultTab) : defaultTab] as const;
  });
  const open = confirmationsOf(part)
    .filter((confirmation) => isOpen(confirmation, state))
    .map(({ node }) => [node.id, true] as const);
  return Object.fromEntries([...answered, ...tabs, ...open]);
}

/** True once a confirmation was opened, and while something in it is answered. */
function isOpen({ node, keys }: Confirmation, { answers, opened }: FormState): boolean {
  return (opened?.has(node.id) ?? false) || keys.some((key) => isAnswered(ownAnswer(answers, key)));
}
