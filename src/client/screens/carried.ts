import type { AnswerValue, Answers } from '#form/definition/definition.ts';

/** What one screen hands to the next in the navigation state. It survives a reload, but not the closing of the tab. */
export type Carried = {
  /** Answers typed before the log-in. */
  readonly answers?: Answers;
  /** Whose answers they are; without it they were typed by somebody not logged in. */
  readonly owner?: string;
  readonly username?: string;
  /** Shown as a toast by the next screen. */
  readonly error?: string;
  readonly notice?: string;
};

/** Reads what a screen was handed; of a state that others wrote, nothing is taken. */
export function readCarried(state: unknown): Carried {
  if (!isRecord(state)) return {};
  const answers = readAnswers(state['answers']);
  return {
    ...(answers ? { answers } : {}),
    ...readText(state, 'owner'),
    ...readText(state, 'username'),
    ...readText(state, 'error'),
    ...readText(state, 'notice'),
  };
}

/** Only the answers and their owner, as the links between the cards carry them along. */
export function carryAnswers({ answers, owner }: Carried): Carried {
  return { ...(answers ? { answers } : {}), ...(owner === undefined ? {} : { owner }) };
}

/** The carried answers that this student may see: their own, or those of a visitor who then logged in. */
export function answersFor(username: string | undefined, { answers, owner }: Carried): Answers {
  return answers && (owner === undefined || owner === username) ? answers : {};
}

function readAnswers(value: unknown): Answers | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, AnswerValue] =>
    isAnswerValue(entry[1]),
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function isAnswerValue(value: unknown): value is AnswerValue {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function readText<Key extends string>(
  state: Record<string, unknown>,
  key: Key,
): Partial<Record<Key, string>> {
  const value = state[key];
  if (typeof value !== 'string') return {};
  const found: Partial<Record<Key, string>> = {};
  found[key] = value;
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
