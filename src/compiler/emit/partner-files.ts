import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import type { Json } from '../source/cursor.ts';
import { jsonText } from '../source/json-text.ts';
import { validatorCode } from './validator-code.ts';

/** What is compiled for one partner. */
export type CompiledPartner = {
  readonly settings: Json;
  readonly definition: FormDefinition;
  readonly cards: Readonly<Record<string, CardDefinition>>;
};

/** Path below the partner's folder → text. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** All files of one partner: definition, cards, settings, JSON Schemas and validators. */
export async function partnerFiles({
  settings,
  definition,
  cards,
}: CompiledPartner): Promise<GeneratedFiles> {
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
