import type { FastifyInstance } from 'fastify';
import type { FormDefinition } from '#form/definition/definition.ts';
import { createAddressSource } from './address/address-source.ts';
import { createAddressProvider } from './address/create-provider.ts';
import { loadZipCodes, type ZipCodes } from './address/zip-codes.ts';
import { createZipSource } from './address/zip-source.ts';
import { lookupRoutes } from './lookup-routes.ts';
import type { LookupSource } from './lookup-source.ts';
import { ADDRESS_CATEGORY, ZIP_CATEGORY } from './school-category.ts';
import type { Option } from '#form/definition/option-list.ts';
import { isYearList } from '#form/answers/option-lists.ts';
import type { PlaceLists } from './address/place-codes.ts';
import type { Services } from '../start/services.ts';

export type LookupServices = Pick<
  Services,
  | 'clientLimits'
  | 'config'
  | 'definition'
  | 'directories'
  | 'memoryLimits'
  | 'onFault'
  | 'schemaOf'
  | 'secret'
  | 'steadyClock'
>;

/** Adds the look-ups of all categories. The directories are read when the server begins to listen, not before. */
export function addLookups(app: FastifyInstance, services: LookupServices): void {
  const { directories, onFault, secret, steadyClock: clock } = services;
  let codes: Promise<ZipCodes> | undefined;
  const zipCodes = (): Promise<ZipCodes> => (codes ??= loadZipCodes());
  const provider = createAddressProvider(services.config.address ?? { kind: 'zip' }, zipCodes);
  const places = placeListsOf(services.definition);
  const sources = new Map<string, LookupSource>([
    ...directories.sources,
    [ADDRESS_CATEGORY, createAddressSource({ provider, places, secret, clock, onFault })],
    [ZIP_CATEGORY, createZipSource(places, zipCodes)],
  ]);
  lookupRoutes(app, services, sources);
  app.addHook('onListen', () => directories.watch());
  app.addHook('onClose', () => directories.stop());
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
