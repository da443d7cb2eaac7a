import type { CompiledPartner } from '../compile/compile-partner.ts';
import { partnerFiles } from './partner-files.ts';
import { typeFiles } from './type-files.ts';

/** The partner whose answers the committed types describe. */
const TYPED_PARTNER = 'default';

/** Path → text. */
type Files = ReadonlyMap<string, string>;

/** All that is generated from compiled schemas without faults: the committed types, and a folder for each partner. */
export async function generatedFiles(
  partners: ReadonlyMap<string, CompiledPartner>,
): Promise<{ readonly types: Files; readonly partners: Files }> {
  const typed = partners.get(TYPED_PARTNER);
  if (!typed) throw new Error(`The partner "${TYPED_PARTNER}" is missing; the types are made from it.`);
  const folders = [...partners].map(async ([name, partner]) =>
    [...(await partnerFiles(partner))].map(([file, text]) => [`${name}/${file}`, text] as const),
  );
  return { types: await typeFiles(typed), partners: new Map((await Promise.all(folders)).flat()) };
}
