import { toJsonSchema } from '#form/validation/json-schema.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import { jsonText } from '../source/json-file.ts';
import { validatorCode } from './validator-code.ts';

/** All files of one partner, path below its folder → text: definition, cards, settings, JSON Schemas and validators. */
export async function partnerFiles({
  settings,
  definition,
  cards,
}: CompiledPartner): Promise<ReadonlyMap<string, string>> {
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
    ...schemas.map(([name, schema]) => [`schemas/${name}.schema.json`, jsonText(schema)] as const),
    ...validators,
  ]);
}
