import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { type Renewed, renewSpecified } from './renew-specified.ts';
import { readSpecified } from './specified.ts';

/** The partner whose form the specification describes. */
const PARTNER = 'default';

/**
 * Compares the questionnaire of the project with docs/specified.json.
 *
 * @throws Error when it has no partner "default"
 */
export function renewShipped(partners: CompiledSchemas['partners']): Renewed {
  const shipped = partners.get(PARTNER);
  if (!shipped) throw new Error(`The partner "${PARTNER}" is missing.`);
  const { settings, definition, cards } = shipped;
  const shortName = Object(settings)['short_name'];
  return renewSpecified(readSpecified(), { definition, cards, shortName: String(shortName) });
}
