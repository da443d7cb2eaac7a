import { toJsonSchema } from '#form/validation/json-schema.ts';
import type { CompiledPartner, LocalizedPartner } from '../compile/compile-partner.ts';
import { jsonText } from '../source/file-text.ts';
import { typeFiles } from './type-files.ts';
import { validatorCode } from './validator-code.ts';

/** Partner for the labels and limits in answer types; calls and personas are shared. */
const TYPED_PARTNER = 'default';

/** Version of the JSON Schemas and answer types for other systems (docs/guides/use-the-answers.md). */
const INTERFACE = '1';

/** Path → text. */
type Files = ReadonlyMap<string, string>;

/** Generated folders: relative path → text or bytes. */
export type GeneratedFiles = Readonly<Record<'types' | 'partners', Files>> & {
  readonly served: ReadonlyMap<string, Uint8Array>;
};

/** Generates all files from fault-free schemas. */
export async function generatedFiles(
  partners: ReadonlyMap<string, CompiledPartner>,
): Promise<GeneratedFiles> {
  const typed = partners.get(TYPED_PARTNER);
  if (!typed) throw new Error(`The partner "${TYPED_PARTNER}" is missing; types are made from it.`);
  const spoken = [...partners].flatMap(([name, { languages, ...partner }]) => [
    [name, partner] as const,
    ...[...languages].map(([language, each]) => [`${name}.${language}`, each] as const),
  ]);
  const folders = spoken.map(async ([name, partner]) =>
    [...(await partnerFiles(name, partner))].map(([file, text]) => [`${name}/${file}`, text] as const),
  );
  return {
    types: await typeFiles(new Map([[TYPED_PARTNER, typed], ...partners]), typed),
    partners: new Map((await Promise.all(folders)).flat()),
    served: new Map(
      [...partners.values()].flatMap(({ picture }) => (picture ? [[picture.path, picture.bytes]] : [])),
    ),
  };
}

/** Generates the files of one partner: definition, cards, settings, JSON Schemas, validators. */
async function partnerFiles(
  partner: string,
  { settings, definition, cards }: LocalizedPartner,
): Promise<ReadonlyMap<string, string>> {
  const { title, options, pages } = definition;
  const pageSchemas = pages.map((page) => [page.id, toJsonSchema(definition, page)] as const);
  const cardSchemas = Object.entries(cards).map(
    ([id, card]) => [`card-${id}`, toJsonSchema({ title, options, pages: [card] }, card)] as const,
  );
  const schemas = [...pageSchemas, ['form', toJsonSchema(definition)] as const];
  const validators = await Promise.all(
    [...pageSchemas, ...cardSchemas].map(
      async ([name, schema]) => [`validators/${name}.js`, await validatorCode(schema)] as const,
    ),
  );
  return new Map([
    ['form.json', JSON.stringify(definition)],
    ['cards.json', JSON.stringify(cards)],
    ['partner.json', jsonText(settings)],
    ...schemas.map(([name, schema]) => {
      const identity = { $id: `urn:matricula:${partner}:${name}:${INTERFACE}`, $comment: definition.hash };
      return [`schemas/${name}.schema.json`, jsonText({ ...identity, ...schema })] as const;
    }),
    ...validators,
  ]);
}
