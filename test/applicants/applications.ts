import { openSchemas } from '#compiler/source/open-schemas.ts';
import { readPersonas } from '#compiler/source/personas.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';

/** An application of an invented person; `title` says who it is. */
export type NamedApplication = FormState & { readonly title: string };

/**
 * The applications of the people in schemas/personas to any form: only what they decide is written there.
 */
export function readApplications(form: FormDefinition, now: Date): readonly NamedApplication[] {
  const { plain } = openSchemas(PROJECT_PATHS.schemasFolder);
  return readPersonas(plain, now).map(({ name, title, ...decisions }) => ({
    title,
    ...completeApplication(form, decisions, { seed: name, now }),
  }));
}
