import { sealingOf } from '../encryption/sealing.ts';
import { renewPrefills } from '../prefill/prefill-store.ts';
import { recordAllEncrypted } from '../storage/data-key-rows.ts';
import { renewApplications, renewPictures, renewSubmissions } from '#server/student-tables/renew-rows.ts';
import { OperationError } from './operation-error.ts';
import type { OperationParts } from './operation-parts.ts';

/**
 * Encrypts all that is sensitive with the first key of DATA_KEY: what was stored without one, with another, or before it
 * was marked. It may be broken off and begun again, while students work.
 *
 * @throws OperationError where no key is set
 */
export async function encryptData(
  { db, files }: Pick<OperationParts, 'db' | 'files'>,
  report?: (progress: string) => void,
): Promise<string> {
  const { keys, names } = sealingOf(db);
  if (keys === undefined || files.renew === undefined)
    throw new OperationError('DATA_KEY is not set: there is no key to encrypt with.');
  const applications = await renewApplications(db);
  const submissions = await renewSubmissions(db);
  await renewPrefills(db);
  const pictures = await renewPictures(db);
  report?.(`${applications} applications, ${submissions} submissions, ${pictures} pictures.`);
  let renewed = 0;
  for await (const { key } of files.list()) if (await files.renew(key)) renewed += 1;
  await recordAllEncrypted(db, keys, names);
  return `Encrypted ${applications} applications, ${submissions} submissions and ${renewed} files with the first key. DATA_KEY needs no other any more.`;
}
