import type { FastifyInstance } from 'fastify';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { SchemaOf } from '../http/api-schemas.ts';
import type { OnFault } from '../http/error-log.ts';
import type { ClientLimits } from '../limits/client-limits.ts';
import type { MemoryLimits } from '../limits/memory-limits.ts';
import type { Database } from '../storage/database.ts';
import type { ServerSecret } from '#server/storage/server-secret.ts';
import type { AddressSettings } from '../settings/service-addresses.ts';
import { createAddressSource } from './address/address-source.ts';
import { createAddressProvider } from './address/create-provider.ts';
import { loadZipCodes, type ZipCodes } from './address/zip-codes.ts';
import { createZipSource } from './address/zip-source.ts';
import { lookupRoutes } from './lookup-routes.ts';
import type { LookupSource } from './lookup-source.ts';
import { ADDRESS_CATEGORY, ZIP_CATEGORY } from './school-category.ts';
import { createSchoolDirectories, type SchoolDirectories } from './school-directories.ts';
import type { Option } from '#form/definition/option-list.ts';
import { isYearList } from '#form/answers/option-lists.ts';
import type { PlaceLists } from './address/place-codes.ts';

export type LookupParts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly clientLimits: ClientLimits;
  readonly memoryLimits: MemoryLimits;
  readonly schemaOf: SchemaOf;
  readonly onFault: OnFault;
  readonly questionnaire: { readonly definition: FormDefinition };
  readonly secret: ServerSecret;
  readonly config: { readonly address?: AddressSettings };
  /** Default: directories of its own. */
  readonly directories?: SchoolDirectories;
};

/** The look-ups of all categories. The directories are read when the server begins to listen, not before. */
export function addLookups(app: FastifyInstance, parts: LookupParts): SchoolDirectories {
  const { clock, onFault, secret } = parts;
  const directories = parts.directories ?? createSchoolDirectories(parts);
  let codes: Promise<ZipCodes> | undefined;
  const zipCodes = (): Promise<ZipCodes> => (codes ??= loadZipCodes());
  const provider = createAddressProvider(parts.config.address ?? { kind: 'zip' }, zipCodes);
  const places = placeListsOf(parts.questionnaire.definition);
  const sources = new Map<string, LookupSource>([
    ...directories.sources,
    [ADDRESS_CATEGORY, createAddressSource({ provider, places, secret, clock, onFault })],
    [ZIP_CATEGORY, createZipSource(places, zipCodes)],
  ]);
  lookupRoutes(app, { ...parts, sources });
  app.addHook('onListen', () => directories.watch());
  app.addHook('onClose', () => directories.stop());
  return directories;
}

/** The countries and states that a questionnaire offers where it first looks an address or a ZIP code up. */
function placeListsOf({ pages, options }: Pick<FormDefinition, 'pages' | 'options'>): PlaceLists {
  const questions = new Map(pages.flatMap((page) => Object.entries(page.questions)));
  const listOf = (name: string | undefined): readonly Option[] => {
    const list = name === undefined ? undefined : options[name];
    return list === undefined || isYearList(list) ? [] : list;
  };
  const looked = [...questions.values()].find(
    ({ lookup }) => lookup && [ADDRESS_CATEGORY, ZIP_CATEGORY].includes(lookup.category),
  );
  const { country = '', state = '' } = looked?.lookup?.fills ?? {};
  const { lists = {}, otherwise } = questions.get(state)?.dependsOn ?? {};
  const states = Object.entries(lists);
  return {
    countries: listOf(questions.get(country)?.options),
    states: Object.fromEntries(states.map(([value, name]) => [value, listOf(name)])),
    isStateText: otherwise === 'text',
  };
}
