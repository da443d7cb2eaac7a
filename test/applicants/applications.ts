import { openSchemas } from '#compiler/source/open-schemas.ts';
import { readPersonas } from '#compiler/source/personas.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';
import type { FormAnswers } from '#generated/answers.ts';

/** The application of a persona; `title` says who it is. */
export type SampleApplication = Pick<FormState, 'tabs' | 'counts'> & {
  readonly name: string;
  readonly title: string;
  readonly answers: Partial<FormAnswers>;
};

const { plain } = openSchemas(PROJECT_PATHS.schemasFolder);

/** Completes the application of each persona to any form; a persona gives only what it decides. */
export function readApplications(form: FormDefinition, now: Date): readonly SampleApplication[] {
  return readPersonas(plain, now).map(({ name, title, at: _at, ...decisions }) => ({
    name,
    title,
    ...completeApplication(form, decisions, { seed: name, now }),
  }));
}
