import type { FastifyInstance } from 'fastify';
import type { FormDefinition } from '#form/definition/definition.ts';
import type { SchemaOf } from '../api-calls.ts';
import type { OnFault } from '../fault-log.ts';
import type { Database } from '../storage/database.ts';
import type { AddressSettings } from './address/address-settings.ts';
import { createAddressSource } from './address/address-source.ts';
import { createProvider } from './address/create-provider.ts';
import { ADDRESS, placeListsOf } from './address/place-lists.ts';
import { createDirectoryStore } from './directory-store.ts';
import { lookupRoutes } from './lookup-routes.ts';
import type { LookupSource } from './lookup-source.ts';
import { SCHOOL_CATEGORIES } from './school-category.ts';
import { createSchoolDirectory } from './school-directory.ts';
import { createSearchThread } from './search-thread.ts';

export type LookupParts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly schemaOf: SchemaOf;
  readonly onFault: OnFault;
  readonly questionnaire: { readonly definition: FormDefinition };
  readonly secret: Buffer;
  readonly config: { readonly address?: AddressSettings };
};

/** The look-ups of all categories. The directories are read when the server begins to listen, not before. */
export function addLookups(app: FastifyInstance, parts: LookupParts): void {
  const { db, clock, schemaOf, onFault, secret } = parts;
  const store = createDirectoryStore(db);
  const thread = createSearchThread(onFault);
  const directories = SCHOOL_CATEGORIES.map((category) => ({
    category,
    directory: createSchoolDirectory({ category, store, clock, onFault, thread }),
  }));
  const provider = createProvider(parts.config.address ?? { kind: 'zip' });
  const places = placeListsOf(parts.questionnaire.definition);
  const sources = new Map<string, LookupSource>([
    ...directories.map(({ category, directory }) => [category, directory] as const),
    [ADDRESS, createAddressSource({ provider, places, secret, clock, onFault })],
  ]);
  lookupRoutes(app, { sources, clock, schemaOf });
  app.addHook('onListen', () => {
    // One after the other: each is some seconds of work. Nobody waits for it.
    void directories.reduce(
      (before, { directory }) => before.then(() => directory.load()),
      Promise.resolve(),
    );
  });
  app.addHook('onClose', async () => {
    await Promise.all(directories.map(({ directory }) => directory.stop()));
    await thread.close();
  });
}
