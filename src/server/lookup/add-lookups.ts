import type { FastifyInstance } from 'fastify';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { SchemaOf } from '../api-calls.ts';
import type { OnFault } from '../fault-log.ts';
import type { Database } from '../storage/database.ts';
import type { AddressSettings } from '../address-settings.ts';
import { createAddressSource } from './address/address-source.ts';
import { createAddressProvider } from './address/create-provider.ts';
import { ADDRESS_CATEGORY, placeListsOf } from './address/place-lists.ts';
import { lookupRoutes } from './lookup-routes.ts';
import type { LookupSource } from './lookup-source.ts';
import { createSchoolDirectories, type SchoolDirectories } from './school-directories.ts';

export type LookupParts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly schemaOf: SchemaOf;
  readonly onFault: OnFault;
  readonly questionnaire: { readonly definition: FormDefinition };
  readonly secret: Buffer;
  readonly config: { readonly address?: AddressSettings };
  /** Default: directories of its own. */
  readonly directories?: SchoolDirectories;
};

/** The look-ups of all categories. The directories are read when the server begins to listen, not before. */
export function addLookups(app: FastifyInstance, parts: LookupParts): void {
  const { clock, schemaOf, onFault, secret } = parts;
  const directories = parts.directories ?? createSchoolDirectories(parts);
  const provider = createAddressProvider(parts.config.address ?? { kind: 'zip' });
  const places = placeListsOf(parts.questionnaire.definition);
  const sources = new Map<string, LookupSource>([
    ...directories.sources,
    [ADDRESS_CATEGORY, createAddressSource({ provider, places, secret, clock, onFault })],
  ]);
  lookupRoutes(app, { sources, clock, schemaOf });
  app.addHook('onListen', () => directories.watch());
  app.addHook('onClose', () => directories.stop());
}
