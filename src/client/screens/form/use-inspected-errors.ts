import { useEffect, useState } from 'react';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';

/**
 * In a local environment, has the summary fail where the form and its error map do not fit each other
 * (specification 5, last paragraph). A built client leaves out what looks.
 *
 * @throws BadConfigError while drawing
 */
export function useInspectedErrors(definition: FormDefinition, errors: ValidationErrors): void {
  const [fault, setFault] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (import.meta.env.DEV) {
      inspect(definition, errors).catch((error: unknown) => setFault({ error }));
    }
  }, [definition, errors]);
  if (fault) throw fault.error;
}

async function inspect(definition: FormDefinition, errors: ValidationErrors): Promise<void> {
  const { requireSoundErrors } = await import('#form/definition/soundness.ts');
  requireSoundErrors(definition, Object.keys(errors), (sentence) => console.error(sentence));
}
