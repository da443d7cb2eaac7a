import { BadConfigError, type Tell } from '#form/definition/bad-config.ts';
import { configFaults } from '#form/definition/config-faults.ts';
import { missingConfig } from '#form/definition/missing-config.ts';
import type { CompiledForm } from '../compile/compile-form.ts';

/**
 * What the client looks at in a local environment, for the compiled form of each partner: the backstop behind the
 * rules for the source files, which tell the same with the line (specification 5, last paragraph).
 *
 * @throws BadConfigError when a form is wrong in itself
 */
export function requireSoundForms(
  forms: ReadonlyMap<string, Pick<CompiledForm, 'definition'>>,
  warn: Tell,
): void {
  for (const [partner, { definition }] of forms) {
    for (const sentence of missingConfig(definition)) warn(named(partner, sentence));
  }
  const faults = [...forms].flatMap(([partner, { definition }]) =>
    configFaults(definition).map((sentence) => named(partner, sentence)),
  );
  if (faults.length > 0) throw new BadConfigError(faults);
}

function named(partner: string, sentence: string): string {
  return `In the form of "${partner}": ${sentence}`;
}
