import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answers, AnswerValue, FormDefinition, FormState } from '#form/definition/definition.ts';
import { completeApplication, type Decisions } from './complete-application.ts';

type Persona = Decisions & { readonly title: string };

const personas: Readonly<Record<string, Persona>> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'personas.json'), 'utf8'),
);

/** An application of an invented person; `title` says who it is. */
export type NamedApplication = FormState & { readonly title: string };

/**
 * The applications of the people in personas.json to any form. Only what they decide is written there; `{year}` and
 * `{year-18}` in it are counted from now.
 */
export function readApplications(form: FormDefinition, now: Date): readonly NamedApplication[] {
  return Object.entries(personas).map(([seed, { title, ...decisions }]) => ({
    title,
    ...completeApplication(form, { ...decisions, answers: dated(decisions.answers, now) }, { seed, now }),
  }));
}

function dated(answers: Answers, now: Date): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]): [string, AnswerValue] => [key, withYears(value, now)]),
  );
}

function withYears(value: AnswerValue, now: Date): AnswerValue {
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\{year([+-]\d+)?\}/g, (_all, shift?: string) =>
    String(now.getUTCFullYear() + Number(shift ?? 0)),
  );
}
