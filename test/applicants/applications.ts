import { fillInYears } from '#compiler/source/personas.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';
import type { FormAnswers } from '#generated/answers.ts';
import { personas } from '#generated/personas.ts';

/** The application of a persona; `title` says who it is. */
export type SampleApplication = Pick<FormState, 'tabs' | 'counts'> & {
  readonly name: (typeof personas)[number]['name'];
  readonly title: string;
  readonly answers: Partial<FormAnswers>;
};

/** Completes the application of each persona to any form; a persona gives only what it decides. */
export function readApplications(form: FormDefinition, now: Date): readonly SampleApplication[] {
  return personas.map(({ name, title, ...persona }) => {
    const decisions = { ...persona, answers: fillInYears(persona.answers, now) };
    return { name, title, ...completeApplication(form, decisions, { seed: name, now }) };
  });
}
