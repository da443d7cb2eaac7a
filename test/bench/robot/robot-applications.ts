import { openSchemas } from '#compiler/source/open-schemas.ts';
import { readPersonas } from '#compiler/source/personas.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';
import { toFacts } from '#form/answers/facts.ts';
import { isRequired } from '#form/answers/visible-questions.ts';
import type { Answers, FormDefinition, FormState } from '#form/definition/definition.ts';

export type RobotApplication = { readonly title: string; readonly wanted: FormState };

/** Where somebody lives whose code is looked up. */
const DENVER: Answers = {
  address_line_1: '1200 Larimer Street',
  zip: '80202',
  city: 'Denver',
  state: 'CO',
  mailing_address_line_1: '2400 East Colfax Avenue',
  mailing_zip: '80206',
  mailing_city: 'Denver',
  mailing_state: 'CO',
};
/** A comment as somebody writes it on a phone. */
const COMMENT = 280;

/**
 * What the people of schemas/personas decide, with all that is required and nothing else: what somebody fills in who wants
 * to be done.
 */
export function robotApplications(form: FormDefinition, now: Date): readonly RobotApplication[] {
  const { plain } = openSchemas(PROJECT_PATHS.schemasFolder);
  return readPersonas(plain, now).map(({ name, title, answers }) => {
    const place = answers['country'] === 'USA' ? DENVER : {};
    const wanted = completeApplication(
      form,
      { answers: { ...place, ...answers } },
      { seed: name, now, leaves: (question, state) => !isRequired(question, toFacts(form, state)) },
    );
    return { title, wanted: { ...wanted, answers: shortened(wanted.answers) } };
  });
}

function shortened(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, COMMENT).trim() : value,
    ]),
  );
}
